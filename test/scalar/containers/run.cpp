#include <deque>
#include <list>
#include <map>
#include <string>
#include <unordered_map>

#include "check_gradient.h"

namespace {

double std_map(const double* x, int n) {
  std::map<int, double> sums;
  for (int i = 0; i < n; ++i) sums[i % 3] += x[i] * x[i];
  sums.erase(1);
  sums.emplace(7, x[0] * sums[0]);
  double result = 0;
  for (const auto& [key, value] : sums) result += value * key + value * value;
  return result;
}

double std_unordered_map(const double* x, int n) {
  std::unordered_map<int, double> sums;
  for (int i = 0; i < 3 * n; ++i) sums[(i * 7) % 5] += x[i % n] * i;
  double result = 0;
  for (int key = 0; key < 5; ++key) {
    auto found = sums.find(key);
    if (found != sums.end()) result = result * x[0] + found->second * found->second;
  }
  return result;
}

double deque_and_list(const double* x, int n) {
  std::deque<double> queue;
  for (int i = 0; i < n; ++i) {
    queue.push_back(x[i]);
    queue.push_front(x[i] * queue.back());
    if (queue.size() > 4) queue.pop_back();
  }
  std::list<double> list(queue.begin(), queue.end());
  list.push_front(x[0]);
  for (auto it = list.begin(); it != list.end();) {
    if (*it < 0.3) {
      it = list.erase(it);
    } else {
      *it *= x[1];
      ++it;
    }
  }
  list.reverse();
  double sum = 0;
  for (double value : list) sum = sum * value + 1;
  return sum;
}

double hash_table_of_vectors(const double* x, int n) {
  std::unordered_map<int, std::vector<double>> groups;
  for (int i = 0; i < n; ++i) groups[i % 2].push_back(x[i] * x[0]);
  double sum = 0;
  for (auto& [key, group] : groups)
    for (double value : group) sum += (key + 1) * value * value;
  return sum;
}

struct Account {
  double balance = 0, rate = 0;
  std::string owner;
};

// The hash of a text is kept beside pointers in every node.
double hash_table_of_texts(const double* x, int n) {
  std::unordered_map<std::string, Account> accounts;
  for (int i = 0; i < n; ++i) {
    Account& account = accounts["an account with a long name " + std::to_string(i % 2)];
    account.balance += x[i] * x[i];
    account.rate = x[0];
    account.owner = "nobody with a short name";
  }
  double sum = 0;
  for (const auto& [name, account] : accounts) sum += account.balance * account.rate * name.size();
  return sum;
}

}  // namespace

TEST_CASE("hash tables of structs, found by text") { check_gradient<hash_table_of_texts>({0.5, 1.5, 0.75, 2}); }

TEST_CASE("hash tables of vectors") { check_gradient<hash_table_of_vectors>({0.5, 1.5, 0.75, 2}); }

TEST_CASE("maps") {
  check_gradient<std_map>({0.5, 1.5, 0.75, 2});
  check_gradient<std_unordered_map>({0.5, 1.5, 0.75});
}

TEST_CASE("deque and list") {
  check_gradient<deque_and_list>({0.5, 1.5, 0.75, 2});
}

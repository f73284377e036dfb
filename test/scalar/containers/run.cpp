#include <algorithm>
#include <array>
#include <deque>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

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

namespace {

struct Holding {
  std::string owner;
  double amount = 0;
  std::string note;
  std::vector<double> history;
};

// Texts beside numbers are copied, moved, sorted, appended to and used as keys.
double holdings(const std::vector<Holding>& in) {
  std::vector<Holding> all = in;
  all.push_back(in[0]);
  all.insert(all.begin(), in[1]);
  std::map<std::string, Holding> by_name;
  for (const Holding& holding : all) {
    Holding& kept = by_name[holding.owner + "!"];
    kept = holding;
    kept.note += holding.owner;
  }
  std::sort(all.begin(), all.end(), [](const Holding& a, const Holding& b) { return a.owner > b.owner; });
  double sum = all[0].amount * all[1].amount;
  for (const auto& [name, holding] : by_name)
    for (double value : holding.history) sum += value * holding.amount * static_cast<double>(name.size() + holding.note.size());
  std::unordered_map<std::string, double> sums;
  for (const Holding& holding : all) sums[holding.owner] += holding.amount * holding.amount;
  for (const auto& [name, value] : sums) sum += value * static_cast<double>(name.size());
  return sum;
}

double holdings_of(const double* x, int) {
  return holdings({{"a name that is longer than the buffer in a string", x[0], "x", {x[1], 2 * x[0]}},
                   {"b", x[2], "a note that is longer than the buffer in a string", {x[3]}}});
}

}  // namespace

TEST_CASE("structs with texts inside") {
  check_gradient<holdings_of>({2, 1, 3, 0.5});
  std::vector<Holding> in{{"a name that is longer than the buffer in a string", 2, "x", {1, 4}},
                          {"b", 3, "a note that is longer than the buffer in a string", {0.5}}};
  std::vector<Holding> gradient = cotangent::gradient(holdings, in);
  for (std::size_t i = 0; i < in.size(); ++i) {
    auto slope = [&](double& variable) {
      const double value = variable, step = 1e-5;
      variable = value + step;
      const double above = holdings(in);
      variable = value - step;
      const double below = holdings(in);
      variable = value;
      return (above - below) / (2 * step);
    };
    CHECK(gradient[i].amount == doctest::Approx(slope(in[i].amount)).epsilon(1e-6));
    CHECK(gradient[i].history[0] == doctest::Approx(slope(in[i].history[0])).epsilon(1e-6));
    CHECK(gradient[i].owner == in[i].owner);
  }
}

namespace {

struct Sample {
  int id;
  double position[2];
  float weight;
  double key;
};

// Structs move by distances of pointers: multiples of their size.
double stable_sort_of_structs(const double* x, int n) {
  std::vector<Sample> samples;
  for (int i = 0; i < n; ++i) samples.push_back({i, {x[i], x[0] * x[i]}, static_cast<float>(x[i]), 0});
  Sample raw[2];
  std::copy_n(samples.begin(), 2, raw);
  std::stable_sort(raw, raw + 2, [](const Sample& a, const Sample& b) { return a.weight < b.weight; });
  double sum = 0;
  for (const Sample& sample : raw) sum = 3 * sum + sample.position[0] * sample.position[1] * (sample.id + 1);
  return sum;
}

// Two kinds of numbers and the pointers of a deque in one object.
double sequences_side_by_side(const double* x, int n) {
  struct {
    std::deque<double> line;
    std::array<std::vector<float>, 2> halves;
    std::vector<double> squares;
  } all;
  for (int i = 0; i < n; ++i) {
    all.line.push_front(x[i] * x[0]);
    all.halves[x[i] > 1].push_back(static_cast<float>(2 * x[i]));
    all.squares.push_back(x[i] * x[i]);
  }
  double sum = 0;
  for (double value : all.line) sum = 2 * sum + value;
  for (const auto& half : all.halves)
    for (float value : half) sum += 1e-4 * value * all.squares[0];  // differences of floats are coarse
  for (double value : all.squares) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("structs are sorted") { check_gradient<stable_sort_of_structs>({0.5, 1.5, 0.75}); }

TEST_CASE("sequences of different kinds in one struct") { check_gradient<sequences_side_by_side>({0.5, 1.5, 0.75, 2}); }

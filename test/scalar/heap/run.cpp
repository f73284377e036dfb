#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "check_gradient.h"

namespace {

double new_and_delete(const double* x, int n) {
  double* copy = new double[n];
  for (int i = 0; i < n; ++i) copy[i] = x[i] * x[i];
  double* sum = new double(0);
  for (int i = 0; i < n; ++i) *sum += copy[i] * copy[(i + 1) % n];
  double result = *sum * copy[0];
  delete sum;
  delete[] copy;
  return result;
}

double malloc_in_a_loop(const double* x, int n) {
  double total = 1;
  for (int i = 0; i < n; ++i) {
    double* block = static_cast<double*>(std::malloc((i + 1) * sizeof(double)));
    for (int j = 0; j <= i; ++j) block[j] = x[j] * total;
    for (int j = 0; j <= i; ++j) total += block[j] * block[i];
    std::free(block);
  }
  return total;
}

double allocated_under_a_condition(const double* x, int n) {
  double* extra = nullptr;
  if (x[0] > 1) extra = static_cast<double*>(std::calloc(n, sizeof(double)));
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    if (extra) extra[i] += x[i] * x[i];
    sum += x[i];
  }
  if (extra) {
    for (int i = 1; i < n; ++i) sum *= extra[i] + extra[0];
    std::free(extra);
  }
  return sum * sum;
}

double growing_by_realloc(const double* x, int n) {
  double* values = nullptr;
  int size = 0;
  for (int i = 0; i < n; ++i) {
    values = static_cast<double*>(std::realloc(values, (size + 2) * sizeof(double)));
    values[size] = x[i] * (size ? values[size - 1] : 1);
    values[size + 1] = x[i] + 1;
    values[0] *= 1.5;
    size += 2;
  }
  double product = 1;
  for (int i = 0; i < size; ++i) product += values[i] * values[size - 1 - i];
  std::free(values);
  return product;
}

double pointers_to_pointers(const double* x, int n) {
  double** rows = new double*[n];
  for (int i = 0; i < n; ++i) {
    rows[i] = new double[n];
    for (int j = 0; j < n; ++j) rows[i][j] = x[i] * x[j] + i;
  }
  double* first = rows[0];  // rows change places
  rows[0] = rows[n - 1];
  rows[n - 1] = first;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) sum += rows[i][j] * rows[j][i];
  }
  for (int i = 0; i < n; ++i) delete[] rows[i];
  delete[] rows;
  return sum;
}

struct Node {
  double value;
  Node* next;
};
double linked_list(const double* x, int n) {
  Node* head = nullptr;
  for (int i = 0; i < n; ++i) head = new Node{x[i] * x[i], head};
  for (Node* node = head; node && node->next; node = node->next) node->next->value *= node->value;
  Node* reversed = nullptr;
  while (head) {
    Node* next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  double sum = 0;
  while (reversed) {
    sum = sum * 0.5 + reversed->value * x[0];
    Node* next = reversed->next;
    delete reversed;
    reversed = next;
  }
  return sum;
}

struct Tree {
  Tree *left = nullptr, *right = nullptr;
  double key;
};
void insert(Tree** root, double key) {
  while (*root) root = key < (*root)->key ? &(*root)->left : &(*root)->right;
  *root = new Tree;
  (*root)->key = key;
}
double fold_and_free(Tree* tree) {
  if (!tree) return 0.5;
  double result = fold_and_free(tree->left) * tree->key + std::sin(fold_and_free(tree->right));
  delete tree;
  return result;
}
double search_tree(const double* x, int n) {
  Tree* root = nullptr;
  for (int i = 0; i < n; ++i) insert(&root, x[i]);
  return fold_and_free(root);
}

struct Padded {
  char tag;
  double value;
  int count;
  float weight;
  bool flag;
};
double array_of_structs(const double* x, int n) {
  Padded* all = new Padded[n];
  for (int i = 0; i < n; ++i) all[i] = {static_cast<char>(i), x[i], i, 0.5f, i % 2 == 0};
  all[1] = all[0];
  all[1].value *= all[n - 1].value;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    if (all[i].flag) sum += all[i].value * all[i].count * all[i].tag;
    sum += all[i].value * all[i].value * all[i].weight;
  }
  delete[] all;
  return sum;
}

union Word {
  double number;
  std::uint64_t bits;
};
double bit_copies(const double* x, int n) {
  Word word;
  word.number = x[0] * x[1];
  std::uint64_t bits = word.bits;  // a copy of the number as an integer
  double copy;
  std::memcpy(&copy, &bits, sizeof copy);
  std::uint64_t words[4];
  for (int i = 0; i < n; ++i) std::memcpy(&words[i], &x[i], sizeof(double));
  double back[4];
  std::memcpy(back, words, n * sizeof(double));
  double sum = copy * copy;
  for (int i = 0; i < n; ++i) sum += back[i] * copy;
  return sum;
}

union Either {
  double real;
  struct { float a, b; } floats;
  long integer;
};
double reused_union(const double* x, int n) {
  Either either;
  either.integer = n;
  double sum = static_cast<double>(either.integer);
  either.real = x[0] * x[1];
  sum += either.real * x[1];
  either.floats = {1.5f, 2.5f};
  sum *= static_cast<double>(either.floats.a);
  either.real = sum * x[0];
  return either.real;
}

double placement_new(const double* x, int) {
  alignas(8) unsigned char storage[2 * sizeof(double)];
  double* a = new (storage) double(x[0] * 2);
  double* b = new (storage + 8) double(x[1] * *a);
  *a *= *b;
  return *a + *b * *b;
}

struct Owner {
  double* data;
  int size;
  explicit Owner(int n) : data(new double[n]()), size(n) {}
  Owner(const Owner& other) : data(new double[other.size]), size(other.size) {
    for (int i = 0; i < size; ++i) data[i] = other.data[i];
  }
  Owner& operator=(const Owner&) = delete;
  ~Owner() { delete[] data; }
};
double destructors(const double* x, int n) {
  Owner owner(n);
  for (int i = 0; i < n; ++i) owner.data[i] += x[i];
  for (int round = 0; round < 2; ++round) {
    Owner copy = owner;
    if (copy.data[0] > 100) return copy.data[1];
    for (int i = 0; i < n; ++i) owner.data[i] = copy.data[n - 1 - i] * copy.data[i];
  }
  return owner.data[0] + owner.data[n - 1] * owner.data[n / 2];
}

}  // namespace

TEST_CASE("arrays on the heap") {
  check_gradient<new_and_delete>({0.5, 1.5, 0.75});
  check_gradient<malloc_in_a_loop>({0.5, 1.5, 0.75});
  check_gradient<allocated_under_a_condition>({0.5, 1.5, 0.75});
  check_gradient<allocated_under_a_condition>({1.5, 1.5, 0.75});
  check_gradient<growing_by_realloc>({0.5, 1.5, 0.75});
  check_gradient<placement_new>({0.5, 1.5});
  check_gradient<destructors>({0.5, 1.5, 0.75});
}

TEST_CASE("structures with pointers") {
  check_gradient<pointers_to_pointers>({0.5, 1.5, 0.75});
  check_gradient<linked_list>({0.5, 1.5, 0.75, 2});
  check_gradient<search_tree>({1, 0.5, 1.5, 0.75, 2});
}

TEST_CASE("padding, unions, bits") {
  check_gradient<array_of_structs>({0.5, 1.5, 0.75, 2});
  check_gradient<bit_copies>({0.5, 1.5, 0.75});
  check_gradient<reused_union>({0.5, 1.5});
}

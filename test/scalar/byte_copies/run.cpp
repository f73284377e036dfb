#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "check_gradient.h"

namespace {

double byte_by_byte(const double* x, int n) {
  double copy[3];
  const unsigned char* from = reinterpret_cast<const unsigned char*>(x);
  unsigned char* to = reinterpret_cast<unsigned char*>(copy);
  for (std::size_t k = 0; k < n * sizeof(double); ++k) to[k] = from[k];
  return copy[0] * copy[1] * copy[n - 1];
}

double cleared_by_bytes(const double* x, int n) {
  double sums[3] = {x[0], x[1], x[2]}, total = sums[0] * sums[2];
  unsigned char* bytes = reinterpret_cast<unsigned char*>(sums);
  for (unsigned k = 0; k < 2 * sizeof(double); ++k) bytes[k] = 0;
  for (int i = 0; i < n; ++i) total += (sums[i] + x[i]) * x[0];
  return total;
}

double swapped_bytes(const double* x, int n) {
  double copy[3];
  const unsigned char* from = reinterpret_cast<const unsigned char*>(x);
  unsigned char* to = reinterpret_cast<unsigned char*>(copy);
  for (unsigned k = 0; k < n * sizeof(double); ++k) to[k ^ 7] = from[k];
  for (unsigned k = 0; k < n * sizeof(double); k += 2) {
    unsigned char first = to[k];
    to[k] = to[k ^ 7];
    to[k ^ 7] = first;
  }
  return copy[0] * copy[1];
}

struct Doubles { double a, b; };
struct Words { std::uint64_t words[2]; };
double bit_cast(const double* x, int) {
  auto bits = std::bit_cast<std::uint64_t>(x[0] * x[1]);
  auto words = std::bit_cast<Words>(Doubles{x[0], x[1] * x[1]});
  auto doubles = std::bit_cast<Doubles>(words);
  return std::bit_cast<double>(bits) * doubles.a * doubles.b;
}

double backwards_by_bytes(const double* x, int n) {
  const char* at = reinterpret_cast<const char*>(x + n);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    at -= sizeof(double);
    sum = sum * 0.5 + *reinterpret_cast<const double*>(at) * x[0];
  }
  return sum;
}

char pool[1024];
struct Pool {
  int used = 0;
  void* get(int bytes) {
    void* block = pool + used;
    used += (bytes + 15) / 16 * 16;
    return block;
  }
};
double pool_of_bytes(const double* x, int n) {
  Pool blocks;
  double* products = static_cast<double*>(blocks.get(n * sizeof(double)));
  int* order = static_cast<int*>(blocks.get(n * sizeof(int)));
  double* sums = static_cast<double*>(blocks.get(n * sizeof(double)));
  for (int i = 0; i < n; ++i) {
    products[i] = x[i] * x[0];
    order[i] = n - 1 - i;
  }
  for (int i = 0; i < n; ++i) sums[i] = products[order[i]] * x[i];
  return sums[0] * sums[1] + sums[n - 1];
}

struct Fields {
  unsigned a : 3;
  unsigned b : 5;
  double value;
  bool flag : 1;
  float weight;
};
double bit_fields(const double* x, int n) {
  Fields all[2];
  for (int i = 0; i < n; ++i) {
    all[i] = Fields{static_cast<unsigned>(i), 3, x[i] * x[0], true, 2.f};
    all[i].b += 2;
  }
  Fields copy = all[1];
  copy.flag = false;
  all[0] = copy;
  return all[0].value * all[1].value * all[0].b + (all[0].flag ? 1 : x[0]) * all[1].a;
}

}  // namespace

// The checks of UBSan stand between the bytes, so that such a loop is no copy as a whole any more.
#if __has_feature(undefined_behavior_sanitizer)
TEST_CASE("numbers copied byte by byte, with checks in between") {
  const double x[3] = {0.5, 1.5, 0.75};
  double dx[3] = {};
  CHECK_THROWS_AS(ct::autodiff(ct::reverse, byte_by_byte, ct::Duplicated{static_cast<const double*>(x), static_cast<double*>(dx)}, ct::Const{3}),
                  ct::RuntimeException);
  CHECK(dx[0] == 0);
}
#else
TEST_CASE("numbers copied byte by byte") {
  check_gradient<byte_by_byte>({0.5, 1.5, 0.75});
  check_gradient<cleared_by_bytes>({0.5, 1.5, 0.75});
}
#endif

// Single bytes carry no derivative that could be followed: refused where it is reached, with the shadow as it was.
TEST_CASE("bytes of a number in an order of their own") {
  const double x[3] = {0.5, 1.5, 0.75};
  double dx[3] = {};
  CHECK_THROWS_AS(ct::autodiff(ct::reverse, swapped_bytes, ct::Duplicated{static_cast<const double*>(x), static_cast<double*>(dx)}, ct::Const{3}),
                  ct::RuntimeException);
  CHECK(dx[0] == 0);
}

TEST_CASE("numbers copied as words") { check_gradient<bit_cast>({0.5, 1.5}); }

TEST_CASE("memory of bytes") {
  check_gradient<backwards_by_bytes>({0.5, 1.5, 0.75});
  check_gradient<pool_of_bytes>({0.5, 1.5, 0.75});
  check_gradient<bit_fields>({0.5, 1.5});
}

#if !__has_feature(undefined_behavior_sanitizer) // its checks take addresses apart; refused there, with a message

namespace {

struct Named {
  std::string name;
  double value;
};

// A string as a buffer of bytes, behind its sixteenth: copied with the text, although strings lie beside numbers elsewhere.
double number_in_text(const double* x, int) {
  const std::vector<Named> in{{"a", x[0]}, {"b", x[1]}};
  std::string bytes(24, ' ');
  const double twice = 2 * in[0].value;
  std::memcpy(bytes.data() + 16, &twice, 8);
  const std::string copy = bytes;
  double back;
  std::memcpy(&back, copy.data() + 16, 8);
  return back * in[1].value;
}

}  // namespace

TEST_CASE("numbers in strings") { check_gradient<number_in_text>({2, 3}); }

#endif

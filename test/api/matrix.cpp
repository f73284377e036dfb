// ct::Matrix, and the exceptions.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

#include <numeric>
#include <sstream>

namespace ct = cotangent;

TEST_CASE("shape, elements, order") {
  ct::Matrix<double> matrix(2, 3);
  CHECK(matrix.rows() == 2);
  CHECK(matrix.cols() == 3);
  matrix(1, 2) = 5;
  CHECK(matrix.data()[5] == 5);
  std::iota(matrix.begin(), matrix.end(), 1.0);
  CHECK(matrix == ct::Matrix<double>{{1, 2, 3}, {4, 5, 6}});
  CHECK_FALSE(matrix == ct::Matrix<double>(3, 2));
  std::ostringstream text;
  text << matrix;
  CHECK(text.str() == "[[1, 2, 3], [4, 5, 6]]");
  CHECK_THROWS_AS((ct::Matrix<double>{{1}, {1, 2}}), ct::Error);
}

TEST_CASE("errors carry kind and message") {
  const ct::RuntimeException error("no-derivative", "nothing is known about f");
  CHECK(error.kind() == "no-derivative");
  CHECK(std::string(error.what()) == "cotangent: [no-derivative] nothing is known about f");
  CHECK(error.message() == "nothing is known about f");
  CHECK_THROWS_AS(throw error, ct::Error);
  CHECK_THROWS_AS(throw error, std::runtime_error);
}

TEST_CASE("the runtime throws") {
  try {
    cotangent_throw_runtime_exception("no-derivative", "nothing is known about f");
  } catch (const ct::RuntimeException &error) {
    CHECK(error.kind() == "no-derivative");
    CHECK(error.message().starts_with("nothing is known about f"));
  }
}

TEST_CASE("outside a derivative") {
  CHECK_FALSE(ct::within_autodiff());
  CHECK(ct::ignore_derivatives(3.0) == 3.0);
}

TEST_CASE("walks over numbers") {
  struct Mixed {
    int size;
    std::vector<double> values;
    std::complex<float> complex;
  };
  Mixed target{2, {1, 2}, {3, 4}};
  const Mixed increment{2, {10, 20}, {30, 40}};
  ct::detail::accumulate(target, increment);
  CHECK(target.size == 2);
  CHECK(target.values == std::vector<double>{11, 22});
  CHECK(target.complex == std::complex<float>(33, 44));
  CHECK(ct::detail::count_numbers(target) == 4);
  const Mixed shorter{1, {10}, {30, 40}};
  CHECK_THROWS_AS(ct::detail::accumulate(target, shorter), ct::Error);
}

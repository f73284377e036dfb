// Data of the host in arrays and back: every container, every shape, and what is refused.
#include "cotangent/host_data.h"
#include "cotangent/matrix.h"

#include <doctest/doctest.h>

#include <complex>
#include <list>
#include <numeric>

#if __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#endif

namespace ct = cotangent;

namespace {

template <class T, std::size_t N> using Array = ct::ConcreteArray<T, N>;
template <std::size_t N> using Shape = std::array<std::int64_t, N>;

template <class Action> std::string error_of(Action &&action) {
  try {
    action();
  } catch (const ct::Error &error) {
    CHECK(error.kind() == "bad-argument");
    return std::string(error.message());
  }
  return "none";
}

} // namespace

TEST_CASE("containers of numbers have rank 1") {
  const std::vector<float> expected{1, 2, 3};
  CHECK(ct::to_device(expected).to_host() == expected);
  CHECK(ct::to_device(std::array{1.0f, 2.0f, 3.0f}).to_host() == expected);
  CHECK(ct::to_device(std::span<const float>(expected)).to_host() == expected);
  CHECK(ct::to_device(std::list<float>{1, 2, 3}).to_host() == expected);
  const float plain[] = {1, 2, 3};
  CHECK(ct::to_device(plain).to_host() == expected);
  Array<float, 1> braces = ct::to_device({1.0f, 2.0f, 3.0f});
  CHECK(braces.to_host() == expected);
  CHECK(ct::to_device(std::vector<bool>{true, false}).to_host() == std::vector<bool>{true, false});
  CHECK(ct::to_device(std::vector<std::complex<double>>{{1, 2}}).to_host()[0] == std::complex<double>(1, 2));
  CHECK(ct::to_device(std::vector<double>{}).shape() == Shape<1>{0});
}

TEST_CASE("nested containers have the rank of their depth") {
  const std::vector<std::vector<int>> rows{{1, 2, 3}, {4, 5, 6}};
  Array<int, 2> matrix = ct::to_device(rows);
  CHECK(matrix.shape() == Shape<2>{2, 3});
  CHECK(matrix.to_host() == std::vector{1, 2, 3, 4, 5, 6});
  CHECK(ct::to_nested(matrix) == rows);

  Array<double, 3> blocks = ct::to_device({{{1.0, 2.0}}, {{3.0, 4.0}}, {{5.0, 6.0}}});
  CHECK(blocks.shape() == Shape<3>{3, 1, 2});
  CHECK(blocks.to_host() == std::vector{1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
  CHECK(ct::to_device({{{{7}}}}).shape() == Shape<4>{1, 1, 1, 1});

  const short plain[2][2] = {{1, 2}, {3, 4}};
  CHECK(ct::to_device(plain).to_host() == std::vector<short>{1, 2, 3, 4});
  CHECK(ct::to_device(std::vector<std::array<float, 2>>{{1, 2}, {3, 4}}).to_host() == std::vector<float>{1, 2, 3, 4});
  CHECK(ct::to_device(std::vector<std::vector<bool>>{{true}, {false}}).to_host() == std::vector<bool>{true, false});
}

TEST_CASE("nothing in a container: the shape is what is known") {
  CHECK(ct::to_device(std::vector<std::vector<float>>{}).shape() == Shape<2>{0, 0});
  CHECK(ct::to_device(std::vector<std::vector<float>>(3)).shape() == Shape<2>{3, 0});
  CHECK(ct::to_device(std::vector<std::array<float, 5>>{}).shape() == Shape<2>{0, 5});
  CHECK(ct::to_nested(ct::to_device(std::vector<std::vector<float>>(3))) == std::vector<std::vector<float>>(3));
}

TEST_CASE("ragged containers are refused with the place") {
  CHECK(error_of([] { ct::to_device(std::vector<std::vector<float>>{{1, 2}, {3}}); }) ==
        "nested containers must have equal sizes: the one at [1] has 1 elements, the first of its kind has 2");
  CHECK(error_of([] { ct::to_device(std::vector<std::vector<std::vector<int>>>{{{1}, {2}}, {{3}, {4, 5}}}); }) ==
        "nested containers must have equal sizes: the one at [1, 1] has 2 elements, the first of its kind has 1");
  CHECK(error_of([] { ct::to_device({{1, 2}, {}}); }) ==
        "nested containers must have equal sizes: the one at [1] has 0 elements, the first of its kind has 2");
}

TEST_CASE("flat data under a shape") {
  std::vector<float> flat(6);
  std::iota(flat.begin(), flat.end(), 0.0f);
  CHECK(ct::to_nested(ct::to_device(flat, {2, 3})) == std::vector<std::vector<float>>{{0, 1, 2}, {3, 4, 5}});
  CHECK(ct::to_device(flat, std::array<std::int64_t, 3>{3, 1, 2}).shape() == Shape<3>{3, 1, 2});
  CHECK(ct::to_device(flat.data(), {2, 2}).to_host() == std::vector<float>{0, 1, 2, 3});
  CHECK(ct::to_device(std::span<const float>(flat), std::array<std::int64_t, 2>{6, 1}).shape() == Shape<2>{6, 1});
  CHECK(error_of([&] { ct::to_device(flat, {4, 2}); }) == "6 elements do not fill an array of type 4x2xf32");
  CHECK(error_of([&] { ct::to_device(flat.data(), {-1, 2}); }) == "no array can have the shape of -1x2xf32");
}

TEST_CASE("memory is taken over without a copy where that is safe") {
  ct::HostVector<double> vector{1, 2, 3, 4};
  const double *const before = vector.data();
  const auto array = ct::to_device(std::move(vector), {2, 2});
  CHECK(array.data() == before);
  CHECK(array.to_host() == std::vector<double>{1, 2, 3, 4});
  const ct::HostVector<double> kept{5};
  CHECK(ct::to_device(kept).data() != kept.data());
  CHECK(ct::to_device(ct::HostVector<double>{}).shape() == Shape<1>{0});
  CHECK(error_of([] { ct::to_device(ct::HostVector<double>{1}, {2, 2}); }) ==
        "1 elements do not fill an array of type 2x2xf64");

  const std::shared_ptr<float[]> whole(new (std::align_val_t(64)) float[32]{1, 2, 3},
                                       [](float *memory) { ::operator delete[](memory, std::align_val_t(64)); });
  CHECK(ct::to_device(whole, Shape<1>{32}).data() == whole.get());
  const std::shared_ptr<float[]> shifted(whole, whole.get() + 1);
  const auto copy = ct::to_device(shifted, Shape<1>{2});
  CHECK(copy.data() != shifted.get());
  CHECK(copy.to_host() == std::vector<float>{2, 3});
  const auto view = ct::elements_of(copy);
  CHECK(view.data() == copy.data());
  CHECK(view.size() == 2);
}

TEST_CASE("back to containers of the host") {
  const auto matrix = ct::to_device({{1.0f, 2.0f}, {3.0f, 4.0f}});
  using Rows = std::array<std::array<float, 2>, 2>;
  CHECK(ct::to_host<Rows>(matrix) == Rows{{{1, 2}, {3, 4}}});
  using Wide = std::vector<std::array<float, 3>>;
  CHECK(error_of([&] { ct::to_host<Wide>(matrix); }) ==
        "a container of 3 elements does not hold dimension 1 of an array, which has 2");
  CHECK(ct::to_host<float>(ct::to_device(2.5f)) == 2.5f);
  CHECK(ct::to_nested(ct::to_device(std::vector<bool>{true, false})) == std::vector<bool>{true, false});
}

TEST_CASE("a matrix of this library") {
  CHECK(ct::to_device(ct::Matrix<double>{{1, 2}, {3, 4}}).shape() == Shape<2>{2, 2});
}

#ifdef EIGEN_CORE_H
TEST_CASE("Eigen") {
  Eigen::MatrixXf matrix(2, 3);
  matrix << 1, 2, 3, 4, 5, 6;
  Array<float, 2> array = ct::to_device(matrix);
  CHECK(array.to_host() == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(ct::to_host<Eigen::MatrixXf>(array) == matrix);
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  CHECK(ct::to_host<RowMajor>(array) == RowMajor(matrix));
  CHECK(ct::to_host<Eigen::Matrix<float, 2, 3>>(array) == matrix);
  CHECK(error_of([&] { ct::to_host<Eigen::Matrix3f>(array); }) ==
        "an array of type 2x3xf32 does not fit in an Eigen matrix of 3x3 (-1: any size)");

  CHECK(ct::to_device(matrix.transpose() * 2).to_host() == std::vector<float>{2, 8, 4, 10, 6, 12});
  CHECK(ct::to_device(matrix * matrix.transpose()).to_host() == std::vector<float>{14, 32, 32, 77});
  CHECK(ct::to_device(matrix.col(1)).to_host() == std::vector<float>{2, 5});
  Array<double, 1> vector = ct::to_device(Eigen::Vector3d(1, 2, 3));
  CHECK(ct::to_host<Eigen::VectorXd>(vector) == Eigen::Vector3d(1, 2, 3));
  CHECK(ct::to_host<Eigen::RowVectorXd>(vector) == Eigen::RowVector3d(1, 2, 3));
  CHECK(ct::to_device(Eigen::ArrayXXi::Constant(2, 2, 7).eval()).to_host() == std::vector<int>{7, 7, 7, 7});
  CHECK(ct::to_device(Eigen::MatrixXf(0, 4)).shape() == Shape<2>{0, 4});
}
#endif

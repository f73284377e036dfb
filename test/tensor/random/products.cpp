// Random products, convolutions, factorisations and Fourier transforms.
#include "generator.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

namespace {

bool dot_general(Generator &make) {
  Value x = make.any();
  Shape left_batch, left_contracting, sizes;
  for (int64_t dimension : make.permutation(rank_of(x))) {
    double kind = make.real_number(0, 1);
    if (kind < 0.25)
      left_batch.push_back(dimension);
    else if (kind < 0.6)
      left_contracting.push_back(dimension);
  }
  const auto joint = static_cast<int64_t>(left_batch.size() + left_contracting.size());
  Shape order = make.permutation(joint + make.number(0, 2));
  Shape y_shape(order.size(), 0);
  for (int64_t &size : y_shape)
    size = make.number(1, 3);
  Shape right_batch(order.begin(), order.begin() + static_cast<int64_t>(left_batch.size()));
  Shape right_contracting(order.begin() + static_cast<int64_t>(left_batch.size()), order.begin() + joint);
  for (auto [left, right] : llvm::zip(left_batch, right_batch))
    y_shape[static_cast<size_t>(right)] = shape_of(x)[static_cast<size_t>(left)];
  for (auto [left, right] : llvm::zip(left_contracting, right_contracting))
    y_shape[static_cast<size_t>(right)] = shape_of(x)[static_cast<size_t>(left)];
  if (cotangent::count_of(y_shape) > Generator::most_elements)
    return false;
  int64_t free = cotangent::count_of(y_shape);
  for (int64_t dimension : left_contracting)
    free /= std::max<int64_t>(shape_of(x)[static_cast<size_t>(dimension)], 1);
  for (int64_t dimension : left_batch)
    free /= std::max<int64_t>(shape_of(x)[static_cast<size_t>(dimension)], 1);
  const int64_t terms = count_of(x, left_contracting);
  if (cotangent::count_of(shape_of(x)) / std::max<int64_t>(terms, 1) * free > Generator::most_elements)
    return false;
  Value y = make.of(y_shape, is_complex(x));
  Value result = make.chance(0.5)
                     ? make.build.dot_general(x, y, left_batch, right_batch, left_contracting, right_contracting)
                     : make.build.dot_general(y, x, right_batch, left_batch, right_contracting, left_contracting);
  make.add(result, make.bound(x) * make.bound(y) * static_cast<double>(terms));
  return true;
}

Shape placed(Numbers positions, Numbers sizes) {
  Shape result(positions.size());
  for (auto [position, size] : llvm::zip(positions, sizes))
    result[static_cast<size_t>(position)] = size;
  return result;
}

bool convolution(Generator &make) {
  Build &build = make.build;
  const int64_t spatial = make.chance(0.1) ? 0 : make.number(1, 2);
  const int64_t feature_groups = make.chance(0.3) ? 2 : 1;
  const int64_t batch_groups = feature_groups == 1 && make.chance(0.3) ? 2 : 1;
  const int64_t features = make.number(1, 2);
  Shape lhs{make.number(1, 2) * batch_groups, features * feature_groups};
  Shape rhs{features, make.number(1, 2) * feature_groups * batch_groups};
  stablehlo::Window window;
  SmallVector<bool> reversal;
  for (int64_t at = 0; at < spatial; ++at) {
    lhs.push_back(make.number(1, 4));
    window.sizes.push_back(make.number(1, std::min<int64_t>(lhs.back() + 1, 3)));
    rhs.push_back(window.sizes.back());
    window.strides.push_back(make.chance(0.5) ? 1 : make.number(1, 3));
    window.low.push_back(make.chance(0.5) ? 0 : make.number(-1, 2));
    window.high.push_back(make.chance(0.5) ? 0 : make.number(-1, 2));
    window.base_dilations.push_back(make.chance(0.7) ? 1 : make.number(2, 3));
    window.window_dilations.push_back(make.chance(0.7) ? 1 : 2);
    reversal.push_back(make.chance(0.3));
    if (window.low.back() + window.high.back() + (lhs.back() - 1) * window.base_dilations.back() + 1 < 0)
      return false;
  }
  Shape left = make.permutation(spatial + 2), right = make.permutation(spatial + 2), out = make.permutation(spatial + 2);
  auto numbers = ConvDimensionNumbersAttr::get(build.builder.getContext(), left[0], left[1], Numbers(left).drop_front(2),
                                               right[0], right[1], Numbers(right).drop_front(2), out[0], out[1],
                                               Numbers(out).drop_front(2));
  const bool complex = make.chance(0.1);
  Shape lhs_shape = placed(left, lhs), rhs_shape = placed(right, rhs);
  if (cotangent::count_of(lhs) > 64 || cotangent::count_of(rhs) > 64)
    return false;
  FailureOr<Shape> shape = stablehlo::infer_convolution([&] { return emitError(build.location); }, lhs_shape, rhs_shape,
                                                        {numbers, feature_groups, batch_groups}, window);
  if (failed(shape) || cotangent::count_of(*shape) > 64)
    return false;
  Value x = make.of(lhs_shape, complex), kernel = make.of(rhs_shape, complex);
  SmallVector<int64_t> padding;
  for (auto [low, high] : llvm::zip(window.low, window.high))
    padding.append({low, high});
  auto list = [&](Numbers values) { return build.builder.getDenseI64ArrayAttr(values); };
  Value result = build.make<ConvolutionOp>(
      tensor(*shape, element_of(x)), x, kernel, list(window.strides),
      DenseIntElementsAttr::get(tensor({spatial, 2}, build.builder.getI64Type()), ArrayRef(padding)),
      list(window.base_dilations), list(window.window_dilations), build.builder.getDenseBoolArrayAttr(reversal), numbers,
      static_cast<uint64_t>(feature_groups), static_cast<uint64_t>(batch_groups), nullptr);
  make.add(result, make.bound(x) * make.bound(kernel) * static_cast<double>(features * cotangent::count_of(window.sizes)));
  return true;
}

/// [batch, size, size], sometimes without batch.
Shape matrices(Generator &make, int64_t size) {
  Shape shape;
  if (make.chance(0.3))
    shape.push_back(make.number(1, 2));
  shape.append(2, size);
  return shape;
}

/// A number on the diagonals of matrices.
Value diagonal(Generator &make, Value like, double number) {
  auto type = with_element(ranked(like.getType()), make.build.builder.getI32Type());
  Value rows = make.build.iota(type, type.getRank() - 2), columns = make.build.iota(type, type.getRank() - 1);
  return make.build.select(make.build.compare(rows, columns, ComparisonDirection::EQ),
                           make.build.splat_like(like, number), make.build.splat_like(like, 0));
}

bool cholesky(Generator &make) {
  Build &build = make.build;
  const int64_t size = make.number(1, 3);
  Value x = make.of(matrices(make, size), make.chance(0.3));
  double bound = make.bound(x);
  Value matrix;
  if (make.chance(0.5)) { // one triangle of any matrix with a heavy diagonal
    if (is_complex(x))
      x = build.complex(build.real(x), build.multiply(build.imag(x), build.subtract(build.splat_like(build.imag(x), 1), diagonal(make, build.imag(x), 1))));
    make.note(x, bound);
    x = make.bounded(x, 0.4);
    matrix = build.add(x, diagonal(make, x, static_cast<double>(size)));
    bound = 2;
  } else {
    x = make.bounded(x, 2);
    bound = 2;
    const int64_t rank = rank_of(x);
    Shape batch = first_numbers(rank - 2);
    Value square = build.dot_general(x, build.conjugate(x), batch, batch, {rank - 1}, {rank - 1});
    matrix = build.add(square, diagonal(make, x, 1));
    bound = 4;
  }
  make.add(build.make<CholeskyOp>(matrix.getType(), matrix, make.chance(0.5)), bound);
  return true;
}

bool triangular_solve(Generator &make) {
  Build &build = make.build;
  const int64_t size = make.number(1, 3);
  const bool left = make.chance(0.5), complex = make.chance(0.2);
  Shape a_shape = matrices(make, size), b_shape = a_shape;
  b_shape[b_shape.size() - (left ? 1 : 2)] = make.number(1, 3);
  Value a = make.bounded(make.of(a_shape, complex), 0.5), b = make.of(b_shape, complex);
  a = build.add(a, diagonal(make, a, 2));
  static constexpr Transpose transposes[] = {Transpose::NO_TRANSPOSE, Transpose::TRANSPOSE, Transpose::ADJOINT};
  Value result = build.make<TriangularSolveOp>(b.getType(), a, b, left, make.chance(0.5), make.chance(0.3),
                                               make.one_of(transposes));
  make.add(result, 3 * make.bound(b));
  return true;
}

bool fft(Generator &make) {
  Build &build = make.build;
  Value x = make.any();
  if (rank_of(x) == 0 || cotangent::count_of(shape_of(x)) == 0)
    return false;
  FftType kind = make.chance(0.5) ? FftType::FFT : FftType::IFFT;
  if (!is_complex(x)) {
    if (make.chance(0.6))
      kind = FftType::RFFT;
    else
      x = build.complex(x, build.zeros_like(x));
  } else if (make.chance(0.3))
    kind = FftType::IRFFT;
  double bound = is_complex(x) ? 4 : make.bound(x);
  Shape length(shape_of(x).take_back(make.number(1, std::min<int64_t>(rank_of(x), 2)))), shape(shape_of(x));
  Type element = element_of(x);
  if (kind == FftType::IRFFT) {
    length.back() = std::max<int64_t>(2 * (length.back() - 1) + make.number(0, 1), 1);
    shape.back() = length.back();
    element = stablehlo::real_part(element);
  } else if (kind == FftType::RFFT) {
    shape.back() = length.back() / 2 + 1;
    element = ComplexType::get(element);
  }
  make.add(build.make<FftOp>(tensor(shape, element), x, kind, length),
           kind == FftType::IFFT || kind == FftType::IRFFT ? 2 * bound : bound * static_cast<double>(cotangent::count_of(length)));
  return true;
}

} // namespace

llvm::ArrayRef<Family> product_families() {
  static const Family families[] = {
      {"dot_general", 7, dot_general},           {"convolution", 4, convolution}, {"cholesky", 2, cholesky},
      {"triangular_solve", 2, triangular_solve}, {"fft", 2, fft},
  };
  return families;
}

} // namespace cotangent::random_programs

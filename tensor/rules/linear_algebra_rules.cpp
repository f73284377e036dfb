// Fourier transforms, Cholesky factors, triangular systems.
#include "tensor/rules/linear_algebra_rules.h"
#include "tensor/rules/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

// --- Cholesky factors ------------------------------------------------------------------------------------------------
// From A = L L^H: L^-1 dA L^-H = L^-1 dL + (L^-1 dL)^H, whose lower triangle with half of the diagonal is L^-1 dL
// (I. Murray, Differentiation of the Cholesky decomposition, 2016). For A = U^H U the same with U = L^H.
Value cholesky_tangent(Matrices &matrices, Value factor, Value tangent, bool lower) {
  Build &build = matrices.build;
  const Matrices::Triangular left{
      .left_side = true, .lower = lower, .transpose = lower ? Transpose::NO_TRANSPOSE : Transpose::ADJOINT};
  const Matrices::Triangular right{
      .left_side = false, .lower = lower, .transpose = lower ? Transpose::ADJOINT : Transpose::NO_TRANSPOSE};
  Value both = matrices.solve(factor, matrices.solve(factor, matrices.hermitian(tangent, lower), left), right);
  auto type = ranked(both.getType());
  Value weights = build.select(matrices.where(type, lower ? ComparisonDirection::GT : ComparisonDirection::LT),
                               build.splat(type, 1), build.scale(matrices.identity(type), 0.5));
  Value part = build.multiply(both, weights);
  return lower ? matrices.product(factor, part) : matrices.product(part, factor);
}

namespace {

Values cholesky_forward(const ForwardRequest &request) {
  Matrices matrices(request.build);
  const bool lower = cast<CholeskyOp>(request.operation).getLower();
  Value factor = lower ? matrices.lower(request.result()) : matrices.upper(request.result());
  return {cholesky_tangent(matrices, factor, request.tangents[0], lower)};
}

// --- triangular systems ----------------------------------------------------------------------------------------------
Matrices::Triangular form_of(TriangularSolveOp operation) {
  return {.left_side = operation.getLeftSide(),
          .lower = operation.getLower(),
          .unit_diagonal = operation.getUnitDiagonal(),
          .transpose = operation.getTransposeA()};
}

Values triangular_solve_forward(const ForwardRequest &request) {
  Matrices matrices(request.build);
  return {triangular_solve_tangent(matrices, form_of(cast<TriangularSolveOp>(request.operation)), request.operand(0),
                                   request.result(), request.tangents[0], request.tangents[1])};
}

Values triangular_solve_transpose(const TransposeRequest &request) {
  Matrices matrices(request.build);
  return {Value(), triangular_solve_cotangent(matrices, form_of(cast<TriangularSolveOp>(request.operation)),
                                              request.operand(0), request.cotangent())};
}

// --- Fourier transforms ----------------------------------------------------------------------------------------------
Value transform(Build &build, Value value, RankedTensorType type, FftType kind, Numbers length) {
  return build.make<FftOp>(type, value, kind, length);
}

/// A real tensor as a factor of complex numbers.
Value times_real(Build &build, Value value, Value factor) {
  return build.multiply(value, Matrices(build).promoted(factor, element_of(value)));
}

/// How many elements of the whole spectrum each element of a half stands for, 1 or 2; divided by a number.
Value multiplicities(Build &build, RankedTensorType half, int64_t length, double twice, double once) {
  const int64_t last = half.getRank() - 1, size = half.getShape().back();
  SmallVector<double> numbers(static_cast<size_t>(size), twice);
  numbers.front() = once;
  if (length % 2 == 0)
    numbers.back() = once;
  auto part = stablehlo::real_part(half.getElementType());
  auto type = RankedTensorType::get({size}, part);
  SmallVector<Attribute> attributes;
  for (double number : numbers)
    attributes.push_back(FloatAttr::get(part, number));
  Value line = build.make<stablehlo::ConstantOp>(DenseElementsAttr::get(type, attributes));
  return build.broadcast(line, {last}, half.getShape());
}

Values fft_forward(const ForwardRequest &request) {
  auto operation = cast<FftOp>(request.operation);
  return {transform(request.build, request.tangents[0], ranked(operation.getType()), operation.getFftType(),
                    operation.getFftLength())};
}

// The adjoint of the sum over e^(-i…) is the sum over e^(+i…), the inverse transform without its factor 1/N. A real
// transform gives one of each pair of conjugates: its adjoint lets each element of a pair count half, because the
// inverse transform counts it twice. For the inverse real transform it is the other way round; what it does not read,
// the imaginary parts of the elements that are their own partners, comes out as zero.
Values fft_transpose(const TransposeRequest &request) {
  Build &build = request.build;
  auto operation = cast<FftOp>(request.operation);
  auto type = ranked(operation.getOperand().getType());
  Numbers length = operation.getFftLength();
  Value cotangent = request.cotangent();
  const auto count = static_cast<double>(count_of(length));
  if (count_of(type.getShape()) == 0 || count_of(shape_of(cotangent)) == 0)
    return {build.zeros(type)};
  switch (operation.getFftType()) {
  case FftType::FFT:
    return {build.scale(transform(build, cotangent, type, FftType::IFFT, length), count)};
  case FftType::IFFT:
    return {build.scale(transform(build, cotangent, type, FftType::FFT, length), 1 / count)};
  case FftType::RFFT: {
    Value factors = multiplicities(build, ranked(cotangent.getType()), length.back(), count / 2, count);
    return {transform(build, times_real(build, cotangent, factors), type, FftType::IRFFT, length)};
  }
  case FftType::IRFFT: {
    Value factors = multiplicities(build, type, length.back(), 2 / count, 1 / count);
    return {times_real(build, transform(build, cotangent, type, FftType::RFFT, length), factors)};
  }
  }
  llvm_unreachable("no more kinds");
}

} // namespace

Value triangular_solve_tangent(Matrices &matrices, const Matrices::Triangular &form, Value a, Value x, Value a_tangent,
                               Value b_tangent) {
  Build &build = matrices.build;
  if (!a_tangent)
    return matrices.solve(a, b_tangent, form);
  const auto direction = form.lower ? (form.unit_diagonal ? ComparisonDirection::GT : ComparisonDirection::GE)
                                    : (form.unit_diagonal ? ComparisonDirection::LT : ComparisonDirection::LE);
  Value change = matrices.part(a_tangent, direction);
  if (form.transpose == Transpose::TRANSPOSE)
    change = matrices.transpose(change);
  if (form.transpose == Transpose::ADJOINT)
    change = matrices.adjoint(change);
  Value product = form.left_side ? matrices.product(change, x) : matrices.product(x, change);
  Value right_side = b_tangent ? build.subtract(b_tangent, product) : build.negate(product);
  return matrices.solve(a, right_side, form);
}

Value triangular_solve_cotangent(Matrices &matrices, const Matrices::Triangular &form, Value a, Value cotangent) {
  Matrices::Triangular adjoint = form;
  if (form.transpose == Transpose::TRANSPOSE) { // op(a)^H is conj(a)
    adjoint.transpose = Transpose::NO_TRANSPOSE;
    return matrices.solve(matrices.build.conjugate(a), cotangent, adjoint);
  }
  adjoint.transpose = form.transpose == Transpose::ADJOINT ? Transpose::NO_TRANSPOSE : Transpose::ADJOINT;
  return matrices.solve(a, cotangent, adjoint);
}

llvm::ArrayRef<Rule> linear_algebra_rules() {
  static const Rule rules[] = {
      {"stablehlo.cholesky", cholesky_forward, nullptr,
       "only the triangle that is read has a derivative; matrices that are not positive definite give NaN"},
      {"stablehlo.triangular_solve", triangular_solve_forward, triangular_solve_transpose,
       "the triangle that is not read, and a unit diagonal, have the derivative zero"},
      {"stablehlo.fft", fft_forward, fft_transpose},
  };
  return rules;
}

} // namespace cotangent::tensor_rules

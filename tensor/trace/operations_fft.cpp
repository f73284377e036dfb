// Fourier transforms.
#include "tensor/trace/emit.h"

#include "cotangent/operations/fft.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

FftType type_of(Fourier kind) {
  switch (kind) {
  case Fourier::forward:
    return FftType::FFT;
  case Fourier::inverse:
    return FftType::IFFT;
  case Fourier::real_forward:
    return FftType::RFFT;
  case Fourier::real_inverse:
    return FftType::IRFFT;
  }
  throw Error("internal", "no such transform");
}

} // namespace

TraceHandle trace_fourier(Fourier kind, TraceHandle operand, size_t dimensions, int64_t length, Place place) {
  return emit("fft", place, [&](Emit &build) {
    Value value = build(operand);
    Shape lengths(shape_of(value).take_back(dimensions)), shape(shape_of(value));
    Type element = element_of(value);
    if (kind == Fourier::real_forward) {
      element = ComplexType::get(element);
      shape.back() = shape.back() / 2 + 1;
    } else if (kind == Fourier::real_inverse) {
      element = stablehlo::real_part(element);
      lengths.back() = length == 0 ? 2 * (shape.back() - 1) : length;
      if (lengths.back() < 1 || lengths.back() / 2 + 1 != shape.back())
        throw Error("bad-shape", "the " + std::to_string(shape.back()) +
                                     " elements of the last dimension do not belong to a length of " +
                                     std::to_string(lengths.back()) + ": n real numbers have n / 2 + 1");
      shape.back() = lengths.back();
    }
    return build.make<FftOp>(RankedTensorType::get(shape, element), value, type_of(kind), lengths);
  });
}

} // namespace cotangent::detail

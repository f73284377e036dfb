#include "tensor/library/fourier.h"

#include "tensor/library/fourier_lines.h"

namespace cotangent::library {

namespace {

using reference::FftType;

/// One dimension after the other: the real side of the last dimension first or last.
template <class Real> class FourierCall final : public Call {
public:
  FourierCall(Shape shape, FftType type, const std::vector<int64_t> &lengths) {
    const bool inverse = type == FftType::Ifft || type == FftType::Irfft;
    const size_t last = shape.size() - 1;
    if (type == FftType::Rfft || type == FftType::Irfft)
      shape[last] = lengths.back() / 2 + 1; // of the complex side
    double count = 1;
    for (const int64_t length : lengths)
      count *= static_cast<double>(length);
    const Real factor = inverse ? static_cast<Real>(1 / count) : Real(1);
    // The factor belongs to the dimension that is transformed last.
    for (size_t at = 0; at + 1 < lengths.size(); ++at) {
      const size_t dimension = shape.size() - lengths.size() + at;
      add(complex_, shape, dimension, inverse, type != FftType::Irfft && at == 0 ? factor : Real(1));
    }
    const bool alone = lengths.size() == 1;
    const LineKind kind = type == FftType::Rfft    ? LineKind::FromReal
                          : type == FftType::Irfft ? LineKind::ToReal
                                                   : LineKind::Complex;
    rows_ = std::make_unique<FourierLines<Real>>(kind, inverse, element_count(shape) / shape[last], lengths.back(), 1,
                                                 alone || type == FftType::Irfft ? factor : Real(1));
    columns_first_ = type == FftType::Irfft && !alone;
    middle_bytes_ = columns_first_ ? element_count(shape) * 2 * static_cast<int64_t>(sizeof(Real)) : 0;
    middle_bytes_ = (middle_bytes_ + 63) / 64 * 64;
  }

  int64_t workspace_bytes() const override {
    int64_t lines = rows_->workspace_bytes();
    for (const auto &dimension : complex_)
      lines = std::max(lines, dimension->workspace_bytes());
    return middle_bytes_ + lines;
  }

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const auto *operand = static_cast<const Real *>(operands[0]);
    auto *result = static_cast<Real *>(results[0]);
    std::byte *memory = workspace.memory + middle_bytes_;
    if (columns_first_) {
      auto *middle = reinterpret_cast<Real *>(workspace.memory);
      const Real *from = operand;
      for (const auto &dimension : complex_) {
        dimension->run(from, middle, memory, workspace.threads);
        from = middle;
      }
      rows_->run(middle, result, memory, workspace.threads);
      return;
    }
    rows_->run(operand, result, memory, workspace.threads);
    for (size_t at = complex_.size(); at-- > 0;)
      complex_[at]->run(result, result, memory, workspace.threads);
  }

private:
  using Lines = std::unique_ptr<const FourierLines<Real>>;
  static void add(std::vector<Lines> &list, const Shape &shape, size_t dimension, bool inverse, Real factor) {
    int64_t outer = 1, inner = 1;
    for (size_t at = 0; at < dimension; ++at)
      outer *= shape[at];
    for (size_t at = dimension + 1; at < shape.size(); ++at)
      inner *= shape[at];
    list.push_back(
        std::make_unique<FourierLines<Real>>(LineKind::Complex, inverse, outer, shape[dimension], inner, factor));
  }

  std::vector<Lines> complex_; // dimensions before the last one
  Lines rows_;
  bool columns_first_ = false;
  int64_t middle_bytes_ = 0;
};

class NothingToDo final : public Call {
  void run(const void *const *, void *const *, const Workspace &) const override {}
};

bool lengths_fit(const Shape &shape, FftType type, const std::vector<int64_t> &lengths) {
  if (lengths.empty() || lengths.size() > 3 || lengths.size() > shape.size())
    return false;
  for (size_t at = 0; at < lengths.size(); ++at) {
    const bool half = type == FftType::Irfft && at + 1 == lengths.size();
    const int64_t size = shape[shape.size() - lengths.size() + at];
    if (lengths[at] < 0 || size != (half && lengths[at] > 0 ? lengths[at] / 2 + 1 : lengths[at]))
      return false;
  }
  return true;
}

} // namespace

CallPointer make_fft(ElementType operand, const Shape &operand_shape, FftType type,
                     const std::vector<int64_t> &lengths) {
  const ElementType part = part_of(operand);
  if ((part != ElementType::F32 && part != ElementType::F64) || is_complex(operand) == (type == FftType::Rfft) ||
      !lengths_fit(operand_shape, type, lengths))
    return nullptr;
  if (element_count(operand_shape) == 0)
    return std::make_unique<NothingToDo>();
  if (part == ElementType::F32)
    return std::make_unique<FourierCall<float>>(operand_shape, type, lengths);
  return std::make_unique<FourierCall<double>>(operand_shape, type, lengths);
}

} // namespace cotangent::library

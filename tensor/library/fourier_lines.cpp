#include "tensor/library/fourier_lines.h"

#include "tensor/library/thread_memory.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cotangent::library {

namespace {

/// Shorter lines are not worth splitting.
constexpr int64_t shortest_split_line = 512;
/// Numbers times passes below which threads cost more than they save, about 50 microseconds.
constexpr double least_parallel_work = 4e5;

/// Two buffers that do not lie at the same place in a page.
template <class Real> struct Buffers {
  Buffers(const FourierKernels<Real> &kernels, int64_t numbers) {
    const size_t reals = static_cast<size_t>(2 * kernels.lanes * numbers) + 1088 / sizeof(Real);
    const size_t half = (reals * sizeof(Real) + 63) / 64 * 64;
    std::byte *memory = thread_memory(2 * half);
    first = reinterpret_cast<Real *>(memory);
    second = reinterpret_cast<Real *>(memory + half);
  }
  Real *first, *second;
};

bool parallel(double numbers, int64_t length) {
  return numbers * std::log2(static_cast<double>(length) + 1) > least_parallel_work;
}

} // namespace

template <class Real>
FourierLines<Real>::FourierLines(LineKind kind, bool inverse, int64_t outer, int64_t length, int64_t inner, Real factor)
    : kind_(kind), inverse_(inverse), outer_(outer), length_(length), inner_(inner), factor_(factor),
      plan_(kind != LineKind::Complex && length % 2 == 0 ? length / 2 : length) {
  const int64_t half = length / 2 + 1;
  operand_count_ = kind == LineKind::ToReal ? half : plan_.length;
  result_count_ = kind == LineKind::FromReal ? half : plan_.length;
  operand_parts_ = kind == LineKind::FromReal ? length : 2 * operand_count_;
  result_parts_ = kind == LineKind::ToReal ? length : 2 * result_count_;
  if (packed() || folded())
    real_twiddles_ = real_twiddles<Real>(length);
  plan_split();
  plan_units();
}

/// The divisors nearest to the root of the length, if both fill the lanes.
template <class Real> void FourierLines<Real>::plan_split() {
  const int64_t length = plan_.length, lanes = fourier_kernels<Real>().lanes;
  first_split_line_ = outer_ * inner_;
  if (inner_ != 1 || length < shortest_split_line || plan_.convolution || (length_ % 2 && kind_ != LineKind::Complex))
    return;
  const int64_t rest = outer_ % lanes;
  if (rest == 0 || 2 * rest >= lanes)
    return;
  int64_t first = static_cast<int64_t>(std::sqrt(static_cast<double>(length)));
  while (first > 1 && length % first != 0)
    --first;
  if (first < lanes)
    return;
  first_split_line_ = outer_ - rest;
  const int64_t second = length / first;
  first_ = std::make_unique<FourierPlan<Real>>(first);
  second_ = std::make_unique<FourierPlan<Real>>(second);
  factors_.reserve(static_cast<size_t>(2 * length));
  for (int64_t k = 0; k < first; ++k)
    for (int64_t j = 0; j < second; ++j) {
      const std::complex<double> factor = root_of_unity(j * k, length);
      factors_.push_back(static_cast<Real>(factor.real()));
      factors_.push_back(static_cast<Real>(factor.imag()));
    }
}

template <class Real> void FourierLines<Real>::plan_units() {
  const int64_t lanes = fourier_kernels<Real>().lanes;
  // Columns of one place only; short rows of columns together.
  const int64_t stretch = inner_ >= lanes ? inner_ : first_split_line_;
  for (int64_t begin = 0; begin < first_split_line_; begin += stretch)
    for (int64_t line = begin; line < begin + stretch;) {
      int64_t count = std::min(lanes, begin + stretch - line);
      if (count < lanes && 4 * count < lanes)
        count = 1;
      units_.push_back({line, count});
      line += count;
    }
}

template <class Real> int64_t FourierLines<Real>::workspace_bytes() const {
  return first_ ? 4 * plan_.length * static_cast<int64_t>(sizeof(Real)) : 0;
}

template <class Real> int64_t FourierLines<Real>::start_of(int64_t line, int64_t line_parts) const {
  return inner_ == 1 ? line * line_parts : line / inner_ * inner_ * line_parts + 2 * (line % inner_);
}

template <class Real>
void FourierLines<Real>::load(const FourierKernels<Real> &kernels, const Unit &unit, const Real *operand,
                              Real *block) const {
  const int64_t lanes = kernels.lanes;
  const bool real = kind_ == LineKind::FromReal && !packed();
  const Real *first = operand + start_of(unit.first, operand_parts_);
  if (unit.count == lanes && !real && inner_ == 1)
    return kernels.load_rows(block, first, operand_parts_, operand_count_, load_exchanged());
  if (unit.count == lanes && !real && unit.first % inner_ + lanes <= inner_)
    return kernels.load_columns(block, first, 2 * inner_, operand_count_, load_exchanged());
  for (int64_t lane = 0; lane < lanes; ++lane) {
    const Real *from = operand + start_of(unit.first + std::min(lane, unit.count - 1), operand_parts_);
    Real *real_to = block + lane + (load_exchanged() ? lanes : 0);
    Real *imaginary_to = block + lane + (load_exchanged() ? 0 : lanes);
    for (int64_t j = 0; j < operand_count_; ++j) {
      real_to[2 * lanes * j] = real ? from[j] : from[2 * inner_ * j];
      imaginary_to[2 * lanes * j] = real ? 0 : from[2 * inner_ * j + 1];
    }
  }
}

template <class Real>
void FourierLines<Real>::store(const FourierKernels<Real> &kernels, const Unit &unit, Real *result,
                               const Real *block) const {
  const int64_t lanes = kernels.lanes;
  const bool real = kind_ == LineKind::ToReal && !folded();
  Real *first = result + start_of(unit.first, result_parts_);
  if (unit.count == lanes && !real && inner_ == 1)
    return kernels.store_rows(first, block, result_parts_, result_count_, inverse_, factor_);
  if (unit.count == lanes && !real && unit.first % inner_ + lanes <= inner_)
    return kernels.store_columns(first, block, 2 * inner_, result_count_, inverse_, factor_);
  for (int64_t lane = 0; lane < unit.count; ++lane) {
    Real *to = result + start_of(unit.first + lane, result_parts_);
    const Real *real_from = block + lane + (inverse_ ? lanes : 0),
               *imaginary_from = block + lane + (inverse_ ? 0 : lanes);
    for (int64_t j = 0; j < result_count_; ++j) {
      to[real ? j : 2 * inner_ * j] = real_from[2 * lanes * j] * factor_;
      if (!real)
        to[2 * inner_ * j + 1] = imaginary_from[2 * lanes * j] * factor_;
    }
  }
}

/// From what `load` left in the block to what `store` takes.
template <class Real>
Real *FourierLines<Real>::transformed(const FourierKernels<Real> &kernels, Real *block, Real *other) const {
  if (folded()) {
    kernels.fold(other, block, plan_.length, real_twiddles_.data());
    return kernels.transform(plan_, other, block);
  }
  if (kind_ == LineKind::ToReal) {
    // The half that is left out is the conjugate of the other one; parts are exchanged already.
    const int64_t lanes = kernels.lanes;
    for (int64_t k = length_ / 2 + 1; k < length_; ++k)
      for (int64_t lane = 0; lane < lanes; ++lane) {
        const Real *mirror = block + 2 * lanes * (length_ - k) + lane;
        block[2 * lanes * k + lane] = -mirror[0];
        block[2 * lanes * k + lanes + lane] = mirror[lanes];
      }
  }
  Real *result = kernels.transform(plan_, block, other);
  if (!packed())
    return result;
  Real *unfolded = result == block ? other : block;
  kernels.unfold(unfolded, result, plan_.length, real_twiddles_.data());
  return unfolded;
}

template <class Real> void FourierLines<Real>::run_unit(const Unit &unit, const Real *operand, Real *result) const {
  const FourierKernels<Real> &kernels = unit.count == 1 ? single_fourier_kernels<Real>() : fourier_kernels<Real>();
  const Buffers<Real> buffers(kernels, std::max(plan_.buffer_length, plan_.length + 1));
  load(kernels, unit, operand, buffers.first);
  store(kernels, unit, result, transformed(kernels, buffers.first, buffers.second));
}

template <class Real>
void FourierLines<Real>::run(const Real *operand, Real *result, std::byte *workspace, int threads) const {
  const auto count = static_cast<int64_t>(units_.size());
  const bool many = threads > 1 && count > 1 &&
                    parallel(static_cast<double>(first_split_line_) * static_cast<double>(length_), length_);
  const int64_t together = std::max<int64_t>(1, 16384 / (length_ * fourier_kernels<Real>().lanes));
#pragma omp parallel for schedule(dynamic, together) num_threads(threads) if (many)
  for (int64_t unit = 0; unit < count; ++unit)
    run_unit(units_[static_cast<size_t>(unit)], operand, result);
  for (int64_t line = first_split_line_; line < outer_ * inner_; ++line)
    run_split_line(operand + line * operand_parts_, result + line * result_parts_, reinterpret_cast<Real *>(workspace),
                   threads);
}

template <class Real>
void FourierLines<Real>::run_split_line(const Real *operand, Real *result, Real *workspace, int threads) const {
  const int64_t length = plan_.length;
  const int used = parallel(static_cast<double>(length), length) ? threads : 1;
  Real *middle = workspace, *other = workspace + 2 * length;
  // Numbers of single lines lie in blocks as they do in memory.
  const FourierKernels<Real> &single = single_fourier_kernels<Real>();
  if (folded()) {
    single.fold(other, operand, length, real_twiddles_.data());
    split_columns(other, middle, false, used);
    split_rows(middle, result, true, factor_, used);
  } else if (packed()) {
    split_columns(operand, middle, false, used);
    split_rows(middle, other, false, 1, used);
    single.unfold(result, other, length, real_twiddles_.data());
    for (int64_t j = 0; factor_ != 1 && j < result_parts_; ++j)
      result[j] *= factor_;
  } else {
    split_columns(operand, middle, inverse_, used);
    split_rows(middle, result, inverse_, factor_, used);
  }
}

/// Number j1 * second + j2 of the line is in row j1, column j2: k1 for j1, then times w^(j2 k1).
template <class Real>
void FourierLines<Real>::split_columns(const Real *from, Real *to, bool exchange, int threads) const {
  const FourierKernels<Real> &kernels = fourier_kernels<Real>();
  const int64_t lanes = kernels.lanes, rows = first_->length, columns = second_->length;
  const int64_t blocks = (columns + lanes - 1) / lanes;
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
  for (int64_t block = 0; block < blocks; ++block) {
    const Buffers<Real> buffers(kernels, first_->buffer_length);
    // The last block begins early enough to be full and stores only what is its own.
    const int64_t column = std::min(block * lanes, columns - lanes), own = block * lanes - column;
    kernels.load_columns(buffers.first, from + 2 * column, 2 * columns, rows, exchange);
    Real *done = kernels.transform(*first_, buffers.first, buffers.second);
    kernels.multiply(done, factors_.data() + 2 * column, 2 * columns, rows);
    if (own == 0)
      kernels.store_columns(to + 2 * column, done, 2 * columns, rows, false, 1);
    for (int64_t row = 0; own > 0 && row < rows; ++row)
      for (int64_t lane = own; lane < lanes; ++lane)
        for (int64_t part = 0; part < 2; ++part)
          to[2 * (row * columns + column + lane) + part] = done[2 * lanes * row + lanes * part + lane];
  }
}

/// Number k1 + first * k2 of the result is number k2 of row k1.
template <class Real>
void FourierLines<Real>::split_rows(const Real *from, Real *to, bool exchange, Real factor, int threads) const {
  const FourierKernels<Real> &kernels = fourier_kernels<Real>();
  const int64_t lanes = kernels.lanes, rows = first_->length, columns = second_->length;
  const int64_t blocks = (rows + lanes - 1) / lanes;
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
  for (int64_t block = 0; block < blocks; ++block) {
    const Buffers<Real> buffers(kernels, second_->buffer_length);
    const int64_t row = std::min(block * lanes, rows - lanes), own = block * lanes - row;
    kernels.load_rows(buffers.first, from + 2 * row * columns, 2 * columns, columns, false);
    const Real *done = kernels.transform(*second_, buffers.first, buffers.second);
    if (own == 0)
      kernels.store_columns(to + 2 * row, done, 2 * rows, columns, exchange, factor);
    for (int64_t column = 0; own > 0 && column < columns; ++column)
      for (int64_t lane = own; lane < lanes; ++lane)
        for (int64_t part = 0; part < 2; ++part)
          to[2 * (column * rows + row + lane) + (part ^ int(exchange))] =
              done[2 * lanes * column + lanes * part + lane] * factor;
  }
}

template class FourierLines<float>;
template class FourierLines<double>;

} // namespace cotangent::library

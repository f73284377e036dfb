// Transforms of all lines along one dimension.
#pragma once

#include "tensor/library/fourier_kernel.h"

#include <cstddef>

namespace cotangent::library {

enum class LineKind { Complex, FromReal, ToReal };

/// The lines lie `inner` apart, element by element, for each of `outer` places; `inner` is 1 unless all is complex.
/// Operand and result may be the same memory if all is complex.
template <class Real> class FourierLines {
public:
  FourierLines(LineKind kind, bool inverse, int64_t outer, int64_t length, int64_t inner, Real factor);

  int64_t workspace_bytes() const;
  void run(const Real *operand, Real *result, std::byte *workspace, int threads) const;

private:
  struct Unit {
    int64_t first; // line
    int64_t count; // of lines: all lanes, fewer, or one
  };

  void plan_units();
  void plan_split();
  /// Parts from the start of an array to line, for lines of that many numbers.
  int64_t start_of(int64_t line, int64_t line_parts) const;
  void run_unit(const Unit &unit, const Real *operand, Real *result) const;
  Real *transformed(const FourierKernels<Real> &kernels, Real *block, Real *other) const;
  void load(const FourierKernels<Real> &kernels, const Unit &unit, const Real *operand, Real *block) const;
  void store(const FourierKernels<Real> &kernels, const Unit &unit, Real *result, const Real *block) const;
  bool load_exchanged() const { return inverse_ && !folded(); }
  bool folded() const { return kind_ == LineKind::ToReal && length_ % 2 == 0; }
  bool packed() const { return kind_ == LineKind::FromReal && length_ % 2 == 0; }

  void run_split_line(const Real *operand, Real *result, Real *workspace, int threads) const;
  void split_columns(const Real *from, Real *to, bool exchange, int threads) const;
  void split_rows(const Real *from, Real *to, bool exchange, Real factor, int threads) const;

  LineKind kind_;
  bool inverse_;
  int64_t outer_, length_, inner_;
  Real factor_;
  int64_t operand_count_, result_count_; // numbers of a line as they lie in memory, pairs of reals if packed or folded
  int64_t operand_parts_, result_parts_; // and reals
  FourierPlan<Real> plan_;
  std::vector<Real> real_twiddles_;
  std::vector<Unit> units_;
  int64_t first_split_line_; // lines from here on are split

  // A long line of first * second numbers: transforms of its columns, factors, transforms of its rows.
  std::unique_ptr<const FourierPlan<Real>> first_, second_;
  std::vector<Real> factors_;
};

extern template class FourierLines<float>;
extern template class FourierLines<double>;

} // namespace cotangent::library

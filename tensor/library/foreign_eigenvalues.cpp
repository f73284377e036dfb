// Foreign calls for eigenvalues and singular values, and the reductions to condensed form before them.
#include "tensor/library/foreign_call.h"

#include <algorithm>
#include <cmath>

namespace cotangent::library {

namespace {

int small(int64_t number) { return static_cast<int>(number); }

bool is_square(const ForeignBlock &block) { return block.rows == block.columns; }

template <class Number> std::optional<ForeignPlan> plan_syevd(const ForeignBlocks &blocks) {
  using Real = typename RealPart<Number>::Type;
  constexpr bool is_complex = RealPart<Number>::is_complex;
  const Routine syevd = lapack_routine(lapack_letter<Number>, is_complex ? "heevd" : "syevd");
  const char mode = blocks.letter("mode", "VN"), triangle = blocks.letter("uplo", "LU");
  const int size = small(blocks.operands[0].rows);
  if (!syevd || !mode || !triangle || !is_square(blocks.operands[0]) || blocks.results[1].rows != size)
    return {};
  const int leading = std::max(size, 1);
  const auto call = [=](Number *a, Real *values, Number *work, const int *work_size, Real *real_work,
                        const int *real_size, int *integers, const int *integer_size, int *status) {
    if constexpr (is_complex)
      syevd(&mode, &triangle, &size, a, &leading, values, work, work_size, real_work, real_size, integers, integer_size,
            status);
    else
      syevd(&mode, &triangle, &size, a, &leading, values, work, work_size, integers, integer_size, status);
  };
  const int ask = -1;
  Number unused[1] = {}, answer = 0;
  Real values[1] = {}, real_answer = 0;
  int integer_answer = 0, status = 0;
  call(unused, values, &answer, &ask, &real_answer, &ask, &integer_answer, &ask, &status);
  const int work_size = asked_size(answer), real_size = asked_size(real_answer), integer_size = integer_answer + 1;
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(work_size), real_work = layout.take<Real>(real_size);
  const int64_t integers = layout.take<int>(integer_size);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](auto, void *const *results, std::byte *scratch) {
    call(static_cast<Number *>(results[0]), static_cast<Real *>(results[1]), scratch_at<Number>(scratch, work),
         &work_size, scratch_at<Real>(scratch, real_work), &real_size, scratch_at<int>(scratch, integers),
         &integer_size, static_cast<int *>(results[2]));
  };
  return plan;
}

/// gesdd (divide and conquer) and gesvd (QR iterations), which differ in their last arguments.
template <class Number, bool divide> std::optional<ForeignPlan> plan_singular_values(const ForeignBlocks &blocks) {
  using Real = typename RealPart<Number>::Type;
  const Routine routine = lapack_routine(lapack_letter<Number>, divide ? "gesdd" : "gesvd");
  const char mode = blocks.letter("mode", "ASN");
  const int rows = small(blocks.operands[0].rows), columns = small(blocks.operands[0].columns);
  const int count = std::min(rows, columns), left = mode == 'S' ? count : rows, right = mode == 'S' ? count : columns;
  const ForeignBlock &u = blocks.results[2], &v = blocks.results[3];
  const bool fits = u.rows == rows && u.columns == left && v.rows == right && v.columns == columns;
  if (!routine || !mode || blocks.results[1].rows != count || (mode != 'N' && !fits))
    return {};
  const int leading = std::max(rows, 1), right_leading = std::max(right, 1);
  const auto call = [=](Number *a, Real *values, Number *u, Number *v, Number *work, const int *size, Real *real_work,
                        int *integers, int *status) {
    if constexpr (divide && RealPart<Number>::is_complex)
      routine(&mode, &rows, &columns, a, &leading, values, u, &leading, v, &right_leading, work, size, real_work,
              integers, status);
    else if constexpr (divide)
      routine(&mode, &rows, &columns, a, &leading, values, u, &leading, v, &right_leading, work, size, integers,
              status);
    else if constexpr (RealPart<Number>::is_complex)
      routine(&mode, &mode, &rows, &columns, a, &leading, values, u, &leading, v, &right_leading, work, size, real_work,
              status);
    else
      routine(&mode, &mode, &rows, &columns, a, &leading, values, u, &leading, v, &right_leading, work, size, status);
  };
  const int ask = -1;
  Number unused[1] = {}, answer = 0;
  Real no_values[1] = {};
  int no_integers[1] = {}, status = 0;
  call(unused, no_values, unused, unused, &answer, &ask, no_values, no_integers, &status);
  const int size = asked_size(answer);
  // The largest of what the documentation of zgesdd and zgesvd asks for.
  const int64_t least = count, most = std::max(rows, columns);
  const int64_t real_size =
      std::max({7 * least, 5 * least * least + 5 * least, 2 * most * least + 2 * least * least + least});
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(size), integers = layout.take<int>(8 * least);
  const int64_t real_work = layout.take<Real>(RealPart<Number>::is_complex ? real_size : 0);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](auto, void *const *results, std::byte *scratch) {
    call(static_cast<Number *>(results[0]), static_cast<Real *>(results[1]), static_cast<Number *>(results[2]),
         static_cast<Number *>(results[3]), scratch_at<Number>(scratch, work), &size,
         scratch_at<Real>(scratch, real_work), scratch_at<int>(scratch, integers), static_cast<int *>(results[4]));
  };
  return plan;
}

template <class Number> bool all_finite(const Number *numbers, int64_t count) {
  return std::all_of(numbers, numbers + count, [](const Number &number) {
    return std::isfinite(std::real(number)) && std::isfinite(std::imag(number));
  });
}

/// What the general eigenvalue calls give for matrices with infinities or NaNs, which the iterations do not take.
constexpr int not_finite = -4;

template <class Real> std::optional<ForeignPlan> plan_real_geev(const ForeignBlocks &blocks) {
  using Complex = std::complex<Real>;
  const Routine geev = lapack_routine(lapack_letter<Real>, "geev");
  const char left = blocks.letter("compute_left", "VN"), right = blocks.letter("compute_right", "VN");
  const int size = small(blocks.operands[0].rows);
  const auto is_result = [&](int at) { return blocks.results[at].rows == size && blocks.results[at].columns == size; };
  if (!geev || !left || !right || !is_square(blocks.operands[0]) || !is_result(2) || !is_result(3) ||
      blocks.results[0].rows != size || blocks.results[1].rows != size)
    return {};
  const int leading = std::max(size, 1), ask = -1;
  int status = 0;
  Real unused[1] = {}, answer = 0;
  geev(&left, &right, &size, unused, &leading, unused, unused, unused, &leading, unused, &leading, &answer, &ask,
       &status);
  const int work_size = asked_size(answer);
  const int64_t count = int64_t(size) * size;
  ScratchLayout layout;
  const int64_t work = layout.take<Real>(work_size), copy = layout.take<Real>(count);
  const int64_t left_vectors = layout.take<Real>(count), right_vectors = layout.take<Real>(count);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](const void *const *operands, void *const *results, std::byte *scratch) {
    const Real *from = static_cast<const Real *>(operands[0]);
    auto *status = static_cast<int *>(results[4]);
    if (!all_finite(from, count)) {
      *status = not_finite;
      return;
    }
    auto *a = scratch_at<Real>(scratch, copy), *imaginary = static_cast<Real *>(results[1]);
    Real *vectors[] = {scratch_at<Real>(scratch, left_vectors), scratch_at<Real>(scratch, right_vectors)};
    std::copy(from, from + count, a);
    geev(&left, &right, &size, a, &leading, static_cast<Real *>(results[0]), imaginary, vectors[0], &leading,
         vectors[1], &leading, scratch_at<Real>(scratch, work), &work_size, status);
    // Of conjugate pairs the columns hold the real and the imaginary part of the first vector.
    for (int side = 0; side < 2; ++side) {
      if ((side == 0 ? left : right) == 'N')
        continue;
      auto *to = static_cast<Complex *>(results[2 + side]);
      for (int64_t column = 0; column < size; ++column) {
        const bool pair = imaginary[column] != 0 && column + 1 < size;
        for (int64_t row = 0; row < size; ++row) {
          const Real *number = vectors[side] + column * size + row;
          to[column * size + row] = {number[0], pair ? number[size] : Real(0)};
          if (pair)
            to[(column + 1) * size + row] = {number[0], -number[size]};
        }
        column += pair;
      }
    }
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_complex_geev(const ForeignBlocks &blocks) {
  using Real = typename RealPart<Number>::Type;
  const Routine geev = lapack_routine(lapack_letter<Number>, "geev");
  const char left = blocks.letter("compute_left", "VN"), right = blocks.letter("compute_right", "VN");
  const int size = small(blocks.operands[0].rows);
  const auto is_result = [&](int at) { return blocks.results[at].rows == size && blocks.results[at].columns == size; };
  if (!geev || !left || !right || !is_square(blocks.operands[0]) || !is_result(1) || !is_result(2) ||
      blocks.results[0].rows != size)
    return {};
  const int leading = std::max(size, 1), ask = -1;
  int status = 0;
  Number unused[1] = {}, answer = 0;
  Real no_work[1] = {};
  geev(&left, &right, &size, unused, &leading, unused, unused, &leading, unused, &leading, &answer, &ask, no_work,
       &status);
  const int work_size = asked_size(answer);
  const int64_t count = int64_t(size) * size;
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(work_size), copy = layout.take<Number>(count);
  const int64_t real_work = layout.take<Real>(2 * int64_t(size));
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](const void *const *operands, void *const *results, std::byte *scratch) {
    const auto *from = static_cast<const Number *>(operands[0]);
    auto *status = static_cast<int *>(results[3]);
    if (!all_finite(from, count)) {
      *status = not_finite;
      return;
    }
    auto *a = scratch_at<Number>(scratch, copy);
    std::copy(from, from + count, a);
    geev(&left, &right, &size, a, &leading, static_cast<Number *>(results[0]), static_cast<Number *>(results[1]),
         &leading, static_cast<Number *>(results[2]), &leading, scratch_at<Number>(scratch, work), &work_size,
         scratch_at<Real>(scratch, real_work), status);
  };
  return plan;
}

/// The Schur form, without sorting of the eigenvalues.
template <class Number> std::optional<ForeignPlan> plan_gees(const ForeignBlocks &blocks) {
  using Real = typename RealPart<Number>::Type;
  constexpr bool is_complex = RealPart<Number>::is_complex;
  constexpr int selected = is_complex ? 3 : 4;
  const Routine gees = lapack_routine(lapack_letter<Number>, "gees");
  const char mode = blocks.letter("mode", "VN"), sort = blocks.letter("sort", "N");
  const int size = small(blocks.operands[0].rows);
  if (!gees || !mode || !sort || !is_square(blocks.operands[0]) || blocks.results[1].rows != size ||
      blocks.results[1].columns != size || blocks.results[2].rows != size ||
      (!is_complex && blocks.results[3].rows != size))
    return {};
  const int leading = std::max(size, 1);
  const auto call = [=](Number *a, int *found, void *values, void *imaginary, Number *vectors, Number *work,
                        const int *work_size, Real *real_work, int *logicals, int *status) {
    void *const select = nullptr;
    if constexpr (is_complex)
      gees(&mode, &sort, static_cast<std::byte *>(select), &size, a, &leading, found, static_cast<Number *>(values),
           vectors, &leading, work, work_size, real_work, logicals, status);
    else
      gees(&mode, &sort, static_cast<std::byte *>(select), &size, a, &leading, found, static_cast<Real *>(values),
           static_cast<Real *>(imaginary), vectors, &leading, work, work_size, logicals, status);
  };
  const int ask = -1;
  Number unused[1] = {}, answer = 0;
  Real no_work[1] = {};
  int found = 0, no_logicals[1] = {}, status = 0;
  call(unused, &found, unused, no_work, unused, &answer, &ask, no_work, no_logicals, &status);
  const int work_size = asked_size(answer);
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(work_size), real_work = layout.take<Real>(size);
  const int64_t logicals = layout.take<int>(size);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](auto, void *const *results, std::byte *scratch) {
    call(static_cast<Number *>(results[0]), static_cast<int *>(results[selected]), results[2], results[3],
         static_cast<Number *>(results[1]), scratch_at<Number>(scratch, work), &work_size,
         scratch_at<Real>(scratch, real_work), scratch_at<int>(scratch, logicals),
         static_cast<int *>(results[selected + 1]));
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_gehrd(const ForeignBlocks &blocks) {
  const Routine gehrd = lapack_routine(lapack_letter<Number>, "gehrd");
  const int size = small(blocks.operands[0].rows);
  const int low = small(blocks.integer("low").value_or(0)), high = small(blocks.integer("high").value_or(0));
  if (!gehrd || !is_square(blocks.operands[0]) || blocks.results[1].rows != std::max(size - 1, 0) || low < 1 ||
      low > std::max(size, 1) || high < std::min(low, size) || high > size)
    return {};
  const int leading = std::max(size, 1), ask = -1;
  int status = 0;
  Number answer = 0, unused[1] = {};
  gehrd(&size, &low, &high, unused, &leading, unused, &answer, &ask, &status);
  const int work_size = asked_size(answer);
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(work_size);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](auto, void *const *results, std::byte *scratch) {
    gehrd(&size, &low, &high, static_cast<Number *>(results[0]), &leading, static_cast<Number *>(results[1]),
          scratch_at<Number>(scratch, work), &work_size, static_cast<int *>(results[2]));
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_sytrd(const ForeignBlocks &blocks) {
  using Real = typename RealPart<Number>::Type;
  const Routine sytrd = lapack_routine(lapack_letter<Number>, RealPart<Number>::is_complex ? "hetrd" : "sytrd");
  const char triangle = blocks.letter("uplo", "LU");
  const int size = small(blocks.operands[0].rows), beside = std::max(size - 1, 0);
  if (!sytrd || !triangle || !is_square(blocks.operands[0]) || blocks.results[1].rows != size ||
      blocks.results[2].rows != beside || blocks.results[3].rows != beside)
    return {};
  const int leading = std::max(size, 1), ask = -1;
  int status = 0;
  Number answer = 0, unused[1] = {};
  Real no_diagonal[1] = {};
  sytrd(&triangle, &size, unused, &leading, no_diagonal, no_diagonal, unused, &answer, &ask, &status);
  const int work_size = asked_size(answer);
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(work_size);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](auto, void *const *results, std::byte *scratch) {
    sytrd(&triangle, &size, static_cast<Number *>(results[0]), &leading, static_cast<Real *>(results[1]),
          static_cast<Real *>(results[2]), static_cast<Number *>(results[3]), scratch_at<Number>(scratch, work),
          &work_size, static_cast<int *>(results[4]));
  };
  return plan;
}

} // namespace

template <class Number> std::span<const ForeignTarget> eigenvalue_targets() {
  if constexpr (RealPart<Number>::is_complex) {
    static const ForeignTarget targets[] = {
        {"heevd", "T2", "T2R1I0", "0--", plan_syevd<Number>},
        {"gesdd", "T2", "T2R1T2T2I0", "0----", plan_singular_values<Number, true>},
        {"gesvd", "T2", "T2R1T2T2I0", "0----", plan_singular_values<Number, false>},
        {"geev", "T2", "T1T2T2I0", "----", plan_complex_geev<Number>},
        {"gees", "T2", "T2T2T1I0I0", "0----", plan_gees<Number>},
        {"gehrd", "T2", "T2T1I0", "0--", plan_gehrd<Number>},
        {"hetrd", "T2", "T2R1R1T1I0", "0----", plan_sytrd<Number>},
    };
    return targets;
  } else {
    static const ForeignTarget targets[] = {
        {"syevd", "T2", "T2R1I0", "0--", plan_syevd<Number>},
        {"gesdd", "T2", "T2R1T2T2I0", "0----", plan_singular_values<Number, true>},
        {"gesvd", "T2", "T2R1T2T2I0", "0----", plan_singular_values<Number, false>},
        {"geev", "T2", "R1R1C2C2I0", "-----", plan_real_geev<Number>},
        {"gees", "T2", "T2T2R1R1I0I0", "0-----", plan_gees<Number>},
        {"gehrd", "T2", "T2T1I0", "0--", plan_gehrd<Number>},
        {"sytrd", "T2", "T2R1R1T1I0", "0----", plan_sytrd<Number>},
    };
    return targets;
  }
}

template std::span<const ForeignTarget> eigenvalue_targets<float>();
template std::span<const ForeignTarget> eigenvalue_targets<double>();
template std::span<const ForeignTarget> eigenvalue_targets<std::complex<float>>();
template std::span<const ForeignTarget> eigenvalue_targets<std::complex<double>>();

} // namespace cotangent::library

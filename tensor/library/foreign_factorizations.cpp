// Foreign calls that factor matrices, make the factors explicit and solve with them.
#include "tensor/library/foreign_call.h"
#include "tensor/library/triangular.h"

#include <algorithm>

namespace cotangent::library {

namespace {

int small(int64_t number) { return static_cast<int>(number); }

template <class Number> std::optional<ForeignPlan> plan_potrf(const ForeignBlocks &blocks) {
  const Routine potrf = lapack_routine(lapack_letter<Number>, "potrf");
  const char triangle = blocks.letter("uplo", "LU");
  const int size = small(blocks.operands[0].rows);
  if (!potrf || !triangle || size != blocks.operands[0].columns)
    return {};
  ForeignPlan plan;
  // The transposed (conjugated) matrix has its lower triangle where the upper one is.
  plan.row_major = true;
  plan.kernel = [=, other = triangle == 'L' ? 'U' : 'L'](auto, void *const *results, std::byte *) {
    potrf(&other, &size, static_cast<Number *>(results[0]), &size, static_cast<int *>(results[1]));
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_getrf(const ForeignBlocks &blocks) {
  const Routine getrf = lapack_routine(lapack_letter<Number>, "getrf");
  const int rows = small(blocks.operands[0].rows), columns = small(blocks.operands[0].columns);
  if (!getrf || blocks.results[1].rows != std::min(rows, columns))
    return {};
  ForeignPlan plan;
  plan.kernel = [=](auto, void *const *results, std::byte *) {
    getrf(&rows, &columns, static_cast<Number *>(results[0]), &rows, static_cast<int *>(results[1]),
          static_cast<int *>(results[2]));
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_geqrf(const ForeignBlocks &blocks) {
  const Routine geqrf = lapack_routine(lapack_letter<Number>, "geqrf");
  const int rows = small(blocks.operands[0].rows), columns = small(blocks.operands[0].columns);
  if (!geqrf || blocks.results[1].rows != std::min(rows, columns))
    return {};
  const int leading = std::max(rows, 1), ask = -1;
  int status = 0;
  Number answer = 0, unused[1] = {};
  geqrf(&rows, &columns, unused, &leading, unused, &answer, &ask, &status);
  const int size = asked_size(answer);
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(size);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](auto, void *const *results, std::byte *scratch) {
    int status = 0;
    geqrf(&rows, &columns, static_cast<Number *>(results[0]), &leading, static_cast<Number *>(results[1]),
          scratch_at<Number>(scratch, work), &size, &status);
  };
  return plan;
}

/// With exchanges of columns; a pivot of the operand that is not zero keeps that column in front.
template <class Number> std::optional<ForeignPlan> plan_geqp3(const ForeignBlocks &blocks) {
  using Real = typename RealPart<Number>::Type;
  const Routine geqp3 = lapack_routine(lapack_letter<Number>, "geqp3");
  const int rows = small(blocks.operands[0].rows), columns = small(blocks.operands[0].columns);
  if (!geqp3 || blocks.operands[1].rows != columns || blocks.results[2].rows != std::min(rows, columns))
    return {};
  const int leading = std::max(rows, 1);
  const auto call = [=](Number *a, int *pivots, Number *factors, Number *work, const int *size, Real *real_work) {
    int status = 0;
    if constexpr (RealPart<Number>::is_complex)
      geqp3(&rows, &columns, a, &leading, pivots, factors, work, size, real_work, &status);
    else
      geqp3(&rows, &columns, a, &leading, pivots, factors, work, size, &status);
  };
  const int ask = -1;
  Number answer = 0, unused[1] = {};
  int no_pivots[1] = {};
  Real no_work[1] = {};
  call(unused, no_pivots, unused, &answer, &ask, no_work);
  const int size = asked_size(answer);
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(size), real_work = layout.take<Real>(2 * int64_t(columns));
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](auto, void *const *results, std::byte *scratch) {
    call(static_cast<Number *>(results[0]), static_cast<int *>(results[1]), static_cast<Number *>(results[2]),
         scratch_at<Number>(scratch, work), &size, scratch_at<Real>(scratch, real_work));
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_orgqr(const ForeignBlocks &blocks) {
  const Routine orgqr = lapack_routine(lapack_letter<Number>, RealPart<Number>::is_complex ? "ungqr" : "orgqr");
  const int rows = small(blocks.operands[0].rows), columns = small(blocks.operands[0].columns);
  const int reflectors = small(blocks.operands[1].rows);
  if (!orgqr || rows < columns || columns < reflectors)
    return {};
  const int leading = std::max(rows, 1), ask = -1;
  int status = 0;
  Number answer = 0, unused[1] = {};
  orgqr(&rows, &columns, &reflectors, unused, &leading, unused, &answer, &ask, &status);
  const int size = asked_size(answer);
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(size);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](const void *const *operands, void *const *results, std::byte *scratch) {
    int status = 0;
    orgqr(&rows, &columns, &reflectors, static_cast<Number *>(results[0]), &leading,
          static_cast<const Number *>(operands[1]), scratch_at<Number>(scratch, work), &size, &status);
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_ormqr(const ForeignBlocks &blocks) {
  const Routine ormqr = lapack_routine(lapack_letter<Number>, RealPart<Number>::is_complex ? "unmqr" : "ormqr");
  const std::optional<bool> left = blocks.boolean("left"), transposed = blocks.boolean("transpose");
  const int rows = small(blocks.operands[2].rows), columns = small(blocks.operands[2].columns);
  const int order = small(blocks.operands[0].rows), reflectors = small(blocks.operands[1].rows);
  if (!ormqr || !left || !transposed || order != (*left ? rows : columns) || reflectors > order ||
      blocks.operands[0].columns < reflectors)
    return {};
  const char side = *left ? 'L' : 'R', transpose = !*transposed ? 'N' : RealPart<Number>::is_complex ? 'C' : 'T';
  const int leading = std::max(order, 1), result_leading = std::max(rows, 1), ask = -1;
  int status = 0;
  Number answer = 0, unused[1] = {};
  ormqr(&side, &transpose, &rows, &columns, &reflectors, unused, &leading, unused, unused, &result_leading, &answer,
        &ask, &status);
  const int size = asked_size(answer);
  ScratchLayout layout;
  const int64_t work = layout.take<Number>(size);
  ForeignPlan plan;
  plan.scratch_bytes = layout.bytes();
  plan.kernel = [=](const void *const *operands, void *const *results, std::byte *scratch) {
    int status = 0;
    ormqr(&side, &transpose, &rows, &columns, &reflectors, static_cast<const Number *>(operands[0]), &leading,
          static_cast<const Number *>(operands[1]), static_cast<Number *>(results[0]), &result_leading,
          scratch_at<Number>(scratch, work), &size, &status);
  };
  return plan;
}

template <class Number> std::optional<ForeignPlan> plan_trsm(const ForeignBlocks &blocks) {
  const char side = blocks.letter("side", "LR"), triangle = blocks.letter("uplo", "LU");
  const char transpose = blocks.letter("trans_x", "NTC"), diagonal = blocks.letter("diag", "NU");
  const ForeignBlock &a = blocks.operands[0], &b = blocks.operands[1];
  if (!side || !triangle || !transpose || !diagonal || a.rows != a.columns ||
      a.rows != (side == 'L' ? b.rows : b.columns))
    return {};
  TriangularSystem system;
  system.left_side = side == 'L';
  system.lower = triangle == 'L';
  system.unit_diagonal = diagonal == 'U';
  system.transpose = transpose == 'N'   ? reference::Transpose::NoTranspose
                     : transpose == 'T' ? reference::Transpose::Transpose
                                        : reference::Transpose::Adjoint;
  system.size = a.rows;
  system.systems = side == 'L' ? b.columns : b.rows;
  ForeignPlan plan;
  plan.row_major = true;
  plan.kernel = [=](const void *const *operands, void *const *results, std::byte *) {
    solve_triangular(system, static_cast<const Number *>(operands[0]), static_cast<Number *>(results[0]), 0,
                     system.systems);
  };
  return plan;
}

/// Diagonals of one length: the lower one begins with an unused element, the upper one ends with it.
template <class Number> std::optional<ForeignPlan> plan_gtsv(const ForeignBlocks &blocks) {
  const Routine gtsv = lapack_routine(lapack_letter<Number>, "gtsv");
  const int size = small(blocks.operands[3].rows), systems = small(blocks.operands[3].columns);
  for (const ForeignBlock &diagonal : blocks.operands.first(3))
    if (diagonal.rows != size)
      return {};
  if (!gtsv)
    return {};
  ForeignPlan plan;
  plan.kernel = [=](auto, void *const *results, std::byte *) {
    gtsv(&size, &systems, static_cast<Number *>(results[0]) + 1, static_cast<Number *>(results[1]),
         static_cast<Number *>(results[2]), static_cast<Number *>(results[3]), &size, static_cast<int *>(results[4]));
  };
  return plan;
}

} // namespace

template <class Number> std::span<const ForeignTarget> factorization_targets() {
  constexpr bool is_complex = RealPart<Number>::is_complex;
  static const ForeignTarget targets[] = {
      {"potrf", "T2", "T2I0", "0-", plan_potrf<Number>},
      {"getrf", "T2", "T2I1I0", "0--", plan_getrf<Number>},
      {"geqrf", "T2", "T2T1", "0-", plan_geqrf<Number>},
      {"geqp3", "T2I1", "T2I1T1", "01-", plan_geqp3<Number>},
      {is_complex ? "ungqr" : "orgqr", "T2T1", "T2", "0", plan_orgqr<Number>},
      {is_complex ? "unmqr" : "ormqr", "T2T1T2", "T2", "2", plan_ormqr<Number>},
      {"trsm", "T2T2", "T2", "1", plan_trsm<Number>},
      {"gtsv", "T1T1T1T2", "T1T1T1T2I0", "0123-", plan_gtsv<Number>},
  };
  return targets;
}

template std::span<const ForeignTarget> factorization_targets<float>();
template std::span<const ForeignTarget> factorization_targets<double>();
template std::span<const ForeignTarget> factorization_targets<std::complex<float>>();
template std::span<const ForeignTarget> factorization_targets<std::complex<double>>();

} // namespace cotangent::library

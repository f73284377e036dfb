#include "tensor/library/factorization.h"

#include "tensor/library/triangular.h"

#include <algorithm>
#include <complex>
#include <limits>

namespace cotangent::library {

namespace {

/// Multiplications below which threads cost more than they save, about 50 microseconds.
constexpr double least_parallel_work = 2e5;
/// The systems of one piece of work.
constexpr int64_t systems_together = 64;

template <class Number> class Cholesky final : public Call {
public:
  Cholesky(int64_t batches, int64_t size, bool lower) : batches_(batches), size_(size), lower_(lower) {}

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const auto *from = static_cast<const Number *>(operands[0]);
    auto *to = static_cast<Number *>(results[0]);
    const auto size = static_cast<double>(size_);
    const bool many = workspace.threads > 1 && batches_ > 1 &&
                      static_cast<double>(batches_) * size * size * (size + 10) / 3 > least_parallel_work;
#pragma omp parallel for schedule(static) num_threads(workspace.threads) if (many)
    for (int64_t batch = 0; batch < batches_; ++batch)
      factor(from + batch * size_ * size_, to + batch * size_ * size_);
  }

private:
  void factor(const Number *from, Number *to) const {
    for (int64_t row = 0; row < size_; ++row) {
      const int64_t begin = row * size_, diagonal = begin + row, end = begin + size_;
      std::copy(from + (lower_ ? begin : diagonal), from + (lower_ ? diagonal + 1 : end),
                to + (lower_ ? begin : diagonal));
      std::fill(to + (lower_ ? diagonal + 1 : begin), to + (lower_ ? end : diagonal), Number(0));
      to[diagonal] = std::real(to[diagonal]);
    }
    if (factor_cholesky(lower_, to, size_) != 0) {
      constexpr auto nan = std::numeric_limits<decltype(std::real(Number()))>::quiet_NaN();
      Number nothing = nan;
      if constexpr (!std::is_floating_point_v<Number>)
        nothing = {nan, nan};
      std::fill(to, to + size_ * size_, nothing);
    }
  }

  int64_t batches_, size_;
  bool lower_;
};

template <class Number> class TriangularSolve final : public Call {
public:
  TriangularSolve(int64_t batches, const TriangularSystem &system) : batches_(batches), system_(system) {}

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const auto *a = static_cast<const Number *>(operands[0]), *b = static_cast<const Number *>(operands[1]);
    auto *x = static_cast<Number *>(results[0]);
    const int64_t size = system_.size, systems = system_.systems;
    const int64_t pieces = (systems + systems_together - 1) / systems_together, count = batches_ * pieces;
    const bool many =
        workspace.threads > 1 && count > 1 &&
        static_cast<double>(batches_ * systems * size) * static_cast<double>(size + 2) / 2 > least_parallel_work;
    std::copy(b, b + batches_ * size * systems, x);
#pragma omp parallel for schedule(static) num_threads(workspace.threads) if (many)
    for (int64_t at = 0; at < count; ++at) {
      const int64_t batch = at / pieces, first = at % pieces * systems_together;
      solve_triangular(system_, a + batch * size * size, x + batch * size * systems, first,
                       std::min(systems_together, systems - first));
    }
  }

private:
  int64_t batches_;
  TriangularSystem system_;
};

/// Make<Number>(arguments...) for the type; null for others.
template <template <class> class Made, class... Arguments>
CallPointer make_for(ElementType type, const Arguments &...arguments) {
  switch (type) {
  case ElementType::F32:
    return std::make_unique<Made<float>>(arguments...);
  case ElementType::F64:
    return std::make_unique<Made<double>>(arguments...);
  case ElementType::C64:
    return std::make_unique<Made<std::complex<float>>>(arguments...);
  case ElementType::C128:
    return std::make_unique<Made<std::complex<double>>>(arguments...);
  default:
    return nullptr;
  }
}

bool is_square(const Shape &shape) {
  return shape.size() >= 2 && shape.back() == shape[shape.size() - 2] &&
         shape.back() <= std::numeric_limits<int>::max();
}

int64_t batches_of(const Shape &shape) { return element_count(Shape(shape.begin(), shape.end() - 2)); }

} // namespace

CallPointer make_cholesky(ElementType type, const Shape &shape, bool lower) {
  return is_square(shape) ? make_for<Cholesky>(type, batches_of(shape), shape.back(), lower) : nullptr;
}

CallPointer make_triangular_solve(ElementType type, const Shape &a, const Shape &b, bool left_side, bool lower,
                                  bool unit_diagonal, reference::Transpose transpose) {
  if (!is_square(a) || a.size() != b.size() || !std::equal(a.begin(), a.end() - 2, b.begin()))
    return nullptr;
  const int64_t rows = b[b.size() - 2], columns = b.back(), systems = left_side ? columns : rows;
  if ((left_side ? rows : columns) != a.back() || systems > std::numeric_limits<int>::max())
    return nullptr;
  return make_for<TriangularSolve>(type, batches_of(a),
                                   TriangularSystem{left_side, lower, unit_diagonal, transpose, a.back(), systems});
}

} // namespace cotangent::library

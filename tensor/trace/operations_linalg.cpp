// Linear algebra. Factorisations that are no operations of the dialect are LAPACK's, called as JAX exports the calls.
#include "tensor/rules/matrices.h"
#include "tensor/trace/emit.h"

#include "cotangent/operations/linalg.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

using tensor_rules::Matrices;

Shape batch_of(Value matrices) { return Shape(shape_of(matrices).drop_back(2)); }
Shape with_batch(Value matrices, Numbers last) {
  Shape shape = batch_of(matrices);
  llvm::append_range(shape, last);
  return shape;
}
Type real_element(Value value) { return stablehlo::real_part(element_of(value)); }

void require_square(Value a) {
  if (Matrices::rows(a) != Matrices::columns(a))
    throw Error("bad-shape", "the matrices must be square, but the shape is " + shape_text(a));
}

/// A call of LAPACK's function for the element type of a value; matrices are stored by columns.
class Call {
public:
  Call(Emit &build, Value typed, std::string function)
      : build_(build), state_(build.location, "stablehlo.custom_call") {
    bool is_double = real_element(typed).isF64();
    char letter = is_complex(typed) ? (is_double ? 'z' : 'c') : (is_double ? 'd' : 's');
    set("call_target_name", build.builder.getStringAttr("lapack_" + std::string(1, letter) + function + "_ffi"));
    set("api_version", build.builder.getI32IntegerAttr(4));
  }
  Call &operand(Value value, bool is_matrix) {
    state_.addOperands(value);
    operand_layouts_.push_back(layout(rank_of(value), is_matrix));
    return *this;
  }
  Call &result(Numbers shape, Type element, bool is_matrix) {
    state_.addTypes(RankedTensorType::get(shape, element));
    result_layouts_.push_back(layout(static_cast<int64_t>(shape.size()), is_matrix));
    return *this;
  }
  Call &option(const char *name, char letter) {
    Type byte = IntegerType::get(build_.builder.getContext(), 8, IntegerType::Unsigned);
    options_.push_back(build_.builder.getNamedAttr(name, IntegerAttr::get(byte, letter)));
    return *this;
  }
  Values make() {
    set("mhlo.backend_config", build_.builder.getDictionaryAttr(options_));
    set("operand_layouts", build_.builder.getArrayAttr(operand_layouts_));
    set("result_layouts", build_.builder.getArrayAttr(result_layouts_));
    return Values(build_.builder.create(state_)->getResults());
  }

private:
  void set(const char *name, Attribute value) { state_.addAttribute(name, value); }
  Attribute layout(int64_t rank, bool is_matrix) {
    SmallVector<int64_t> order;
    for (int64_t at = rank; at-- > 0;)
      order.push_back(at);
    if (is_matrix)
      std::swap(order[0], order[1]);
    auto type = RankedTensorType::get({rank}, build_.builder.getIndexType());
    return DenseIntElementsAttr::get(type, order);
  }

  Emit &build_;
  OperationState state_;
  SmallVector<Attribute> operand_layouts_, result_layouts_;
  SmallVector<NamedAttribute> options_;
};

Value mean_with_adjoint(Emit &build, Value a) { return build.scale(build.add(a, Matrices(build).adjoint(a)), 0.5); }

// --- LU
// ------------------------------------------------------------------------------------------------------------------
struct Factors {
  Value packed, pivots; // pivots: from 1
};
Factors factors_of(Emit &build, Value a) {
  int64_t size = std::min(Matrices::rows(a), Matrices::columns(a));
  Type integer = build.integer_type();
  Values results = Call(build, a, "getrf")
                       .operand(a, true)
                       .result(shape_of(a), element_of(a), true)
                       .result(with_batch(a, {size}), integer, false)
                       .result(batch_of(a), integer, false)
                       .make();
  return {results[0], results[1]};
}

/// Where each row of the permuted matrix was: exchanges row i with its pivot, one after the other.
Value permutation_of(Emit &build, Value pivots, int64_t rows) {
  Shape shape(shape_of(pivots));
  int64_t steps = shape.back(), last = rank_of(pivots) - 1;
  shape.back() = rows;
  Value places = build.positions(shape, last), count = build.scalar(build.integer_type(), static_cast<double>(steps));
  ResultRange results = build.while_loop(
      {build.scalar(build.integer_type(), 0), places},
      [&](Build &inner, ValueRange arguments) { return inner.compare(arguments[0], count, ComparisonDirection::LT); },
      [&](Build &inner, ValueRange arguments) {
        Value step = arguments[0], places = arguments[1];
        auto along = [&](Value vector) { return inner.broadcast(vector, first_numbers(last), shape); };
        auto element = [&](Value list, Value mask) { // the only one that the mask chooses
          return along(inner.reduce_sum(inner.select(mask, list, inner.zeros_like(list)), {last}));
        };
        Value numbers = inner.iota(ranked(places.getType()), last);
        Value here = inner.compare(numbers, inner.broadcast_scalar(step, shape), ComparisonDirection::EQ);
        Values starts(static_cast<size_t>(last + 1), inner.zeros_like(step));
        starts.back() = step;
        Shape one(shape_of(pivots));
        one.back() = 1;
        Value pivot = inner.dynamic_slice(pivots, starts, one);
        pivot = inner.reshape(pivot, Numbers(one).drop_back());
        pivot = inner.subtract(pivot, inner.splat_like(pivot, 1));
        Value there = inner.compare(numbers, along(pivot), ComparisonDirection::EQ);
        Value mine = element(places, here), its = element(places, there);
        Value exchanged = inner.select(here, its, inner.select(there, mine, places));
        return Values{inner.add(step, inner.splat_like(step, 1)), exchanged};
      });
  return results[1];
}

/// Rows of matrices at positions, which are one list for each matrix.
Value permuted_rows(Emit &build, Value matrices, Value places) {
  int64_t batch = rank_of(matrices) - 2;
  Shape index(shape_of(places)), sizes = filled(static_cast<size_t>(rank_of(matrices)), 1);
  index.push_back(1);
  sizes.back() = Matrices::columns(matrices);
  auto numbers = GatherDimensionNumbersAttr::get(build.builder.getContext(), {batch + 1}, {batch}, first_numbers(batch),
                                                 first_numbers(batch), {batch}, batch + 1);
  return build.gather(matrices, build.reshape(places, index), numbers, sizes);
}

Value solve(Emit &build, Value a, Value b) {
  Factors factors = factors_of(build, a);
  Value permuted = permuted_rows(build, b, permutation_of(build, factors.pivots, Matrices::rows(a)));
  Matrices matrices(build);
  Value middle = matrices.solve(factors.packed, permuted, {.lower = true, .unit_diagonal = true});
  return matrices.solve(factors.packed, middle, {.lower = false});
}

/// 1 or -1 by the number of rows that were exchanged.
Value sign_of_pivots(Emit &build, Value pivots, Type element) {
  int64_t last = rank_of(pivots) - 1;
  Value numbers = build.add(build.positions(shape_of(pivots), last), build.splat_like(pivots, 1));
  Value moved = build.convert(build.compare(pivots, numbers, ComparisonDirection::NE), build.integer_type());
  Value count = build.reduce_sum(moved, {last});
  Value odd = build.binary<RemainderOp>(count, build.splat_like(count, 2));
  Value sign = build.subtract(build.splat_like(odd, 1), build.scale(odd, 2));
  return build.convert(sign, element);
}

Value determinant(Emit &build, Value a) {
  Factors factors = factors_of(build, a);
  Value diagonal = Matrices(build).diagonal(factors.packed);
  Value product = build.reduce<MultiplyOp>(diagonal, build.scalar(element_of(a), 1), {rank_of(diagonal) - 1});
  return build.multiply(product, sign_of_pivots(build, factors.pivots, element_of(a)));
}

// --- right sides
// -----------------------------------------------------------------------------------------------------------
/// A right side as matrices with the batch of `a`, and back.
class RightSide {
public:
  RightSide(Emit &build, Value a, Value b, bool vector) : build_(build), vector_(vector) {
    matrices = vector ? build.insert_dimension(b, rank_of(b)) : b;
    if (batch_of(matrices) != batch_of(a) || Matrices::rows(matrices) != Matrices::rows(a))
      throw Error("bad-shape", "matrices of shape " + shape_text(a) + " and a right side of shape " + shape_text(b) +
                                   " do not fit: it needs " + std::to_string(Matrices::rows(a)) + " rows");
  }
  Value result(Value solution) const {
    return vector_ ? build_.drop_dimension(solution, rank_of(solution) - 1) : solution;
  }
  Value matrices;

private:
  Emit &build_;
  bool vector_;
};

struct OrthogonalFactors {
  Value q, r;
};
OrthogonalFactors qr(Emit &build, Value a) {
  int64_t rows = Matrices::rows(a), columns = Matrices::columns(a), size = std::min(rows, columns);
  Values packed = Call(build, a, "geqrf")
                      .operand(a, true)
                      .result(shape_of(a), element_of(a), true)
                      .result(with_batch(a, {size}), element_of(a), false)
                      .make();
  Matrices matrices(build);
  Value left = matrices.slice_columns(packed[0], 0, size);
  Value q = Call(build, a, is_complex(a) ? "ungqr" : "orgqr")
                .operand(left, true)
                .operand(packed[1], false)
                .result(with_batch(a, {rows, size}), element_of(a), true)
                .make()[0];
  return {q, matrices.upper(matrices.slice_rows(packed[0], 0, size))};
}

} // namespace

TraceHandle trace_cholesky(TraceHandle handle, Place place) {
  return emit("cholesky", place, [&](Emit &build) {
    Value a = build(handle);
    require_square(a);
    Value factor = build.make<CholeskyOp>(a.getType(), mean_with_adjoint(build, a), true);
    return Matrices(build).lower(factor);
  });
}

TraceHandle trace_triangular_solve(TraceHandle a_handle, TraceHandle b_handle, bool lower, bool transpose,
                                   bool unit_diagonal, bool vector, Place place) {
  return emit("triangular_solve", place, [&](Emit &build) {
    Value a = build(a_handle);
    require_square(a);
    RightSide right(build, a, build(b_handle), vector);
    auto form = transpose ? stablehlo::Transpose::TRANSPOSE : stablehlo::Transpose::NO_TRANSPOSE;
    return right.result(
        Matrices(build).solve(a, right.matrices, {.lower = lower, .unit_diagonal = unit_diagonal, .transpose = form}));
  });
}

TraceHandle trace_solve(TraceHandle a_handle, TraceHandle b_handle, bool vector, Place place) {
  return emit("solve", place, [&](Emit &build) {
    Value a = build(a_handle);
    require_square(a);
    RightSide right(build, a, build(b_handle), vector);
    return right.result(solve(build, a, right.matrices));
  });
}

TraceHandle trace_inverse(TraceHandle handle, Place place) {
  return emit("inv", place, [&](Emit &build) {
    Value a = build(handle);
    require_square(a);
    return solve(build, a, Matrices(build).identity(ranked(a.getType())));
  });
}

TraceHandle trace_determinant(TraceHandle handle, Place place) {
  return emit("det", place, [&](Emit &build) {
    Value a = build(handle);
    require_square(a);
    return determinant(build, a);
  });
}

void trace_slogdet(TraceHandle handle, TraceHandle results[2], Place place) {
  emit_all("slogdet", place, results, [&](Emit &build) {
    Value a = build(handle);
    require_square(a);
    Factors factors = factors_of(build, a);
    Value diagonal = Matrices(build).diagonal(factors.packed);
    Shape last{rank_of(diagonal) - 1};
    Value sizes = build.absolute(diagonal);
    Value signs = build.reduce<MultiplyOp>(build.unary<SignOp>(diagonal), build.scalar(element_of(a), 1), last);
    Value sign = build.multiply(signs, sign_of_pivots(build, factors.pivots, element_of(a)));
    return Values{sign, build.reduce_sum(build.log(sizes), last)};
  });
}

void trace_qr(TraceHandle handle, TraceHandle results[2], Place place) {
  emit_all("qr", place, results, [&](Emit &build) {
    OrthogonalFactors factors = qr(build, build(handle));
    return Values{factors.q, factors.r};
  });
}

void trace_eigh(TraceHandle handle, TraceHandle results[2], Place place) {
  emit_all("eigh", place, results, [&](Emit &build) {
    Value a = build(handle);
    require_square(a);
    Values parts = Call(build, a, is_complex(a) ? "heevd" : "syevd")
                       .option("mode", 'V')
                       .option("uplo", 'L')
                       .operand(mean_with_adjoint(build, a), true)
                       .result(shape_of(a), element_of(a), true)
                       .result(with_batch(a, {Matrices::rows(a)}), real_element(a), false)
                       .result(batch_of(a), build.integer_type(), false)
                       .make();
    return Values{parts[1], parts[0]};
  });
}

void trace_svd(TraceHandle handle, TraceHandle results[3], Place place) {
  emit_all("svd", place, results, [&](Emit &build) {
    Value a = build(handle);
    int64_t rows = Matrices::rows(a), columns = Matrices::columns(a), size = std::min(rows, columns);
    Values parts = Call(build, a, "gesdd")
                       .option("mode", 'S')
                       .operand(a, true)
                       .result(shape_of(a), element_of(a), true)
                       .result(with_batch(a, {size}), real_element(a), false)
                       .result(with_batch(a, {rows, size}), element_of(a), true)
                       .result(with_batch(a, {size, columns}), element_of(a), true)
                       .result(batch_of(a), build.integer_type(), false)
                       .make();
    return Values{parts[2], parts[1], parts[3]};
  });
}

TraceHandle trace_least_squares(TraceHandle a_handle, TraceHandle b_handle, bool vector, Place place) {
  return emit("lstsq", place, [&](Emit &build) {
    Value a = build(a_handle);
    if (Matrices::rows(a) < Matrices::columns(a))
      throw Error("bad-shape", "matrices of shape " + shape_text(a) +
                                   " have fewer rows than columns: the solution is not unique; take ct::svd");
    RightSide right(build, a, build(b_handle), vector);
    OrthogonalFactors factors = qr(build, a);
    Matrices matrices(build);
    Value projected = matrices.product(matrices.adjoint(factors.q), right.matrices);
    return right.result(matrices.solve(factors.r, projected, {.lower = false}));
  });
}

} // namespace cotangent::detail

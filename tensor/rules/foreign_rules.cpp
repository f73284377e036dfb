// The table of foreign calls, and the rules of those that need little: Cholesky factors and systems of equations.
#include "tensor/rules/foreign_rules.h"

#include "tensor/rules/linear_algebra_rules.h"

#include <string>
#include <vector>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

constexpr llvm::StringLiteral config_name = "mhlo.backend_config";

DictionaryAttr config_of(Operation *call) {
  if (auto config = call->getAttrOfType<DictionaryAttr>(config_name))
    return config;
  std::optional<Attribute> config = cast<CustomCallOp>(call).getBackendConfig();
  auto dictionary = config ? dyn_cast<DictionaryAttr>(*config) : DictionaryAttr();
  return dictionary ? dictionary : DictionaryAttr::get(call->getContext());
}

} // namespace

int64_t integer_attribute(Operation *call, llvm::StringRef name) {
  auto attribute = config_of(call).getAs<IntegerAttr>(name);
  return attribute ? attribute.getValue().getSExtValue() : 0;
}
bool boolean_attribute(Operation *call, llvm::StringRef name) {
  auto attribute = config_of(call).getAs<BoolAttr>(name);
  return attribute && attribute.getValue();
}

void set_integer_attribute(Operation *call, llvm::StringRef name, int64_t value) {
  DictionaryAttr config = config_of(call);
  NamedAttrList list(config);
  if (auto old = config.getAs<IntegerAttr>(name))
    list.set(name, IntegerAttr::get(old.getType(), value));
  else
    list.set(name, BoolAttr::get(call->getContext(), value != 0));
  auto changed = list.getDictionary(call->getContext());
  if (call->hasAttr(config_name))
    call->setAttr(config_name, changed);
  else
    cast<CustomCallOp>(call).setBackendConfigAttr(changed);
}

void refuse_use(Operation *call, unsigned result) {
  if (!call->getResult(result).use_empty())
    refuse(call, "result " + std::to_string(result) +
                     " holds what LAPACK leaves of its input, which has no meaning to differentiate; use the results "
                     "that hold the solution");
}

namespace {

// --- Cholesky factors ------------------------------------------------------------------------------------------------
/// The triangle that is not read comes out as it went in.
Values potrf_forward(const ForwardRequest &request) {
  Matrices matrices(request.build);
  const bool lower = has_letter(request.operation, "uplo", 'L');
  Value factor = lower ? matrices.lower(request.result()) : matrices.upper(request.result());
  Value tangent = cholesky_tangent(matrices, factor, request.tangents[0], lower);
  Value other = lower ? matrices.strictly_upper(request.tangents[0]) : matrices.strictly_lower(request.tangents[0]);
  return {request.build.add(tangent, other), Value()};
}

// --- systems of equations --------------------------------------------------------------------------------------------
Matrices::Triangular trsm_form(Operation *call) {
  return {.left_side = has_letter(call, "side", 'L'),
          .lower = has_letter(call, "uplo", 'L'),
          .unit_diagonal = has_letter(call, "diag", 'U'),
          .transpose = has_letter(call, "trans_x", 'N')   ? Transpose::NO_TRANSPOSE
                       : has_letter(call, "trans_x", 'T') ? Transpose::TRANSPOSE
                                                          : Transpose::ADJOINT};
}

Values trsm_forward(const ForwardRequest &request) {
  Matrices matrices(request.build);
  return {triangular_solve_tangent(matrices, trsm_form(request.operation), request.operand(0), request.result(),
                                   request.tangents[0], request.tangents[1])};
}

/// Of each row the one before it (by = 1) or behind it (by = -1), zeros at the end.
Value shifted(Build &build, Value value, int64_t dimension, int64_t by) {
  Shape low = filled(static_cast<size_t>(rank_of(value)), 0), high = low;
  low[static_cast<size_t>(dimension)] = by;
  high[static_cast<size_t>(dimension)] = -by;
  return build.pad(value, build.scalar(element_of(value), 0), low, high, filled(low.size(), 0));
}

// Of a tridiagonal matrix T, given by its diagonals: T X = B, so T dX = dB - dT X.
Values gtsv_forward(const ForwardRequest &request) {
  Build &build = request.build;
  Matrices matrices(build);
  for (unsigned left_over : {0u, 1u, 2u})
    refuse_use(request.operation, left_over);
  Value x = request.result(3), right_side = request.tangents[3];
  for (int64_t diagonal : {0, 1, 2}) {
    Value tangent = request.tangents[static_cast<size_t>(diagonal)];
    if (!tangent)
      continue;
    Value neighbour = diagonal == 1 ? x : shifted(build, x, rank_of(x) - 2, 1 - diagonal);
    Value change = matrices.scale_rows(neighbour, tangent);
    right_side = right_side ? build.subtract(right_side, change) : build.negate(change);
  }
  Operation *linear =
      build.repeat(request.operation, {request.operand(0), request.operand(1), request.operand(2), right_side});
  return {Value(), Value(), Value(), linear->getResult(3), Value()};
}

Values gtsv_transpose(const TransposeRequest &request) {
  Build &build = request.build;
  auto adjoint = [&](size_t from, int64_t by) {
    Value diagonal = build.conjugate(request.operand(from));
    return by == 0 ? diagonal : shifted(build, diagonal, rank_of(diagonal) - 1, by);
  };
  Operation *solution =
      build.repeat(request.operation, {adjoint(2, 1), adjoint(1, 0), adjoint(0, -1), request.cotangent(3)});
  return {Value(), Value(), Value(), solution->getResult(3)};
}

// --- calls that only inform ------------------------------------------------------------------------------------------
Values same_forward(const ForwardRequest &request) {
  return {request.build.repeat(request.operation, {request.tangents[0]})->getResult(0)};
}
Values same_transpose(const TransposeRequest &request) {
  if (request.cotangent().getType() != request.operand(0).getType())
    refuse(request.operation, "it changes the type of its operand; differentiate the program before it is partitioned");
  return {request.cotangent()};
}

// --- what has no derivative here
// --------------------------------------------------------------------------------------
Values refuse_schur(const ForwardRequest &request) {
  refuse(request.operation, "the Schur form has no derivative here; use eigenvalues (geev), or a custom rule");
}
Values refuse_condensed(const ForwardRequest &request) {
  refuse(request.operation, "the reduction to condensed form has no derivative here; differentiate the eigenvalue "
                            "problem that it is a step of (syevd, geev), or use a custom rule");
}

struct Target {
  std::string_view real, complex; // names without their letter
  ForwardRule forward;
  TransposeRule transpose = nullptr;
  std::string_view policy = "";
};

constexpr std::string_view spectral_policy =
    "equal values: their vectors are held within the space that they span, which is right for what does not depend on "
    "their choice";
constexpr std::string_view rank_policy = "matrices without full rank give infinities or NaN";

constexpr Target targets[] = {
    {"potrf", "potrf", potrf_forward, nullptr, "only the triangle that is read has a derivative"},
    {"getrf", "getrf", getrf_forward, nullptr, "the pivots are constant; a pivot of zero counts as one"},
    {"geqrf", "geqrf", geqrf_forward, nullptr, rank_policy},
    {"geqp3", "geqp3", geqp3_forward, nullptr, rank_policy},
    {"orgqr", "ungqr", orgqr_forward},
    {"ormqr", "unmqr", ormqr_forward, ormqr_transpose},
    {"trsm", "trsm", trsm_forward},
    {"gtsv", "gtsv", gtsv_forward, gtsv_transpose},
    {"syevd", "heevd", syevd_forward, nullptr, spectral_policy},
    {"gesdd", "gesdd", gesdd_forward, nullptr, spectral_policy},
    {"gesvd", "gesvd", gesdd_forward, nullptr, spectral_policy},
    {"geev", "geev", geev_forward, nullptr, spectral_policy},
    {"gees", "gees", refuse_schur, nullptr, "refused"},
    {"gehrd", "gehrd", refuse_condensed, nullptr, "refused"},
    {"sytrd", "hetrd", refuse_condensed, nullptr, "refused"},
};

/// The table, with the names that it owns.
struct Table {
  std::vector<std::string> names;
  std::vector<Rule> rules;
  Table() {
    for (std::string_view letter : {"s", "d", "c", "z"})
      for (const Target &target : targets) {
        const bool is_complex = letter == "c" || letter == "z";
        names.push_back("custom_call lapack_" + std::string(letter) +
                        std::string(is_complex ? target.complex : target.real) + "_ffi");
        rules.push_back({"", target.forward, target.transpose, target.policy});
      }
    for (const char *name : {"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"}) {
      names.push_back(std::string("custom_call ") + name);
      rules.push_back({"", same_forward, same_transpose, ""});
    }
    for (size_t at = 0; at < names.size(); ++at)
      rules[at].name = names[at];
  }
};

} // namespace

llvm::ArrayRef<Rule> foreign_rules() {
  static const Table table;
  return table.rules;
}

} // namespace cotangent::tensor_rules

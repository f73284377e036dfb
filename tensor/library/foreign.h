// Calls of functions outside the program: the LAPACK targets of custom_call that JAX exports for the CPU.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/library/call.h"

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cotangent::library {

/// An operand or result of a foreign call. The layout is the one that the call states (operand_layouts,
/// result_layouts): dimensions from the fastest to the slowest, empty for row-major. It says what the foreign function
/// takes; the arrays of `Call::run` are row-major all the same.
struct ForeignArray {
  ElementType type = ElementType::F32;
  Shape shape;
  std::vector<int64_t> minor_to_major;
};

/// Attributes of a call (mhlo.backend_config): letters such as `uplo = 76 : ui8` are integers.
using ForeignAttribute = std::variant<int64_t, double, bool, std::string>;
using ForeignAttributes = std::map<std::string, ForeignAttribute, std::less<>>;

/// "lapack_<letter><routine>_ffi" with the letters s, d, c, z and the routines potrf, getrf, geqrf, geqp3, orgqr
/// (ungqr), ormqr (unmqr), trsm, syevd (heevd), gesdd, gesvd, geev, gees, gehrd, sytrd (hetrd), gtsv. Leading
/// dimensions are batches; matrices must be column-major there. A status (info) is LAPACK's; results that LAPACK then
/// leaves undefined are unspecified.
///
/// Null for other targets, for types, shapes, layouts or attributes that the target does not take, and where no
/// LAPACK is installed.
CallPointer make_foreign(std::string_view target, const std::vector<ForeignArray> &operands,
                         const std::vector<ForeignArray> &results, const ForeignAttributes &attributes);

} // namespace cotangent::library

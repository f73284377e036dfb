// Rules of the LAPACK targets of custom_call, a file for each kind of factorisation.
#pragma once

#include "tensor/rules/matrices.h"
#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

// --- attributes of a call --------------------------------------------------------------------------------------------
/// 0 if the call has no such attribute: letters are integers.
int64_t integer_attribute(mlir::Operation *call, llvm::StringRef name);
inline bool has_letter(mlir::Operation *call, llvm::StringRef name, char letter) {
  return integer_attribute(call, name) == letter;
}
bool boolean_attribute(mlir::Operation *call, llvm::StringRef name);
/// Changes an attribute that the call has; the type stays.
void set_integer_attribute(mlir::Operation *call, llvm::StringRef name, int64_t value);
/// Throws Error ("no-derivative") if the result is used: it has what LAPACK leaves of its input.
void refuse_use(mlir::Operation *call, unsigned result);

// --- factors ---------------------------------------------------------------------------------------------------------
Values getrf_forward(const ForwardRequest &request);
Values geqrf_forward(const ForwardRequest &request);
Values geqp3_forward(const ForwardRequest &request);
Values orgqr_forward(const ForwardRequest &request);
Values ormqr_forward(const ForwardRequest &request);
Values ormqr_transpose(const TransposeRequest &request);

// --- eigenvalues and singular values
// -----------------------------------------------------------------------------------
Values syevd_forward(const ForwardRequest &request);
Values gesdd_forward(const ForwardRequest &request);
Values geev_forward(const ForwardRequest &request);

} // namespace cotangent::tensor_rules

// The C convention of Enzyme: markers among the arguments, results as values.
#include "driver/pipelines/differentiate.h"

using namespace llvm;

namespace cotangent::driver {

Request parse_enzyme(CallBase &call, StringRef) {
  Request request;
  request.call = &call;
  return request;
}

void Differentiator::replace_enzyme(Request &, Derivative &) {}

} // namespace cotangent::driver

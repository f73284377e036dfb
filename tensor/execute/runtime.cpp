#include "tensor/execute/runtime.h"

#include "tensor/library/parallel.h"
#include "tensor/reference/elementwise.h"

namespace cotangent::execute {
namespace {

extern "C" int32_t run_library(Run *run, int32_t step, const void *const *operands, void *const *results,
                               std::byte *workspace) {
  try {
    run->libraries[static_cast<size_t>(step)]->call->run(operands, results, {workspace, run->threads});
    return 0;
  } catch (...) {
    run->fault = std::current_exception();
    return 1;
  }
}

extern "C" void parallel(Run *run, library::Part part, const void *const *buffers, int64_t size, int64_t grain) {
  library::run_parts(part, buffers, size, grain, run->threads);
}

extern "C" void apply_unary(reference::UnaryFunction function, int32_t type, const std::byte *operand,
                            std::byte *result) {
  function(Element::load(static_cast<ElementType>(type), operand)).store(result);
}
extern "C" void apply_binary(reference::BinaryFunction function, int32_t type, const std::byte *lhs,
                             const std::byte *rhs, std::byte *result) {
  auto element = static_cast<ElementType>(type);
  function(Element::load(element, lhs), Element::load(element, rhs)).store(result);
}

} // namespace

void *runtime_symbol(std::string_view name) {
  if (name == "ct_library")
    return reinterpret_cast<void *>(run_library);
  if (name == "ct_parallel")
    return reinterpret_cast<void *>(parallel);
  if (name == "ct_apply_unary")
    return reinterpret_cast<void *>(apply_unary);
  if (name == "ct_apply_binary")
    return reinterpret_cast<void *>(apply_binary);
  constexpr std::string_view prefix = "ct_function.";
  if (!name.starts_with(prefix))
    return nullptr;
  name.remove_prefix(prefix.size());
  if (auto unary = reference::unary_function(name))
    return reinterpret_cast<void *>(unary);
  return reinterpret_cast<void *>(reference::binary_function(name));
}

} // namespace cotangent::execute

// Running calls of the library on arrays.
#pragma once

#include "tensor/library/call.h"
#include "test/tensor/reference/arrays.h"

#include <memory>

namespace test {

struct ResultType {
  ElementType type;
  Shape shape;
};

/// The memory of the workspace holds noise before.
inline std::vector<Array> run(const cotangent::library::Call &call, const std::vector<Array> &operands,
                              const std::vector<ResultType> &types, int threads = 1) {
  std::vector<Array> results;
  std::vector<const void *> from;
  std::vector<void *> to;
  for (const Array &operand : operands)
    from.push_back(operand.bytes());
  for (const ResultType &type : types) {
    results.emplace_back(type.type, type.shape);
    std::fill_n(results.back().bytes(), results.back().byte_count(), std::byte{0xa5});
    to.push_back(results.back().bytes());
  }
  Array memory(ElementType::I8, {call.workspace_bytes() + 1});
  std::fill_n(memory.bytes(), memory.byte_count(), std::byte{0xff});
  call.run(from.data(), to.data(), {memory.bytes(), threads});
  return results;
}

} // namespace test

// The tensor engine, loaded when a command needs it.
#pragma once

#include <iosfwd>

namespace cotangent::tools {

/// The address of a function in lib/cotangent-tensor.so; null, with a message, if it cannot be had.
void *find_in_tensor_engine(const char *function, const char *command, std::ostream &messages);

template <class Function>
Function *tensor_engine_function(const char *function, const char *command, std::ostream &messages) {
  return reinterpret_cast<Function *>(find_in_tensor_engine(function, command, messages));
}

} // namespace cotangent::tools

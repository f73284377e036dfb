// Operations that compiled programs hand to a library: prepared once, run many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace cotangent::library {

/// What one run may use.
struct Workspace {
  std::byte *memory = nullptr; // workspace_bytes() of it, aligned to 64
  int threads = 1;             // at most this many; results do not depend on it
};

/// An operation with fixed element types and shapes. `run` may be called by several threads at once.
class Call {
public:
  virtual ~Call() = default;
  virtual int64_t workspace_bytes() const { return 0; }
  /// Arrays are row-major and dense, aligned to 64 bytes; results do not overlap operands.
  /// Throws Error for values that have no result; most operations have none such.
  virtual void run(const void *const *operands, void *const *results, const Workspace &workspace) const = 0;
};
using CallPointer = std::unique_ptr<const Call>;

} // namespace cotangent::library

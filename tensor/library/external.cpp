#include "tensor/library/external.h"

#include <cstring>
#include <map>
#include <mutex>

namespace cotangent::library {

namespace {

struct Entry {
  ExternalKind kind;
  ExternalFunction function;
  std::vector<ExternalParameter> parameters;
};
struct Registry {
  std::mutex mutex;
  std::map<std::string, Entry, std::less<>> entries;
};
Registry &registry() {
  static Registry all;
  return all;
}

size_t bytes_of(const ExternalParameter &parameter) {
  return static_cast<size_t>(parameter.size * parameter.element_bytes);
}
constexpr size_t alignment = 64;
size_t aligned(size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

class ExternalCall final : public Call {
public:
  explicit ExternalCall(Entry entry) : entry_(std::move(entry)) {
    for (const ExternalParameter &parameter : entry_.parameters)
      inputs_ += parameter.is_output ? 0 : 1;
  }

  int64_t workspace_bytes() const override {
    size_t bytes = 0;
    if (entry_.kind == ExternalKind::Reverse)
      for (const ExternalParameter &parameter : entry_.parameters)
        bytes += parameter.is_output ? 2 * aligned(bytes_of(parameter)) : 0;
    return static_cast<int64_t>(bytes);
  }

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    std::vector<ExternalSlot> slots;
    const void *const *argument = operands;
    const void *const *argument_shadow = operands + inputs_;
    void *const *result = results;
    void *const *result_shadow = results + (entry_.parameters.size() - inputs_);
    std::byte *scratch = workspace.memory;
    auto take = [&](const ExternalParameter &parameter) {
      std::byte *memory = scratch;
      scratch += aligned(bytes_of(parameter));
      return memory;
    };
    auto zeroed = [](void *memory, const ExternalParameter &parameter) {
      return bytes_of(parameter) == 0 ? memory : std::memset(memory, 0, bytes_of(parameter));
    };
    for (const ExternalParameter &parameter : entry_.parameters) {
      ExternalSlot slot{nullptr, nullptr, parameter.size};
      const bool is_active = parameter.is_differentiable && entry_.kind != ExternalKind::Primal;
      if (entry_.kind == ExternalKind::Reverse && parameter.is_output) {
        slot.value = zeroed(take(parameter), parameter);
        if (is_active) { // the function's derivative uses the cotangent up
          slot.shadow = take(parameter);
          if (bytes_of(parameter) != 0)
            std::memcpy(slot.shadow, *argument_shadow, bytes_of(parameter));
          ++argument_shadow;
        }
      } else if (parameter.is_output) {
        slot.value = zeroed(*result++, parameter);
        if (is_active)
          slot.shadow = zeroed(*result_shadow++, parameter);
      } else {
        slot.value = const_cast<void *>(*argument++);
        if (is_active && entry_.kind == ExternalKind::Reverse)
          slot.shadow = zeroed(*result++, parameter);
        else if (is_active)
          slot.shadow = const_cast<void *>(*argument_shadow++);
      }
      slots.push_back(slot);
    }
    entry_.function(slots.data());
  }

private:
  Entry entry_;
  size_t inputs_ = 0;
};

} // namespace

std::string register_external(ExternalKind kind, std::string_view name, ExternalFunction function,
                              std::vector<ExternalParameter> parameters) {
  std::string first(external_prefix);
  first += kind == ExternalKind::Forward ? "tangent of " : kind == ExternalKind::Reverse ? "adjoint of " : "";
  first += name;
  for (const ExternalParameter &parameter : parameters)
    first += " " + std::to_string(parameter.size);
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  std::string target = first;
  for (size_t number = 2;; ++number) { // functions in unnamed namespaces may have one name
    auto [known, is_new] = all.entries.try_emplace(target, Entry{kind, function, parameters});
    if (is_new || known->second.function == function)
      return target;
    target = first + " #" + std::to_string(number);
  }
}

CallPointer make_external(std::string_view target) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  auto found = all.entries.find(target);
  return found == all.entries.end() ? nullptr : std::make_unique<ExternalCall>(found->second);
}

} // namespace cotangent::library

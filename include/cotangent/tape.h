// The tape between the two halves of split mode.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "cotangent/request.h"

namespace cotangent {

namespace detail {

/// What a split call keeps beside the tape: the slots of a return that is not a number.
struct Retained {
  virtual ~Retained() = default;
};

struct TapeAccess;

} // namespace detail

/// What the augmented forward sweep saved for the adjoint: move-only, frees what it holds. The adjoint of the same pair
/// of thunks uses it up.
class Tape {
public:
  Tape() = default;
  Tape(Tape &&other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), owner_(std::exchange(other.owner_, nullptr)),
        retained_(std::move(other.retained_)) {}
  Tape &operator=(Tape &&other) noexcept {
    if (this != &other) {
      release();
      handle_ = std::exchange(other.handle_, nullptr);
      owner_ = std::exchange(other.owner_, nullptr);
      retained_ = std::move(other.retained_);
    }
    return *this;
  }
  ~Tape() { release(); }

  /// Bytes that are saved.
  std::size_t bytes() const { return handle_ == nullptr ? 0 : cotangent_tape_bytes(handle_); }

  /// Whether there is something for an adjoint to use: false for a tape that was moved from or used up.
  bool usable() const { return owner_ != nullptr; }

private:
  friend struct detail::TapeAccess;

  void release() noexcept {
    if (handle_ != nullptr)
      cotangent_tape_free(std::exchange(handle_, nullptr));
    owner_ = nullptr;
  }

  void *handle_ = nullptr;
  const void *owner_ = nullptr; // the wrapper the tape belongs to
  std::unique_ptr<detail::Retained> retained_;
};

namespace detail {

struct TapeAccess {
  static void *&handle(Tape &tape) { return tape.handle_; }
  static const void *&owner(Tape &tape) { return tape.owner_; }
  static std::unique_ptr<Retained> &retained(Tape &tape) { return tape.retained_; }
};

} // namespace detail
} // namespace cotangent

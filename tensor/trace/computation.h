// A run of a program: whether it has ended, its error, its results.
#pragma once

#include "cotangent/array.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>

namespace cotangent::detail {

class Computation {
public:
  bool has_ended() const { return ended_.load(std::memory_order_acquire); }
  /// Throws what the run threw.
  void wait() const {
    if (!has_ended()) {
      std::unique_lock lock(mutex_);
      end_.wait(lock, [&] { return has_ended(); });
    }
    if (error_)
      std::rethrow_exception(error_);
  }
  /// Results must be set before.
  void end(std::exception_ptr error) {
    error_ = std::move(error);
    {
      std::lock_guard lock(mutex_);
      ended_.store(true, std::memory_order_release);
    }
    end_.notify_all();
  }

private:
  mutable std::mutex mutex_;
  mutable std::condition_variable end_;
  std::atomic<bool> ended_ = false;
  std::exception_ptr error_;
};

/// Lives as long as somebody wants it, whatever becomes of the other results of the run.
class PendingResult {
public:
  explicit PendingResult(std::shared_ptr<const Computation> computation) : computation_(std::move(computation)) {}
  void set(std::shared_ptr<std::byte[]> memory) { memory_ = std::move(memory); }

  bool is_there() const { return computation_->has_ended(); }
  const std::shared_ptr<std::byte[]> &memory() const {
    computation_->wait();
    return memory_;
  }

private:
  std::shared_ptr<const Computation> computation_;
  std::shared_ptr<std::byte[]> memory_;
};

} // namespace cotangent::detail

#include "tensor/execute/dispatch.h"

#include "tensor/execute/memory_pool.h"

#include <algorithm>

namespace cotangent::execute {

namespace {
thread_local bool is_worker = false;
}

Dispatcher &Dispatcher::instance() {
  static Dispatcher all;
  return all;
}

Dispatcher::Dispatcher() : most_threads_(std::clamp(std::thread::hardware_concurrency(), 1u, 8u)) {
  pooled_memory(1); // what work uses is destroyed after this
}

Dispatcher::~Dispatcher() {
  {
    std::lock_guard lock(mutex_);
    ends_ = true;
    waiting_.clear();
  }
  has_work_.notify_all();
  has_room_.notify_all();
  for (std::thread &thread : threads_)
    thread.join();
}

void Dispatcher::submit(std::function<void()> work) {
  if (is_worker) // it may wait for this, and so may all others
    return work();
  std::unique_lock lock(mutex_);
  has_room_.wait(lock, [&] { return waiting_.size() < most_waiting || ends_; });
  if (ends_)
    return;
  waiting_.push_back(std::move(work));
  if (idle_ == 0 && threads_.size() < most_threads_)
    threads_.emplace_back([this] { run(); });
  else
    has_work_.notify_one();
}

void Dispatcher::run() {
  is_worker = true;
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    has_work_.wait(lock, [&] { return !waiting_.empty() || ends_; });
    --idle_;
    if (ends_)
      return;
    std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    has_room_.notify_one();
    lock.unlock();
    work();
    work = nullptr; // what it holds is given up without the lock
    lock.lock();
  }
}

} // namespace cotangent::execute

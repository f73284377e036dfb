// Work that is done on other threads, begun in the order in which it was given.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cotangent::execute {

class Dispatcher {
public:
  /// That of the process. At its end work that has not begun is dropped, and what has begun is waited for.
  static Dispatcher &instance();
  ~Dispatcher();

  /// Waits while very much work is waiting. Work may wait for work that was given before; what it gives itself is done
  /// at once. It must not throw.
  void submit(std::function<void()> work);

private:
  Dispatcher();
  void run();

  static constexpr size_t most_waiting = 64;
  size_t most_threads_;
  std::mutex mutex_;
  std::condition_variable has_work_, has_room_;
  std::deque<std::function<void()>> waiting_;
  std::vector<std::thread> threads_;
  size_t idle_ = 0;
  bool ends_ = false;
};

} // namespace cotangent::execute

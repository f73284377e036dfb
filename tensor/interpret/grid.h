// Several processes that take turns: each is a thread of its own, but only one of them runs at any time and goes on
// until it has to wait for another. So they need no locks, and every run is like any other.
#pragma once

#include "tensor/interpret/groups.h"

#include <deque>
#include <functional>
#include <semaphore>

#include <pthread.h>

namespace cotangent::interpret {

/// "process (0, 1)"
std::string text_of(ProcessId id);

/// A queue of messages: those that anybody may take (no source and target), or those between two processes.
struct Mailbox {
  enum class Kind { SendReceive, Permute } kind = Kind::SendReceive;
  int64_t channel = 0;
  std::optional<ProcessId> source, target;
  auto operator<=>(const Mailbox &) const = default;
};

class Grid {
public:
  /// Grids inside of processes of other grids have a depth above zero. Throws Error [bad-module] if that is too large.
  Grid(mlir::Operation &operation, GridSize size, int depth);

  GridSize size() const { return size_; }
  int depth() const { return depth_; }
  ProcessId id_of(size_t process) const;

  /// Runs one function for each process. Rethrows the first error, after all processes have stopped; throws Error
  /// [bad-module] if processes wait and none can go on.
  void run(std::vector<std::function<void()>> programs);

  // For the process that runs:
  void send(mlir::Operation &operation, const Mailbox &mailbox, Values message);
  /// Waits for a message.
  Values receive(mlir::Operation &operation, ProcessId receiver, const Mailbox &mailbox);
  /// Waits until all processes of the group have come with their arrays; what they brought, in the group's order.
  /// Throws Error [bad-module] if another operation or arrays of other types have been brought.
  std::vector<std::vector<Array>> meet(mlir::Operation &operation, ProcessId process, int64_t channel,
                                       const ProcessGroup &group, std::vector<Array> arrays);

  /// Functions that give the values of one infeed each, in order.
  std::deque<mlir::func::FuncOp> infeed;

private:
  struct Seat {
    pthread_t thread;
    bool started = false;
    std::function<void()> program;
    Grid *grid = nullptr;
    std::binary_semaphore turn{0};
    std::function<bool()> can_go_on; // while it waits
    mlir::Operation *waits_at = nullptr;
    bool finished = false;
  };
  struct Visit {
    mlir::Operation *operation = nullptr; // null: not there yet
    std::vector<Array> arrays;
  };
  struct Meeting {
    std::vector<Visit> visits;
    size_t missing;
  };
  struct Stopped {};

  Seat &seat_of(ProcessId id);
  static void *run_program(void *seat);
  bool start(Seat &seat);
  void give_turn(Seat &seat);
  void take_turns();
  void stop_all();
  std::exception_ptr deadlock() const;
  void wait(mlir::Operation &operation, ProcessId process, std::function<bool()> can_go_on);
  void use_channel(mlir::Operation &operation, int64_t channel);

  mlir::Operation &operation_;
  GridSize size_;
  int depth_;
  std::vector<Seat> seats_;
  std::binary_semaphore back_{0}; // the process that ran has finished or waits
  bool stopping_ = false;
  std::exception_ptr fault_;
  std::map<Mailbox, std::deque<Values>> mailboxes_;
  std::map<std::pair<int64_t, ProcessGroup>, std::shared_ptr<Meeting>> meetings_;
  std::map<int64_t, mlir::Operation *> channels_; // and the first operation that used them
};

} // namespace cotangent::interpret

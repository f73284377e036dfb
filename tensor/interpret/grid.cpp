#include "tensor/interpret/grid.h"

#include "cotangent/error.h"

using namespace mlir;

namespace cotangent::interpret {
namespace {

/// Grids inside of processes of grids; deeper ones come from functions that start themselves again and again.
constexpr int most_depth = 16;

/// The evaluator's deepest nesting fits, whatever the system gives to threads by itself.
constexpr size_t stack_bytes = size_t(16) << 20;

bool sends_or_receives(Operation *operation) { return isa<stablehlo::SendOp, stablehlo::RecvOp>(operation); }

std::string named_place(Operation &operation) {
  return operation.getName().getStringRef().str() + " at " + place_of(operation);
}

} // namespace

std::string text_of(ProcessId id) {
  return "process (" + std::to_string(id.replica) + ", " + std::to_string(id.partition) + ")";
}

Grid::Grid(Operation &operation, GridSize size, int depth)
    : operation_(operation), size_(size), depth_(depth), seats_(static_cast<size_t>(size.processes())) {
  if (depth >= most_depth)
    fail(operation, "bad-module",
         "grids of processes are started inside of each other more than " + std::to_string(most_depth) + " deep");
}

ProcessId Grid::id_of(size_t process) const {
  auto number = static_cast<int64_t>(process);
  return {number / size_.partitions, number % size_.partitions};
}
Grid::Seat &Grid::seat_of(ProcessId id) {
  return seats_[static_cast<size_t>(id.replica * size_.partitions + id.partition)];
}

// --- turns -----------------------------------------------------------------------------------------------------------
void Grid::run(std::vector<std::function<void()>> programs) {
  for (size_t at = 0; at < seats_.size(); ++at) {
    seats_[at].program = std::move(programs[at]);
    seats_[at].grid = this;
  }
  try {
    take_turns();
  } catch (...) {
    fault_ = std::current_exception();
  }
  stop_all();
  if (fault_)
    std::rethrow_exception(fault_);
}

/// Round by round, each process that can go on.
void Grid::take_turns() {
  bool somebody_ran = true;
  while (somebody_ran) {
    somebody_ran = false;
    for (Seat &seat : seats_) {
      if (seat.finished || (seat.can_go_on && !seat.can_go_on()))
        continue;
      seat.can_go_on = nullptr;
      give_turn(seat);
      if (fault_)
        return;
      somebody_ran = true;
    }
  }
  if (!llvm::all_of(seats_, [](const Seat &seat) { return seat.finished; }))
    fault_ = deadlock();
}

void Grid::give_turn(Seat &seat) {
  if (seat.started) {
    seat.turn.release();
  } else if (!start(seat)) {
    fault_ = std::make_exception_ptr(
        Error("too-large", place_of(operation_) + ": interpreter.run_parallel: " + std::to_string(seats_.size()) +
                               " processes are more than can be started"));
    return;
  }
  back_.acquire();
}

/// False if the system has no thread left.
bool Grid::start(Seat &seat) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  seat.started = pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
                 pthread_create(&seat.thread, &attributes, run_program, &seat) == 0;
  pthread_attr_destroy(&attributes);
  return seat.started;
}

void *Grid::run_program(void *seat_of_thread) {
  Seat &seat = *static_cast<Seat *>(seat_of_thread);
  Grid &grid = *seat.grid;
  try {
    seat.program();
  } catch (const Stopped &) {
  } catch (...) {
    if (!grid.fault_)
      grid.fault_ = std::current_exception();
  }
  seat.finished = true;
  grid.back_.release();
  return nullptr;
}

void Grid::stop_all() {
  stopping_ = true;
  for (Seat &seat : seats_)
    if (seat.started) {
      if (!seat.finished) {
        seat.turn.release();
        back_.acquire();
      }
      pthread_join(seat.thread, nullptr);
    }
}

void Grid::wait(Operation &operation, ProcessId process, std::function<bool()> can_go_on) {
  if (can_go_on())
    return;
  Seat &seat = seat_of(process);
  seat.can_go_on = std::move(can_go_on);
  seat.waits_at = &operation;
  back_.release();
  seat.turn.acquire();
  if (stopping_)
    throw Stopped();
}

std::exception_ptr Grid::deadlock() const {
  constexpr int most_named = 8;
  std::string text = place_of(operation_) + ": interpreter.run_parallel: no process can go on: ";
  int waiting = 0;
  for (size_t at = 0; at < seats_.size(); ++at)
    if (!seats_[at].finished && ++waiting <= most_named)
      text += (waiting > 1 ? ", " : "") + text_of(id_of(at)) + " waits in " + named_place(*seats_[at].waits_at);
  if (waiting > most_named)
    text += ", and " + std::to_string(waiting - most_named) + " others wait";
  return std::make_exception_ptr(Error("bad-module", text));
}

// --- messages --------------------------------------------------------------------------------------------------------
/// A channel is for messages between processes or for collective operations, not for both.
void Grid::use_channel(Operation &operation, int64_t channel) {
  if (channel <= 0)
    return;
  Operation *first = channels_.try_emplace(channel, &operation).first->second;
  if (sends_or_receives(first) != sends_or_receives(&operation))
    fail(operation, "bad-module",
         "channel " + std::to_string(channel) + " is in use by " + named_place(*first) +
             ": a channel is either for send and recv or for collective operations");
}

void Grid::send(Operation &operation, const Mailbox &mailbox, Values message) {
  use_channel(operation, mailbox.channel);
  mailboxes_[mailbox].push_back(std::move(message));
}

Values Grid::receive(Operation &operation, ProcessId receiver, const Mailbox &mailbox) {
  use_channel(operation, mailbox.channel);
  std::deque<Values> &messages = mailboxes_[mailbox];
  wait(operation, receiver, [&] { return !messages.empty(); });
  Values message = std::move(messages.front());
  messages.pop_front();
  return message;
}

// --- meetings --------------------------------------------------------------------------------------------------------
std::vector<std::vector<Array>> Grid::meet(Operation &operation, ProcessId process, int64_t channel,
                                           const ProcessGroup &group, std::vector<Array> arrays) {
  use_channel(operation, channel);
  std::shared_ptr<Meeting> &open = meetings_[{channel, group}];
  if (!open)
    open = std::make_shared<Meeting>(std::vector<Visit>(group.size()), group.size());
  std::shared_ptr<Meeting> meeting = open;
  for (size_t at = 0; at < group.size(); ++at)
    if (const Visit &other = meeting->visits[at]; other.operation) {
      if (other.operation->getName() != operation.getName())
        fail(operation, "bad-module",
             text_of(group[at]) + " has come to " + named_place(*other.operation) + " instead");
      for (auto [mine, theirs] : llvm::zip(arrays, other.arrays))
        if (mine.type() != theirs.type() || mine.shape() != theirs.shape())
          fail(operation, "bad-shape",
               "operands must have one type in all processes, but have " + type_text(mine.type(), mine.shape()) +
                   " in " + text_of(process) + " and " + type_text(theirs.type(), theirs.shape()) + " in " +
                   text_of(group[at]));
      if (arrays.size() != other.arrays.size())
        fail(operation, "bad-module", "has another number of operands in " + text_of(group[at]));
    }
  auto seat = static_cast<size_t>(llvm::find(group, process) - group.begin());
  meeting->visits[seat] = {&operation, std::move(arrays)};
  if (--meeting->missing == 0)
    meetings_.erase({channel, group});
  wait(operation, process, [meeting] { return meeting->missing == 0; });
  std::vector<std::vector<Array>> brought;
  for (const Visit &visit : meeting->visits)
    brought.push_back(visit.arrays);
  return brought;
}

} // namespace cotangent::interpret

#include "tensor/trace/trace.h"

#include <atomic>

using namespace mlir;

namespace cotangent::trace {
namespace {

thread_local llvm::SmallVector<Trace *, 4> traces;
std::atomic<uint64_t> traces_made = 0;

/// Arrays with more bytes become arguments.
constexpr int64_t largest_constant = 4096;

[[noreturn]] void refuse(std::source_location location, const std::string &message) {
  throw Error("bad-trace", text_of(location) + message);
}

/// Why the handle of another trace cannot be used in one.
std::string foreign_message(TraceHandle handle) {
  for (Trace *other : traces)
    if (other->number() == handle.trace)
      return "a traced value is used inside another trace: values cannot move between traces; call the function itself "
             "instead of compiling it while another one is traced";
  return "a traced value is used after its trace has ended: it stands for no number; return it from the traced "
         "function to get its value";
}

} // namespace

Trace::Trace(const std::string &name)
    : number_(++traces_made), loaded_(execute::LoadedModule::create(name)), builder_(loaded_->module().getContext()) {
  builder_.setInsertionPointToEnd(loaded_->module().getBody());
  auto function = func::FuncOp::create(builder_, builder_.getUnknownLoc(), "main", builder_.getFunctionType({}, {}));
  Frame frame;
  frame.block = function.addEntryBlock();
  frame.function = function;
  push(std::move(frame));
}

Trace::~Trace() = default;

Location Trace::location_of(std::source_location location) {
  if (location.line() == 0)
    return UnknownLoc::get(context());
  StringAttr &file = files_[location.file_name()];
  if (!file)
    file = builder_.getStringAttr(location.file_name());
  return FileLineColLoc::get(file, location.line(), location.column());
}

void Trace::push(Frame frame) {
  frame.first = table_.size();
  builder_.setInsertionPointToEnd(frame.block);
  frames_.push_back(std::move(frame));
}

void Trace::pop() {
  auto depth = static_cast<uint32_t>(frames_.size() - 1);
  for (size_t at = frames_.back().first; at < table_.size(); ++at)
    if (table_[at].depth >= depth)
      table_[at].value = {};
  frames_.pop_back();
  if (!frames_.empty())
    builder_.setInsertionPointToEnd(frames_.back().block);
}

uint32_t Trace::function_of(uint32_t depth) const {
  while (!frames_[depth].function)
    --depth;
  return depth;
}

TraceHandle Trace::add_at(Value value, uint32_t depth) {
  table_.push_back({value, depth});
  return {number_, static_cast<uint32_t>(table_.size() - 1)};
}

TraceHandle Trace::add(Value value) { return add_at(value, static_cast<uint32_t>(frames_.size() - 1)); }

Value Trace::value_of(TraceHandle handle, std::source_location location) {
  if (handle.trace == 0)
    refuse(location, "a traced array that was never given a value is used (it was default-constructed)");
  if (handle.trace != number_)
    refuse(location, foreign_message(handle));
  if (!table_[handle.index].value)
    refuse(location,
           "a traced value is used outside of the body of a loop, branch or function that computed it: return "
           "it from the body, or pass the variable that holds it as an argument, so that its change is seen");
  return value_in(function_of(static_cast<uint32_t>(frames_.size() - 1)), handle.index);
}

Value Trace::value_in(uint32_t frame, uint32_t index) {
  const Entry &entry = table_[index];
  if (function_of(entry.depth) == frame)
    return entry.value;
  Value &known = frames_[frame].captured_values[index];
  if (!known) {
    Value outer = value_in(function_of(frame - 1), index);
    known = frames_[frame].block->addArgument(outer.getType(), outer.getLoc());
    frames_[frame].captured.push_back(index);
  }
  return known;
}

TraceHandle Trace::capture(const AnyArray &array, std::source_location location) {
  RankedTensorType type = type_of(context(), array);
  bool large = byte_count(array) > largest_constant;
  uint32_t depth = large ? 0 : function_of(static_cast<uint32_t>(frames_.size() - 1));
  auto &known = frames_[depth].constants[array.memory().get()];
  for (uint32_t index : known)
    if (table_[index].value.getType() == type)
      return {number_, index};
  Value value;
  if (large) {
    value = frames_.front().block->addArgument(type, location_of(location));
    hidden_.push_back(array);
  } else {
    OpBuilder start(context());
    start.setInsertionPointToStart(frames_[depth].block);
    value = stablehlo::ConstantOp::create(start, location_of(location), attribute_of(context(), array));
    kept_.push_back(array);
  }
  TraceHandle handle = add_at(value, depth);
  known.push_back(handle.index);
  return handle;
}

void Trace::for_each_since(size_t mark, llvm::function_ref<void(Value &)> use) {
  for (size_t at = mark; at < table_.size(); ++at)
    if (table_[at].value)
      use(table_[at].value);
}

std::vector<TraceHandle> Trace::add_arguments(TypeRange types, Location location) {
  std::vector<TraceHandle> handles;
  for (Type type : types)
    handles.push_back(add(block()->addArgument(type, location)));
  return handles;
}

std::vector<TraceHandle> Trace::open_body(TypeRange arguments, Location location) {
  // The region needs a home inside the function until it moves into its operation.
  OperationState state(location, stablehlo::CaseOp::getOperationName());
  state.addRegion();
  Frame frame;
  frame.holder = builder_.create(state);
  frame.block = &frame.holder->getRegion(0).emplaceBlock();
  push(std::move(frame));
  return add_arguments(arguments, location);
}

Operation *Trace::close_body(ValueRange results, Location location) {
  stablehlo::ReturnOp::create(builder_, location, results);
  Operation *holder = frames_.back().holder;
  pop();
  return holder;
}

void Trace::abandon_body() {
  Operation *holder = frames_.back().holder;
  func::FuncOp function = frames_.back().function;
  pop();
  if (holder)
    holder->erase();
  else
    function.erase();
}

std::vector<TraceHandle> Trace::open_function(const std::string &name, TypeRange arguments, Location location) {
  builder_.setInsertionPointToEnd(module().getBody());
  std::string unused = name;
  for (size_t number = 2; SymbolTable::lookupSymbolIn(module(), unused); ++number)
    unused = name + "_" + std::to_string(number);
  auto function = func::FuncOp::create(builder_, location, unused, builder_.getFunctionType({}, {}));
  function.setPrivate();
  Frame frame;
  frame.block = function.addEntryBlock();
  frame.function = function;
  push(std::move(frame));
  return add_arguments(arguments, location);
}

uint32_t Trace::close_function(ValueRange results, Location location) {
  func::ReturnOp::create(builder_, location, results);
  Frame &frame = frames_.back();
  Outlined outlined{frame.function, {}};
  frame.function.setFunctionType(builder_.getFunctionType(frame.block->getArgumentTypes(), results.getTypes()));
  for (uint32_t index : frame.captured)
    outlined.captured.push_back({number_, index});
  pop();
  outlined_.push_back(std::move(outlined));
  return static_cast<uint32_t>(outlined_.size() - 1);
}

TraceHandle Trace::add_argument(Type type, Location location) {
  return add_at(frames_.front().block->addArgument(type, location), 0);
}

void Trace::finish(ValueRange results, Location location) {
  func::ReturnOp::create(builder_, location, results);
  func::FuncOp function = main();
  function.setFunctionType(builder_.getFunctionType(frames_.front().block->getArgumentTypes(), results.getTypes()));
  pop();
}

Trace &current_trace() {
  if (traces.empty())
    throw Error("bad-trace", "a traced value is used outside of tracing: it stands for no number");
  return *traces.back();
}

bool has_trace() { return !traces.empty(); }
void push_trace(Trace &trace) { traces.push_back(&trace); }
void pop_trace() { traces.pop_back(); }

std::string text_of(std::source_location location) {
  if (location.line() == 0)
    return "";
  return std::string(location.file_name()) + ":" + std::to_string(location.line()) + ":" +
         std::to_string(location.column()) + ": ";
}

void rethrow_located(const Error &error, std::source_location location) { rethrow_with(error, text_of(location)); }

void rethrow_with(const Error &error, const std::string &place) {
  std::string message(error.message());
  // FILE:LINE:COLUMN: at the start is a place already
  size_t colon = message.find(": ");
  std::string_view front = std::string_view(message).substr(0, colon == std::string::npos ? 0 : colon);
  bool has_place = !front.empty() && front.find(' ') == std::string_view::npos && front.find(':') != front.npos &&
                   front.find_last_not_of("0123456789") == front.rfind(':');
  throw Error(error.kind(), has_place ? message : place + message);
}

} // namespace cotangent::trace

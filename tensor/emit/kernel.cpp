#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"
#include "tensor/plan/native.h"

#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using cotangent::plan::BufferId;
using cotangent::plan::Kernel;
using cotangent::plan::Leaf;
using cotangent::plan::Reading;

namespace cotangent::emit {
namespace {

ElementType element_of(mlir::Value value) { return interpret::facts_of(value.getType()).type; }

int64_t count_of(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

bool is_leaf(const Kernel &kernel, mlir::Value value) {
  return any_of(kernel.leaves, [&](const Leaf &leaf) { return leaf.value == value; });
}

} // namespace

ArrayRef<int64_t> shape_of(mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()).getShape(); }

SmallVector<int64_t> all_dimensions(size_t rank) {
  SmallVector<int64_t> all(rank);
  for (size_t at = 0; at < rank; ++at)
    all[at] = static_cast<int64_t>(at);
  return all;
}

std::optional<size_t> outer_dimension(ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions) {
  for (int64_t at : dimensions)
    if (shape[static_cast<size_t>(at)] != 1)
      return static_cast<size_t>(at);
  return std::nullopt;
}

SmallVector<int64_t> without(ArrayRef<int64_t> dimensions, std::optional<size_t> one) {
  SmallVector<int64_t> rest;
  for (int64_t at : dimensions)
    if (!one || at != static_cast<int64_t>(*one))
      rest.push_back(at);
  return rest;
}

bool is_flat(const Kernel &kernel) {
  DenseSet<mlir::Operation *> seen;
  int64_t count = count_of(shape_of(kernel.root->getResult(0)));
  auto visit = [&](auto &&visit, mlir::Operation &operation) -> bool {
    if (!seen.insert(&operation).second)
      return true;
    ArrayRef<int64_t> shape = shape_of(operation.getResult(0));
    Reading reading = plan::reading_of(operation);
    bool one = count_of(shape) == 1 && count != 1;
    if (!one && reading != Reading::Elementwise && !mlir::isa<stablehlo::ReshapeOp>(operation)) {
      bool of_scalar = mlir::isa<stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp>(operation) &&
                       shape_of(operation.getOperand(0)).empty();
      if (!of_scalar && shape.size() != 1)
        return false;
    }
    for (mlir::Value operand : operation.getOperands())
      if (!is_leaf(kernel, operand) && !plan::is_immediate(operand) && operand.getDefiningOp())
        if (!visit(visit, *operand.getDefiningOp()))
          return false;
    return true;
  };
  return visit(visit, *kernel.root) &&
         all_of(kernel.siblings, [&](mlir::Operation *sibling) { return visit(visit, *sibling); });
}

/// Whether a flat kernel is the same for all numbers of elements above one: nothing in it looks at an index.
bool fits_any_size(const Kernel &kernel) {
  if (plan::reading_of(*kernel.root) != Reading::Elementwise || !is_flat(kernel))
    return false;
  int64_t count = count_of(shape_of(kernel.root->getResult(0)));
  DenseSet<mlir::Value> seen;
  auto visit = [&](auto &&visit, mlir::Value value) -> bool {
    if (!seen.insert(value).second)
      return true;
    int64_t elements = count_of(shape_of(value));
    if (elements != count && !shape_of(value).empty())
      return false;
    mlir::Operation *operation = value.getDefiningOp();
    if (is_leaf(kernel, value) || plan::is_immediate(value))
      return true;
    bool known = operation && operation->getNumRegions() == 0 &&
                 (plan::reading_of(*operation) == Reading::Elementwise ||
                  mlir::isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp>(operation));
    return known && all_of(operation->getOperands(), [&](mlir::Value operand) { return visit(visit, operand); });
  };
  return count > 1 && all_of(seq(kernel.results.size()), [&](size_t at) { return visit(visit, kernel.result(at)); });
}

std::vector<BufferId> KernelEmitter::parameters(const Kernel &kernel) {
  std::vector<BufferId> distinct;
  auto add = [&](BufferId id) {
    if (!is_contained(distinct, id))
      distinct.push_back(id);
  };
  for_each(kernel.results, add);
  for_each(kernel.parts.results, add);
  for (const Leaf &leaf : kernel.leaves)
    add(leaf.buffer);
  return distinct;
}

int64_t KernelEmitter::outer_size(const Kernel &kernel) {
  if (kernel.parts.count != 0)
    return kernel.parts.count;
  if (plan::reading_of(*kernel.root) == Reading::Updating || mlir::isa<stablehlo::SelectAndScatterOp>(kernel.root))
    return 1;
  ArrayRef<int64_t> shape = shape_of(kernel.root->getResult(0));
  if (plan::reading_of(*kernel.root) != Reading::Reducing && is_flat(kernel))
    return count_of(shape);
  std::optional<size_t> outer = outer_dimension(shape, all_dimensions(shape.size()));
  return outer ? shape[*outer] : 1;
}

std::string KernelEmitter::text_of(const Kernel &kernel) {
  std::string text;
  raw_string_ostream out(text);
  DenseMap<mlir::Value, size_t> numbers;
  DenseMap<BufferId, size_t> buffers;
  for (BufferId id : parameters(kernel))
    buffers[id] = buffers.size();
  const bool any_size = fits_any_size(kernel);
  auto type_text = [&](mlir::Value value) {
    std::string text;
    raw_string_ostream type(text);
    if (any_size)
      type << (shape_of(value).empty() ? "one " : "each ") << mlir::getElementTypeOrSelf(value.getType());
    else
      type << value.getType();
    return text;
  };
  auto number = [&](auto &&number, mlir::Value value) -> size_t {
    if (auto found = numbers.find(value); found != numbers.end())
      return found->second;
    std::string line;
    raw_string_ostream line_out(line);
    if (auto leaf = find_if(kernel.leaves, [&](const Leaf &leaf) { return leaf.value == value; });
        leaf != kernel.leaves.end()) {
      line_out << "buffer " << buffers[leaf->buffer] << " " << type_text(value);
    } else if (any_size && plan::is_immediate(value)) {
      auto constant = mlir::cast<stablehlo::ConstantOp>(value.getDefiningOp());
      line_out << "constant "
               << mlir::cast<mlir::DenseElementsAttr>(constant.getValue()).getSplatValue<mlir::Attribute>();
    } else {
      auto write = [&](auto &&write, mlir::Operation &operation) -> void {
        SmallVector<size_t> operands; // their lines come first
        for (mlir::Value operand : operation.getOperands())
          operands.push_back(number(number, operand));
        std::string text;
        raw_string_ostream text_out(text);
        text_out << operation.getName() << " " << operation.getRawDictionaryAttrs()
                 << operation.getPropertiesAsAttribute();
        for (size_t operand : operands)
          text_out << " " << operand;
        for (mlir::Value result : operation.getResults())
          text_out << " " << type_text(result);
        line_out << text;
        for (mlir::Region &region : operation.getRegions())
          for (mlir::Block &block : region) {
            line_out << " {" << block.getArgumentTypes();
            for (mlir::BlockArgument argument : block.getArguments())
              numbers[argument] = numbers.size();
            for (mlir::Operation &inner : block) {
              line_out << "\n";
              write(write, inner);
              for (mlir::Value result : inner.getResults())
                numbers[result] = numbers.size();
            }
            line_out << "}";
          }
      };
      write(write, *value.getDefiningOp());
    }
    out << line << "\n";
    size_t next = numbers.size();
    return numbers[value] = next;
  };
  number(number, kernel.root->getResult(0));
  for (mlir::Operation *sibling : kernel.siblings)
    number(number, sibling->getResult(0));
  for (auto [at, id] : enumerate(kernel.results)) {
    mlir::Value result = kernel.result(at);
    out << "result " << buffers[id] << " " << numbers.lookup(result) << " " << type_text(result) << "\n";
  }
  if (kernel.parts.count != 0)
    out << kernel.parts.count << " parts of " << kernel.parts.size << " along " << kernel.parts.dimension << "\n";
  return text;
}

namespace {

/// What changes its operand in place cannot be computed a second time, nor what returns something.
EmitOptions options_for(const Kernel &kernel, EmitOptions options) {
  options.any_argument |= plan::reading_of(*kernel.root) == Reading::Updating ||
                          mlir::isa<stablehlo::SelectAndScatterOp, stablehlo::SortOp>(kernel.root);
  return options;
}

} // namespace

KernelEmitter::KernelEmitter(Module &module, const plan::Program &program, const Kernel &kernel,
                             const EmitOptions &options)
    : module_(module), program_(program), kernel_(kernel), builder_(module.getContext()),
      scalars_(builder_, options_for(kernel, options)) {
  for (const Leaf &leaf : kernel.leaves)
    leaves_[leaf.value] = leaf.buffer;
  known_.emplace_back();
}

Value *KernelEmitter::pointer(BufferId id) const { return pointers_.lookup(id); }

ElementType KernelEmitter::result_type(size_t result) const { return element_of(kernel_.result(result)); }

void KernelEmitter::begin_function(const std::string &name) {
  std::vector<BufferId> distinct = parameters(kernel_);
  SmallVector<Type *> types(distinct.size(), builder_.getPtrTy());
  types.append(2, builder_.getInt64Ty());
  function_ =
      Function::Create(FunctionType::get(builder_.getVoidTy(), types, false), Function::InternalLinkage, name, module_);
  function_->setDoesNotThrow();
  for (size_t at = 0; at < distinct.size(); ++at) {
    auto place = static_cast<unsigned>(at);
    pointers_[distinct[at]] = function_->getArg(place);
    function_->addParamAttr(place, Attribute::NoAlias);
    function_->addParamAttr(place, Attribute::getWithAlignment(builder_.getContext(), Align(64)));
    if (!is_contained(kernel_.results, distinct[at]) && !is_contained(kernel_.parts.results, distinct[at]))
      function_->addParamAttr(place, Attribute::ReadOnly);
  }
  begin_ = function_->getArg(static_cast<unsigned>(distinct.size()));
  end_ = function_->getArg(static_cast<unsigned>(distinct.size() + 1));
  builder_.SetInsertPoint(BasicBlock::Create(builder_.getContext(), "entry", function_));
  if (!scalars_.options().strict) {
    FastMathFlags flags;
    flags.setAllowContract();
    builder_.setFastMathFlags(flags);
  }
}

Function *KernelEmitter::emit(const std::string &name) {
  begin_function(name);
  if (mlir::isa<stablehlo::ReduceOp>(kernel_.root))
    emit_reduce();
  else if (mlir::isa<stablehlo::ReduceWindowOp>(kernel_.root))
    emit_reduce_window();
  else if (mlir::isa<stablehlo::SelectAndScatterOp>(kernel_.root))
    emit_select_and_scatter();
  else if (mlir::isa<stablehlo::DynamicUpdateSliceOp>(kernel_.root))
    emit_update_slice();
  else if (mlir::isa<stablehlo::ScatterOp>(kernel_.root))
    emit_scatter();
  else
    emit_map();
  if (Value *beyond = scalars_.beyond_bound())
    emit_second_try(beyond, name);
  builder_.CreateRetVoid();
  return function_;
}

/// Where an argument was beyond what a vector function can do, everything is computed again by the slower versions.
void KernelEmitter::emit_second_try(Value *beyond, const std::string &name) {
  EmitOptions options = scalars_.options();
  options.any_argument = true;
  Function *slow = KernelEmitter(module_, program_, kernel_, options).emit(name + "_any");
  slow->addFnAttr(Attribute::NoInline);
  slow->addFnAttr(Attribute::Cold);
  Value *noted = builder_.CreateLoad(builder_.getInt32Ty(), beyond);
  when(builder_.CreateICmpNE(noted, builder_.getInt32(0)), [&] {
    SmallVector<Value *> arguments;
    for (Argument &argument : function_->args())
      arguments.push_back(&argument);
    builder_.CreateCall(slow, arguments);
  });
}

// --- loops -----------------------------------------------------------------------------------------------------------

KernelEmitter::Scalars KernelEmitter::loop(Value *begin, Value *end, ArrayRef<Scalar> carried, const Body &body) {
  BasicBlock *before = builder_.GetInsertBlock();
  LLVMContext &context = builder_.getContext();
  BasicBlock *header = BasicBlock::Create(context, "loop", function_);
  BasicBlock *inside = BasicBlock::Create(context, "body", function_);
  BasicBlock *after = BasicBlock::Create(context, "after", function_);
  builder_.CreateBr(header);
  builder_.SetInsertPoint(header);
  PHINode *counter = builder_.CreatePHI(builder_.getInt64Ty(), 2);
  counter->addIncoming(begin, before);
  SmallVector<std::pair<PHINode *, PHINode *>> phis;
  Scalars current;
  for (const Scalar &value : carried) {
    auto phi_of = [&](Value *start) -> PHINode * {
      if (!start)
        return nullptr;
      PHINode *phi = builder_.CreatePHI(start->getType(), 2);
      phi->addIncoming(start, before);
      return phi;
    };
    phis.emplace_back(phi_of(value.real), phi_of(value.imaginary));
    current.push_back({phis.back().first, phis.back().second});
  }
  builder_.CreateCondBr(builder_.CreateICmpSLT(counter, end), inside, after);
  builder_.SetInsertPoint(inside);
  known_.emplace_back();
  Scalars next = body(counter, current);
  known_.pop_back();
  BasicBlock *last = builder_.GetInsertBlock();
  counter->addIncoming(builder_.CreateAdd(counter, builder_.getInt64(1), "", true, true), last);
  for (auto [phi, value] : zip(phis, next)) {
    phi.first->addIncoming(value.real, last);
    if (phi.second)
      phi.second->addIncoming(value.imaginary, last);
  }
  builder_.CreateBr(header);
  builder_.SetInsertPoint(after);
  return current;
}

KernelEmitter::Scalars KernelEmitter::nest(ArrayRef<int64_t> sizes, ArrayRef<int64_t> dimensions,
                                           SmallVectorImpl<Value *> &indices, ArrayRef<Scalar> carried,
                                           const std::function<Scalars(ArrayRef<Scalar>)> &body) {
  if (dimensions.empty())
    return body(carried);
  auto dimension = static_cast<size_t>(dimensions.front());
  if (sizes[dimension] == 1) {
    indices[dimension] = index(0);
    return nest(sizes, dimensions.drop_front(), indices, carried, body);
  }
  return loop(index(0), index(sizes[dimension]), carried, [&](Value *at, ArrayRef<Scalar> inner) {
    indices[dimension] = at;
    return nest(sizes, dimensions.drop_front(), indices, inner, body);
  });
}

void KernelEmitter::nest_in_range(ArrayRef<int64_t> sizes, ArrayRef<int64_t> dimensions,
                                  SmallVectorImpl<Value *> &indices,
                                  const std::function<Scalars(ArrayRef<Scalar>)> &body) {
  std::optional<size_t> outer = outer_dimension(sizes, dimensions);
  if (!outer) {
    body({});
    return;
  }
  loop(begin_, end_, {}, [&](Value *at, ArrayRef<Scalar>) {
    indices[*outer] = at;
    return nest(sizes, without(dimensions, outer), indices, {}, body);
  });
}

void KernelEmitter::store_result(size_t result, const Scalar &value, const Position &position) {
  BufferId id = kernel_.results[result];
  scalars_.store(result_type(result), value, pointer(id), number_at(position, shape_of(kernel_.result(result))));
}

void KernelEmitter::emit_map() {
  ArrayRef<int64_t> shape = shape_of(kernel_.root->getResult(0));
  auto one = [&](const Position &position) { // operands may lie where results go: all are read before
    Scalars values;
    for (size_t at = 0; at < kernel_.results.size(); ++at)
      values.push_back(element(kernel_.result(at), position));
    for (size_t at = 0; at < kernel_.results.size(); ++at)
      store_result(at, values[at], position);
    return Scalars();
  };
  SmallVector<int64_t> all = all_dimensions(shape.size());
  if (outer_dimension(shape, all) && is_flat(kernel_)) {
    loop(begin_, end_, {}, [&](Value *at, ArrayRef<Scalar>) { return one(Position{{}, at}); });
    return;
  }
  SmallVector<Value *, 4> indices(shape.size(), index(0));
  nest_in_range(shape, all, indices, [&](ArrayRef<Scalar>) { return one(Position{indices, nullptr}); });
}

// --- elements --------------------------------------------------------------------------------------------------------

Value *KernelEmitter::number_at(const Position &position, ArrayRef<int64_t> shape) {
  if (position.number)
    return position.number;
  Value *number = index(0);
  for (size_t at = 0; at < shape.size(); ++at) {
    number = builder_.CreateNSWMul(number, index(shape[at]));
    number = builder_.CreateNSWAdd(number, position.indices[at]);
  }
  return number;
}

ArrayRef<Value *> KernelEmitter::indices_at(Position &position, ArrayRef<int64_t> shape) {
  if (position.indices.size() == shape.size())
    return position.indices;
  Value *rest = position.number;
  position.indices.assign(shape.size(), nullptr);
  for (size_t at = shape.size(); at-- > 0;) {
    if (at == 0 || shape.size() == 1)
      position.indices[at] = rest;
    else
      position.indices[at] = shape[at] == 1 ? index(0) : builder_.CreateURem(rest, index(shape[at]));
    if (at > 0 && shape[at] != 1)
      rest = builder_.CreateUDiv(rest, index(shape[at]));
  }
  return position.indices;
}

Scalar KernelEmitter::element(mlir::Value value, const Position &position) {
  for (const auto &scope : reverse(known_))
    if (auto found = scope.find(value); found != scope.end())
      for (const Known &known : found->second)
        if (known.position.number == position.number && known.position.indices == position.indices)
          return known.scalar;
  Scalar result;
  if (auto leaf = leaves_.find(value); leaf != leaves_.end()) {
    result = scalars_.load(element_of(value), pointer(leaf->second), number_at(position, shape_of(value)));
  } else if (plan::is_immediate(value)) {
    auto constant = mlir::cast<stablehlo::ConstantOp>(value.getDefiningOp());
    auto elements = mlir::cast<mlir::DenseElementsAttr>(constant.getValue());
    auto single = elements.resizeSplat(mlir::RankedTensorType::get({}, elements.getElementType()));
    return scalars_.constant(interpret::array_of(single).get(0));
  } else {
    result = compute(*value.getDefiningOp(), position);
  }
  known_.back()[value].push_back({value, position, result});
  return result;
}

Scalar KernelEmitter::compute(mlir::Operation &operation, Position position) {
  Reading reading = plan::reading_of(operation);
  if (auto iota = mlir::dyn_cast<stablehlo::IotaOp>(operation)) {
    ArrayRef<Value *> indices = indices_at(position, shape_of(iota));
    return scalars_.from_index(element_of(iota), indices[static_cast<size_t>(iota.getIotaDimension())]);
  }
  if (reading == Reading::Moving)
    return moved(operation, position);
  Scalars operands;
  for (mlir::Value operand : operation.getOperands()) {
    // The predicate of select and the limits of clamp may be scalars beside arrays.
    bool scalar = shape_of(operand).empty() && !shape_of(operation.getResult(0)).empty();
    operands.push_back(element(operand, scalar ? Position{{}, index(0)} : position));
  }
  if (auto map = mlir::dyn_cast<stablehlo::MapOp>(operation)) {
    SmallVector<ElementType> types;
    for (mlir::Value operand : operation.getOperands())
      types.push_back(element_of(operand));
    return region(map.getComputation(), operands, types).front();
  }
  return scalars_.elementwise(operation, operands);
}

Scalar KernelEmitter::choose(Value *condition, const std::function<Scalar()> &on_true,
                             const std::function<Scalar()> &on_false) {
  if (auto *constant = dyn_cast<ConstantInt>(condition))
    return constant->isOne() ? on_true() : on_false();
  LLVMContext &context = builder_.getContext();
  BasicBlock *yes = BasicBlock::Create(context, "yes", function_), *no = BasicBlock::Create(context, "no", function_);
  BasicBlock *after = BasicBlock::Create(context, "joined", function_);
  builder_.CreateCondBr(condition, yes, no);
  auto side = [&](BasicBlock *block, const std::function<Scalar()> &emit_side) {
    builder_.SetInsertPoint(block);
    known_.emplace_back();
    Scalar value = emit_side();
    known_.pop_back();
    BasicBlock *last = builder_.GetInsertBlock();
    builder_.CreateBr(after);
    return std::pair(value, last);
  };
  auto [first, first_block] = side(yes, on_true);
  auto [second, second_block] = side(no, on_false);
  builder_.SetInsertPoint(after);
  auto join = [&](Value *one, Value *other) -> Value * {
    if (!one)
      return nullptr;
    PHINode *phi = builder_.CreatePHI(one->getType(), 2);
    phi->addIncoming(one, first_block);
    phi->addIncoming(other, second_block);
    return phi;
  };
  Scalar joined;
  joined.real = join(first.real, second.real);
  joined.imaginary = join(first.imaginary, second.imaginary);
  return joined;
}

void KernelEmitter::when(Value *condition, const std::function<void()> &body) {
  if (auto *constant = dyn_cast<ConstantInt>(condition); constant && constant->isOne())
    return body();
  BasicBlock *yes = BasicBlock::Create(builder_.getContext(), "yes", function_);
  BasicBlock *after = BasicBlock::Create(builder_.getContext(), "joined", function_);
  builder_.CreateCondBr(condition, yes, after);
  builder_.SetInsertPoint(yes);
  known_.emplace_back();
  body();
  known_.pop_back();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

} // namespace cotangent::emit

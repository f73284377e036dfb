// Constraints of control flow, tuples, foreign functions, tokens, and the code that TableGen makes for them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

// --- branches and loops ----------------------------------------------------------------------------------------------
static LogicalResult check_branch(Refuse refuse, StringRef name, Region &branch, TypeRange expected) {
  if (failed(check_arguments(refuse, name, {}, branch)))
    return failure();
  FailureOr<OperandRange> results = region_results(refuse, name, branch);
  return failed(results)
             ? failure()
             : check_types(refuse, ("values that " + name + " returns").str(), expected, results->getTypes());
}

LogicalResult IfOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (rank_of(getPred()) != 0)
    return emitOpError("pred must be a scalar, but is ") << getPred().getType();
  return failure(failed(check_branch(refuse, "true_branch", getTrueBranch(), getResultTypes())) ||
                 failed(check_branch(refuse, "false_branch", getFalseBranch(), getResultTypes())));
}

LogicalResult CaseOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (rank_of(getIndex()) != 0)
    return emitOpError("index must be a scalar, but is ") << getIndex().getType();
  if (getBranches().empty())
    return emitOpError("needs at least one branch");
  for (auto [at, branch] : llvm::enumerate(getBranches()))
    if (failed(check_branch(refuse, "branch " + std::to_string(at), branch, getResultTypes())))
      return failure();
  return success();
}

LogicalResult WhileOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  TypeRange carried = getOperand().getTypes();
  if (failed(check_types(refuse, "results", carried, getResultTypes())) ||
      failed(check_arguments(refuse, "cond", carried, getCond())) ||
      failed(check_arguments(refuse, "body", carried, getBody())))
    return failure();
  FailureOr<OperandRange> condition = region_results(refuse, "cond", getCond());
  FailureOr<OperandRange> results = region_results(refuse, "body", getBody());
  if (failed(condition) || failed(results))
    return failure();
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return failure(failed(check_types(refuse, "values that cond returns", boolean, condition->getTypes())) ||
                 failed(check_types(refuse, "values that body returns", carried, results->getTypes())));
}

LogicalResult OptimizationBarrierOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_types(refuse, "results", getOperand().getTypes(), getResult().getTypes());
}

// --- tuples ----------------------------------------------------------------------------------------------------------
LogicalResult TupleOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_type(refuse, "result", TupleType::get(getContext(), SmallVector<Type>(getVal().getTypes())), getType());
}

LogicalResult GetTupleElementOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  auto tuple = dyn_cast<TupleType>(getOperand().getType());
  if (!tuple)
    return emitOpError("operand must be a tuple, but is ") << getOperand().getType();
  int64_t index = static_cast<int64_t>(getIndex());
  if (failed(check_range(refuse, "index", index, static_cast<int64_t>(tuple.size()))))
    return failure();
  return check_type(refuse, "result", tuple.getType(static_cast<size_t>(index)), getType());
}

// --- functions of others ---------------------------------------------------------------------------------------------
static LogicalResult check_layout(Refuse refuse, DenseIntElementsAttr layout, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    if (isa<TensorType>(type) || layout.empty())
      return success();
    return refuse() << "layouts must be empty but for tensors, but " << type << " has " << layout;
  }
  SmallVector<int64_t> order =
      llvm::map_to_vector(layout.getValues<APInt>(), [](const APInt &entry) { return entry.getSExtValue(); });
  if (layout.getType().getRank() == 1 && static_cast<int64_t>(order.size()) == tensor.getRank() &&
      succeeded(check_dimensions(refuse, "layouts", order, tensor.getRank())))
    return success();
  return refuse() << "layouts must be permutations of the dimensions, but " << tensor << " has " << to_text(order);
}

static LogicalResult check_layouts(Refuse refuse, StringRef name, ArrayAttr layouts, TypeRange types) {
  if (layouts.size() != types.size())
    return refuse() << name << " must have one entry for each of " << types.size() << " values, but has "
                    << layouts.size();
  for (auto [layout, type] : llvm::zip(layouts.getAsRange<DenseIntElementsAttr>(), types))
    if (failed(check_layout(refuse, layout, type)))
      return failure();
  return success();
}

/// The member that indices lead to, through tuples.
static Type member(Type type, Numbers indices) {
  for (int64_t index : indices) {
    auto tuple = dyn_cast_if_present<TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
      return {};
    type = tuple.getType(static_cast<size_t>(index));
  }
  return type;
}

static LogicalResult check_alias(Refuse refuse, OutputOperandAliasAttr alias, TypeRange inputs, TypeRange results) {
  if (failed(check_range(refuse, "operand_index of an alias", alias.getOperandIndex(),
                         static_cast<int64_t>(inputs.size()))))
    return failure();
  Type input = member(inputs[static_cast<size_t>(alias.getOperandIndex())], alias.getOperandTupleIndices());
  // Several results are numbered as if they were one tuple.
  Numbers path = alias.getOutputTupleIndices();
  Type result;
  if (results.size() == 1 && (path.empty() || isa<TupleType>(results[0])))
    result = member(results[0], path);
  else if (!path.empty() && path[0] >= 0 && path[0] < static_cast<int64_t>(results.size()))
    result = member(results[static_cast<size_t>(path[0])], path.drop_front());
  if (!input || !result)
    return refuse() << "indices of an alias must lead to an operand and a result, but are " << alias;
  if (compatible_types(input, result))
    return success();
  return refuse() << "operand and result of an alias must be of one type, but are " << input << " and " << result;
}

LogicalResult CustomCallOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  bool typed = getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
  if (Attribute config = getBackendConfigAttr())
    if (isa<DictionaryAttr>(config) != typed)
      return emitOpError("backend_config must be a ")
             << (typed ? "dictionary" : "string") << " for api_version "
             << stringifyCustomCallApiVersion(getApiVersion()) << ", but is " << config;
  std::optional<ArrayAttr> operand_layouts = getOperandLayouts(), result_layouts = getResultLayouts();
  if (!operand_layouts != !result_layouts)
    return emitOpError("needs both operand_layouts and result_layouts, or neither");
  if (operand_layouts) {
    // A single tuple stands for its members.
    SmallVector<Type> results(getResultTypes());
    if (auto tuple = results.size() == 1 ? dyn_cast<TupleType>(results[0]) : TupleType())
      results.assign(tuple.getTypes().begin(), tuple.getTypes().end());
    if (llvm::any_of(getInputs().getTypes(), [](Type type) { return isa<TupleType>(type); }) ||
        llvm::any_of(results, [](Type type) { return isa<TupleType>(type); }))
      return emitOpError("layouts must not be given for tuples");
    if (failed(check_layouts(refuse, "operand_layouts", *operand_layouts, getInputs().getTypes())) ||
        failed(check_layouts(refuse, "result_layouts", *result_layouts, results)))
      return failure();
  }
  for (auto alias : getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>())
    if (failed(check_alias(refuse, alias, getInputs().getTypes(), getResultTypes())))
      return failure();
  return success();
}

/// A foreign function without side effects may be moved, joined with an equal call, or dropped.
void CustomCallOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Allocate::get());
  effects.emplace_back(MemoryEffects::Free::get());
  effects.emplace_back(MemoryEffects::Write::get());
  effects.emplace_back(MemoryEffects::Read::get());
}

/// "namespace.name": letters first, then letters, digits and underscores, with at least one dot.
static bool names_operation(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  return parts.size() >= 2 && llvm::isAlpha(name.empty() ? '0' : name[0]) && llvm::all_of(parts, [](StringRef part) {
           return !part.empty() && llvm::all_of(part, [](char letter) {
             return llvm::isAlnum(letter) || letter == '_' || letter == '$' || letter == '-';
           });
         });
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto refuse = [&] { return emitOpError(); };
  if (!names_operation(getName()))
    return emitOpError("name must be that of an operation with its namespace, like \"my.operation\", but is \"")
           << getName() << "\"";
  auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(getOperation(), getDecompositionAttr());
  if (!function)
    return emitOpError("decomposition must be a function, but ") << getDecompositionAttr() << " is not";
  return failure(
      failed(
          check_types(refuse, "arguments of the decomposition", getInputs().getTypes(), function.getArgumentTypes())) ||
      failed(check_types(refuse, "results of the decomposition", getResultTypes(), function.getResultTypes())));
}

// --- tokens ----------------------------------------------------------------------------------------------------------
/// One list of integers, the order of dimensions, for each result.
static LogicalResult check_infeed_layout(Refuse refuse, ArrayAttr layout, size_t results) {
  if (layout.size() != results)
    return refuse() << "layout must have one entry for each of " << results << " tensors, but has " << layout.size();
  for (Attribute entry : layout) {
    auto order = dyn_cast<ArrayAttr>(entry);
    if (!order || !llvm::all_of(order, [](Attribute number) { return isa<IntegerAttr>(number); }))
      return refuse() << "layout must have lists of integers, but has " << entry;
  }
  return success();
}

LogicalResult InfeedOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  SmallVector<Type> types(getResultTypes());
  if (failed(check_received(refuse, types)))
    return failure();
  return getLayout() ? check_infeed_layout(refuse, *getLayout(), types.size() - 1) : success();
}

} // namespace cotangent::stablehlo

#define GET_OP_CLASSES
#include "tensor/ir/control.cpp.inc"

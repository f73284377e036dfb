#include "tensor/rules/rule.h"

#include "llvm/ADT/StringMap.h"

#include <vector>

using namespace mlir;

namespace cotangent::tensor_rules {
namespace {

std::string place_of(Operation *operation) {
  LocationAttr location = operation->getLoc();
  if (auto file = location.findInstanceOf<FileLineColLoc>())
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn()) +
           ": ";
  return "";
}

} // namespace

llvm::ArrayRef<Rule> all_rules() {
  static const std::vector<Rule> rules = [] {
    std::vector<Rule> result;
    for (llvm::ArrayRef<Rule> family :
         {elementwise_rules(), complex_rules(), special_rules(), shape_rules(), indexing_rules(), product_rules(),
          reduction_rules(), window_rules(), sorting_rules(), linear_algebra_rules(), collective_rules(),
          foreign_rules(), constant_rules()})
      result.insert(result.end(), family.begin(), family.end());
    return result;
  }();
  return rules;
}

const Rule *find_rule(llvm::StringRef name) {
  static const llvm::StringMap<const Rule *> table = [] {
    llvm::StringMap<const Rule *> result;
    for (const Rule &rule : all_rules())
      result[rule.name] = &rule;
    return result;
  }();
  return table.lookup(name);
}

const Rule *find_rule(Operation *operation) {
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(operation))
    return find_rule(("custom_call " + call.getCallTargetName()).str());
  return find_rule(operation->getName().getStringRef());
}

void refuse(Operation *operation, const std::string &reason) {
  std::string name = operation->getName().getStringRef().str();
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(operation))
    name += " @" + call.getCallTargetName().str();
  auto known = operation->getAttrOfType<StringAttr>(reason_attribute);
  throw Error("no-derivative", place_of(operation) + name + " cannot be differentiated: " +
                                   (known ? known.getValue().str() : reason));
}

} // namespace cotangent::tensor_rules

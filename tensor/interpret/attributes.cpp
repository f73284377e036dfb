#include "tensor/interpret/attributes.h"

#include "tensor/library/external.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::interpret {

reference::DotDimensions dimensions_of(DotDimensionNumbersAttr numbers) {
  return {integers_of(numbers.getLhsBatchingDimensions()), integers_of(numbers.getRhsBatchingDimensions()),
          integers_of(numbers.getLhsContractingDimensions()), integers_of(numbers.getRhsContractingDimensions())};
}

reference::ConvolutionDimensions dimensions_of(ConvDimensionNumbersAttr numbers) {
  return {numbers.getInputBatchDimension(),
          numbers.getInputFeatureDimension(),
          integers_of(numbers.getInputSpatialDimensions()),
          numbers.getKernelInputFeatureDimension(),
          numbers.getKernelOutputFeatureDimension(),
          integers_of(numbers.getKernelSpatialDimensions()),
          numbers.getOutputBatchDimension(),
          numbers.getOutputFeatureDimension(),
          integers_of(numbers.getOutputSpatialDimensions())};
}

namespace {

std::vector<library::ForeignArray> foreign_arrays(TypeRange types, std::optional<ArrayAttr> layouts) {
  std::vector<library::ForeignArray> arrays;
  for (size_t at = 0; at < types.size(); ++at) {
    TensorFacts facts = facts_of(types[at]);
    library::ForeignArray array{facts.type, facts.shape, {}};
    if (layouts)
      if (auto layout = dyn_cast<DenseIntElementsAttr>((*layouts)[at]))
        for (const APInt &dimension : layout.getValues<APInt>())
          array.minor_to_major.push_back(dimension.getSExtValue());
    arrays.push_back(std::move(array));
  }
  return arrays;
}

library::ForeignAttributes foreign_attributes(DictionaryAttr dictionary) {
  library::ForeignAttributes attributes;
  for (NamedAttribute entry : dictionary) {
    std::string name = entry.getName().str();
    if (auto boolean = dyn_cast<BoolAttr>(entry.getValue()))
      attributes[name] = boolean.getValue();
    else if (auto integer = dyn_cast<IntegerAttr>(entry.getValue()))
      attributes[name] = integer.getValue().getSExtValue();
    else if (auto real = dyn_cast<FloatAttr>(entry.getValue()))
      attributes[name] = real.getValueAsDouble();
    else if (auto text = dyn_cast<StringAttr>(entry.getValue()))
      attributes[name] = text.getValue().str();
  }
  return attributes;
}

} // namespace

library::CallPointer foreign_function(CustomCallOp operation) {
  for (Type type : llvm::concat<const Type>(operation.getOperandTypes(), operation.getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        !tensor || !tensor.hasStaticShape() || !element_type_of(tensor.getElementType()))
      return nullptr;
  llvm::StringRef target = operation.getCallTargetName();
  if (target.starts_with(library::external_prefix))
    return library::make_external(std::string_view(target));
  auto config = operation->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  if (!config && operation.getBackendConfig())
    config = dyn_cast<DictionaryAttr>(*operation.getBackendConfig());
  if (!config)
    config = DictionaryAttr::get(operation.getContext());
  return library::make_foreign(std::string_view(operation.getCallTargetName()),
                               foreign_arrays(operation.getOperandTypes(), operation.getOperandLayouts()),
                               foreign_arrays(operation.getResultTypes(), operation.getResultLayouts()),
                               foreign_attributes(config));
}

} // namespace cotangent::interpret

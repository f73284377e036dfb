// Shapes of what windows slide over: reductions by window and convolutions.
#include "tensor/ir/infer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

// Products of two sizes do not fit 64 bits; nothing is done with them but to compare and divide.
__extension__ using Wide = __int128;

static LogicalResult read_padding(Refuse refuse, std::optional<DenseIntElementsAttr> padding, Window &window) {
  size_t rank = window.sizes.size();
  window.low.assign(rank, 0);
  window.high.assign(rank, 0);
  if (!padding)
    return success();
  ShapedType type = padding->getType();
  if (type.getRank() != 2 || type.getDimSize(0) != static_cast<int64_t>(rank) || type.getDimSize(1) != 2)
    return refuse() << "padding must be of shape " << to_text({static_cast<int64_t>(rank), 2}) << ", but is of "
                    << type;
  SmallVector<int64_t> values(padding->getValues<int64_t>());
  for (size_t at = 0; at < rank; ++at) {
    window.low[at] = values[2 * at];
    window.high[at] = values[2 * at + 1];
  }
  return success();
}

FailureOr<Window> make_window(Refuse refuse, Numbers sizes, std::optional<Numbers> strides,
                              std::optional<DenseIntElementsAttr> padding, std::optional<Numbers> base_dilations,
                              std::optional<Numbers> window_dilations) {
  Window window;
  window.sizes.assign(sizes.begin(), sizes.end());
  if (failed(read_padding(refuse, padding, window)))
    return failure();
  struct Entry {
    StringRef name;
    std::optional<Numbers> given;
    Shape &into;
  };
  for (Entry entry : {Entry{"window_strides", strides, window.strides},
                      Entry{"dilations of the base", base_dilations, window.base_dilations},
                      Entry{"dilations of the window", window_dilations, window.window_dilations}}) {
    entry.into.assign(sizes.size(), 1);
    if (!entry.given)
      continue;
    if (failed(check_size(refuse, entry.name, *entry.given, static_cast<int64_t>(sizes.size()))) ||
        failed(check_at_least(refuse, entry.name, *entry.given, 1)))
      return failure();
    entry.into.assign(entry.given->begin(), entry.given->end());
  }
  return window;
}

/// Places of a window along one dimension; nothing if the padding takes away more than there is.
static std::optional<int64_t> windows_along(int64_t base, const Window &window, size_t at) {
  if (base == unknown || window.sizes[at] == unknown || window.low[at] == unknown || window.high[at] == unknown)
    return unknown;
  auto dilated = [](int64_t size, int64_t dilation) { return size == 0 ? Wide(0) : Wide(size - 1) * dilation + 1; };
  Wide padded = dilated(base, window.base_dilations[at]) + window.low[at] + window.high[at];
  Wide extent = dilated(window.sizes[at], window.window_dilations[at]);
  if (padded < 0)
    return std::nullopt;
  if (padded == 0 || extent > padded)
    return 0;
  Wide count = (padded - extent) / window.strides[at] + 1;
  return count > std::numeric_limits<int64_t>::max() ? std::nullopt : std::optional(static_cast<int64_t>(count));
}

FailureOr<Shape> infer_windows(Refuse refuse, Numbers base, const Window &window) {
  if (failed(check_size(refuse, "window_dimensions", window.sizes, static_cast<int64_t>(base.size()))))
    return failure();
  Shape shape;
  for (size_t at = 0; at < base.size(); ++at) {
    std::optional<int64_t> count = windows_along(base[at], window, at);
    if (!count)
      return refuse() << "padding must leave a size of at least 0, but dimension " << at << " of " << to_text(base)
                      << " is padded by " << window.low[at] << " and " << window.high[at];
    shape.push_back(*count);
  }
  return shape;
}

// --- convolutions ----------------------------------------------------------------------------------------------------
static LogicalResult check_permutation(Refuse refuse, StringRef name, int64_t first, int64_t second, Numbers spatial,
                                       int64_t rank) {
  Shape all{first, second};
  llvm::append_range(all, spatial);
  return failure(failed(check_size(refuse, name, all, rank)) || failed(check_dimensions(refuse, name, all, rank)));
}

LogicalResult check_convolution_numbers(Refuse refuse, ConvDimensionNumbersAttr numbers, int64_t rank) {
  return failure(
      failed(check_permutation(refuse, "dimensions of the input", numbers.getInputBatchDimension(),
                               numbers.getInputFeatureDimension(), numbers.getInputSpatialDimensions(), rank)) ||
      failed(check_permutation(refuse, "dimensions of the kernel", numbers.getKernelInputFeatureDimension(),
                               numbers.getKernelOutputFeatureDimension(), numbers.getKernelSpatialDimensions(),
                               rank)) ||
      failed(check_permutation(refuse, "dimensions of the output", numbers.getOutputBatchDimension(),
                               numbers.getOutputFeatureDimension(), numbers.getOutputSpatialDimensions(), rank)));
}

static LogicalResult check_divisible(Refuse refuse, StringRef name, int64_t size, StringRef count_name, int64_t count) {
  if (size == unknown || size % count == 0)
    return success();
  return refuse() << name << " must be divisible by " << count_name << ", but they are " << size << " and " << count;
}

static LogicalResult check_groups(Refuse refuse, Numbers lhs, Numbers rhs, const Convolution &convolution) {
  int64_t features = convolution.feature_groups, batches = convolution.batch_groups;
  ConvDimensionNumbersAttr numbers = convolution.numbers;
  if (features < 1 || batches < 1 || (features != 1 && batches != 1))
    return refuse() << "feature_group_count and batch_group_count must be positive and one of them 1, but are "
                    << features << " and " << batches;
  int64_t input_features = lhs[numbers.getInputFeatureDimension()];
  int64_t output_features = rhs[numbers.getKernelOutputFeatureDimension()];
  if (failed(check_divisible(refuse, "the batch size of the input", lhs[numbers.getInputBatchDimension()],
                             "batch_group_count", batches)) ||
      failed(
          check_divisible(refuse, "the feature count of the input", input_features, "feature_group_count", features)) ||
      failed(check_divisible(refuse, "the output feature count of the kernel", output_features, "batch_group_count",
                             batches)) ||
      failed(check_divisible(refuse, "the output feature count of the kernel", output_features, "feature_group_count",
                             features)))
    return failure();
  int64_t kernel_features = rhs[numbers.getKernelInputFeatureDimension()];
  if (input_features == unknown || compatible_dimensions(kernel_features, input_features / features))
    return success();
  return refuse() << "the input feature count of the kernel must be " << input_features / features
                  << ", that of the input by feature_group_count, but is " << kernel_features;
}

FailureOr<Shape> infer_convolution(Refuse refuse, Numbers lhs, Numbers rhs, const Convolution &convolution,
                                   const Window &window) {
  ConvDimensionNumbersAttr numbers = convolution.numbers;
  if (lhs.size() != rhs.size())
    return refuse() << "operands must be of one rank, but are of " << lhs.size() << " and " << rhs.size();
  if (failed(check_convolution_numbers(refuse, numbers, static_cast<int64_t>(lhs.size()))) ||
      failed(check_groups(refuse, lhs, rhs, convolution)))
    return failure();
  Shape base = llvm::map_to_vector(numbers.getInputSpatialDimensions(), [&](int64_t at) { return lhs[at]; });
  FailureOr<Shape> windows = infer_windows(refuse, base, window);
  if (failed(windows))
    return failure();
  Shape result(lhs.size(), unknown);
  int64_t batch = lhs[numbers.getInputBatchDimension()];
  result[numbers.getOutputBatchDimension()] = batch == unknown ? unknown : batch / convolution.batch_groups;
  result[numbers.getOutputFeatureDimension()] = rhs[numbers.getKernelOutputFeatureDimension()];
  for (auto [at, size] : llvm::zip(numbers.getOutputSpatialDimensions(), *windows))
    result[at] = size;
  return result;
}

} // namespace cotangent::stablehlo

#include "tensor/reference/linear_algebra.h"
#include "tensor/reference/products.h"

namespace cotangent::reference {

namespace {

/// Sizes and strides of the three arrays by the role of their dimensions.
struct Roles {
  Roles(const Array &array, int64_t outer, int64_t inner, const std::vector<int64_t> &spatial_dimensions) {
    const std::vector<int64_t> strides = strides_of(array.shape());
    outer_size = array.size(outer);
    inner_size = array.size(inner);
    outer_stride = strides[static_cast<size_t>(outer)];
    inner_stride = strides[static_cast<size_t>(inner)];
    for (int64_t dimension : spatial_dimensions) {
      spatial.push_back(array.size(dimension));
      spatial_strides.push_back(strides[static_cast<size_t>(dimension)]);
    }
  }
  int64_t outer_size, outer_stride; // batch; output features of the kernel
  int64_t inner_size, inner_stride; // features; input features of the kernel
  Shape spatial;
  std::vector<int64_t> spatial_strides;

  int64_t position(const Index &index) const { return position_of(index, spatial_strides); }
};

/// Two positions that meet in one window, without batch and features; input is -1 in padding.
struct Meeting {
  int64_t input, kernel;
};

/// All places of the kernel in the window at one place of the output.
std::vector<Meeting> meetings_at(const Index &output, const Roles &input, const Roles &kernel, const Window &window,
                                 const std::vector<bool> &reversal) {
  std::vector<Meeting> meetings;
  for (Index place(kernel.spatial); place; ++place) {
    int64_t position = 0;
    for (size_t dimension = 0; dimension < kernel.spatial.size() && position >= 0; ++dimension) {
      const bool reversed = !reversal.empty() && reversal[dimension];
      const int64_t in_window = reversed ? kernel.spatial[dimension] - 1 - place[dimension] : place[dimension];
      const int64_t index = window.input_index(dimension, input.spatial[dimension], output[dimension], in_window);
      position = index < 0 ? -1 : position + index * input.spatial_strides[dimension];
    }
    meetings.push_back({position, kernel.position(place)});
  }
  return meetings;
}

} // namespace

Array convolution(const Array &lhs, const Array &rhs, const Window &given_window,
                  const std::vector<bool> &window_reversal, const ConvolutionDimensions &dimensions,
                  int64_t feature_group_count, int64_t batch_group_count, ElementType result_type) {
  const Roles input(lhs, dimensions.input_batch_dimension, dimensions.input_feature_dimension,
                    dimensions.input_spatial_dimensions);
  const Roles kernel(rhs, dimensions.kernel_output_feature_dimension, dimensions.kernel_input_feature_dimension,
                     dimensions.kernel_spatial_dimensions);
  Window window = given_window;
  window.dimensions = kernel.spatial;
  Shape shape(lhs.shape().size());
  shape[static_cast<size_t>(dimensions.output_batch_dimension)] = input.outer_size / batch_group_count;
  shape[static_cast<size_t>(dimensions.output_feature_dimension)] = kernel.outer_size;
  for (size_t dimension = 0; dimension < kernel.spatial.size(); ++dimension)
    shape[static_cast<size_t>(dimensions.output_spatial_dimensions[dimension])] =
        window.count(dimension, input.spatial[dimension]);

  return compute_in(result_type, [&]<class Number>(Number) {
    const std::vector<Number> lhs_numbers = numbers_of<Number>(lhs), rhs_numbers = numbers_of<Number>(rhs);
    Array result(result_type, shape);
    const Roles output(result, dimensions.output_batch_dimension, dimensions.output_feature_dimension,
                       dimensions.output_spatial_dimensions);
    // One element: padding takes part as zeros, so that infinities in the kernel give NaN there.
    const auto sum_at = [&](const std::vector<Meeting> &meetings, int64_t batch, int64_t feature) {
      const int64_t feature_group = feature * feature_group_count / kernel.outer_size;
      const int64_t batch_group = feature * batch_group_count / kernel.outer_size;
      const int64_t input_start = (batch_group * output.outer_size + batch) * input.outer_stride +
                                  feature_group * kernel.inner_size * input.inner_stride;
      Number sum(0);
      for (const Meeting &meeting : meetings)
        for (int64_t inner = 0; inner < kernel.inner_size; ++inner) {
          const int64_t left = input_start + meeting.input + inner * input.inner_stride;
          const int64_t right = feature * kernel.outer_stride + meeting.kernel + inner * kernel.inner_stride;
          add_product(sum, meeting.input < 0 ? Number(0) : lhs_numbers[static_cast<size_t>(left)],
                      rhs_numbers[static_cast<size_t>(right)]);
        }
      return sum;
    };
    for (Index place(output.spatial); place; ++place) {
      const std::vector<Meeting> meetings = meetings_at(place, input, kernel, window, window_reversal);
      for (int64_t batch = 0; batch < output.outer_size; ++batch)
        for (int64_t feature = 0; feature < output.inner_size; ++feature)
          result.set(output.position(place) + batch * output.outer_stride + feature * output.inner_stride,
                     rounded(result_type, sum_at(meetings, batch, feature)));
    }
    return result;
  });
}

} // namespace cotangent::reference

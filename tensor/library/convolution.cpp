#include "tensor/library/convolution.h"

#include "tensor/library/convolution_tiles.h"
#include "tensor/library/product_copy.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

namespace cotangent::library {

namespace {

size_t place(int64_t dimension) { return static_cast<size_t>(dimension); }

/// Places of the result along one spatial dimension that see the same places of the kernel between the gaps of a
/// dilated input. Input index = input_start + i * input_per_output + j * input_per_tap for output output_start + i *
/// output_step and the j-th of these places of the kernel.
struct Phase {
  int64_t output_start, output_step, output_count;
  int64_t tap_start, tap_step, tap_count; // within the window: before reversal
  int64_t input_start, input_per_output, input_per_tap;
};

/// All phases of a dimension; one if the input is not dilated.
std::vector<Phase> phases_of(const reference::Window &window, size_t dimension, int64_t outputs) {
  const int64_t stride = window.stride(dimension), base = window.base_dilation(dimension),
                dilation = window.window_dilation(dimension), taps = window.dimensions[dimension];
  const int64_t output_step = base / std::gcd(base, stride), tap_step = base / std::gcd(base, dilation);
  std::vector<Phase> phases;
  for (int64_t output = 0; output < std::min(output_step, outputs); ++output) {
    Phase phase = {output,
                   output_step,
                   (outputs - output + output_step - 1) / output_step,
                   0,
                   tap_step,
                   0,
                   0,
                   stride * output_step / base,
                   dilation * tap_step / base};
    for (int64_t tap = 0; tap < std::min(tap_step, taps); ++tap) {
      const int64_t dilated = output * stride + tap * dilation - window.padding_low(dimension);
      if (dilated % base != 0)
        continue;
      phase.tap_start = tap;
      phase.tap_count = (taps - tap + tap_step - 1) / tap_step;
      phase.input_start = dilated / base;
      break;
    }
    phases.push_back(phase);
  }
  return phases;
}

/// How far the phases reach out of an input of that size, below and above.
std::pair<int64_t, int64_t> overhang(const std::vector<Phase> &phases, int64_t size) {
  int64_t low = 0, high = 0;
  for (const Phase &phase : phases)
    if (phase.tap_count > 0) {
      const int64_t last = phase.input_start + (phase.output_count - 1) * phase.input_per_output +
                           (phase.tap_count - 1) * phase.input_per_tap;
      low = std::max(low, -phase.input_start);
      high = std::max(high, last - (size - 1));
    }
  return {low, high};
}

/// One of the three arrays as the tiles see it: strides in numbers per dimension, and the copy that makes it so.
struct Layout {
  std::vector<int64_t> strides;
  int64_t numbers = 0; // of the copy
  bool copied = false;
};

/// Dense strides with one dimension innermost and the others in order; `unit` numbers per element.
Layout dense_layout(const Shape &shape, int64_t innermost, int64_t unit) {
  Layout layout;
  layout.strides.resize(shape.size());
  layout.strides[place(innermost)] = unit;
  int64_t next = unit * shape[place(innermost)];
  for (size_t at = shape.size(); at-- > 0;)
    if (static_cast<int64_t>(at) != innermost) {
      layout.strides[at] = next;
      next *= shape[at];
    }
  layout.numbers = next;
  layout.copied = true;
  return layout;
}

Layout given_layout(const Shape &shape, int64_t unit) {
  Layout layout;
  layout.strides = strides_of(shape);
  for (int64_t &stride : layout.strides)
    stride *= unit;
  return layout;
}

/// All that is prepared once.
struct Plan {
  std::optional<StridedCopy> lhs_copy, rhs_copy;
  std::optional<StridedResult> result_copy;
  int64_t lhs_numbers = 0, lhs_start = 0, rhs_numbers = 0, result_numbers = 0;
  bool lhs_padded = false;
  std::vector<TiledSum> sums;
};

class Planner {
public:
  Planner(const Convolution &convolution, NumberType number)
      : given_(convolution), number_(number), dimensions_(convolution.dimensions), window_(convolution.window),
        complex_(is_complex(convolution.operand_type)), parts_(complex_ ? 2 : 1),
        result_shape_(convolution_result_shape(convolution)) {
    window_.dimensions.clear();
    for (int64_t dimension : dimensions_.kernel_spatial_dimensions)
      window_.dimensions.push_back(given_.rhs[place(dimension)]);
    for (size_t at = 0; at < spatial(); ++at)
      phases_.push_back(phases_of(window_, at, result_shape_[place(dimensions_.output_spatial_dimensions[at])]));
    output_group_ = given_.rhs[place(dimensions_.kernel_output_feature_dimension)] / groups();
    // Each channel by itself: then channels are the columns.
    elementwise_ =
        !complex_ && groups() > 1 && output_group_ == 1 &&
        (given_.batch_group_count > 1 ? given_.batch_group_count == given_.lhs[place(dimensions_.input_batch_dimension)]
                                      : given_.rhs[place(dimensions_.kernel_input_feature_dimension)] == 1);
  }

  Plan plan() {
    lay_out_lhs();
    lay_out_rhs();
    lay_out_result();
    std::vector<size_t> choice(spatial(), 0);
    for (;;) {
      add_sum(choice);
      size_t at = 0;
      while (at < spatial() && ++choice[at] == phases_[at].size())
        choice[at++] = 0;
      if (at == spatial())
        break;
    }
    return std::move(plan_);
  }

private:
  size_t spatial() const { return dimensions_.kernel_spatial_dimensions.size(); }
  int64_t groups() const { return given_.feature_group_count * given_.batch_group_count; }

  /// The dimension that should be innermost in lhs.
  int64_t lhs_innermost() const {
    const auto last = static_cast<int64_t>(given_.lhs.size()) - 1;
    if (elementwise_)
      return given_.batch_group_count > 1 ? dimensions_.input_batch_dimension : dimensions_.input_feature_dimension;
    if (last == dimensions_.input_feature_dimension || last == dimensions_.input_batch_dimension)
      return complex_ ? dimensions_.input_feature_dimension : last;
    const int64_t features = given_.lhs[place(dimensions_.input_feature_dimension)] / given_.feature_group_count;
    const bool short_window = spatial() == 0 || window_.dimensions.back() < 16;
    if (complex_ || (features > 1 && short_window))
      return dimensions_.input_feature_dimension;
    return given_.lhs[place(dimensions_.input_batch_dimension)] > 1 ? dimensions_.input_batch_dimension : last;
  }

  void lay_out_lhs() {
    Shape padded = given_.lhs;
    std::vector<int64_t> low(padded.size(), 0);
    for (size_t at = 0; at < spatial(); ++at) {
      const size_t dimension = place(dimensions_.input_spatial_dimensions[at]);
      const auto [below, above] = overhang(phases_[at], padded[dimension]);
      low[dimension] = below;
      padded[dimension] += below + above;
    }
    const int64_t innermost = lhs_innermost();
    plan_.lhs_padded = padded != given_.lhs;
    if (!plan_.lhs_padded && is_stored_as(given_.operand_type, number_) &&
        innermost == static_cast<int64_t>(padded.size()) - 1) {
      lhs_ = given_layout(padded, parts_);
      return;
    }
    lhs_ = dense_layout(padded, innermost, parts_);
    plan_.lhs_numbers = lhs_.numbers;
    plan_.lhs_copy = StridedCopy{given_.operand_type, complex_ ? CopyForm::Pairs : CopyForm::Plain, 0, {}};
    const std::vector<int64_t> from = strides_of(given_.lhs);
    for (size_t at = 0; at < padded.size(); ++at) {
      plan_.lhs_copy->dimensions.push_back({given_.lhs[at], from[at], lhs_.strides[at]});
      plan_.lhs_start += low[at] * lhs_.strides[at];
    }
    plan_.lhs_copy->simplify();
  }

  void lay_out_rhs() {
    const int64_t innermost = dimensions_.kernel_output_feature_dimension;
    if (!complex_ && is_stored_as(given_.operand_type, number_) &&
        innermost == static_cast<int64_t>(given_.rhs.size()) - 1) {
      rhs_ = given_layout(given_.rhs, 1);
      return;
    }
    rhs_ = dense_layout(given_.rhs, innermost, parts_);
    if (complex_) { // each row of output features is there twice
      rotated_ = 2 * given_.rhs[place(innermost)];
      for (size_t at = 0; at < given_.rhs.size(); ++at)
        if (static_cast<int64_t>(at) != innermost)
          rhs_.strides[at] *= 2;
      rhs_.numbers *= 2;
    }
    plan_.rhs_numbers = rhs_.numbers;
    plan_.rhs_copy = StridedCopy{given_.operand_type, complex_ ? CopyForm::Rotated : CopyForm::Plain, rotated_, {}};
    const std::vector<int64_t> from = strides_of(given_.rhs);
    for (size_t at = 0; at < given_.rhs.size(); ++at)
      plan_.rhs_copy->dimensions.push_back({given_.rhs[at], from[at], rhs_.strides[at]});
    plan_.rhs_copy->simplify();
  }

  void lay_out_result() {
    const int64_t innermost = dimensions_.output_feature_dimension;
    if (is_stored_as(given_.result_type, number_) && innermost == static_cast<int64_t>(result_shape_.size()) - 1) {
      result_ = given_layout(result_shape_, parts_);
      return;
    }
    result_ = dense_layout(result_shape_, innermost, parts_);
    plan_.result_numbers = result_.numbers;
    plan_.result_copy = StridedResult{given_.result_type, {}};
    const std::vector<int64_t> to = strides_of(result_shape_);
    for (size_t at = 0; at < result_shape_.size(); ++at)
      plan_.result_copy->dimensions.push_back({result_shape_[at], result_.strides[at], to[at]});
    plan_.result_copy->simplify();
  }

  /// The part of the result in one choice of phases.
  void add_sum(const std::vector<size_t> &choice) {
    TiledSum sum;
    sum.a_start = plan_.lhs_start;
    for (size_t at = 0; at < spatial(); ++at) {
      if (phases_[at].empty())
        return;
      add_spatial(sum, at, phases_[at][choice[at]]);
    }
    const int64_t a_feature = lhs_.strides[place(dimensions_.input_feature_dimension)],
                  a_batch = lhs_.strides[place(dimensions_.input_batch_dimension)],
                  b_output = rhs_.strides[place(dimensions_.kernel_output_feature_dimension)];
    const int64_t batch = result_shape_[place(dimensions_.output_batch_dimension)];
    const int64_t features = given_.rhs[place(dimensions_.kernel_input_feature_dimension)];
    sum.result.push_back({batch, a_batch, 0, result_.strides[place(dimensions_.output_batch_dimension)]});
    sum.summed.push_back({features, a_feature, rhs_.strides[place(dimensions_.kernel_input_feature_dimension)], 0});
    if (complex_)
      sum.summed.push_back({2, 1, rotated_, 0});
    sum.elementwise = elementwise_;
    sum.columns = elementwise_ ? groups() : output_group_ * parts_;
    if (!elementwise_ && groups() > 1)
      sum.result.push_back({groups(), given_.batch_group_count > 1 ? batch * a_batch : features * a_feature,
                            output_group_ * b_output, output_group_ * parts_});
    plan_.sums.push_back(std::move(sum));
  }

  void add_spatial(TiledSum &sum, size_t at, const Phase &phase) const {
    const int64_t a = lhs_.strides[place(dimensions_.input_spatial_dimensions[at])],
                  c = result_.strides[place(dimensions_.output_spatial_dimensions[at])];
    int64_t b = rhs_.strides[place(dimensions_.kernel_spatial_dimensions[at])];
    if (!given_.window_reversal.empty() && given_.window_reversal[at]) {
      sum.b_start += (window_.dimensions[at] - 1) * b;
      b = -b;
    }
    sum.result.push_back({phase.output_count, phase.input_per_output * a, 0, phase.output_step * c});
    sum.summed.push_back({phase.tap_count, phase.input_per_tap * a, phase.tap_step * b, 0});
    sum.a_start += phase.input_start * a;
    sum.b_start += phase.tap_start * b;
    sum.c_start += phase.output_start * c;
  }

  const Convolution &given_;
  NumberType number_;
  const reference::ConvolutionDimensions &dimensions_;
  reference::Window window_;
  bool complex_, elementwise_ = false;
  int64_t parts_; // numbers per element
  Shape result_shape_;
  std::vector<std::vector<Phase>> phases_;
  int64_t output_group_ = 0, rotated_ = 0;
  Layout lhs_, rhs_, result_;
  Plan plan_;
};

constexpr int64_t rounded_up(int64_t bytes) { return (bytes + 63) / 64 * 64; }

template <class Number> class ConvolutionCall : public Call {
public:
  explicit ConvolutionCall(Plan plan) : plan_(std::move(plan)) {
    const int64_t size = sizeof(Number);
    rhs_start_ = rounded_up(plan_.lhs_numbers * size);
    result_start_ = rhs_start_ + rounded_up(plan_.rhs_numbers * size);
    bytes_ = result_start_ + rounded_up(plan_.result_numbers * size);
    for (TiledSum &sum : plan_.sums)
      runners_.emplace_back(std::move(sum));
  }

  int64_t workspace_bytes() const override { return bytes_; }

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const Number *lhs = static_cast<const Number *>(operands[0]), *rhs = static_cast<const Number *>(operands[1]);
    if (plan_.lhs_copy) {
      Number *const copied = reinterpret_cast<Number *>(workspace.memory);
      if (plan_.lhs_padded)
        std::memset(copied, 0, static_cast<size_t>(plan_.lhs_numbers) * sizeof(Number));
      plan_.lhs_copy->run(operands[0], copied + plan_.lhs_start, workspace.threads);
      lhs = copied;
    }
    if (plan_.rhs_copy) {
      Number *const copied = reinterpret_cast<Number *>(workspace.memory + rhs_start_);
      plan_.rhs_copy->run(operands[1], copied, workspace.threads);
      rhs = copied;
    }
    Number *const result = plan_.result_copy ? reinterpret_cast<Number *>(workspace.memory + result_start_)
                                             : static_cast<Number *>(results[0]);
    for (const TiledSumRunner<Number> &runner : runners_)
      runner.run(lhs, rhs, result, workspace.threads);
    if (plan_.result_copy)
      plan_.result_copy->run(result, results[0], workspace.threads);
  }

private:
  Plan plan_;
  std::vector<TiledSumRunner<Number>> runners_;
  int64_t rhs_start_, result_start_, bytes_;
};

} // namespace

Shape convolution_result_shape(const Convolution &convolution) {
  const reference::ConvolutionDimensions &dimensions = convolution.dimensions;
  reference::Window window = convolution.window;
  window.dimensions.clear();
  for (int64_t dimension : dimensions.kernel_spatial_dimensions)
    window.dimensions.push_back(convolution.rhs[place(dimension)]);
  Shape shape(convolution.lhs.size());
  shape[place(dimensions.output_batch_dimension)] =
      convolution.lhs[place(dimensions.input_batch_dimension)] / convolution.batch_group_count;
  shape[place(dimensions.output_feature_dimension)] =
      convolution.rhs[place(dimensions.kernel_output_feature_dimension)];
  for (size_t at = 0; at < window.dimensions.size(); ++at)
    shape[place(dimensions.output_spatial_dimensions[at])] =
        window.count(at, convolution.lhs[place(dimensions.input_spatial_dimensions[at])]);
  return shape;
}

CallPointer make_convolution(const Convolution &convolution) {
  const std::optional<NumberType> number = can_compute(convolution.operand_type, convolution.result_type);
  if (!number)
    return nullptr;
  Plan plan;
  if (element_count(convolution_result_shape(convolution)) > 0)
    plan = Planner(convolution, *number).plan();
  switch (*number) {
  case NumberType::Float:
    return std::make_unique<ConvolutionCall<float>>(std::move(plan));
  case NumberType::Double:
    return std::make_unique<ConvolutionCall<double>>(std::move(plan));
  case NumberType::Unsigned32:
    return std::make_unique<ConvolutionCall<uint32_t>>(std::move(plan));
  case NumberType::Unsigned64:
    break;
  }
  return std::make_unique<ConvolutionCall<uint64_t>>(std::move(plan));
}

} // namespace cotangent::library

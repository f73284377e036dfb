#include "problems.h"

#include <algorithm>
#include <utility>

#include "bundle_adjustment.h"
#include "bundle_adjustment_hand_written.h"
#include "check.h"
#include "derivatives.h"
#include "gmm.h"
#include "gmm_hand_written.h"
#include "gmm_vector.h"
#include "hand_hand_written.h"
#include "lstm.h"
#include "lstm_hand_written.h"

namespace adbench {
namespace {

double half_square(const std::vector<double> &values) {
  double sum = 0.0;
  for (const double value : values)
    sum += value * value;
  return 0.5 * sum;
}

std::vector<double> joined(const std::vector<double> &a, const std::vector<double> &b,
                           const std::vector<double> &c = {}) {
  std::vector<double> result(a);
  result.insert(result.end(), b.begin(), b.end());
  result.insert(result.end(), c.begin(), c.end());
  return result;
}

double gmm_value(const GmmInput &input, const double *alphas, const double *means, const double *factors) {
  return gmm_objective(input.dimension, input.component_count, input.point_count, alphas, means, factors,
                       input.points.data(), input.wishart_gamma, input.wishart_m);
}

Problem gmm_base(const std::string &name, const std::string &size, std::shared_ptr<const GmmInput> input) {
  Problem problem;
  problem.name = name;
  problem.size = size;
  const std::size_t k = input->alphas.size(), means_end = k + input->means.size();
  problem.derivative_count = means_end + input->factors.size();
  const auto by_hand = [=](auto gradient, double *derivative) {
    std::fill_n(derivative, means_end + input->factors.size(), 0.0);
    return gradient(input->dimension, input->component_count, input->point_count, input->alphas.data(),
                    input->means.data(), input->factors.data(), input->points.data(), input->wishart_gamma,
                    input->wishart_m, derivative, derivative + k, derivative + means_end);
  };
  problem.by_hand = [=](double *derivative) { return by_hand(gmm_gradient_hand_written, derivative); };
  problem.by_better_hand = [=](double *derivative) { return by_hand(gmm_gradient_factored, derivative); };
  problem.difference_error = [=](const std::vector<double> &derivative) {
    const auto function = [&](const std::vector<double> &x) {
      return gmm_value(*input, x.data(), x.data() + k, x.data() + means_end);
    };
    return gradient_difference_error(function, joined(input->alphas, input->means, input->factors), derivative);
  };
  return problem;
}

// The projections, then the weight errors; `x` holds all cameras, all points, all weights.
void bundle_errors(const BundleInput &input, const double *cameras, const double *points, const double *weights,
                   double *errors) {
  for (int i = 0; i < input.observation_count; ++i)
    reprojection(cameras + camera_size * input.camera_of[i], points + point_size * input.point_of[i], weights + i,
                 input.features.data() + 2 * i, errors + 2 * i);
  for (int i = 0; i < input.observation_count; ++i)
    errors[2 * input.observation_count + i] = weight_error(weights[i]);
}

// The sparse Jacobian: a block of 2 x 15 per observation, then one entry per weight error.
template <class Block, class Weight>
void bundle_jacobian(const BundleInput &input, Block block, Weight weight_derivative, double *errors,
                     double *derivative) {
  const int p = input.observation_count;
  for (int i = 0; i < p; ++i)
    block(input.cameras.data() + camera_size * input.camera_of[i], input.points.data() + point_size * input.point_of[i],
          input.weights.data() + i, input.features.data() + 2 * i, errors + 2 * i, derivative + 2 * block_size * i);
  for (int i = 0; i < p; ++i) {
    errors[2 * p + i] = weight_error(input.weights[i]);
    derivative[static_cast<std::size_t>(2) * block_size * p + i] = weight_derivative(input.weights[i]);
  }
}

std::vector<double> bundle_product(const BundleInput &input, const double *derivative,
                                   const std::vector<double> &direction) {
  const int p = input.observation_count;
  const double *points = direction.data() + input.cameras.size();
  const double *weights = points + input.points.size();
  std::vector<double> result(3 * static_cast<std::size_t>(p), 0.0);
  for (int i = 0; i < p; ++i) {
    for (int r = 0; r < 2; ++r) {
      const double *row = derivative + block_size * (2 * i + r);
      for (int c = 0; c < camera_size; ++c)
        result[2 * i + r] += row[c] * direction[camera_size * input.camera_of[i] + c];
      for (int c = 0; c < point_size; ++c)
        result[2 * i + r] += row[camera_size + c] * points[point_size * input.point_of[i] + c];
      result[2 * i + r] += row[camera_size + point_size] * weights[i];
    }
    result[2 * p + i] = derivative[static_cast<std::size_t>(2) * block_size * p + i] * weights[i];
  }
  return result;
}

// Columns of u and v, if any, meet the entries of each row's own point.
std::vector<double> hand_product(int point_count, bool complicated, const double *jacobian,
                                 const std::vector<double> &direction) {
  const int row_count = 3 * point_count, own_columns = complicated ? 2 : 0;
  const double *pose = direction.data() + own_columns * point_count;
  std::vector<double> result(row_count, 0.0);
  for (int row = 0; row < row_count; ++row) {
    for (int k = 0; k < own_columns; ++k)
      result[row] += jacobian[k * row_count + row] * direction[2 * (row / 3) + k];
    for (int k = 0; k < pose_size; ++k)
      result[row] += jacobian[(own_columns + k) * row_count + row] * pose[k];
  }
  return result;
}

} // namespace

Problem gmm_problem(const std::string &size, GmmInput values) {
  const auto input = std::make_shared<const GmmInput>(std::move(values));
  Problem problem = gmm_base("gmm", size, input);
  problem.primal = [=] { return gmm_value(*input, input->alphas.data(), input->means.data(), input->factors.data()); };
  const std::size_t k = input->alphas.size(), means_end = k + input->means.size(), count = problem.derivative_count;
  problem.by_cotangent = [=](double *derivative) {
    std::fill_n(derivative, count, 0.0);
    return gmm_gradient(*input, derivative, derivative + k, derivative + means_end);
  };
  return problem;
}

Problem gmm_vector_problem(const std::string &size, GmmInput values) {
  const auto input = std::make_shared<const GmmInput>(std::move(values));
  Problem problem = gmm_base("gmm vector", size, input);
  problem.primal = [=] {
    return gmm_objective_vector(input->dimension, input->component_count, input->point_count, input->alphas,
                                input->means, input->factors, input->points, input->wishart_gamma, input->wishart_m);
  };
  const auto shadows = std::make_shared<std::vector<double>[]>(3);
  shadows[0].resize(input->alphas.size());
  shadows[1].resize(input->means.size());
  shadows[2].resize(input->factors.size());
  problem.by_cotangent = [=](double *derivative) {
    for (int i = 0; i < 3; ++i)
      std::fill(shadows[i].begin(), shadows[i].end(), 0.0);
    const double value = gmm_vector_gradient(*input, shadows[0], shadows[1], shadows[2]);
    for (int i = 0; i < 3; ++i)
      derivative = std::copy(shadows[i].begin(), shadows[i].end(), derivative);
    return value;
  };
  return problem;
}

Problem bundle_problem(const std::string &size, BundleInput values) {
  const auto input = std::make_shared<const BundleInput>(std::move(values));
  Problem problem;
  problem.name = "ba";
  problem.size = size;
  problem.derivative_count = static_cast<std::size_t>(2 * block_size + 1) * input->observation_count;
  const auto errors = std::make_shared<std::vector<double>>(3 * static_cast<std::size_t>(input->observation_count));
  problem.primal = [=] {
    bundle_errors(*input, input->cameras.data(), input->points.data(), input->weights.data(), errors->data());
    return half_square(*errors);
  };
  problem.by_hand = [=](double *derivative) {
    bundle_jacobian(
        *input, reprojection_jacobian_hand_written, [](double weight) { return -2.0 * weight; }, errors->data(),
        derivative);
    return half_square(*errors);
  };
  problem.by_cotangent = [=](double *derivative) {
    bundle_jacobian(*input, reprojection_jacobian, weight_error_derivative, errors->data(), derivative);
    return half_square(*errors);
  };
  problem.difference_error = [=](const std::vector<double> &derivative) {
    const auto function = [&](const std::vector<double> &x) {
      std::vector<double> result(errors->size());
      const double *points = x.data() + input->cameras.size();
      bundle_errors(*input, x.data(), points, points + input->points.size(), result.data());
      return result;
    };
    const auto product = [&](const std::vector<double> &direction) {
      return bundle_product(*input, derivative.data(), direction);
    };
    return difference_error(function, joined(input->cameras, input->points, input->weights), product);
  };
  return problem;
}

Problem lstm_problem(const std::string &size, LstmInput values) {
  const auto input = std::make_shared<const LstmInput>(std::move(values));
  Problem problem;
  problem.name = "lstm";
  problem.size = size;
  const std::size_t main_count = input->main_parameters.size(), count = main_count + input->extra_parameters.size();
  problem.derivative_count = count;
  const auto state = std::make_shared<std::vector<double>>(input->state);
  const auto state_shadow = std::make_shared<std::vector<double>>(input->state.size());
  const auto value = [=](const double *main_parameters, const double *extra_parameters) {
    std::copy(input->state.begin(), input->state.end(), state->begin());
    return lstm_objective(input->layer_count, input->character_count, input->bit_count, main_parameters,
                          extra_parameters, state->data(), input->sequence.data());
  };
  problem.primal = [=] { return value(input->main_parameters.data(), input->extra_parameters.data()); };
  problem.by_hand = [=](double *derivative) {
    std::copy(input->state.begin(), input->state.end(), state->begin());
    std::fill_n(derivative, count, 0.0);
    return lstm_gradient_hand_written(input->layer_count, input->character_count, input->bit_count,
                                      input->main_parameters.data(), input->extra_parameters.data(), state->data(),
                                      input->sequence.data(), derivative, derivative + main_count);
  };
  problem.by_cotangent = [=](double *derivative) {
    std::copy(input->state.begin(), input->state.end(), state->begin());
    std::fill(state_shadow->begin(), state_shadow->end(), 0.0);
    std::fill_n(derivative, count, 0.0);
    return lstm_gradient(*input, state->data(), state_shadow->data(), derivative, derivative + main_count);
  };
  problem.difference_error = [=](const std::vector<double> &derivative) {
    const auto function = [&](const std::vector<double> &x) { return value(x.data(), x.data() + main_count); };
    return gradient_difference_error(function, joined(input->main_parameters, input->extra_parameters), derivative);
  };
  return problem;
}

Problem hand_simple_problem(const std::string &size, std::shared_ptr<const HandModel> model, HandInput values) {
  const auto input = std::make_shared<const HandInput>(std::move(values));
  Problem problem;
  problem.name = "hand simple";
  problem.size = size;
  problem.has_tape = false;
  const std::size_t row_count = 3 * static_cast<std::size_t>(input->point_count);
  problem.derivative_count = row_count * pose_size;
  const auto errors = std::make_shared<std::vector<double>>(row_count);
  problem.primal = [=] {
    hand_simple(*model, input->pose.data(), input->point_count, input->targets.data(), input->points.data(),
                errors->data());
    return half_square(*errors);
  };
  problem.by_hand = [=](double *derivative) {
    hand_simple_jacobian_hand_written(*model, input->pose.data(), input->point_count, input->targets.data(),
                                      input->points.data(), errors->data(), derivative);
    return half_square(*errors);
  };
  problem.by_cotangent = [=](double *derivative) {
    hand_simple_jacobian(*model, *input, errors->data(), derivative);
    return half_square(*errors);
  };
  problem.difference_error = [=](const std::vector<double> &derivative) {
    const auto function = [&](const std::vector<double> &x) {
      std::vector<double> result(row_count);
      hand_simple(*model, x.data(), input->point_count, input->targets.data(), input->points.data(), result.data());
      return result;
    };
    const auto product = [&](const std::vector<double> &direction) {
      return hand_product(input->point_count, false, derivative.data(), direction);
    };
    return difference_error(function, input->pose, product);
  };
  return problem;
}

Problem hand_complicated_problem(const std::string &size, std::shared_ptr<const HandModel> model, HandInput values) {
  const auto input = std::make_shared<const HandInput>(std::move(values));
  Problem problem;
  problem.name = "hand complicated";
  problem.size = size;
  problem.has_tape = false;
  const std::size_t row_count = 3 * static_cast<std::size_t>(input->point_count);
  problem.derivative_count = row_count * (pose_size + 2);
  const auto errors = std::make_shared<std::vector<double>>(row_count);
  problem.primal = [=] {
    hand_complicated(*model, input->pose.data(), input->barycentric.data(), input->point_count, input->targets.data(),
                     input->points.data(), errors->data());
    return half_square(*errors);
  };
  problem.by_hand = [=](double *derivative) {
    hand_complicated_jacobian_hand_written(*model, input->pose.data(), input->barycentric.data(), input->point_count,
                                           input->targets.data(), input->points.data(), errors->data(), derivative);
    return half_square(*errors);
  };
  problem.by_cotangent = [=](double *derivative) {
    hand_complicated_jacobian(*model, *input, errors->data(), derivative);
    return half_square(*errors);
  };
  problem.difference_error = [=](const std::vector<double> &derivative) {
    const auto function = [&](const std::vector<double> &x) {
      std::vector<double> result(row_count);
      hand_complicated(*model, x.data() + input->barycentric.size(), x.data(), input->point_count,
                       input->targets.data(), input->points.data(), result.data());
      return result;
    };
    const auto product = [&](const std::vector<double> &direction) {
      return hand_product(input->point_count, true, derivative.data(), direction);
    };
    return difference_error(function, joined(input->barycentric, input->pose), product);
  };
  return problem;
}

} // namespace adbench

#include "derivatives.h"

#include <algorithm>
#include <array>
#include <cotangent/autodiff.h>

#include "bundle_adjustment.h"
#include "gmm.h"
#include "gmm_vector.h"
#include "hand.h"
#include "lstm.h"

extern "C" unsigned long cotangent_last_tape_bytes(void);

namespace adbench {

namespace ct = cotangent;

unsigned long last_tape_bytes() { return cotangent_last_tape_bytes(); }

double gmm_gradient(const GmmInput &input, double *alphas_shadow, double *means_shadow, double *factors_shadow) {
  const auto [value] = ct::autodiff(
      ct::reverse.with_primal(), gmm_objective, ct::Const{input.dimension}, ct::Const{input.component_count},
      ct::Const{input.point_count}, ct::Duplicated{input.alphas.data(), alphas_shadow},
      ct::Duplicated{input.means.data(), means_shadow}, ct::Duplicated{input.factors.data(), factors_shadow},
      ct::Const{input.points.data()}, ct::Const{input.wishart_gamma}, ct::Const{input.wishart_m});
  return value;
}

double gmm_vector_gradient(const GmmInput &input, std::vector<double> &alphas_shadow, std::vector<double> &means_shadow,
                           std::vector<double> &factors_shadow) {
  const auto [value] = ct::autodiff(
      ct::reverse.with_primal(), gmm_objective_vector, ct::Const{input.dimension}, ct::Const{input.component_count},
      ct::Const{input.point_count}, ct::Duplicated{input.alphas, alphas_shadow},
      ct::Duplicated{input.means, means_shadow}, ct::Duplicated{input.factors, factors_shadow}, ct::Const{input.points},
      ct::Const{input.wishart_gamma}, ct::Const{input.wishart_m});
  return value;
}

double lstm_gradient(const LstmInput &input, double *state, double *state_shadow, double *main_shadow,
                     double *extra_shadow) {
  const auto [value] = ct::autodiff(ct::reverse.with_primal(), lstm_objective, ct::Const{input.layer_count},
                                    ct::Const{input.character_count}, ct::Const{input.bit_count},
                                    ct::Duplicated{input.main_parameters.data(), main_shadow},
                                    ct::Duplicated{input.extra_parameters.data(), extra_shadow},
                                    ct::Duplicated{state, state_shadow}, ct::Const{input.sequence.data()});
  return value;
}

// Two rows at once: reverse mode of width 2, one lane seeded for each error.
void reprojection_jacobian(const double *camera, const double *point, const double *weight, const double *feature,
                           double *error, double *rows) {
  double *first = rows;
  double *second = rows + block_size;
  std::fill_n(rows, 2 * block_size, 0.0);
  double first_seed[2] = {1.0, 0.0};
  double second_seed[2] = {0.0, 1.0};
  ct::autodiff(ct::reverse, reprojection, ct::BatchDuplicated{camera, std::array<double *, 2>{first, second}},
               ct::BatchDuplicated{point, std::array<double *, 2>{first + camera_size, second + camera_size}},
               ct::BatchDuplicated{weight, std::array<double *, 2>{first + camera_size + point_size,
                                                                   second + camera_size + point_size}},
               ct::Const{feature}, ct::BatchDuplicated{error, std::array<double *, 2>{first_seed, second_seed}});
}

double weight_error_derivative(double weight) { return ct::gradient(weight_error, weight); }

// Columns 0 to 25 in two passes of forward mode, 13 directions each.
void hand_simple_jacobian(const HandModel &model, const HandInput &input, double *errors, double *jacobian) {
  constexpr int width = 13;
  const int row_count = 3 * input.point_count;
  for (int begin = 0; begin < pose_size; begin += width) {
    double directions[width][pose_size] = {};
    std::array<double *, width> pose_tangents, error_tangents;
    for (int lane = 0; lane < width; ++lane) {
      directions[lane][begin + lane] = 1.0;
      pose_tangents[lane] = directions[lane];
      error_tangents[lane] = jacobian + static_cast<std::size_t>(begin + lane) * row_count;
    }
    ct::autodiff(ct::forward, hand_simple, ct::Const{model}, ct::BatchDuplicated{input.pose.data(), pose_tangents},
                 ct::Const{input.point_count}, ct::Const{input.targets.data()}, ct::Const{input.points.data()},
                 ct::BatchDuplicated{errors, error_tangents});
  }
}

// An error depends on the u and v of its own point only, so all u share one direction and all v another: 28 columns.
void hand_complicated_jacobian(const HandModel &model, const HandInput &input, double *errors, double *jacobian) {
  constexpr int width = 14;
  const int row_count = 3 * input.point_count;
  std::vector<double> zeros(2 * input.point_count, 0.0), all_u(zeros), all_v(zeros);
  for (int i = 0; i < input.point_count; ++i)
    all_u[2 * i] = all_v[2 * i + 1] = 1.0;
  for (int begin = 0; begin < pose_size + 2; begin += width) {
    double directions[width][pose_size] = {};
    std::array<double *, width> pose_tangents, barycentric_tangents, error_tangents;
    for (int lane = 0; lane < width; ++lane) {
      const int column = begin + lane;
      if (column >= 2)
        directions[lane][column - 2] = 1.0;
      pose_tangents[lane] = directions[lane];
      barycentric_tangents[lane] = column == 0 ? all_u.data() : column == 1 ? all_v.data() : zeros.data();
      error_tangents[lane] = jacobian + static_cast<std::size_t>(column) * row_count;
    }
    ct::autodiff(ct::forward, hand_complicated, ct::Const{model}, ct::BatchDuplicated{input.pose.data(), pose_tangents},
                 ct::BatchDuplicated{input.barycentric.data(), barycentric_tangents}, ct::Const{input.point_count},
                 ct::Const{input.targets.data()}, ct::Const{input.points.data()},
                 ct::BatchDuplicated{errors, error_tangents});
  }
}

} // namespace adbench

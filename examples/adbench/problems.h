// The four objectives on their inputs, each with its primal, its derivative by hand and by Cotangent, behind one shape.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "readers.h"

namespace adbench {

struct Problem {
  std::string name;
  std::string size;
  std::size_t derivative_count = 0;        // entries of the gradient, or stored entries of the Jacobian
  std::function<double()> primal;          // returns the objective; half the squared norm for a vector of errors
  std::function<double(double *)> by_hand; // fills the derivative, returns the objective
  std::function<double(double *)> by_cotangent;
  std::function<double(const std::vector<double> &)> difference_error; // of a derivative, against central differences
  bool has_tape = true;                                                // false for forward mode
  std::function<double(double *)> by_better_hand;                      // optional: uses an idea about the problem
};

Problem gmm_problem(const std::string &size, GmmInput input);
Problem gmm_vector_problem(const std::string &size, GmmInput input);
Problem bundle_problem(const std::string &size, BundleInput input);
Problem lstm_problem(const std::string &size, LstmInput input);
Problem hand_simple_problem(const std::string &size, std::shared_ptr<const HandModel> model, HandInput input);
Problem hand_complicated_problem(const std::string &size, std::shared_ptr<const HandModel> model, HandInput input);

} // namespace adbench

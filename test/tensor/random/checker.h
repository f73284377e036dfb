// What must hold for every program that has derivatives.
#pragma once

#include "../derivatives/arrays.h"

#include "tensor/batch/batch.h"
#include "tensor/execute/executable.h"

#include <sstream>
#include <string>
#include <vector>

namespace cotangent::random_programs {

using namespace cotangent::derivatives;
using differentiate::Mode;

inline std::string text_of(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

inline bool is_finite(const Arrays &arrays) {
  for (const Array &array : arrays)
    for (int64_t at = 0; has_tangent(array) && at < array.count(); ++at)
      if (std::complex<double> value = number(array, at); !std::isfinite(value.real()) || !std::isfinite(value.imag()))
        return false;
  return true;
}

inline double largest(const Array &array) {
  double result = 0;
  for (int64_t at = 0; at < array.count(); ++at)
    result = std::max(result, std::abs(number(array, at)));
  return result;
}

/// The size of what an inner product sums up.
inline double product_of_sizes(const Arrays &left, const Arrays &right) {
  double sum = 0;
  for (size_t k = 0; k < left.size(); ++k)
    for (int64_t at = 0; at < left[k].count(); ++at)
      sum += std::abs(number(left[k], at)) * std::abs(number(right[k], at));
  return sum;
}

struct Counts {
  int programs = 0, differences = 0, zeros = 0, second = 0, kinks = 0, compiled = 0, batched = 0;
};

class Checker {
public:
  Checker(mlir::func::FuncOp function, const Arrays &inputs, uint64_t seed, Counts &counts)
      : counts_(counts), random_(static_cast<unsigned>(seed)), function_(function), inputs_(inputs) {}

  /// What is wrong; empty if nothing is.
  std::vector<std::string> run() {
    ++counts_.programs;
    attempt("verifying", [&] {
      if (mlir::failed(mlir::verify(function_->getParentOfType<mlir::ModuleOp>())))
        faults_.push_back("the program is not valid");
    });
    if (!faults_.empty())
      return faults_;
    attempt("running", [&] {
      if (!is_finite(call(function_, inputs_)))
        faults_.push_back("the program's results are not finite");
    });
    if (!faults_.empty())
      return faults_;
    int64_t operations = 0;
    function_.walk([&](mlir::Operation *) { ++operations; });
    for (unsigned result = 0; result < function_.getNumResults(); ++result)
      attempt("differentiating", [&] { check_result(function_, result, inputs_, operations < 120 ? 2 : 1); });
    attempt("compiling", [&] { check_compiled(); });
    attempt("batching", [&] { check_batched(function_, inputs_); });
    attempt("batching the derivative", [&] {
      Derivative reverse(function_, Mode::Reverse, 0);
      check_batched(reverse.function, with_cotangent(function_, 0, inputs_));
    });
    return faults_;
  }

private:
  template <class Check> void attempt(const char *what, const Check &check) {
    try {
      check();
    } catch (const std::exception &error) {
      faults_.push_back(std::string(what) + ": " + error.what());
    }
  }

  template <class... Parts> void fault(const Parts &...parts) {
    std::ostringstream text;
    text.precision(12);
    (text << ... << parts);
    faults_.push_back(text.str());
  }

  Arrays with_cotangent(mlir::func::FuncOp function, int64_t result, Arrays inputs) {
    mlir::Type type = function.getResultTypes()[static_cast<unsigned>(result)];
    if (!is_seeded(type))
      inputs.push_back(random_array(type, {-1, 1}, random_));
    return inputs;
  }

  // --- derivatives -------------------------------------------------------------------------------------------------------
  void check_result(mlir::func::FuncOp function, int64_t result, const Arrays &inputs, int orders) {
    Derivative forward(function, Mode::Forward, result), reverse(function, Mode::Reverse, result);
    Arrays directions = random_directions(inputs, random_);
    mlir::Type type = function.getResultTypes()[static_cast<unsigned>(result)];
    Arrays seeded = with_cotangent(function, result, inputs);
    Array cotangent = is_seeded(type) ? filled_array(type, 1) : seeded.back();
    Arrays with_directions = inputs;
    with_directions.insert(with_directions.end(), directions.begin(), directions.end());
    Array tangent = call(forward.function, with_directions).back();
    const double exact = inner_product({cotangent}, {tangent});
    std::string place = std::string(function == function_ ? "order 1" : "order 2") + ", result " + std::to_string(result);
    bool smooth = check_differences(place, exact, [&](double h) {
      return inner_product({cotangent}, {call(function, moved(inputs, directions, h))[static_cast<size_t>(result)]});
    });
    Arrays gradients = call(reverse.function, seeded);
    const double reversed = inner_product(gradients, directions);
    const double scale = 1 + product_of_sizes(gradients, directions) + product_of_sizes({cotangent}, {tangent});
    if (!(std::abs(reversed - exact) <= 1e-10 * scale) && (smooth || std::isfinite(reversed) != std::isfinite(exact)))
      fault(place, ": reverse gives ", reversed, ", forward ", exact);
    if (orders > 1 && smooth && faults_.empty())
      for (int64_t next = 0; next < std::min<int64_t>(static_cast<int64_t>(gradients.size()), 3); ++next)
        check_result(reverse.function, next, seeded, orders - 1);
  }

  /// False where the function is not smooth: its differences do not settle when steps become smaller.
  template <class Along> bool check_differences(const std::string &place, double exact, const Along &along) {
    const double h = 1e-4, middle = along(0);
    auto slope = [&](double step, double &bend) {
      const double above = along(step), below = along(-step);
      bend = (above - 2 * middle + below) / step;
      return (above - below) / (2 * step);
    };
    double bend, half_bend;
    const double whole = slope(h, bend), half = slope(h / 2, half_bend);
    const double scale = std::max({1.0, std::abs(exact), std::abs(half), std::abs(middle)});
    const double unsettled = std::abs(whole - half);
    ++counts_.differences;
    counts_.zeros += exact == 0;
    counts_.second += place.starts_with("order 2");
    const double difference = (4 * half - whole) / 3, tolerance = 1e-7 * scale + unsettled;
    if (std::abs(exact - difference) <= tolerance && unsettled <= 1e-4 * scale)
      return true;
    const bool is_kink = std::abs(half_bend) > 1e-6 * scale && std::abs(half_bend) > 0.7 * std::abs(bend);
    if (unsettled > 1e-4 * scale || is_kink || !std::isfinite(difference)) {
      ++counts_.kinks;
      return false;
    }
    fault(place, ": forward gives ", exact, ", differences ", difference);
    return true;
  }

  // --- backends and examples -------------------------------------------------------------------------------------------
  void compare(const std::string &what, const Arrays &actual, const Arrays &expected) {
    if (actual.size() != expected.size())
      return fault(what, ": ", actual.size(), " results instead of ", expected.size());
    for (size_t at = 0; at < actual.size(); ++at) {
      if (actual[at].shape() != expected[at].shape() || actual[at].type() != expected[at].type())
        return fault(what, ": result ", at, " is of another type");
      if (!has_tangent(actual[at]))
        continue;
      const double scale = std::max(1.0, largest(expected[at]));
      for (int64_t position = 0; position < actual[at].count(); ++position) {
        std::complex<double> left = number(actual[at], position), right = number(expected[at], position);
        if (!(std::abs(left - right) <= 1e-9 * scale) && (is_finite({actual[at]}) || is_finite({expected[at]})))
          return fault(what, ": result ", at, " has ", left, " at ", position, ", expected ", right);
      }
    }
  }

  void check_compiled() {
    Derivative gradient(function_, Mode::ValueAndGradient, 0);
    Arrays inputs = with_cotangent(function_, 0, inputs_), expected = call(gradient.function, inputs);
    std::string text = text_of(*gradient.module);
    auto loaded = execute::LoadedModule::parse(text, "random");
    execute::CompileOptions options;
    options.use_disk_cache = false;
    auto executable =
        execute::make_executable(loaded, loaded->entry(gradient.function.getName().str()), options);
    compare("compiled", executable->run(inputs), expected);
    ++counts_.compiled;
  }

  void check_batched(mlir::func::FuncOp function, const Arrays &inputs) {
    constexpr int64_t width = 3;
    mlir::OwningOpRef<mlir::ModuleOp> copy = function->getParentOfType<mlir::ModuleOp>().clone();
    auto one = copy->lookupSymbol<mlir::func::FuncOp>(function.getName());
    llvm::SmallVector<bool> batched;
    for (size_t at = 0; at < inputs.size(); ++at)
      batched.push_back(random_() % 4 != 0);
    batched[random_() % batched.size()] = true;
    auto many = batch::batch_function(one, "many", batched, width);
    if (mlir::failed(mlir::verify(*copy)))
      throw Error("internal", "the program for many examples is not valid");
    std::vector<Arrays> examples(width, inputs);
    Arrays all = inputs;
    for (size_t at = 0; at < inputs.size(); ++at) {
      if (!batched[at])
        continue;
      Shape shape = inputs[at].shape();
      shape.insert(shape.begin(), width);
      all[at] = Array(inputs[at].type(), shape);
      for (size_t lane = 0; lane < width; ++lane) {
        examples[lane][at] = random_array(one.getArgumentTypes()[static_cast<unsigned>(at)], {-2, 2}, random_);
        for (int64_t position = 0; position < inputs[at].count(); ++position)
          all[at].set(static_cast<int64_t>(lane) * inputs[at].count() + position, examples[lane][at].get(position));
      }
    }
    Arrays results = call(many, all);
    for (size_t lane = 0; lane < width; ++lane) {
      Arrays expected = call(one, examples[lane]), actual;
      for (size_t at = 0; at < expected.size(); ++at) {
        actual.emplace_back(expected[at].type(), expected[at].shape());
        for (int64_t position = 0; position < expected[at].count(); ++position)
          actual.back().set(position, results[at].get(static_cast<int64_t>(lane) * expected[at].count() + position));
      }
      compare((function == function_ ? "example " : "derivative of example ") + std::to_string(lane), actual, expected);
    }
    ++counts_.batched;
  }

  Counts &counts_;
  std::mt19937 random_;
  mlir::func::FuncOp function_;
  Arrays inputs_;
  std::vector<std::string> faults_;
};

} // namespace cotangent::random_programs

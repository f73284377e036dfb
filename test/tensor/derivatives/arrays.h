// Arrays of random numbers, inner products and derivatives, for tests that compare derivatives by value.
#pragma once

#include "tensor/differentiate/differentiate.h"
#include "tensor/interpret/evaluator.h"

#include "mlir/IR/Verifier.h"

#include <cmath>
#include <complex>
#include <random>

namespace cotangent::derivatives {

using Arrays = std::vector<Array>;

inline bool has_tangent(const Array &array) { return is_float(array.type()) || is_complex(array.type()); }
inline std::complex<double> number(const Array &array, int64_t at) {
  Element element = array.get(at);
  return is_complex(array.type()) ? element.as_complex() : std::complex<double>(element.as_float());
}
inline void put(Array &array, int64_t at, std::complex<double> value) {
  ElementType type = array.type();
  array.set(at, is_complex(type) ? Element::of_complex(type, value)
                : is_float(type) ? Element::of_float(type, value.real())
                                 : Element::of_integer(type, static_cast<int64_t>(value.real())));
}

/// Integers are from the domain, truth values either.
inline Array random_array(mlir::Type type, std::pair<double, double> domain, std::mt19937 &random) {
  interpret::TensorFacts facts = interpret::facts_of(type);
  Array array(facts.type, facts.shape);
  std::uniform_real_distribution<double> real(domain.first, domain.second);
  std::uniform_int_distribution<int64_t> integer(static_cast<int64_t>(std::ceil(domain.first)),
                                                 static_cast<int64_t>(std::floor(domain.second)));
  for (int64_t at = 0; at < array.count(); ++at) {
    if (has_tangent(array))
      put(array, at, {real(random), real(random)});
    else
      put(array, at,
          static_cast<double>(facts.type == ElementType::Bool ? static_cast<int64_t>(random() % 2) : integer(random)));
  }
  return array;
}

inline Array filled_array(mlir::Type type, double value) {
  interpret::TensorFacts facts = interpret::facts_of(type);
  Array array(facts.type, facts.shape);
  for (int64_t at = 0; at < array.count(); ++at)
    put(array, at, value);
  return array;
}

/// For each value that has tangents, numbers from -1 to 1.
inline Arrays random_directions(const Arrays &values, std::mt19937 &random) {
  Arrays directions;
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const Array &value : values)
    if (has_tangent(value)) {
      directions.emplace_back(value.type(), value.shape());
      for (int64_t at = 0; at < value.count(); ++at)
        put(directions.back(), at, {unit(random), unit(random)});
    }
  return directions;
}

inline double inner_product(const Arrays &left, const Arrays &right) {
  double sum = 0;
  for (size_t k = 0; k < left.size(); ++k)
    for (int64_t at = 0; at < left[k].count(); ++at)
      sum += (std::conj(number(left[k], at)) * number(right[k], at)).real();
  return sum;
}

/// x + h d
inline Arrays moved(const Arrays &values, const Arrays &directions, double h) {
  Arrays result;
  size_t next = 0;
  for (const Array &value : values) {
    if (!has_tangent(value)) {
      result.push_back(value);
      continue;
    }
    Array copy(value.type(), value.shape());
    for (int64_t at = 0; at < value.count(); ++at)
      put(copy, at, number(value, at) + h * number(directions[next], at));
    result.push_back(copy);
    ++next;
  }
  return result;
}

inline Arrays call(mlir::func::FuncOp function, const Arrays &inputs) {
  interpret::Values values(inputs.begin(), inputs.end());
  Arrays results;
  for (interpret::Value &result :
       interpret::Evaluator(function->getParentOfType<mlir::ModuleOp>()).call(function, values))
    results.push_back(result.array);
  return results;
}

/// A derivative in a module of its own.
struct Derivative {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;

  Derivative(mlir::func::FuncOp of, differentiate::Mode mode, int64_t result)
      : module(of->getParentOfType<mlir::ModuleOp>().clone()) {
    function = differentiate::differentiate(module->lookupSymbol<mlir::func::FuncOp>(of.getName()),
                                            {mode, std::nullopt, result});
    if (mlir::failed(mlir::verify(*module)))
      throw Error("internal", "the derivative is no valid program");
  }
};

/// The cotangent of a real scalar is 1 and no argument of a reverse derivative.
inline bool is_seeded(mlir::Type type) {
  return ranked(type).getRank() == 0 && !mlir::isa<mlir::ComplexType>(ranked(type).getElementType());
}

} // namespace cotangent::derivatives

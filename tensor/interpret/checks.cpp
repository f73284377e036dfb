#include "tensor/interpret/checks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include "runtime/arrays/npy.h"
#include "runtime/arrays/text.h"

#include <cmath>
#include <cstdlib>

using namespace mlir;

namespace cotangent::interpret {

std::string text_of(const Array &array) {
  return "dense<" + array_text(array) + "> : tensor<" + type_text(array.type(), array.shape()) + ">";
}

namespace {

bool equal(const Element &actual, const Element &expected) {
  if (is_complex(actual.type()))
    return actual.as_complex() == expected.as_complex();
  return is_float(actual.type()) ? actual.as_float() == expected.as_float()
                                 : actual.as_integer() == expected.as_integer();
}

bool near_number(double actual, double expected, double tolerance) {
  if (std::isnan(actual) || std::isnan(expected))
    return std::isnan(actual) && std::isnan(expected);
  return actual == expected || std::fabs(actual - expected) <= tolerance;
}

bool almost_equal(const Element &actual, const Element &expected, double tolerance) {
  if (is_complex(actual.type()))
    return near_number(actual.as_complex().real(), expected.as_complex().real(), tolerance) &&
           near_number(actual.as_complex().imag(), expected.as_complex().imag(), tolerance);
  if (!is_float(actual.type()))
    return actual.as_integer() == expected.as_integer();
  return near_number(actual.as_float(), expected.as_float(), tolerance);
}

/// How many numbers of the format lie between two; the largest number if they are not comparable.
uint64_t distance_in_ulps(ElementType type, double actual, double expected) {
  if (std::isnan(actual) && std::isnan(expected))
    return 0;
  if (!std::isfinite(actual) || !std::isfinite(expected))
    return actual == expected ? 0 : UINT64_MAX;
  const FloatFormat &format = facts_of(type).format;
  uint64_t first = encode(format, std::fabs(actual)), second = encode(format, std::fabs(expected));
  if (std::signbit(actual) != std::signbit(expected))
    return first + second;
  return first > second ? first - second : second - first;
}

uint64_t distance_in_ulps(const Element &actual, const Element &expected) {
  ElementType part = part_of(actual.type());
  if (!is_complex(actual.type()))
    return distance_in_ulps(part, actual.as_float(), expected.as_float());
  return std::max(distance_in_ulps(part, actual.as_complex().real(), expected.as_complex().real()),
                  distance_in_ulps(part, actual.as_complex().imag(), expected.as_complex().imag()));
}

/// Throws for the first element for which `fits` is false.
template <class Fits>
void expect(Step &step, const Array &actual, const Array &expected, const std::string &relation, Fits fits) {
  if (actual.shape() != expected.shape() || actual.type() != expected.type())
    fail(step.operation, "failed-check",
         "the value has type " + type_text(actual.type(), actual.shape()) + ", expected is " +
             type_text(expected.type(), expected.shape()));
  int64_t wrong = 0, first = -1;
  for (int64_t at = 0; at < actual.count(); ++at)
    if (!fits(actual.get(at), expected.get(at))) {
      first = first < 0 ? at : first;
      ++wrong;
    }
  if (first < 0)
    return;
  std::string index;
  std::vector<int64_t> strides = strides_of(actual.shape());
  for (size_t dimension = 0; dimension < strides.size(); ++dimension)
    index += (dimension ? ", " : "") + std::to_string(first / strides[dimension] % actual.shape()[dimension]);
  fail(step.operation, "failed-check",
       std::to_string(wrong) + " of " + std::to_string(actual.count()) + " elements are not " + relation +
           "; the first, at [" + index + "], is " + element_text(actual.get(first)) + ", expected is " +
           element_text(expected.get(first)));
}

void expect_equal(Step &step, const Array &actual, const Array &expected) {
  expect(step, actual, expected, "equal", equal);
}
void expect_almost(Step &step, const Array &actual, const Array &expected, double tolerance) {
  expect(step, actual, expected, "within " + element_text(Element::of_float(ElementType::F64, tolerance)),
         [=](const Element &first, const Element &second) { return almost_equal(first, second, tolerance); });
}
void expect_close(Step &step, const Array &actual, const Array &expected, uint64_t least, uint64_t most) {
  uint64_t largest = 0;
  expect(step, actual, expected, "within " + std::to_string(most) + " ulps",
         [&](const Element &first, const Element &second) {
           uint64_t distance = distance_in_ulps(first, second);
           largest = std::max(largest, distance);
           return distance <= most;
         });
  if (largest < least)
    fail(step.operation, "failed-check",
         "the largest distance is " + std::to_string(largest) + " ulps, expected are at least " +
             std::to_string(least));
}

Values expect_eq(Step &step) { return expect_equal(step, step.array(0), step.array(1)), Values(); }
Values expect_eq_const(Step &step) {
  return expect_equal(step, step.array(0), array_of(cast<check::ExpectEqConstOp>(step.operation).getValue())), Values();
}
Values expect_almost_eq(Step &step) {
  return expect_almost(step, step.array(0), step.array(1),
                       cast<check::ExpectAlmostEqOp>(step.operation).getTolerance().convertToDouble()),
         Values();
}
Values expect_almost_eq_const(Step &step) {
  auto operation = cast<check::ExpectAlmostEqConstOp>(step.operation);
  return expect_almost(step, step.array(0), array_of(operation.getValue()), operation.getTolerance().convertToDouble()),
         Values();
}
Values expect_close_ulps(Step &step) {
  auto operation = cast<check::ExpectCloseOp>(step.operation);
  return expect_close(step, step.array(0), step.array(1), operation.getMinUlpDifference(),
                      operation.getMaxUlpDifference()),
         Values();
}

// --- values written to files -----------------------------------------------------------------------------------------
/// Letters that a file's name may not have, or that stand for others here, become %XX.
std::string file_of(const Probes &probes, StringRef id, int64_t run) {
  std::string name;
  for (char letter : id)
    if (llvm::isAlnum(letter) || StringRef("-_.").contains(letter))
      name += letter;
    else
      name += "%" + llvm::toHex(StringRef(&letter, 1));
  return probes.folder + "/" + name + "_" + std::to_string(run) + ".npy";
}

Values probe(Step &step) {
  auto operation = cast<interpreter::ProbeOp>(step.operation);
  Probes *probes = step.evaluator.probes;
  if (probes && !probes->folder.empty()) {
    int64_t run = ++probes->runs[operation.getProbeId().str()];
    std::string file = file_of(*probes, operation.getProbeId(), run);
    write_npy(step.array(0), file);
    std::error_code error;
    llvm::raw_fd_ostream index(probes->folder + "/index.csv", error, llvm::sys::fs::OF_Append);
    if (error)
      fail(step.operation, "bad-file", "cannot write " + probes->folder + "/index.csv: " + error.message());
    index << operation.getProbeId() << "," << operation.getResult().getType() << "," << file << "\n";
  }
  return {step.array(0)};
}

Values expect_serialized_eq(Step &step) {
  auto operation = cast<check::ExpectSerializedEqOp>(step.operation);
  Probes *probes = step.evaluator.probes;
  if (!probes || probes->folder.empty())
    fail(step.operation, "failed-check", "no folder for probes is given");
  int64_t run = static_cast<int64_t>(operation.getIteration()) + 1;
  expect_equal(step, step.array(0), read_npy(file_of(*probes, operation.getProbeId(), run), step.array(0).type()));
  return {};
}

} // namespace

Values run_check_call(Step &step) {
  StringRef name = cast<stablehlo::CustomCallOp>(step.operation).getCallTargetName();
  if (step.operands.size() < 2)
    fail(step.operation, "bad-module", "'" + name.str() + "' needs two operands");
  if (name == "check.expect_eq")
    expect_equal(step, step.array(0), step.array(1));
  else if (name == "check.expect_almost_eq")
    expect_almost(step, step.array(0), step.array(1), 1e-3);
  else if (name == "check.expect_close")
    expect_close(step, step.array(0), step.array(1), 0, 3);
  else if (name == "check.eq") {
    bool all = step.array(0).shape() == step.array(1).shape();
    for (int64_t at = 0; all && at < step.array(0).count(); ++at)
      all = almost_equal(step.array(0).get(at), step.array(1).get(at), 1e-4);
    return {Array::scalar(Element::of_bool(all))};
  } else
    fail(step.operation, "unsupported", "there is no check '" + name.str() + "'");
  return {};
}

void add_check_handlers(HandlerTable &table) {
  table["check.expect_eq"] = expect_eq;
  table["check.expect_eq_const"] = expect_eq_const;
  table["check.expect_almost_eq"] = expect_almost_eq;
  table["check.expect_almost_eq_const"] = expect_almost_eq_const;
  table["check.expect_close"] = expect_close_ulps;
  table["check.expect_serialized_eq"] = expect_serialized_eq;
  table["interpreter.probe"] = probe;
}

} // namespace cotangent::interpret

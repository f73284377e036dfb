// Running calls of the library on arrays.
#pragma once

#include "tensor/library/call.h"
#include "test/tensor/reference/arrays.h"

#include <cstring>
#include <memory>
#include <random>

namespace test {

struct ResultType {
  ElementType type;
  Shape shape;
};

/// The memory of the workspace holds noise before.
inline std::vector<Array> run(const cotangent::library::Call &call, const std::vector<Array> &operands,
                              const std::vector<ResultType> &types, int threads = 1) {
  std::vector<Array> results;
  std::vector<const void *> from;
  std::vector<void *> to;
  for (const Array &operand : operands)
    from.push_back(operand.bytes());
  for (const ResultType &type : types) {
    results.emplace_back(type.type, type.shape);
    std::fill_n(results.back().bytes(), results.back().byte_count(), std::byte{0xa5});
    to.push_back(results.back().bytes());
  }
  Array memory(ElementType::I8, {call.workspace_bytes() + 1});
  std::fill_n(memory.bytes(), memory.byte_count(), std::byte{0xff});
  call.run(from.data(), to.data(), {memory.bytes(), threads});
  return results;
}

/// The only result, computed by one and by several threads, which must give the same bits.
inline Array run_on_threads(const cotangent::library::Call &call, const std::vector<Array> &operands,
                            const ResultType &type) {
  Array first;
  for (int threads : {1, 2, 3}) {
    Array result = run(call, operands, {type}, threads)[0];
    if (threads == 1)
      first = result;
    else
      CHECK(std::memcmp(first.bytes(), result.bytes(), static_cast<size_t>(result.byte_count())) == 0);
  }
  return first;
}

/// Numbers of the normal distribution, both parts of complex ones.
inline Array random_normal(ElementType type, const Shape &shape, std::mt19937 &random) {
  Array array(type, shape);
  std::normal_distribution<double> draw;
  for (int64_t position = 0; position < array.count(); ++position) {
    const double real = draw(random), imaginary = draw(random);
    array.set(position, element(type, {real, imaginary}));
  }
  return array;
}

} // namespace test

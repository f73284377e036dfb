#include "tensor/reference/quantize.h"

#include "arrays.h"

using namespace cotangent;
using namespace cotangent::reference;
using test::check_integers;
using test::integers;
using test::numbers;

TEST_CASE("uniform_quantize rounds to even and clamps; uniform_dequantize goes back") {
  Quantization halves;
  halves.scales = {0.5};
  halves.zero_points = {3};
  const Array operand = numbers(ElementType::F32, {7}, {0, 1, -1, 0.25, 0.75, 1000, -1000});
  check_integers(uniform_quantize(operand, halves), {7}, {3, 5, 1, 4, 4, 127, -128}); // 3.5 and 4.5 both give 4
  const Array back = uniform_dequantize(integers(ElementType::I8, {3}, {3, 5, -128}), halves);
  CHECK(back.type() == ElementType::F32);
  CHECK(test::distance(back, numbers(ElementType::F32, {3}, {0, 1, -65.5})) == 0);
  const Array special = numbers(ElementType::F32, {3}, {INFINITY, -INFINITY, NAN});
  check_integers(uniform_quantize(special, halves), {3}, {127, -128, 0});
}

TEST_CASE("storage of four bits with a range of its own") {
  Quantization narrow;
  narrow.storage = ElementType::I4;
  narrow.storage_min = -7;
  narrow.storage_max = 7;
  check_integers(uniform_quantize(numbers(ElementType::F32, {3}, {-9, 7.5, 2.5}), narrow), {3}, {-7, 7, 2});
}

TEST_CASE("parameters per axis") {
  Quantization rows;
  rows.storage = ElementType::U8;
  rows.storage_min = 0;
  rows.storage_max = 255;
  rows.axis = 0;
  rows.scales = {1, 0.25};
  rows.zero_points = {0, 128};
  const Array operand = numbers(ElementType::F32, {2, 2}, {5, 300, 1, -40});
  check_integers(uniform_quantize(operand, rows), {2, 2}, {5, 255, 132, 0});
  check_integers(uniform_dequantize(uniform_quantize(operand, rows), rows), {2, 2}, {5, 255, 1, -32});
  Quantization columns = rows;
  columns.axis = 1;
  check_integers(uniform_quantize(operand, columns), {2, 2}, {5, 255, 1, 0});
}

TEST_CASE("dequantize does not wrap between the ends of the storage, and rounds to the expressed type") {
  Quantization ends;
  ends.expressed = ElementType::BF16;
  ends.zero_points = {-128};
  check_integers(uniform_dequantize(integers(ElementType::I8, {1}, {127}), ends), {1}, {255});
  ends.scales = {1.001}; // 1 in bf16
  check_integers(uniform_dequantize(integers(ElementType::I8, {1}, {72}), ends), {1}, {200});
}

TEST_CASE("requantize") {
  Quantization fine, coarse;
  fine.scales = {0.25};
  coarse.scales = {2};
  coarse.zero_points = {10};
  check_integers(requantize(integers(ElementType::I8, {3}, {16, -16, 100}), fine, coarse), {3}, {12, 8, 22});
}

// Arrays as text.
#include "runtime/arrays/text.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace cotangent {

namespace {

constexpr int digits_of_double = 17;

template <class Number> std::string shortest_text(Number value) {
  char text[64];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

/// With the fewest decimal digits that the format rounds to the same bits, but exact where that is no longer: 448 stays
/// 448 where 450 would do.
std::string narrow_text(const FloatFormat &format, double value) {
  const std::string exact = shortest_text(value);
  const uint64_t bits = encode(format, value);
  for (int digits = 1; digits < digits_of_double; ++digits) {
    char text[64];
    const std::to_chars_result end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1);
    double read = 0;
    std::from_chars(text, end.ptr, read);
    if (encode(format, read) != bits)
      continue;
    const std::string rounded = shortest_text(read);
    return rounded.size() < exact.size() ? rounded : exact;
  }
  return exact;
}

/// `part` is the type of the number: for complex elements that of their parts.
std::string number_text(ElementType part, double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  std::string text;
  if (part == ElementType::F64)
    text = shortest_text(value);
  else if (part == ElementType::F32)
    text = shortest_text(static_cast<float>(value));
  else
    text = narrow_text(facts_of(part).format, value);
  // MLIR takes a number without a point for an integer.
  const size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos)
    text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  return text;
}

} // namespace

std::string element_text(const Element &element) {
  const ElementType type = element.type();
  switch (facts_of(type).kind) {
  case ElementKind::Bool:
    return element.as_bool() ? "true" : "false";
  case ElementKind::Signed:
    return shortest_text(element.as_integer());
  case ElementKind::Unsigned:
    return shortest_text(element.as_unsigned());
  case ElementKind::Float:
    return number_text(type, element.as_float());
  case ElementKind::Complex:
    break;
  }
  const std::complex<double> value = element.as_complex();
  return "(" + number_text(part_of(type), value.real()) + ", " + number_text(part_of(type), value.imag()) + ")";
}

std::string array_text(const Array &array) {
  const Shape &shape = array.shape();
  std::string text;
  // How many brackets open before an element: one for each dimension whose index, and all inner ones, are zero.
  for (Index index(shape); index; ++index) {
    size_t opening = 0, closing = 0;
    while (opening < shape.size() && index[shape.size() - 1 - opening] == 0)
      ++opening;
    while (closing < shape.size() && index[shape.size() - 1 - closing] == shape[shape.size() - 1 - closing] - 1)
      ++closing;
    if (index.position() > 0)
      text += ", ";
    text.append(opening, '[').append(element_text(array.get(index.position()))).append(closing, ']');
  }
  return text;
}

} // namespace cotangent

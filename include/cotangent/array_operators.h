// The operators of arrays. They are friends of a base class so that the place of the user's expression is known.
#pragma once

#include <concepts>
#include <source_location>
#include <type_traits>

namespace cotangent::detail {

/// An operand with the place of the expression: made by implicit conversion, its default argument is the place where
/// the operator is written.
template <class Array> struct Located {
  Located(const Array &value, std::source_location location = std::source_location::current())
      : value(value), location(location) {}
  const Array &value;
  std::source_location location;
};
template <class Array> struct LocatedVariable {
  LocatedVariable(Array &value, std::source_location location = std::source_location::current())
      : value(value), location(location) {}
  Array &value;
  std::source_location location;
};

/// Arrays of a trace; the class need not be known yet.
template <class T>
concept TracedOperand = requires(const T &value) { value.handle(); };
/// Concrete arrays and numbers.
template <class T>
concept OtherOperand = !TracedOperand<T> && (std::is_arithmetic_v<T> || is_small_float<T> || requires { T::rank; } ||
                                             requires(const T &value) { value.real(); });
template <class T>
concept OperatorOperand = TracedOperand<T> || OtherOperand<T>;

/// Base of TracedArray. Each operator calls the function of its name with the place as last argument, found by its
/// arguments' namespace: a + b is add(a, b, location).
template <class Array> struct ArrayOperators {
  // --- arithmetic ----------------------------------------------------------------------------------------------------
  friend auto operator-(Located<Array> operand) { return negate(operand.value, operand.location); }
  friend auto operator+(Located<Array> operand) { return operand.value; }
  template <OperatorOperand Other> friend auto operator+(Located<Array> left, const Other &right) {
    return add(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator+(const Other &left, Located<Array> right) {
    return add(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator-(Located<Array> left, const Other &right) {
    return subtract(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator-(const Other &left, Located<Array> right) {
    return subtract(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator*(Located<Array> left, const Other &right) {
    return multiply(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator*(const Other &left, Located<Array> right) {
    return multiply(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator/(Located<Array> left, const Other &right) {
    return divide(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator/(const Other &left, Located<Array> right) {
    return divide(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator%(Located<Array> left, const Other &right) {
    return remainder(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator%(const Other &left, Located<Array> right) {
    return remainder(left, right.value, right.location);
  }
  /// The variable gets another value; its type stays.
  template <OperatorOperand Other> friend Array &operator+=(LocatedVariable<Array> left, const Other &right) {
    return left.value = add(left.value, right, left.location);
  }
  template <OperatorOperand Other> friend Array &operator-=(LocatedVariable<Array> left, const Other &right) {
    return left.value = subtract(left.value, right, left.location);
  }
  template <OperatorOperand Other> friend Array &operator*=(LocatedVariable<Array> left, const Other &right) {
    return left.value = multiply(left.value, right, left.location);
  }
  template <OperatorOperand Other> friend Array &operator/=(LocatedVariable<Array> left, const Other &right) {
    return left.value = divide(left.value, right, left.location);
  }

  // --- bits, and logic of bool -----------------------------------------------------------------------------------------
  /// Without a place: a conversion would compete with that to bool.
  friend auto operator!(const Array &operand) { return logical_not(operand, std::source_location()); }
  friend auto operator~(Located<Array> operand) { return bitwise_not(operand.value, operand.location); }
  template <OperatorOperand Other> friend auto operator&(Located<Array> left, const Other &right) {
    return bitwise_and(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator&(const Other &left, Located<Array> right) {
    return bitwise_and(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator|(Located<Array> left, const Other &right) {
    return bitwise_or(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator|(const Other &left, Located<Array> right) {
    return bitwise_or(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator^(Located<Array> left, const Other &right) {
    return bitwise_xor(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator^(const Other &left, Located<Array> right) {
    return bitwise_xor(left, right.value, right.location);
  }
  /// Both sides are computed.
  template <OperatorOperand Other> friend auto operator&&(Located<Array> left, const Other &right) {
    return logical_and(left.value, right, left.location);
  }
  template <OperatorOperand Other> friend auto operator||(Located<Array> left, const Other &right) {
    return logical_or(left.value, right, left.location);
  }
  template <OperatorOperand Other>
    requires(std::integral<Other> || TracedOperand<Other>)
  friend auto operator<<(Located<Array> left, const Other &right) {
    return shift_left(left.value, right, left.location);
  }
  template <OperatorOperand Other> friend auto operator>>(Located<Array> left, const Other &right) {
    return shift_right(left.value, right, left.location);
  }

  // --- comparisons -----------------------------------------------------------------------------------------------------
  template <OperatorOperand Other> friend auto operator<(Located<Array> left, const Other &right) {
    return less(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator<(const Other &left, Located<Array> right) {
    return less(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator<=(Located<Array> left, const Other &right) {
    return less_equal(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator<=(const Other &left, Located<Array> right) {
    return less_equal(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator>(Located<Array> left, const Other &right) {
    return greater(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator>(const Other &left, Located<Array> right) {
    return greater(left, right.value, right.location);
  }
  template <OperatorOperand Other> friend auto operator>=(Located<Array> left, const Other &right) {
    return greater_equal(left.value, right, left.location);
  }
  template <OtherOperand Other> friend auto operator>=(const Other &left, Located<Array> right) {
    return greater_equal(left, right.value, right.location);
  }

  // --- elements --------------------------------------------------------------------------------------------------------
  /// Elements by position: x(3, ct::whole, ct::range(1, 5)); see operations/indexing.h.
  template <class I> auto operator()(const I &i, std::source_location location = std::source_location::current()) const {
    return chosen(location, array(), i);
  }
  template <class I, class J>
  auto operator()(const I &i, const J &j, std::source_location location = std::source_location::current()) const {
    return chosen(location, array(), i, j);
  }
  template <class I, class J, class K>
  auto operator()(const I &i, const J &j, const K &k,
                  std::source_location location = std::source_location::current()) const {
    return chosen(location, array(), i, j, k);
  }
  template <class I, class J, class K, class L>
  auto operator()(const I &i, const J &j, const K &k, const L &l,
                  std::source_location location = std::source_location::current()) const {
    return chosen(location, array(), i, j, k, l);
  }
  template <class... Items>
    requires(sizeof...(Items) > 4)
  auto operator()(const Items &...items) const {
    return chosen(std::source_location(), array(), items...);
  }
  /// Of the first dimension: x[i] is x(i).
  template <class Item> auto operator[](const Item &item) const {
    return chosen(std::source_location(), array(), item);
  }

private:
  const Array &array() const { return static_cast<const Array &>(*this); }
};

// These are no friends: C++ would consider them with exchanged operands too.
template <TracedOperand Left, OperatorOperand Right> auto operator==(const Left &left, const Right &right) {
  return equal(left, right);
}
template <OtherOperand Left, TracedOperand Right> auto operator==(const Left &left, const Right &right) {
  return equal(left, right);
}
template <TracedOperand Left, OperatorOperand Right> auto operator!=(const Left &left, const Right &right) {
  return not_equal(left, right);
}
template <OtherOperand Left, TracedOperand Right> auto operator!=(const Left &left, const Right &right) {
  return not_equal(left, right);
}

} // namespace cotangent::detail

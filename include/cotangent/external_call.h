// Ordinary C++ functions called by traced code, with their derivatives from the scalar engine: ct::external_call.
#pragma once

#include <array>
#include <span>

#include "cotangent/autodiff.h"
#include "cotangent/operations/operand.h"
#include "cotangent/transformations.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent {

namespace detail {

/// What a function gets for each of its parameters, and last for the number it returns.
struct ExternalSlot {
  void *value;
  void *shadow;
  std::int64_t size;
};
using ExternalFunction = void (*)(const ExternalSlot *slots);
struct ExternalParameter {
  std::string_view element;
  bool is_output;
  bool is_differentiable;
  std::size_t element_bytes;
};
struct External {
  std::string_view name;
  ExternalFunction primal, forward, reverse; // no derivatives: null
  std::span<const ExternalParameter> parameters;
};
/// Arguments for the inputs, shapes for the outputs, in order; results are the outputs. Extents: what each parameter
/// demands as its number of elements, or -1.
void make_external(const External &external, std::span<const TraceHandle> arguments,
                   std::span<const std::span<const std::int64_t>> shapes, std::span<const std::int64_t> extents,
                   std::span<TraceHandle> results, Place place);

enum class ParameterPassing : std::uint8_t { Unknown, Number, Array, Output };

/// How a parameter of type P is passed, and the type of its elements.
template <class P> struct PassedParameter {
  static constexpr ParameterPassing passing = ParameterPassing::Unknown;
  static constexpr std::int64_t extent = -1;
  using element = int;
};
template <class P>
  requires(std::is_arithmetic_v<std::remove_cvref_t<P>> &&
           (!std::is_reference_v<P> || std::is_const_v<std::remove_reference_t<P>>))
struct PassedParameter<P> {
  static constexpr ParameterPassing passing = ParameterPassing::Number;
  static constexpr std::int64_t extent = 1;
  using element = std::remove_cvref_t<P>;
  static const element &pass(std::span<element> span) { return span[0]; }
};
template <class T, std::size_t N> struct PassedParameter<std::span<T, N>> {
  static constexpr ParameterPassing passing = std::is_const_v<T> ? ParameterPassing::Array : ParameterPassing::Output;
  static constexpr std::int64_t extent = N == std::dynamic_extent ? -1 : static_cast<std::int64_t>(N);
  using element = std::remove_const_t<T>;
  static std::span<T, N> pass(std::span<element> span) { return std::span<T, N>(span.data(), span.size()); }
};
template <class T>
  requires(std::is_object_v<T>)
struct PassedParameter<T *> {
  static constexpr ParameterPassing passing = std::is_const_v<T> ? ParameterPassing::Array : ParameterPassing::Output;
  static constexpr std::int64_t extent = -1;
  using element = std::remove_const_t<T>;
  static T *pass(std::span<element> span) { return span.data(); }
};
template <class P> using PassedElement = typename PassedParameter<P>::element;
template <class P> inline constexpr bool is_written = PassedParameter<P>::passing == ParameterPassing::Output;

template <class F> struct SignatureOf : SignatureOf<decltype(&F::operator())> {};
template <class R, class... P> struct SignatureOf<R (*)(P...)> {
  using Result = R;
  using Parameters = TypeList<P...>;
};
template <class R, class... P> struct SignatureOf<R (*)(P...) noexcept> : SignatureOf<R (*)(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...) const> : SignatureOf<R (*)(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...) const noexcept> : SignatureOf<R (*)(P...)> {};

// cotangent-c++ and Cotangent::autodiff define it: there the plugin makes derivatives.
#ifdef COTANGENT_AUTODIFF
inline constexpr bool has_scalar_engine = true;
#else
inline constexpr bool has_scalar_engine = false;
#endif

/// The function as one of slots. Each parameter is a span of its elements, and so is what the function returns.
template <auto F, class R, class List> struct ExternalAdapter;
template <auto F, class R, class... P> struct ExternalAdapter<F, R, TypeList<P...>> {
  static constexpr bool returns = !std::is_void_v<R>;
  using Returned = std::conditional_t<returns, R, int>;

  static void apply(std::span<PassedElement<P>>... values) { F(PassedParameter<P>::pass(values)...); }
  static void apply_returning(std::span<Returned> result, std::span<PassedElement<P>>... values) {
    result[0] = F(PassedParameter<P>::pass(values)...);
  }

  template <class T> static std::span<T> span_of(void *memory, std::int64_t size) {
    return std::span<T>(static_cast<T *>(memory), static_cast<std::size_t>(size));
  }
  template <class T> static auto annotated(const ExternalSlot &slot) {
    if constexpr (is_real_or_complex<T>)
      return Duplicated<std::span<T>>(span_of<T>(slot.value, slot.size), span_of<T>(slot.shadow, slot.size));
    else
      return Const<std::span<T>>(span_of<T>(slot.value, slot.size));
  }

  template <std::size_t... I> static void run_primal(const ExternalSlot *slots, std::index_sequence<I...>) {
    if constexpr (returns)
      apply_returning(span_of<Returned>(slots[sizeof...(P)].value, 1),
                      span_of<PassedElement<P>>(slots[I].value, slots[I].size)...);
    else
      apply(span_of<PassedElement<P>>(slots[I].value, slots[I].size)...);
  }
  template <class M, std::size_t... I>
  static void run_derivative(M mode, const ExternalSlot *slots, std::index_sequence<I...>) {
    if constexpr (returns)
      cotangent::autodiff(mode, apply_returning, annotated<Returned>(slots[sizeof...(P)]),
                          annotated<PassedElement<P>>(slots[I])...);
    else
      cotangent::autodiff(mode, apply, annotated<PassedElement<P>>(slots[I])...);
  }
  static void primal(const ExternalSlot *slots) { run_primal(slots, std::index_sequence_for<P...>{}); }
  static void forward(const ExternalSlot *slots) {
    run_derivative(cotangent::forward, slots, std::index_sequence_for<P...>{});
  }
  static void reverse(const ExternalSlot *slots) {
    run_derivative(cotangent::reverse, slots, std::index_sequence_for<P...>{});
  }

  static constexpr std::array<ExternalParameter, sizeof...(P) + (returns ? 1 : 0)> parameters = [] {
    std::array<ExternalParameter, sizeof...(P) + (returns ? 1 : 0)> list{
        ExternalParameter{element_name<PassedElement<P>>, is_written<P>, is_real_or_complex<PassedElement<P>>,
                          sizeof(PassedElement<P>)}...};
    if constexpr (returns)
      list.back() = {element_name<Returned>, true, is_real_or_complex<Returned>, sizeof(Returned)};
    return list;
  }();
  static constexpr std::array<std::int64_t, sizeof...(P) + 1> extents{PassedParameter<P>::extent..., 1};

  template <bool Differentiable> static External external(std::string_view name) {
    External result{name, primal, nullptr, nullptr, parameters};
    if constexpr (Differentiable && ((is_real_or_complex<PassedElement<P>> && !is_written<P>) || ...)) {
      result.forward = forward;
      result.reverse = reverse;
    }
    return result;
  }
};

/// "(anonymous namespace)::energy"
template <auto F> consteval std::string_view function_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("F = ") + 4);
  text = text.substr(0, text.size() - 1);
  return text.starts_with('&') ? text.substr(1) : text;
}

template <class P, class A> consteval bool takes() {
  using Given = std::remove_cvref_t<A>;
  if constexpr (Scalar<Given>)
    return PassedParameter<P>::passing == ParameterPassing::Number;
  else if constexpr (TensorLike<Given>)
    return std::is_same_v<element_t<Given>, PassedElement<P>>;
  else
    return false;
}

template <class List> struct ExternalLists;
template <class... P> struct ExternalLists<TypeList<P...>> {
  using Inputs = decltype(std::tuple_cat(
      std::declval<std::conditional_t<is_written<P>, std::tuple<>, std::tuple<std::type_identity<P>>>>()...));
  using Outputs = decltype(std::tuple_cat(
      std::declval<std::conditional_t<is_written<P>, std::tuple<std::type_identity<P>>, std::tuple<>>>()...));
  static consteval Text fault_of_parameters() {
    Text text;
    (
        [&] {
          if (text.size() == 0 && PassedParameter<P>::passing == ParameterPassing::Unknown)
            text = concatenate("cotangent: [bad-argument] ct::external_call cannot pass a parameter of type '",
                               type_name<P>(),
                               "': a function takes std::span<const T>, const T * or numbers, writes "
                               "std::span<T> or T *, and may return a number");
        }(),
        ...);
    return text;
  }
};

template <class... P, class... A>
consteval Text fault_of_arguments(std::type_identity<std::tuple<std::type_identity<P>...>>,
                                  std::type_identity<TypeList<A...>>) {
  if constexpr (sizeof...(P) != sizeof...(A)) {
    Text text("cotangent: [bad-argument] the function takes ");
    text.append_number(sizeof...(P)).append(" arguments, but ct::external_call got ").append_number(sizeof...(A));
    return text;
  } else {
    Text text;
    (
        [&] {
          if (text.size() == 0 && !takes<P, A>())
            text = concatenate("cotangent: [bad-argument] a parameter of type '", type_name<P>(),
                               "' of the function of ct::external_call got '", type_name<std::remove_cvref_t<A>>(),
                               "': element types must be equal");
        }(),
        ...);
    return text;
  }
}

template <class P> TraceHandle external_argument(const auto &argument, Place place) {
  return handle_as<PassedElement<P>>(argument, place);
}

template <auto F, bool Differentiable, std::size_t... N, class... A>
auto trace_external(const std::tuple<std::array<std::int64_t, N>...> &shapes, Place place, const A &...arguments) {
  using Signature = SignatureOf<decltype(F)>;
  using Result = std::remove_cvref_t<typename Signature::Result>;
  using Kinds = ExternalLists<typename Signature::Parameters>;
  constexpr Text unknown = Kinds::fault_of_parameters();
  COTANGENT_DETAIL_REQUIRE((unknown.size() == 0), unknown);
  static_assert(std::is_void_v<Result> || std::is_arithmetic_v<Result>,
                "cotangent: [bad-argument] a function called by ct::external_call returns nothing or a number");
  constexpr Text fault =
      fault_of_arguments(std::type_identity<typename Kinds::Inputs>(), std::type_identity<TypeList<A...>>());
  COTANGENT_DETAIL_REQUIRE((fault.size() == 0), fault);
  constexpr std::size_t outputs = std::tuple_size_v<typename Kinds::Outputs>;
  static_assert(outputs == sizeof...(N),
                "cotangent: [bad-argument] ct::external_call needs one shape for each array that the function writes");
  if constexpr (unknown.size() == 0 && fault.size() == 0 && outputs == sizeof...(N)) {
    using Adapter = ExternalAdapter<F, Result, typename Signature::Parameters>;
    std::vector<TraceHandle> handles;
    [&]<class... P>(std::type_identity<std::tuple<std::type_identity<P>...>>) {
      (handles.push_back(external_argument<P>(arguments, place)), ...);
    }(std::type_identity<typename Kinds::Inputs>());
    std::vector<std::span<const std::int64_t>> sizes;
    std::apply([&](const auto &...shape) { (sizes.emplace_back(shape), ...); }, shapes);
    std::vector<TraceHandle> results(outputs + (Adapter::returns ? 1 : 0));
    make_external(Adapter::template external<Differentiable>(function_name<F>()), handles, sizes, Adapter::extents,
                  results, place);
    const TraceHandle *next = results.data();
    auto arrays = [&]<class... P>(std::type_identity<std::tuple<std::type_identity<P>...>>) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::tuple<
            TracedArray<PassedElement<P>,
                        std::tuple_size_v<std::tuple_element_t<I, std::tuple<std::array<std::int64_t, N>...>>>>...>{
            array_of<PassedElement<P>,
                     std::tuple_size_v<std::tuple_element_t<I, std::tuple<std::array<std::int64_t, N>...>>>>(
                *next++)...};
      }(std::index_sequence_for<P...>());
    }(std::type_identity<typename Kinds::Outputs>());
    if constexpr (Adapter::returns)
      return only_or_tuple(std::tuple_cat(std::move(arrays), std::tuple(array_of<Result, 0>(*next))));
    else
      return only_or_tuple(std::move(arrays));
  }
}

} // namespace detail

/// Calls an ordinary C++ function (F: a function, or a lambda without captures) on arrays in memory. Its parameters, in
/// order, are
///   std::span<const T> or const T *   the elements of an argument, row-major
///   T or const T &                    an argument of one element, or a C++ number
///   std::span<T> or T *               an array that the function writes; zeros before
/// and it may return a number. Element types must be those of the arrays; a span of fixed extent is given as many
/// elements. The results are the arrays written, of these shapes, then what is returned: alone, or as a std::tuple.
/// The function must depend on its arguments alone; it may run on any thread. What it throws leaves the call of the
/// program.
///
/// Its derivatives come from the scalar engine, where the file is compiled with it (cotangent-c++, or
/// Cotangent::autodiff in CMake), else derivatives throw Error ("no-derivative"); there are first derivatives only.
template <auto F, class... A, std::size_t... N>
auto external_call(const std::tuple<std::array<std::int64_t, N>...> &shapes, const A &...arguments) {
  if constexpr (detail::any_tensor<A...> && !detail::any_traced<A...>) {
    auto transform = [](const auto &sizes, const auto &...values) {
      return detail::trace_external<F, detail::has_scalar_engine>(sizes, detail::Place{}, values...);
    };
    return detail::run_outside<decltype(transform)>(shapes, arguments...);
  } else {
    return detail::trace_external<F, detail::has_scalar_engine>(shapes, detail::Place{}, arguments...);
  }
}
/// For a function that writes one array.
template <auto F, class... A, std::size_t N>
auto external_call(const std::array<std::int64_t, N> &shape, const A &...arguments) {
  return cotangent::external_call<F>(std::tuple(shape), arguments...);
}
/// For a function that returns a number and writes nothing.
template <auto F, class... A>
  requires(!(detail::is_std_tuple<std::remove_cvref_t<A>> || ...))
auto external_call(const A &...arguments) {
  return cotangent::external_call<F>(std::tuple<>(), arguments...);
}

} // namespace cotangent

#ifdef __clang__
#pragma clang diagnostic pop
#endif

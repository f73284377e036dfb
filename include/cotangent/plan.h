// What a differentiated call comes to: activity of the return, width, wrapper; and what is wrong with it.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cotangent/activity.h"
#include "cotangent/callee.h"
#include "cotangent/cells.h"
#include "cotangent/modes.h"
#include "cotangent/text.h"
#include "cotangent/wrapper.h"

namespace cotangent::detail {

/// Stands for a call without ct::Seed.
struct NoSeed {};

template <class T>
inline constexpr bool is_direct =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, long double>;

/// Return types that own their content: a shadow made during the call cannot have been seeded before it.
template <class T>
inline constexpr bool refers_elsewhere =
    std::is_pointer_v<T> || is_shared<T> || is_weak<T> ||
    (is_raw_pointer<T> && !is_sequence<T> && !is_unique<T> && !is_ordered_map<T> && !is_hash_map<T> && !is_set<T> &&
     activity_of<T> == Activity::Dup && std::is_trivially_copyable_v<T>);

template <class D> consteval std::size_t width_of() { return annotation_of<D>::width; }

/// The width of a call: the number of shadows of its batch annotations, else 1.
template <class... D> consteval std::size_t common_width() {
  std::size_t width = 1;
  ((width = is_batch(annotation_of<D>::kind) ? width_of<D>() : width), ...);
  return width;
}

template <class M, std::size_t Index> consteval bool is_unchanged() {
  return []<bool... Modified>(ModifiedList<Modified...>) {
    constexpr bool list[] = {Modified..., true};
    return !list[Index < sizeof...(Modified) ? Index : sizeof...(Modified)];
  }([] {
    if constexpr (std::is_same_v<typename M::modified, AllModified>) {
      return ModifiedList<>{};
    } else {
      return typename M::modified{};
    }
  }());
}

inline constexpr std::string_view error_prefix = "cotangent: [bad-annotation] ";

/// "cotangent: [bad-annotation] argument 2 ('double'): "
template <class T> consteval Text argument_prefix(std::size_t index) {
  Text text(error_prefix);
  text.append("argument ")
      .append_number(index + 1)
      .append(" ('")
      .append(type_name<std::remove_cvref_t<T>>())
      .append("'): ");
  return text;
}

/// What is wrong with one argument, or nothing. `G` is the argument as given, `D` the annotation it stands for.
template <class M, class D, class G, std::size_t Index, std::size_t Width> consteval Text argument_error() {
  using Description = annotation_of<D>;
  using Value = typename Description::value_type;
  using Bare = std::remove_reference_t<Value>;
  constexpr AnnotationKind kind = Description::kind;
  constexpr Activity activity = activity_of<Bare>;
  constexpr bool forward_mode = M::kind == ModeKind::Forward;
  constexpr Text prefix = argument_prefix<Value>(Index);
  if constexpr (kind == AnnotationKind::Seed) {
    return concatenate(prefix, "ct::Seed is the last argument of a reverse call only");
  } else if constexpr (!Annotation<G> && activity != Activity::Any) {
    if constexpr (activity == Activity::Active && !forward_mode) {
      return concatenate(prefix, "no annotation; write ct::Active{x} for its adjoint, or ct::Const{x}");
    } else {
      return concatenate(prefix, "no annotation; write ct::Duplicated{x, dx} with its shadow, or ct::Const{x}");
    }
  } else if constexpr (kind == AnnotationKind::Const) {
    return Text();
  } else if constexpr (activity == Activity::Any && !std::is_pointer_v<Bare> && !std::is_polymorphic_v<Bare>) {
    return concatenate(prefix, "the type has no differentiable content; use ct::Const");
  } else if constexpr (kind == AnnotationKind::Active) {
    if constexpr (forward_mode) {
      return concatenate(prefix,
                         "ct::Active is for reverse mode; in forward mode use ct::Duplicated{x, dx} with its tangent");
    } else if constexpr (activity == Activity::Mixed) {
      return concatenate(
          prefix, "ct::Active takes floating-point values only, but ", offending_part<Bare>(),
          " is behind a pointer; use ct::MixedDuplicated or ct::Duplicated with a shadow (ct::make_zero)");
    } else if constexpr (activity == Activity::Dup) {
      return concatenate(prefix, "ct::Active takes floating-point values only, but ", offending_part<Bare>(),
                         " is behind a pointer; use ct::Duplicated with a shadow (ct::make_zero)");
    } else {
      return Text();
    }
  } else if constexpr (std::is_same_v<typename Description::shadow_type, Missing>) {
    return concatenate(prefix, "the annotation needs two things, a value and its shadow (ct::make_zero)");
  } else if constexpr (!same_but_const<Value, typename Description::shadow_type>) {
    return concatenate(prefix, "the shadow is of another type, '",
                       type_name<std::remove_cvref_t<typename Description::shadow_type>>(),
                       "'; it must be the value's type (const does not matter)");
  } else if constexpr (kind == AnnotationKind::MixedDuplicated && !std::is_class_v<Bare> && !std::is_union_v<Bare>) {
    return concatenate(prefix, "ct::MixedDuplicated is for class objects; use ct::Duplicated or ct::Active");
  } else if constexpr (Description::width != Width) {
    return concatenate(prefix, "the call has batches of ", Text().append_number(Width),
                       " shadows, but this argument has ", Text().append_number(Description::width),
                       "; give all annotations the same number (ct::BatchDuplicated)");
  } else if constexpr (!forward_mode && FloatingPoint<Value>) {
    return concatenate(prefix,
                       "a by-value float has no place for an adjoint in reverse mode; use ct::Active{x}, or "
                       "ct::Duplicated<",
                       type_name<Value>(), "&>{x, dx} for a function that takes a reference");
  } else {
    return Text();
  }
}

/// A parameter `T&` of a number needs an annotation that refers to the caller's object.
template <class Parameter, class D, std::size_t Index> consteval Text reference_error() {
  using Value = typename annotation_of<D>::value_type;
  if constexpr (std::is_lvalue_reference_v<Parameter> && !std::is_const_v<std::remove_reference_t<Parameter>> &&
                FloatingPoint<Value> && is_duplicated(annotation_of<D>::kind)) {
    return concatenate(argument_prefix<Value>(Index),
                       "the function takes a reference, but the annotation holds a copy; use ct::Duplicated<",
                       type_name<Value>(), "&>{x, dx}, which refers to both");
  } else {
    return Text();
  }
}

consteval Text first_of(std::initializer_list<Text> errors) {
  for (const Text &error : errors) {
    if (error.size() != 0)
      return error;
  }
  return Text();
}

/// All that follows from the types of a call. `D...` are the annotations the arguments stand for, `G...` the types
/// given.
template <class M, class F, class SeedType, class Declared, class Given> struct Plan;

template <class M, class F, class SeedType, class... D, class... G>
struct Plan<M, F, SeedType, TypeList<D...>, TypeList<G...>> {
  using Callee = callee_object_t<F>;
  using Function = callee_of<F>;
  static constexpr ModeKind mode = M::kind;
  static constexpr bool callee_is_duplicated = is_duplicated(Function::kind);
  static constexpr int width = static_cast<int>(
      common_width<D...>() > 1 || !is_batch(Function::kind)
          ? common_width<D...>()
          : common_width<std::conditional_t<is_batch(Function::kind), std::remove_cvref_t<F>, Const<int>>>());

  /// Whether the function is called with lvalues of all arguments; else held ones are given as rvalues.
  static constexpr bool with_lvalues = CallableWith<Callee, typename pointee_of<D, G>::type &...>;
  template <class Annotated, class GivenType>
  using parameter = Parameter<typename pointee_of<Annotated, GivenType>::type,
                              !with_lvalues && !std::is_reference_v<typename annotation_of<Annotated>::value_type>>;
  static constexpr bool callable = CallableWith<Callee, typename parameter<D, G>::passed...>;

  static consteval Text callable_error() {
    if constexpr (!callable) {
      Text text(error_prefix);
      text.append("'").append(type_name<Callee>()).append("' cannot be called with (");
      std::size_t index = 0;
      ((text.append(index++ == 0 ? "" : ", ").append(type_name<typename pointee_of<D, G>::type &>())), ...);
      return text.append(")");
    } else {
      return Text();
    }
  }

  static consteval Text arguments_error() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return first_of({Text(), argument_error<M, D, G, I, static_cast<std::size_t>(width)>()...});
    }(std::index_sequence_for<D...>{});
  }

  static consteval Text references_error() {
    using Signature = typename signature_of<std::remove_cv_t<Callee>>::parameters;
    if constexpr (std::is_void_v<Signature>) {
      return Text();
    } else {
      return []<class... P, std::size_t... I>(TypeList<P...>, std::index_sequence<I...>) {
        if constexpr (sizeof...(P) == sizeof...(D)) {
          return first_of({Text(), reference_error<P, D, I>()...});
        } else {
          return Text();
        }
      }(Signature{}, std::index_sequence_for<D...>{});
    }
  }

  static consteval Text callee_error() {
    if constexpr (Function::kind == AnnotationKind::Active || Function::kind == AnnotationKind::Seed) {
      return Text(error_prefix).append("the function itself may be ct::Const or ct::Duplicated only");
    } else if constexpr (callee_is_duplicated && !std::is_class_v<Callee>) {
      return Text(error_prefix)
          .append("a plain function holds no state: pass it without annotation; only a functor may be ct::Duplicated");
    } else {
      return Text();
    }
  }

  static consteval Text modified_error() {
    return []<class List>(std::type_identity<List>) {
      if constexpr (std::is_same_v<List, AllModified>) {
        return Text();
      } else {
        return []<bool... Modified>(std::type_identity<ModifiedList<Modified...>>) {
          if constexpr (sizeof...(Modified) == sizeof...(D)) {
            return Text();
          } else {
            return Text(error_prefix)
                .append("modified_between has ")
                .append_number(sizeof...(Modified))
                .append(" bools for ")
                .append_number(sizeof...(D))
                .append(" arguments; give one per argument, constant ones included");
          }
        }(std::type_identity<List>{});
      }
    }(std::type_identity<typename M::modified>{});
  }

  static consteval auto find_result() {
    if constexpr (callable) {
      return std::type_identity<std::invoke_result_t<Callee &, typename parameter<D, G>::passed...>>{};
    } else {
      return std::type_identity<void>{};
    }
  }
  using Returned = typename decltype(find_result())::type;
  using Result = std::remove_cvref_t<Returned>;
  static constexpr bool is_void = std::is_void_v<Result>;
  static constexpr bool has_seed = !std::is_same_v<SeedType, NoSeed>;
  static constexpr bool guessed = std::is_same_v<typename M::return_annotation, GuessedReturn>;

  /// Activity of the return: Const, Active, Duplicated or DuplicatedNoNeed.
  static consteval AnnotationKind find_role() {
    if constexpr (is_void) {
      return AnnotationKind::Const;
    } else if constexpr (!guessed) {
      constexpr AnnotationKind kind = M::return_annotation::kind;
      if constexpr (kind == AnnotationKind::MixedDuplicated || kind == AnnotationKind::Batch)
        return AnnotationKind::Duplicated;
      if constexpr (kind == AnnotationKind::BatchNoNeed)
        return AnnotationKind::DuplicatedNoNeed;
      return kind;
    } else if constexpr (activity_of<Result> == Activity::Any) {
      return AnnotationKind::Const;
    } else if constexpr (mode == ModeKind::Forward) {
      return AnnotationKind::Duplicated;
    } else if constexpr (is_direct<Result> || activity_of<Result> == Activity::Active || has_seed) {
      return AnnotationKind::Active;
    } else {
      return AnnotationKind::Duplicated;
    }
  }
  static constexpr AnnotationKind role = find_role();
  static constexpr bool returns_shadow = role == AnnotationKind::Duplicated || role == AnnotationKind::DuplicatedNoNeed;
  static constexpr bool wants_primal = M::options.primal && !is_void;

  /// The seed of an `Active` return that holds memory of its own is added into a shadow that exists only after the
  /// forward sweep.
  static constexpr bool seeds_memory =
      role == AnnotationKind::Active && !is_direct<Result> && activity_of<Result> != Activity::Active;

  static consteval ReturnForm find_form() {
    if constexpr (is_void)
      return ReturnForm::Nothing;
    else if constexpr (is_direct<Result>)
      return ReturnForm::Direct;
    else if constexpr (wants_primal || role == AnnotationKind::Active || (returns_shadow && mode != ModeKind::Reverse))
      return ReturnForm::Slot;
    else
      return ReturnForm::Nothing;
  }
  static constexpr ReturnForm form = find_form();

  static consteval Text return_error() {
    Text text(error_prefix);
    text.append("the return ('").append(type_name<Result>()).append("'): ");
    if constexpr (!callable) {
      return Text();
    } else if constexpr (has_seed && (mode == ModeKind::Forward || role != AnnotationKind::Active)) {
      return text.append("ct::Seed is given, but the return is not ct::Active; leave the seed out");
    } else if constexpr (is_void) {
      if constexpr (guessed)
        return Text();
      else if constexpr (M::return_annotation::kind == AnnotationKind::Const)
        return Text();
      else
        return text.append("nothing is returned, so with_return takes ct::Const only");
    } else if constexpr (role != AnnotationKind::Const && activity_of<Result> == Activity::Any &&
                         !std::is_pointer_v<Result>) {
      return text.append(
          "the type has no differentiable content, so the return is constant; use with_return<ct::Const>()");
    } else if constexpr (mode == ModeKind::Forward && role == AnnotationKind::Active) {
      return text.append("ct::Active is for reverse mode; in forward mode use with_return<ct::Duplicated>()");
    } else if constexpr (mode != ModeKind::Forward && is_direct<Result> && returns_shadow) {
      return text.append("a by-value float is seeded by ct::Seed, not through a shadow; use with_return<ct::Active>()");
    } else if constexpr (mode == ModeKind::Reverse && role == AnnotationKind::Active && !is_direct<Result> &&
                         !has_seed) {
      return text.append("its adjoint is not a number; give it as the last argument, ct::Seed{value}, or use "
                         "with_return<ct::Const>()");
    } else if constexpr (mode == ModeKind::Reverse && guessed && role == AnnotationKind::Duplicated &&
                         !refers_elsewhere<Result>) {
      return text.append("give its adjoint as the last argument, ct::Seed{value}, or use with_return<ct::Const>()");
    } else {
      return Text();
    }
  }

  static consteval Text seed_error() {
    if constexpr (!has_seed || is_void || !callable) {
      return Text();
    } else {
      using S = std::remove_cvref_t<SeedType>;
      constexpr bool one = std::is_convertible_v<const S &, Result> && (width == 1 || is_direct<Result>);
      constexpr bool many = [] {
        if constexpr (is_std_array<S>::value) {
          return is_std_array<S>::size == width && std::is_convertible_v<typename is_std_array<S>::element, Result>;
        } else {
          return false;
        }
      }();
      if constexpr (one || many)
        return Text();
      else
        return Text(error_prefix)
            .append("ct::Seed holds '")
            .append(type_name<S>())
            .append("'; the return needs '")
            .append(type_name<Result>())
            .append("' (a std::array of as many as the width)");
    }
  }

  static constexpr Text error = first_of({callee_error(), arguments_error(), modified_error(), references_error(),
                                          callable_error(), return_error(), seed_error()});
  static constexpr bool valid = error.size() == 0;

  using Call = Wrapper<form, Result, Callee, parameter<D, G>...>;

  static constexpr int options =
      (M::options.strong_zero ? option_strong_zero : 0) | (M::options.runtime_activity ? option_runtime_activity : 0) |
      (M::options.atomic_add ? option_atomic_add : 0) | (M::options.nan_check ? option_nan_check : 0) |
      (M::options.shadow_init ? option_shadow_init : 0) |
      (role == AnnotationKind::DuplicatedNoNeed && !wants_primal ? option_skip_primal : 0);

  static constexpr int return_kind = form != ReturnForm::Direct      ? returns_nothing
                                     : role == AnnotationKind::Const ? returns_constant
                                                                     : returns_differentiated;

  /// The kind of the result slot.
  static constexpr int slot_kind = role == AnnotationKind::Const              ? kind_constant
                                   : role == AnnotationKind::DuplicatedNoNeed ? kind_no_need
                                                                              : kind_duplicated;
};

} // namespace cotangent::detail

// Routines of BLAS and LAPACK with the Fortran calling convention, found at run time.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace cotangent::library {

/// Matrices of at most this many rows do without the library: its calls cost more than they save.
inline constexpr int64_t longest_small_matrix = 16;

/// A subroutine of LAPACK. Every argument goes by address; the lengths of character arguments, one each, follow
/// the others as the Fortran compilers of Linux pass them.
class Routine {
public:
  Routine() = default;
  explicit Routine(void *address) : address_(address) {}
  explicit operator bool() const { return address_ != nullptr; }

  template <class... Arguments> void operator()(Arguments *...arguments) const {
    constexpr int characters = (0 + ... + int(std::is_same_v<std::remove_const_t<Arguments>, char>));
    static_assert(characters <= 4);
    using Function = void (*)(Arguments *..., size_t, size_t, size_t, size_t);
    reinterpret_cast<Function>(address_)(arguments..., 1, 1, 1, 1);
  }

private:
  void *address_ = nullptr;
};

/// What was loaded, for people.
struct LapackStatus {
  std::string library;       // the file; empty: none is installed
  std::string configuration; // version and options of OpenBLAS
  std::string core;          // the processor whose kernels run
  std::string fault;         // why a library was not used: products that came out wrong
};
const LapackStatus &lapack_status();

/// The routine "getrf" for a letter of precision: 's', 'd', 'c' or 'z'. Empty where no library is installed or it lacks
/// the routine; nothing throws. The library runs in the caller's thread.
Routine lapack_routine(char letter, std::string_view name);

template <class Number> inline constexpr char lapack_letter = '?';
template <> inline constexpr char lapack_letter<float> = 's';
template <> inline constexpr char lapack_letter<double> = 'd';
template <> inline constexpr char lapack_letter<std::complex<float>> = 'c';
template <> inline constexpr char lapack_letter<std::complex<double>> = 'z';

} // namespace cotangent::library

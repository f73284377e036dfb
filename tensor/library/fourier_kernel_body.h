// The functions of fourier_kernel.h; included once per instruction set, inside a namespace that has `vector_bytes`.
// A Vector is a vector of the processor or, for single lines, a number.

#pragma clang diagnostic ignored "-Wpass-failed" // loops over the radix unroll where it is a constant

template <class Real, int Lanes> struct VectorChoice {
  using Type __attribute__((vector_size(Lanes * sizeof(Real)))) = Real;
};
template <class Real> struct VectorChoice<Real, 1> {
  using Type = Real;
};
template <class Real, int Lanes> using VectorOf = typename VectorChoice<Real, Lanes>::Type;

#define FOURIER_INLINE inline __attribute__((always_inline))

template <class Vector, class Real> FOURIER_INLINE Vector load(const Real *from) {
  Vector result;
  __builtin_memcpy(&result, from, sizeof result);
  return result;
}
template <class Vector, class Real> FOURIER_INLINE void store(Real *to, Vector value) {
  __builtin_memcpy(to, &value, sizeof value);
}

template <class Vector> struct Number {
  Vector real, imaginary;

  FOURIER_INLINE Number operator+(const Number &other) const {
    return {real + other.real, imaginary + other.imaginary};
  }
  FOURIER_INLINE Number operator-(const Number &other) const {
    return {real - other.real, imaginary - other.imaginary};
  }
  /// Times -i.
  FOURIER_INLINE Number turned() const { return {imaginary, -real}; }
  template <class Factor> FOURIER_INLINE Number times(Factor re, Factor im) const {
    return {real * re - imaginary * im, real * im + imaginary * re};
  }
};

template <class Real, int Lanes> FOURIER_INLINE Number<VectorOf<Real, Lanes>> number_at(const Real *block, int64_t at) {
  using Vector = VectorOf<Real, Lanes>;
  return {load<Vector>(block + 2 * Lanes * at), load<Vector>(block + 2 * Lanes * at + Lanes)};
}
template <class Real, int Lanes>
FOURIER_INLINE void put(Real *block, int64_t at, const Number<VectorOf<Real, Lanes>> &number) {
  store(block + 2 * Lanes * at, number.real);
  store(block + 2 * Lanes * at + Lanes, number.imaginary);
}

/// The transform of `Radix` numbers in place.
template <class Real, class Vector> FOURIER_INLINE void butterfly_4(Number<Vector> *x) {
  const Number<Vector> a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = (x[1] - x[3]).turned();
  x[0] = a + c;
  x[1] = b + d;
  x[2] = a - c;
  x[3] = b - d;
}
template <class Real, class Vector> FOURIER_INLINE void butterfly_8(Number<Vector> *x) {
  constexpr Real half = static_cast<Real>(0.70710678118654752440);
  Number<Vector> even[4] = {x[0], x[2], x[4], x[6]}, odd[4] = {x[1], x[3], x[5], x[7]};
  butterfly_4<Real>(even);
  butterfly_4<Real>(odd);
  const Number<Vector> first = odd[1], third = odd[3];
  odd[1] = {(first.real + first.imaginary) * half, (first.imaginary - first.real) * half};
  odd[2] = odd[2].turned();
  odd[3] = {(third.imaginary - third.real) * half, (third.real + third.imaginary) * -half};
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; ++k) {
    x[k] = even[k] + odd[k];
    x[k + 4] = even[k] - odd[k];
  }
}
/// Odd radices: numbers j and radix - j meet the same cosine and opposite sines.
template <class Real, class Vector, int Most>
FOURIER_INLINE void butterfly_odd(Number<Vector> *x, int radix, const Real *roots) {
  const int half = radix / 2;
  Number<Vector> sums[Most / 2], differences[Most / 2], zero = x[0];
#pragma clang loop unroll(full)
  for (int j = 1; j <= half; ++j) {
    sums[j - 1] = x[j] + x[radix - j];
    differences[j - 1] = x[j] - x[radix - j];
    zero = zero + sums[j - 1];
  }
#pragma clang loop unroll(full)
  for (int k = 1; k <= half; ++k) {
    Number<Vector> even = x[0];
    Vector across = {}, up = {};
    int at = 0;
#pragma clang loop unroll(full)
    for (int j = 0; j < half; ++j) {
      at += k;
      at -= at >= radix ? radix : 0;
      const Real cosine = roots[2 * at], sine = roots[2 * at + 1];
      even.real += sums[j].real * cosine;
      even.imaginary += sums[j].imaginary * cosine;
      across += differences[j].imaginary * sine;
      up += differences[j].real * sine;
    }
    x[k] = {even.real - across, even.imaginary + up};
    x[radix - k] = {even.real + across, even.imaginary - up};
  }
  x[0] = zero;
}

template <class Real, class Vector, int Radix>
FOURIER_INLINE void butterfly(Number<Vector> *x, int radix, const Real *roots) {
  if constexpr (Radix == 2) {
    const Number<Vector> difference = x[0] - x[1];
    x[0] = x[0] + x[1];
    x[1] = difference;
  } else if constexpr (Radix == 4) {
    butterfly_4<Real>(x);
  } else if constexpr (Radix == 8) {
    butterfly_8<Real>(x);
  } else if constexpr (Radix == 0) {
    butterfly_odd<Real, Vector, 31>(x, radix, roots);
  } else {
    butterfly_odd<Real, Vector, Radix>(x, Radix, roots);
  }
}

/// Radix 0 stands for any odd one up to 31.
template <class Real, int Lanes, int Radix>
__attribute__((noinline)) void pass(const FourierStage<Real> &stage, const Real *in, Real *out) {
  using Vector = VectorOf<Real, Lanes>;
  const int radix = Radix ? Radix : stage.radix;
  const int64_t stride = stage.stride, groups = stage.groups;
  const Real *roots = stage.roots.data(), *twiddles = stage.twiddles.data();
  Number<Vector> x[Radix ? Radix : 31];
  for (int64_t p = 0; p < groups; ++p, twiddles += 2 * (radix - 1)) {
    const Real *from = in + 2 * Lanes * stride * p;
    Real *to = out + 2 * Lanes * stride * radix * p;
    for (int64_t q = 0; q < stride; ++q) {
#pragma clang loop unroll(full)
      for (int j = 0; j < radix; ++j)
        x[j] = number_at<Real, Lanes>(from, q + stride * groups * j);
      butterfly<Real, Vector, Radix>(x, radix, roots);
      put<Real, Lanes>(to, q, x[0]);
      if (p == 0) {
#pragma clang loop unroll(full)
        for (int k = 1; k < radix; ++k)
          put<Real, Lanes>(to, q + stride * k, x[k]);
      } else {
#pragma clang loop unroll(full)
        for (int k = 1; k < radix; ++k)
          put<Real, Lanes>(to, q + stride * k, x[k].times(twiddles[2 * k - 2], twiddles[2 * k - 1]));
      }
    }
  }
}

template <class Real, int Lanes> Real *run_stages(const FourierPlan<Real> &plan, Real *data, Real *scratch) {
  for (const FourierStage<Real> &stage : plan.stages) {
    switch (stage.radix) {
    case 2:
      pass<Real, Lanes, 2>(stage, data, scratch);
      break;
    case 3:
      pass<Real, Lanes, 3>(stage, data, scratch);
      break;
    case 4:
      pass<Real, Lanes, 4>(stage, data, scratch);
      break;
    case 5:
      pass<Real, Lanes, 5>(stage, data, scratch);
      break;
    case 7:
      pass<Real, Lanes, 7>(stage, data, scratch);
      break;
    case 8:
      pass<Real, Lanes, 8>(stage, data, scratch);
      break;
    default:
      pass<Real, Lanes, 0>(stage, data, scratch);
    }
    Real *other = data;
    data = scratch;
    scratch = other;
  }
  return data;
}

/// block[j] *= factors[j], each of which is the same for all lanes; with the parts of the product exchanged if asked.
template <class Real, int Lanes>
FOURIER_INLINE void scale_block(Real *block, const Real *factors, int64_t count, bool exchange) {
  for (int64_t j = 0; j < count; ++j) {
    const auto product = number_at<Real, Lanes>(block, j).times(factors[2 * j], factors[2 * j + 1]);
    put<Real, Lanes>(block, j, exchange ? Number<VectorOf<Real, Lanes>>{product.imaginary, product.real} : product);
  }
}

template <class Real, int Lanes> Real *transform(const FourierPlan<Real> &plan, Real *data, Real *scratch) {
  if (!plan.convolution)
    return run_stages<Real, Lanes>(plan, data, scratch);
  const int64_t length = plan.length, padded = plan.buffer_length;
  scale_block<Real, Lanes>(data, plan.chirp.data(), length, false);
  __builtin_memset(data + 2 * Lanes * length, 0, static_cast<size_t>(2 * Lanes * (padded - length)) * sizeof(Real));
  Real *spectrum = run_stages<Real, Lanes>(*plan.convolution, data, scratch);
  scale_block<Real, Lanes>(spectrum, plan.kernel.data(), padded, true);
  Real *result = run_stages<Real, Lanes>(*plan.convolution, spectrum, spectrum == data ? scratch : data);
  // The backward transform left the parts exchanged.
  for (int64_t j = 0; j < length; ++j) {
    const auto number = number_at<Real, Lanes>(result, j);
    const Number<VectorOf<Real, Lanes>> right = {number.imaginary, number.real};
    put<Real, Lanes>(result, j, right.times(plan.chirp[2 * j], plan.chirp[2 * j + 1]));
  }
  return result;
}

/// Every other element of two vectors, from `First`; and the elements of two vectors in turn, the lower or upper half.
template <int First, class Vector, size_t... Lane>
FOURIER_INLINE Vector every_other(Vector a, Vector b, std::index_sequence<Lane...>) {
  return __builtin_shufflevector(a, b, static_cast<int>(2 * Lane + First)...);
}
template <int Upper, class Vector, size_t... Lane>
FOURIER_INLINE Vector in_turn(Vector a, Vector b, std::index_sequence<Lane...>) {
  constexpr int lanes = sizeof...(Lane);
  return __builtin_shufflevector(a, b, static_cast<int>(Lane / 2 + Upper * (lanes / 2) + (Lane % 2 ? lanes : 0))...);
}

template <class Real, int Lanes>
void load_columns(Real *block, const Real *memory, int64_t stride, int64_t count, bool exchange) {
  using Vector = VectorOf<Real, Lanes>;
  for (int64_t j = 0; j < count; ++j, memory += stride, block += 2 * Lanes) {
    Number<Vector> number;
    if constexpr (Lanes == 1) {
      number = {memory[0], memory[1]};
    } else {
      constexpr auto lanes = std::make_index_sequence<Lanes>();
      const auto first = load<Vector>(memory), second = load<Vector>(memory + Lanes);
      number = {every_other<0>(first, second, lanes), every_other<1>(first, second, lanes)};
    }
    store(block, exchange ? number.imaginary : number.real);
    store(block + Lanes, exchange ? number.real : number.imaginary);
  }
}

template <class Real, int Lanes>
void store_columns(Real *memory, const Real *block, int64_t stride, int64_t count, bool exchange, Real factor) {
  using Vector = VectorOf<Real, Lanes>;
  for (int64_t j = 0; j < count; ++j, memory += stride) {
    const auto number = number_at<Real, Lanes>(block, j);
    const Vector first = (exchange ? number.imaginary : number.real) * factor;
    const Vector second = (exchange ? number.real : number.imaginary) * factor;
    if constexpr (Lanes == 1) {
      memory[0] = first;
      memory[1] = second;
    } else {
      constexpr auto lanes = std::make_index_sequence<Lanes>();
      store(memory, in_turn<0>(first, second, lanes));
      store(memory + Lanes, in_turn<1>(first, second, lanes));
    }
  }
}

/// Lane i of row r becomes lane r of row i, by exchanges at distances that halve.
template <int Distance, int Upper, class Vector, size_t... Lane>
FOURIER_INLINE Vector exchanged(Vector a, Vector b, std::index_sequence<Lane...>) {
  constexpr int lanes = sizeof...(Lane);
  if constexpr (Upper)
    return __builtin_shufflevector(a, b, static_cast<int>(Lane & Distance ? Lane + lanes : Lane + Distance)...);
  else
    return __builtin_shufflevector(a, b, static_cast<int>(Lane & Distance ? Lane + lanes - Distance : Lane)...);
}
template <int Distance, class Vector, int Lanes> FOURIER_INLINE void transpose(Vector (&rows)[Lanes]) {
  constexpr auto lanes = std::make_index_sequence<Lanes>();
#pragma clang loop unroll(full)
  for (int row = 0; row < Lanes; ++row)
    if (!(row & Distance)) {
      const Vector a = rows[row], b = rows[row + Distance];
      rows[row] = exchanged<Distance, 0>(a, b, lanes);
      rows[row + Distance] = exchanged<Distance, 1>(a, b, lanes);
    }
  if constexpr (Distance > 1)
    transpose<Distance / 2>(rows);
}

template <class Real, int Lanes>
void load_rows(Real *block, const Real *memory, int64_t stride, int64_t count, bool exchange) {
  int64_t j = 0;
  if constexpr (Lanes > 1) {
    using Vector = VectorOf<Real, Lanes>;
    for (; j + Lanes / 2 <= count; j += Lanes / 2) {
      Vector rows[Lanes];
#pragma clang loop unroll(full)
      for (int lane = 0; lane < Lanes; ++lane)
        rows[lane] = load<Vector>(memory + lane * stride + 2 * j);
      transpose<Lanes / 2>(rows);
      Real *to = block + 2 * Lanes * j;
#pragma clang loop unroll(full)
      for (int part = 0; part < Lanes; ++part)
        store(to + Lanes * (part ^ int(exchange)), rows[part]);
    }
  }
  for (; j < count; ++j)
    for (int lane = 0; lane < Lanes; ++lane)
      for (int part = 0; part < 2; ++part)
        block[2 * Lanes * j + Lanes * (part ^ int(exchange)) + lane] = memory[lane * stride + 2 * j + part];
}

template <class Real, int Lanes>
void store_rows(Real *memory, const Real *block, int64_t stride, int64_t count, bool exchange, Real factor) {
  int64_t j = 0;
  if constexpr (Lanes > 1) {
    using Vector = VectorOf<Real, Lanes>;
    for (; j + Lanes / 2 <= count; j += Lanes / 2) {
      Vector rows[Lanes];
      const Real *from = block + 2 * Lanes * j;
#pragma clang loop unroll(full)
      for (int part = 0; part < Lanes; ++part)
        rows[part] = load<Vector>(from + Lanes * (part ^ int(exchange))) * factor;
      transpose<Lanes / 2>(rows);
#pragma clang loop unroll(full)
      for (int lane = 0; lane < Lanes; ++lane)
        store(memory + lane * stride + 2 * j, rows[lane]);
    }
  }
  for (; j < count; ++j)
    for (int lane = 0; lane < Lanes; ++lane)
      for (int part = 0; part < 2; ++part)
        memory[lane * stride + 2 * j + part] = block[2 * Lanes * j + Lanes * (part ^ int(exchange)) + lane] * factor;
}

template <class Real, int Lanes> void multiply(Real *block, const Real *factors, int64_t stride, int64_t count) {
  using Vector = VectorOf<Real, Lanes>;
  for (int64_t j = 0; j < count; ++j, factors += stride) {
    Number<Vector> factor;
    load_columns<Real, Lanes>(reinterpret_cast<Real *>(&factor), factors, 0, 1, false);
    put<Real, Lanes>(block, j, number_at<Real, Lanes>(block, j).times(factor.real, factor.imaginary));
  }
}

/// x(k) = (z(k) + conj z(h - k)) / 2 - i w^k (z(k) - conj z(h - k)) / 2 with w = exp(-pi i / h).
template <class Real, int Lanes> void unfold(Real *result, const Real *block, int64_t half, const Real *twiddles) {
  using Vector = VectorOf<Real, Lanes>;
  for (int64_t k = 0; k <= half / 2; ++k) {
    const int64_t mirror = half - k;
    const Number<Vector> a = number_at<Real, Lanes>(block, k), b = number_at<Real, Lanes>(block, k ? mirror : 0);
    const Real factor = static_cast<Real>(0.5);
    const Number<Vector> even = {(a.real + b.real) * factor, (a.imaginary - b.imaginary) * factor};
    const Number<Vector> odd = {(a.imaginary + b.imaginary) * factor, (b.real - a.real) * factor};
    const Number<Vector> turned = odd.times(twiddles[2 * k], twiddles[2 * k + 1]);
    put<Real, Lanes>(result, k, even + turned);
    put<Real, Lanes>(result, mirror, {even.real - turned.real, turned.imaginary - even.imaginary});
  }
}

/// 2 z(k) = x(k) + conj x(h - k) + i conj(w^k) (x(k) - conj x(h - k)), conjugated: what `unfold` says, solved. The
/// first and last of the x count as real.
template <class Real, int Lanes> void fold(Real *result, const Real *block, int64_t half, const Real *twiddles) {
  using Vector = VectorOf<Real, Lanes>;
  for (int64_t k = 0; k <= half / 2; ++k) {
    const int64_t mirror = half - k;
    Number<Vector> a = number_at<Real, Lanes>(block, k), b = number_at<Real, Lanes>(block, mirror);
    if (k == 0)
      a.imaginary = b.imaginary = Vector{};
    const Number<Vector> even = {a.real + b.real, a.imaginary - b.imaginary};
    const Number<Vector> difference = {a.real - b.real, a.imaginary + b.imaginary};
    const Number<Vector> odd = difference.times(twiddles[2 * k], -twiddles[2 * k + 1]);
    const Number<Vector> first = {even.real - odd.imaginary, even.imaginary + odd.real};
    const Number<Vector> second = {even.real + odd.imaginary, odd.real - even.imaginary};
    // Exchanged parts make the forward transform a backward one.
    put<Real, Lanes>(result, k, {first.imaginary, first.real});
    if (k)
      put<Real, Lanes>(result, mirror, {second.imaginary, second.real});
  }
}

template <class Real, int Lanes> FourierKernels<Real> make_kernels() {
  return {Lanes,
          transform<Real, Lanes>,
          load_columns<Real, Lanes>,
          store_columns<Real, Lanes>,
          load_rows<Real, Lanes>,
          store_rows<Real, Lanes>,
          multiply<Real, Lanes>,
          unfold<Real, Lanes>,
          fold<Real, Lanes>};
}

#undef FOURIER_INLINE

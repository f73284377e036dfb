#pragma once

#include "tensor/vector_math/exponential.h"
#include "tensor/vector_math/logarithm.h"

/// erf, erfc and the inverse of erf.
namespace cotangent::vector_math {

/// With |x| < 1.25: erf x = x + x E(x^2), 2^-54.6 of erf. Above: 1 - exp(-G(|x| - 1.5)), 2^-55.8 of erf up to 5.95,
/// where erf is 1 in double; of the exponential, at most 0.08 there, 2^-51 is enough.
COTANGENT_VECTOR_INLINE double erf(double x) {
  const double magnitude = absolute(x), limited = magnitude > 5.95 ? 5.95 : magnitude;
  const double near = polynomial(
      x * x, 0x1.06eba8214db67p-3, -0x1.812746b037949p-2, 0x1.ce2f21a03d667p-4, -0x1.b82ce3116262cp-6,
      0x1.565bcced4c9adp-8, -0x1.c02daf8b4d818p-11, 0x1.f9a2c3f6435f3p-14, -0x1.f4cc92f75af4ap-17, 0x1.b9ab2c9912e4p-20,
      -0x1.5dcacd31c391ap-23, 0x1.ec87718862ca3p-27, -0x1.1d316abe57951p-30, 0x1.946e885b30c06p-35);
  const double exponent =
      polynomial(limited - 1.5, 0x1.b137096b18e95p1, 0x1.c1206279e92b9p1, 0x1.c90827462a4bap-1, 0x1.a71a4bde25e97p-6,
                 -0x1.89a87b4da1551p-8, 0x1.499261fa45e98p-10, -0x1.c4e85e438d865p-13, 0x1.790be4ba9a64cp-16,
                 0x1.632629b077d3ap-19, -0x1.3e0a2cd1dac18p-19, 0x1.b7ca543b9713ap-21, -0x1.a5c0551ed9a2fp-23,
                 0x1.20a75f5be6e12p-25, -0x1.fd76ac7f7758fp-29, 0x1.afd66813b466fp-33);
  const double shifted = fma(exponent, -log2e_high, rounding_shift<double>), n = shifted - rounding_shift<double>;
  const double r = fma(n, -ln2_high, -exponent);
  const double tail = polynomial(r, 0x1.ffffffffffed1p-2, 0x1.5555555550788p-3, 0x1.555555558932bp-5,
                                 0x1.11111125bebc5p-7, 0x1.6c16c0c7d1dcep-10, 0x1.a0198d32dc332p-13,
                                 0x1.a01b7cfa9e904p-16, 0x1.72e94374d2499p-19, 0x1.27074b37eea09p-22);
  const double power = from_bits((bits(shifted) + 1023) << 52); // 2^n
  const double far = fma(-power, fma(r, fma(r, tail, 1.0), 1.0), 1.0);
  return select(magnitude < 1.25, fma(x, near, x), copy_sign(far, x));
}

/// The same with the border at 0.9, 2^-26 and 2^-29 of erf, and G as a polynomial in |x|; the two polynomials are one
/// evaluation with selected coefficients.
COTANGENT_VECTOR_INLINE float erf(float x) {
  const float magnitude = absolute(x), limited = magnitude > 4.0f ? 4.0f : magnitude;
  const bool near = magnitude < 0.9f;
  const float series = polynomial(select(near, x * x, limited), near ? 0x1.06eba6p-3f : 0x1.5d03bap-13f,
                                  near ? -0x1.8126f4p-2f : 0x1.20b754p0f, near ? 0x1.ce1d3cp-4f : 0x1.4621b2p-1f,
                                  near ? -0x1.b6b806p-6f : 0x1.aa7368p-4f, near ? 0x1.485414p-8f : -0x1.6d9d86p-6f,
                                  near ? -0x1.3ed096p-11f : 0x1.91cea4p-9f, near ? 0.0f : -0x1.9fb61ep-13f);
  const float shifted = fma(-series, 0x1.715476p0f, rounding_shift<float>), n = shifted - rounding_shift<float>;
  const float r = fma(-n, -0x1.05c61p-29f, fma(-n, 0x1.62e43p-1f, -series));
  const float power = from_bits((bits(shifted) + 127) << 23);
  const float far = fma(-power, 1.0f + fma(r * r, exp_tail(r), r), 1.0f);
  return select(near, fma(x, series, x), copy_sign(far, x));
}

/// The border between 1 - erf x and the formula with exp(-x^2).
inline constexpr double erfc_border = 0.5;

/// 1 - erf x for |x| < 1/2 by (erf x - x) / x, 2^-56 of erf.
COTANGENT_VECTOR_INLINE double erfc_near(double x) {
  const double series = polynomial(x * x, 0x1.06eba8214db68p-3, -0x1.812746b037964p-2, 0x1.ce2f21a0381e4p-4,
                                   -0x1.b82ce30cd506ep-6, 0x1.565bcb747e6e9p-8, -0x1.c02d2ed025d3bp-11,
                                   0x1.f9892c3d26f7ap-14, -0x1.f1d0178b42bb7p-17, 0x1.88c0b9343353dp-20);
  return (1.0 - x) - x * series;
}

/// exp(y^2) erfc(y) (y + 4) as a polynomial in u = (y - 4) / (y + 4), 2^-54 on 0.49 <= y <= 28. The quotient and the
/// last step are sums of two numbers; of the derivative, which meets the rounding error of u, a cubic is enough.
COTANGENT_VECTOR_INLINE Double2 scaled_erfc(Double2 u) {
  const double rest =
      polynomial(u.high, -0x1.f3fe31ecb49bfp-1, 0x1.8be202d26c7a3p-1, -0x1.14eacb1ad0399p-1, 0x1.52cac2370c35dp-2,
                 -0x1.645fd8a4b7f5ep-3, 0x1.38dbd2ca17d25p-4, -0x1.b00c052e6bc35p-6, 0x1.908f465d7a9d3p-8,
                 -0x1.269b4d5be8612p-12, -0x1.dd27fb7dcc7f7p-12, 0x1.72cd7953ba5f2p-13, -0x1.e86e4d3e1f78cp-19,
                 -0x1.3c6ab42eeb8cp-16, 0x1.3b9d5ce445144p-18, 0x1.7de2a35bdbc2cp-20, -0x1.cc3213f9fcb6ap-21,
                 -0x1.3f0e56f1f8afbp-24, 0x1.19482e43a7629p-23, 0x1.4cebcbd880617p-31, -0x1.13048f61fc3a3p-26);
  const double derivative = polynomial(u.high, -0x1.e740b8p-1, 0x1.a18eccp0, -0x1.11102cp1, 0x1.5db724p0);
  const Double2 product = two_product(u.high, rest), sum = two_sum(0x1.18932bf08e154p0, product.high);
  return {sum.high, sum.low + fma(u.low, derivative, product.low)};
}

/// 1 - erf x near zero, else exp(-x^2) scaled_erfc / (|x| + 4), or 2 minus that for negative x.
COTANGENT_VECTOR_INLINE double erfc(double x) {
  const double magnitude = absolute(x), y = magnitude > 28.0 ? 28.0 : magnitude;
  const Double2 under = two_sum(y, 4.0), quotient = scaled_erfc(two_sum(y, -4.0) / under) / under;
  const double power = exp_of_sum(two_product(-y, y));
  const double far = fma(power, quotient.high, power * quotient.low);
  const double outside = select(x < 0, 2.0 - far, far);
  return select(magnitude < erfc_border, erfc_near(x), outside);
}

/// The same with a polynomial of 2^-31 up to 10.5.
COTANGENT_VECTOR_INLINE float erfc(float argument) {
  const double x = argument, magnitude = absolute(x), y = magnitude > 10.5 ? 10.5 : magnitude;
  const double reciprocal = 1.0 / (y + 4.0);
  const double series =
      polynomial((y - 4.0) * reciprocal, 0x1.18932bf2010f4p0, -0x1.f3fe321f5dd3cp-1, 0x1.8be200d94d37fp-1,
                 -0x1.14eabf0119077p-1, 0x1.52cb3c4036e54p-2, -0x1.6462a660bfdb2p-3, 0x1.38c4d34d94647p-4,
                 -0x1.afa7af6659162p-6, 0x1.983491e100d9fp-8, -0x1.1f40169595529p-12, -0x1.65bc204de9a83p-11);
  const double far = exp_for_float(-y * y) * (series * reciprocal);
  const double outside = select(x < 0, 2.0 - far, far);
  return float(select(magnitude < erfc_border, erfc_near(x), outside));
}

/// The inverse of erf is x F(w) with w = -log(1 - x^2). This is F in four polynomials: in w - 2 for w < 4; in
/// sqrt(w) - centre, centre 2.375, 3.375 and 5, for sqrt(w) < 2.75, < 4 and up to 6.06. The errors are below 2^-53.8.
/// As the sum of the first coefficient and the rest; all four are computed, since to select coefficients costs more.
/// `root_low` is the rounding error of the square root, of which the derivative is about 1.
COTANGENT_VECTOR_INLINE Double2 erf_inv_factor(double w, double root, double root_low) {
  const double u0 = w - 2.0, u1 = root - 2.375, u2 = root - 3.375, u3 = root - 5.0;
  const double rest0 =
      polynomial(u0, 0x1.ff8666bb1460ep-3, -0x1.01f7f04aa2862p-9, -0x1.bb9627a1f0ec5p-10, 0x1.c4dab7c53b00ep-13,
                 0x1.fcca0b2ba98d3p-18, -0x1.471ec48d72a8dp-18, 0x1.545099227ef8ep-22, 0x1.289e8578eaadp-24,
                 -0x1.bb1ae00a86c81p-27, -0x1.19bbf0dd310e1p-32, 0x1.432c30658c034p-32, -0x1.76777861886a8p-36,
                 -0x1.30e719fd214aap-38, 0x1.e5da3d9992cb4p-41, 0x1.3dfbddeb289ecp-46, -0x1.a5014b87dd029p-46,
                 0x1.5e8459920425p-50, 0x1.9f31198d17868p-51, -0x1.375b11e68b719p-55, -0x1.a145f39d28353p-56);
  const double rest1 =
      polynomial(u1, 0x1.f1980128ec4abp-1, 0x1.8f1fbcb8a2f99p-5, -0x1.51a410742b47ap-5, 0x1.5c51fa4968016p-6,
                 -0x1.6829e4ac15b35p-9, -0x1.1d901d98b6a66p-8, 0x1.5d77b4ef02fdap-9, 0x1.a053a5cb30726p-13,
                 -0x1.b5aebdb539691p-11, 0x1.f1698006709e1p-13, 0x1.3d5cf931ea87dp-13, -0x1.d900951d825e5p-14,
                 -0x1.dfdfd188902d2p-19, 0x1.5765071895d14p-16, -0x1.fd8018414adc7p-18, 0x1.fdc08f67e7947p-17);
  const double rest2 =
      polynomial(u2, 0x1.01a646c4d5cdep0, 0x1.1128baabbefe9p-8, -0x1.667be8f499c7dp-9, 0x1.ace26acb79b01p-10,
                 -0x1.1c8920418aae1p-10, 0x1.5b22473d9bee7p-11, -0x1.3d55bbfffe537p-12, 0x1.2d358187d5941p-14,
                 0x1.57f60d872c89cp-16, -0x1.e70c7034322d6p-16, 0x1.b4f9ec2ef1a68p-17, -0x1.9f89a88d236a4p-20,
                 -0x1.b6c6bfe0a452fp-20, 0x1.2e372ce374d0dp-20, -0x1.3631e567ae1cap-22, -0x1.6d664bf71bcf5p-25,
                 0x1.240ab2a605fe1p-24, -0x1.84e1454901613p-26);
  const double rest3 =
      polynomial(u3, 0x1.02a30d1fba10bp0, -0x1.22ea5df205ab2p-13, -0x1.c2f36aa19170bp-13, 0x1.3ebf4f01e3d05p-14,
                 -0x1.4a3490049c8aep-16, 0x1.2fbcfb2c99896p-18, -0x1.0a905e9957426p-20, 0x1.ebe3c016859fep-23,
                 -0x1.222ac553d5648p-24, 0x1.f2899b44baa24p-26, -0x1.05fc2ad05ab41p-26, 0x1.0c96805f88b9fp-27,
                 -0x1.ddc1ff52ccb1fp-29, 0x1.6bea2921b4efbp-30, -0x1.deadf92bb008bp-32, 0x1.18bbb592f5442p-34,
                 0x1.75742b4f9dda5p-35, -0x1.4b61267d537ddp-36);
  const bool first = w < 4.0, second = root < 2.75, third = root < 4.0;
  const double last_start = third ? 0x1.9ad4d5258b4e3p1 : 0x1.3664ddd1ad7fbp2;
  const double last_rest = select(third, fma(u2, rest2, root_low), fma(u3, rest3, root_low));
  const double root_start = second ? 0x1.1b5d08853f35cp1 : last_start;
  const double root_rest = select(second, fma(u1, rest1, root_low), last_rest);
  return {first ? 0x1.60912d150286bp0 : root_start, select(first, u0 * rest0, root_rest)};
}

/// The values at the ends of the domain.
COTANGENT_VECTOR_INLINE double erf_inv_ends(double x, double inside) {
  const double edge = absolute(x) == 1.0 ? infinity<double> : not_a_number<double>;
  return copy_sign(absolute(x) < 1.0 ? inside : edge, x);
}

COTANGENT_VECTOR_INLINE double erf_inv(double x) {
  const Double2 square = two_product(x, x), less = fast_two_sum(1.0, -square.high);
  const double w = -log_of_sum(fast_two_sum(less.high, less.low - square.low));
  const double root = square_root(w), root_low = fma(-root, root, w) / (root + root);
  const Double2 factor = erf_inv_factor(w, root, root_low), product = two_product(x, factor.high);
  return erf_inv_ends(x, product.high + fma(x, factor.low, product.low));
}

/// Here w = -log1p(-x^2), where x^2 is exact in double. F is a polynomial in w - 2 for w < 4, 2^-30, or in sqrt(w) - 3
/// up to sqrt(w) = 4.1, 2^-25.7.
COTANGENT_VECTOR_INLINE float erf_inv(float argument) {
  const double x = argument, w = -log1p_for_float(-x * x);
  const double near =
      polynomial(w - 2.0, 0x1.60912d12a6293p0, 0x1.ff8667867ca57p-3, -0x1.01f7ab3be1651p-9, -0x1.bb97d1cd12206p-10,
                 0x1.c4d14fbb162aep-13, 0x1.fec731c31617bp-18, -0x1.4644677c2e0d4p-18, 0x1.447c6020e466ap-22,
                 0x1.198400a8de656p-24, -0x1.49800b6974e37p-27);
  const double far =
      polynomial(square_root(w) - 3.0, 0x1.6a9efbc12c65ap1, 0x1.006dc1ca752cep0, 0x1.3586364d71ef9p-7,
                 -0x1.f4550434aee6ep-8, 0x1.7456a1c2df157p-8, -0x1.d8a3b5ddd7fdcp-9, 0x1.8968cadd38042p-10,
                 -0x1.b3332e3b70e3fp-15, -0x1.532713c031f2p-12, 0x1.f6ece40d847e5p-14);
  return float(erf_inv_ends(x, x * select(w < 4.0, near, far)));
}

} // namespace cotangent::vector_math

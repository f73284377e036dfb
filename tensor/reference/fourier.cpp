// The discrete Fourier transform. Lengths that are powers of two are halved until nothing is left; short other lengths
// are summed as defined; long ones become a convolution of a power of two (Bluestein 1970).
#include "tensor/reference/linear_algebra.h"
#include "tensor/reference/products.h"

#include <bit>
#include <cmath>
#include <memory>
#include <numbers>

namespace cotangent::reference {

namespace {

using Complex = std::complex<double>;
using Line = std::vector<Complex>;

Complex times(const Complex &left, const Complex &right) {
  Complex product(0);
  add_product(product, left, right);
  return product;
}

/// exp(-2 pi i k / n), exact at the quarters: only angles up to an eighth of a turn are computed.
Complex unit_root(int64_t k, int64_t n) {
  k %= n;
  const int64_t quarter = 4 * k / n, rest = 4 * k - quarter * n; // the angle is (quarter + rest / n) * pi / 2
  const double scale = std::numbers::pi / 2 / static_cast<double>(n);
  double cosine, sine;
  if (2 * rest <= n) {
    cosine = std::cos(scale * static_cast<double>(rest));
    sine = std::sin(scale * static_cast<double>(rest));
  } else {
    cosine = std::sin(scale * static_cast<double>(n - rest));
    sine = std::cos(scale * static_cast<double>(n - rest));
  }
  switch (quarter) {
  case 0:
    return {cosine, -sine};
  case 1:
    return {-sine, -cosine};
  case 2:
    return {-cosine, sine};
  default:
    return {sine, cosine};
  }
}

/// Plans for one length: what all lines of that length share.
class Transform {
public:
  explicit Transform(int64_t length) : length_(length) {
    const bool power = std::has_single_bit(static_cast<uint64_t>(length));
    if (power || length <= longest_sum) {
      for (int64_t k = 0; k < length; ++k)
        roots_.push_back(unit_root(k, length));
      return;
    }
    prepare_convolution();
  }

  /// In place, forward, without a factor.
  void forward(Line &line) const {
    if (padded_)
      convolve(line);
    else if (std::has_single_bit(static_cast<uint64_t>(length_)))
      halve(line);
    else
      sum(line);
  }

  /// Forward on the conjugates is backward; with the factor 1 / length.
  void backward(Line &line) const {
    for (Complex &number : line)
      number = std::conj(number);
    forward(line);
    for (Complex &number : line)
      number = std::conj(number) / static_cast<double>(length_);
  }

private:
  static constexpr int64_t longest_sum = 64;

  void sum(Line &line) const {
    Line result(line.size(), Complex(0));
    for (int64_t k = 0; k < length_; ++k)
      for (int64_t at = 0; at < length_; ++at)
        add_product(result[static_cast<size_t>(k)], line[static_cast<size_t>(at)],
                    roots_[static_cast<size_t>(k * at % length_)]);
    line = std::move(result);
  }

  /// From the transforms of the even and of the odd numbers to that of all, beginning with those of single numbers.
  void halve(Line &line) const {
    const auto length = static_cast<size_t>(length_);
    for (size_t at = 1, mirrored = 0; at < length; ++at) { // `mirrored` is `at` with its bits in reverse order
      size_t bit = length >> 1;
      for (; mirrored & bit; bit >>= 1)
        mirrored ^= bit;
      mirrored |= bit;
      if (at < mirrored)
        std::swap(line[at], line[mirrored]);
    }
    for (size_t half = 1; half < length; half *= 2)
      for (size_t begin = 0; begin < length; begin += 2 * half)
        for (size_t at = 0; at < half; ++at) {
          const Complex even = line[begin + at];
          const Complex odd = times(line[begin + half + at], roots_[at * (length / (2 * half))]);
          line[begin + at] = even + odd;
          line[begin + half + at] = even - odd;
        }
  }

  /// jk = (j² + k² - (k-j)²) / 2 makes the transform a convolution with chirps, of which only squares modulo twice the
  /// length matter.
  void prepare_convolution() {
    const auto length = static_cast<size_t>(length_);
    const size_t padded = std::bit_ceil(2 * length - 1);
    padded_ = std::make_shared<Transform>(static_cast<int64_t>(padded));
    kernel_.assign(padded, Complex(0));
    for (size_t at = 0; at < length; ++at) {
      const auto square = static_cast<int64_t>(at * at % (2 * length));
      roots_.push_back(unit_root(square, 2 * length_));
      kernel_[at] = kernel_[(padded - at) % padded] = std::conj(roots_[at]);
    }
    padded_->forward(kernel_);
  }

  void convolve(Line &line) const {
    Line padded(kernel_.size(), Complex(0));
    for (size_t at = 0; at < line.size(); ++at)
      padded[at] = times(line[at], roots_[at]);
    padded_->forward(padded);
    for (size_t at = 0; at < padded.size(); ++at)
      padded[at] = times(padded[at], kernel_[at]);
    padded_->backward(padded);
    for (size_t at = 0; at < line.size(); ++at)
      line[at] = times(padded[at], roots_[at]);
  }

  int64_t length_;
  Line roots_; // roots of unity; chirps for a convolution
  Line kernel_;
  std::shared_ptr<const Transform> padded_;
};

/// Calls apply(line) for all lines along a dimension and puts back what it leaves there; the length may change.
template <class Apply> Line along(const Line &numbers, Shape &shape, size_t dimension, int64_t new_size, Apply apply) {
  int64_t outer = 1, inner = 1;
  for (size_t at = 0; at < dimension; ++at)
    outer *= shape[at];
  for (size_t at = dimension + 1; at < shape.size(); ++at)
    inner *= shape[at];
  const int64_t size = shape[dimension];
  Line result(static_cast<size_t>(outer * new_size * inner)), line;
  for (int64_t before = 0; before < outer; ++before)
    for (int64_t after = 0; after < inner; ++after) {
      line.clear();
      for (int64_t at = 0; at < size; ++at)
        line.push_back(numbers[static_cast<size_t>((before * size + at) * inner + after)]);
      apply(line);
      for (int64_t at = 0; at < new_size; ++at)
        result[static_cast<size_t>((before * new_size + at) * inner + after)] = line[static_cast<size_t>(at)];
    }
  shape[dimension] = new_size;
  return result;
}

ElementType result_type_of(ElementType operand, FftType type) {
  if (type == FftType::Rfft)
    return operand == ElementType::F64 ? ElementType::C128 : ElementType::C64;
  return type == FftType::Irfft ? part_of(operand) : operand;
}

/// The half that a real transform leaves out is the conjugate of the other one.
void complete(Line &line, int64_t length) {
  line.resize(static_cast<size_t>(length / 2 + 1));
  for (int64_t at = length / 2 + 1; at < length; ++at)
    line.push_back(std::conj(line[static_cast<size_t>(length - at)]));
}

} // namespace

Array fft(const Array &operand, FftType type, const std::vector<int64_t> &fft_length) {
  Shape shape = operand.shape();
  const size_t last = shape.size() - 1, count = fft_length.size();
  const bool inverse = type == FftType::Ifft || type == FftType::Irfft;
  Shape result_shape = shape;
  if (type == FftType::Rfft)
    result_shape[last] = shape[last] == 0 ? 0 : fft_length.back() / 2 + 1;
  if (type == FftType::Irfft)
    result_shape[last] = fft_length.back();
  Array result(result_type_of(operand.type(), type), result_shape);
  if (result.count() == 0)
    return result;

  Line numbers = numbers_of<Complex>(operand);
  for (size_t at = 0; at < count; ++at) {
    // Forward from the last dimension to the first, backward the other way.
    const size_t dimension = inverse ? last - (count - 1 - at) : last - at;
    const int64_t length = fft_length[dimension - (last + 1 - count)];
    const Transform transform(length);
    numbers = along(numbers, shape, dimension, result_shape[dimension], [&](Line &line) {
      if (type == FftType::Irfft && dimension == last)
        complete(line, length);
      if (inverse)
        transform.backward(line);
      else
        transform.forward(line);
    });
  }
  for (int64_t position = 0; position < result.count(); ++position) {
    const Complex number = numbers[static_cast<size_t>(position)];
    result.set(position,
               type == FftType::Irfft ? rounded(result.type(), number.real()) : rounded(result.type(), number));
  }
  return result;
}

} // namespace cotangent::reference

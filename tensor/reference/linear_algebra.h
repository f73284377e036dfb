// Products of arrays, convolution, Fourier transforms, and triangular matrices.
//
// Products are summed in index order in double, complex<double> or 64-bit integers (which wrap), by the kind of the
// result type, and rounded once at the end. The result type may be wider than those of the operands, which may differ.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/reference/window.h"

#include <string_view>
#include <vector>

namespace cotangent::reference {

/// Named as in the specification.
struct DotDimensions {
  std::vector<int64_t> lhs_batching_dimensions;
  std::vector<int64_t> rhs_batching_dimensions;
  std::vector<int64_t> lhs_contracting_dimensions;
  std::vector<int64_t> rhs_contracting_dimensions;
};

Array dot_general(const Array &lhs, const Array &rhs, const DotDimensions &dimensions, ElementType result_type);
/// Contracts the last dimension of lhs with the first one of rhs; both have one or two.
Array dot(const Array &lhs, const Array &rhs, ElementType result_type);

struct RaggedDotDimensions : DotDimensions {
  std::vector<int64_t> lhs_ragged_dimensions; // exactly one
  std::vector<int64_t> rhs_group_dimensions;  // one if the ragged dimension is neither batching nor contracting
};
/// chlo.ragged_dot. The groups lie one after the other along the ragged dimension of lhs; by where that dimension is:
///  free:        [b,m,k] [g,b,k,n] -> [b,m,n], a row times the matrix of its group; rows after the last group are zero
///  contracting: [b,m,k]   [b,k,n] -> [g,b,m,n], sums over the part of k in each group
///  batching:    [b,m,k]   [b,k,n] -> [b,m,n], as without groups, but zero after the last group
/// The sizes are [g], or [p...,g] where p are dimensions of lhs in front of the ragged one: all batching dimensions
/// and, if the ragged one is free (contracting), the free (contracting) ones before it; if it is batching, the batching
/// ones before it.
Array ragged_dot(const Array &lhs, const Array &rhs, const Array &group_sizes, const RaggedDotDimensions &dimensions,
                 ElementType result_type);

/// "ab,bc->ac": letters absent from the result are summed over, a letter twice in an operand takes the diagonal, and an
/// ellipsis "..." stands for further dimensions, which line up from the last and broadcast.
Array einsum(const Array &lhs, const Array &rhs, std::string_view config, ElementType result_type);
Array unary_einsum(const Array &operand, std::string_view config, ElementType result_type);

/// Named as in the specification.
struct ConvolutionDimensions {
  int64_t input_batch_dimension = 0;
  int64_t input_feature_dimension = 0;
  std::vector<int64_t> input_spatial_dimensions;
  int64_t kernel_input_feature_dimension = 0;
  int64_t kernel_output_feature_dimension = 0;
  std::vector<int64_t> kernel_spatial_dimensions;
  int64_t output_batch_dimension = 0;
  int64_t output_feature_dimension = 0;
  std::vector<int64_t> output_spatial_dimensions;
};
/// Also dynamic_conv. The lists of the window have one number per spatial dimension; base_dilations is lhs_dilation,
/// window_dilations is rhs_dilation, and its dimensions are taken from rhs. An empty window_reversal reverses nothing.
Array convolution(const Array &lhs, const Array &rhs, const Window &window, const std::vector<bool> &window_reversal,
                  const ConvolutionDimensions &dimensions, int64_t feature_group_count, int64_t batch_group_count,
                  ElementType result_type);

/// Reads one triangle of each matrix and gives L with L*L^H = a (lower) or U with U^H*U = a; the other triangle is
/// zero. A matrix that is not positive definite gives NaN everywhere.
Array cholesky(const Array &a, bool lower);

enum class Transpose { NoTranspose, Transpose, Adjoint };
/// Reads one triangle of each matrix of a, without the diagonal if it is the unit one.
Array triangular_solve(const Array &a, const Array &b, bool left_side, bool lower, bool unit_diagonal,
                       Transpose transpose_a);

enum class FftType { Fft, Ifft, Rfft, Irfft };
/// Transforms the last `fft_length.size()` dimensions, in double, in n log n steps for every length.
Array fft(const Array &operand, FftType type, const std::vector<int64_t> &fft_length);

} // namespace cotangent::reference

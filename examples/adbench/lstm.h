// Character model of stacked LSTM cells: mean negative log likelihood per bit.
#pragma once

#include <cmath>

namespace adbench {

inline double sigmoid(double z) { return 1.0 / (1.0 + std::exp(-z)); }

// One layer, element by element. `parameters`: four weight vectors (forget, input, output, change), then four biases.
inline void lstm_layer(int bit_count, const double *__restrict parameters, const double *input, double *hidden,
                       double *cell) {
  const double *weights = parameters;
  const double *biases = parameters + 4 * bit_count;
  for (int e = 0; e < bit_count; ++e) {
    const double forget = sigmoid(input[e] * weights[e] + biases[e]);
    const double ingate = sigmoid(hidden[e] * weights[bit_count + e] + biases[bit_count + e]);
    const double outgate = sigmoid(input[e] * weights[2 * bit_count + e] + biases[2 * bit_count + e]);
    const double change = std::tanh(hidden[e] * weights[3 * bit_count + e] + biases[3 * bit_count + e]);
    cell[e] = cell[e] * forget + ingate * change;
    hidden[e] = outgate * std::tanh(cell[e]);
  }
}

// `extra`: input weights, output weights, output biases. `state`: hidden and cell vector of each layer, updated in
// place.
inline double lstm_objective(int layer_count, int character_count, int bit_count,
                             const double *__restrict main_parameters, const double *__restrict extra_parameters,
                             double *__restrict state, const double *__restrict sequence) {
  const double *input_weights = extra_parameters;
  const double *output_weights = extra_parameters + bit_count;
  const double *output_biases = extra_parameters + 2 * bit_count;
  double *__restrict scaled = new double[bit_count];
  double *__restrict prediction = new double[bit_count];

  double total = 0.0;
  for (int t = 0; t < character_count - 1; ++t) {
    const double *character = sequence + t * bit_count;
    for (int e = 0; e < bit_count; ++e)
      scaled[e] = character[e] * input_weights[e];
    const double *input = scaled;
    for (int j = 0; j < layer_count; ++j) {
      double *hidden = state + 2 * bit_count * j;
      lstm_layer(bit_count, main_parameters + 8 * bit_count * j, input, hidden, hidden + bit_count);
      input = hidden;
    }
    double sum = 2.0; // part of the suite's definition
    for (int e = 0; e < bit_count; ++e) {
      prediction[e] = input[e] * output_weights[e] + output_biases[e];
      sum += std::exp(prediction[e]);
    }
    const double normalisation = std::log(sum);
    const double *next = character + bit_count;
    for (int e = 0; e < bit_count; ++e)
      total += next[e] * (prediction[e] - normalisation);
  }

  delete[] scaled;
  delete[] prediction;
  return -total / ((character_count - 1) * bit_count);
}

} // namespace adbench

// The forward sweep keeps the gates and both states of every step; the reverse sweep then needs no exp and no tanh.
#include "lstm_hand_written.h"

#include <cmath>
#include <memory>
#include <vector>

#include "lstm.h"

namespace adbench {
namespace {

// What one layer keeps per step, one array of bit_count each.
enum Kept {
  kept_forget,
  kept_ingate,
  kept_outgate,
  kept_change,
  kept_cell_tanh,
  kept_old_hidden,
  kept_old_cell,
  kept_count
};

void layer_forward(int b, const double *__restrict parameters, const double *__restrict input,
                   double *__restrict hidden, double *__restrict cell, double *__restrict kept) {
  const double *weights = parameters;
  const double *biases = parameters + 4 * b;
  for (int e = 0; e < b; ++e) {
    const double forget = sigmoid(input[e] * weights[e] + biases[e]);
    const double ingate = sigmoid(hidden[e] * weights[b + e] + biases[b + e]);
    const double outgate = sigmoid(input[e] * weights[2 * b + e] + biases[2 * b + e]);
    const double change = std::tanh(hidden[e] * weights[3 * b + e] + biases[3 * b + e]);
    kept[kept_old_hidden * b + e] = hidden[e];
    kept[kept_old_cell * b + e] = cell[e];
    cell[e] = cell[e] * forget + ingate * change;
    const double cell_tanh = std::tanh(cell[e]);
    hidden[e] = outgate * cell_tanh;
    kept[kept_forget * b + e] = forget;
    kept[kept_ingate * b + e] = ingate;
    kept[kept_outgate * b + e] = outgate;
    kept[kept_change * b + e] = change;
    kept[kept_cell_tanh * b + e] = cell_tanh;
  }
}

// On entry the shadows of hidden and cell are those after the step, on return those before it. The input's shadow is
// set.
void layer_reverse(int b, const double *__restrict parameters, const double *__restrict input,
                   const double *__restrict kept, double *__restrict hidden_shadow, double *__restrict cell_shadow,
                   double *__restrict input_shadow, double *__restrict parameters_shadow) {
  const double *weights = parameters;
  double *weights_shadow = parameters_shadow;
  double *biases_shadow = parameters_shadow + 4 * b;
  for (int e = 0; e < b; ++e) {
    const double forget = kept[kept_forget * b + e], ingate = kept[kept_ingate * b + e];
    const double outgate = kept[kept_outgate * b + e], change = kept[kept_change * b + e];
    const double cell_tanh = kept[kept_cell_tanh * b + e], old_hidden = kept[kept_old_hidden * b + e];
    const double cell_total = cell_shadow[e] + hidden_shadow[e] * outgate * (1.0 - cell_tanh * cell_tanh);
    const double forget_shadow = cell_total * kept[kept_old_cell * b + e] * forget * (1.0 - forget);
    const double ingate_shadow = cell_total * change * ingate * (1.0 - ingate);
    const double outgate_shadow = hidden_shadow[e] * cell_tanh * outgate * (1.0 - outgate);
    const double change_shadow = cell_total * ingate * (1.0 - change * change);
    cell_shadow[e] = cell_total * forget;
    input_shadow[e] = forget_shadow * weights[e] + outgate_shadow * weights[2 * b + e];
    hidden_shadow[e] = ingate_shadow * weights[b + e] + change_shadow * weights[3 * b + e];
    weights_shadow[e] += forget_shadow * input[e];
    weights_shadow[b + e] += ingate_shadow * old_hidden;
    weights_shadow[2 * b + e] += outgate_shadow * input[e];
    weights_shadow[3 * b + e] += change_shadow * old_hidden;
    biases_shadow[e] += forget_shadow;
    biases_shadow[b + e] += ingate_shadow;
    biases_shadow[2 * b + e] += outgate_shadow;
    biases_shadow[3 * b + e] += change_shadow;
  }
}

struct Sizes {
  int layers, bits;

  std::size_t layer() const { return static_cast<std::size_t>(kept_count) * bits; }
  // What the layers keep, then the last hidden state, then the derivative of the step's likelihood by the prediction.
  std::size_t step() const { return layers * layer() + 2 * static_cast<std::size_t>(bits); }
};

// Returns the step's log likelihood. `scaled` and `prediction` are scratch.
double step_forward(Sizes sizes, const double *__restrict main_parameters, const double *__restrict extra_parameters,
                    double *__restrict state, const double *__restrict character, double *__restrict kept,
                    double *__restrict scaled, double *__restrict prediction) {
  const int b = sizes.bits;
  for (int e = 0; e < b; ++e)
    scaled[e] = character[e] * extra_parameters[e];
  const double *input = scaled;
  for (int j = 0; j < sizes.layers; ++j) {
    double *hidden = state + 2 * b * j;
    layer_forward(b, main_parameters + 8 * b * j, input, hidden, hidden + b, kept + j * sizes.layer());
    input = hidden;
  }
  double *last_hidden = kept + sizes.layers * sizes.layer();
  double *prediction_shadow = last_hidden + b;
  double sum = 2.0;
  for (int e = 0; e < b; ++e) {
    last_hidden[e] = input[e];
    prediction[e] = input[e] * extra_parameters[b + e] + extra_parameters[2 * b + e];
    prediction_shadow[e] = std::exp(prediction[e]);
    sum += prediction_shadow[e];
  }
  const double normalisation = std::log(sum);
  const double *next = character + b;
  double likelihood = 0.0, set_bits = 0.0;
  for (int e = 0; e < b; ++e) {
    likelihood += next[e] * (prediction[e] - normalisation);
    set_bits += next[e];
  }
  const double factor = set_bits / sum;
  for (int e = 0; e < b; ++e)
    prediction_shadow[e] = next[e] - factor * prediction_shadow[e];
  return likelihood;
}

// `scale` is the adjoint of the step's log likelihood. `input` and `input_shadow` are scratch.
void step_reverse(Sizes sizes, double scale, const double *__restrict main_parameters,
                  const double *__restrict extra_parameters, const double *__restrict character,
                  const double *__restrict kept, double *__restrict state_shadow, double *__restrict main_shadow,
                  double *__restrict extra_shadow, double *__restrict input, double *__restrict input_shadow) {
  const int b = sizes.bits;
  const double *last_hidden = kept + sizes.layers * sizes.layer();
  const double *prediction_shadow = last_hidden + b;
  double *top_shadow = state_shadow + 2 * b * (sizes.layers - 1);
  for (int e = 0; e < b; ++e) {
    const double shadow = scale * prediction_shadow[e];
    extra_shadow[b + e] += shadow * last_hidden[e];
    extra_shadow[2 * b + e] += shadow;
    top_shadow[e] += shadow * extra_parameters[b + e];
  }
  for (int j = sizes.layers - 1; j >= 0; --j) {
    const double *layer = kept + j * sizes.layer();
    // The input of a higher layer is the new hidden state of the layer below, outgate * tanh(cell).
    const double *below = layer - (j > 0 ? sizes.layer() : 0);
    for (int e = 0; e < b; ++e)
      input[e] =
          j > 0 ? below[kept_outgate * b + e] * below[kept_cell_tanh * b + e] : character[e] * extra_parameters[e];
    double *hidden_shadow = state_shadow + 2 * b * j;
    layer_reverse(b, main_parameters + 8 * b * j, input, layer, hidden_shadow, hidden_shadow + b, input_shadow,
                  main_shadow + 8 * b * j);
    if (j > 0)
      for (int e = 0; e < b; ++e)
        hidden_shadow[e - 2 * b] += input_shadow[e];
  }
  for (int e = 0; e < b; ++e)
    extra_shadow[e] += input_shadow[e] * character[e];
}

} // namespace

double lstm_gradient_hand_written(int layer_count, int character_count, int bit_count, const double *main_parameters,
                                  const double *extra_parameters, double *state, const double *sequence,
                                  double *main_shadow, double *extra_shadow) {
  const Sizes sizes{layer_count, bit_count};
  const int step_count = character_count - 1;
  const auto tape = std::make_unique_for_overwrite<double[]>(step_count * sizes.step());
  std::vector<double> first(bit_count), second(bit_count);
  double likelihood = 0.0;
  for (int t = 0; t < step_count; ++t)
    likelihood += step_forward(sizes, main_parameters, extra_parameters, state, sequence + t * bit_count,
                               tape.get() + t * sizes.step(), first.data(), second.data());

  const double scale = -1.0 / (step_count * bit_count);
  std::vector<double> state_shadow(static_cast<std::size_t>(2) * layer_count * bit_count, 0.0);
  for (int t = step_count - 1; t >= 0; --t)
    step_reverse(sizes, scale, main_parameters, extra_parameters, sequence + t * bit_count,
                 tape.get() + t * sizes.step(), state_shadow.data(), main_shadow, extra_shadow, first.data(),
                 second.data());
  return likelihood * scale;
}

} // namespace adbench

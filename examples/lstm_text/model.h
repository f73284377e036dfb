// A network that reads text character by character and says which one comes next.
#pragma once

#include <cotangent/tensor.h>

#include <cstdint>

namespace examples {

namespace ct = cotangent;

/// Characters are numbers; each has a row of the table.
template <class Table, class Cell, class Readout> struct CharacterModel {
  Table table;
  Cell cell;
  Readout readout;

  /// {hidden, memory} of the cell before the first character.
  auto start(std::int64_t batch) const {
    const std::int64_t size = cell.recurrent.shape()[0];
    auto nothing = ct::zeros<float>(std::array<std::int64_t, 2>{batch, size});
    return std::pair(nothing, nothing);
  }

  /// One character further: the state behind it, and scores of the next one [batch, characters].
  template <class State, class Characters> auto next(const State &state, const Characters &characters) const {
    auto after = cell(table(characters), state.first, state.second);
    return std::pair(after, readout(after.first));
  }

  /// The mean of -log(probability of the character that comes) over texts [length, batch].
  template <class Text> auto loss(const Text &text, const Text &following) const {
    auto step = [&](const auto &state, const auto &embedded) {
      auto after = cell(embedded, state.first, state.second);
      return std::pair(after, after.first);
    };
    auto [last, hidden] = ct::scan(step, start(text.shape()[1]), table(text));
    return ct::cross_entropy(readout(hidden), following);
  }
};

inline auto make_character_model(std::int64_t characters, std::int64_t hidden, std::mt19937_64 &generator) {
  return CharacterModel{ct::embedding_layer(characters, 32, generator), ct::lstm_cell(32, hidden, generator),
                        ct::dense(hidden, characters, generator)};
}

} // namespace examples

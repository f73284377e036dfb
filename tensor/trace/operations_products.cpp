// Products of vectors, matrices and tensors.
#include "tensor/trace/emit.h"

#include "cotangent/operations/products.h"

#include <map>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

Value product(Emit &build, Value left, Value right, Numbers left_batch, Numbers right_batch, Numbers left_summed,
              Numbers right_summed) {
  if (isa<IntegerType>(element_of(left)) && element_of(left).isInteger(1)) { // sums of bool are "any"
    Type number = build.builder.getI32Type();
    Value sum = product(build, build.convert(left, number), build.convert(right, number), left_batch, right_batch,
                        left_summed, right_summed);
    return build.compare(sum, build.zeros_like(sum), ComparisonDirection::NE);
  }
  return build.dot_general(left, right, left_batch, right_batch, left_summed, right_summed);
}

void require_same_sizes(Value left, Value right, Numbers of_left, Numbers of_right) {
  for (auto [mine, other] : llvm::zip(of_left, of_right)) {
    int64_t first = Emit::size_of(left, mine), second = Emit::size_of(right, other);
    if (first != second)
      throw Error("bad-shape", "shapes " + shape_text(left) + " and " + shape_text(right) + " do not fit: dimension " +
                                   std::to_string(mine) + " of the first (" + std::to_string(first) +
                                   ") and dimension " + std::to_string(other) + " of the second (" +
                                   std::to_string(second) + ") are summed over together; is a ct::transpose missing?");
  }
}

// --- einsum
// ------------------------------------------------------------------------------------------------------------
/// An operand with a letter for each dimension.
struct Lettered {
  Value value;
  std::string letters;
};

class Einsum {
public:
  Einsum(Emit &build, std::string_view formula, Values operands) : build_(build) {
    std::string text;
    for (char letter : formula)
      if (letter != ' ')
        text += letter;
    size_t arrow = text.find("->");
    result_ = text.substr(arrow + 2);
    std::vector<std::string> parts{""};
    for (char letter : text.substr(0, arrow)) {
      if (letter == ',')
        parts.emplace_back();
      else if (std::isalpha(static_cast<unsigned char>(letter)))
        parts.back() += letter;
      else
        throw Error("bad-argument", "the formula '" + text + "' has the sign '" + letter + "'; dimensions are letters");
    }
    if (parts.size() != operands.size())
      throw Error("bad-argument", "the formula '" + text + "' has " + std::to_string(parts.size()) + " operands, but " +
                                      std::to_string(operands.size()) + " are given");
    for (auto [value, letters] : llvm::zip(operands, parts))
      add_operand(value, letters);
    check_result();
  }

  Value run() {
    for (Lettered &operand : operands_)
      operand = with_diagonals(operand);
    Lettered all = operands_.front();
    for (size_t at = 1; at < operands_.size(); ++at) {
      Lettered left = summed(all, at, ""), right = summed(operands_[at], at + 1, left.letters);
      all = multiply(left, right, at);
    }
    all = summed(all, operands_.size(), "");
    Shape permutation;
    for (char letter : result_)
      permutation.push_back(static_cast<int64_t>(all.letters.find(letter)));
    return build_.transpose(all.value, permutation);
  }

private:
  void add_operand(Value value, const std::string &letters) {
    if (static_cast<int64_t>(letters.size()) != rank_of(value))
      throw Error("bad-shape", "'" + letters + "' names " + std::to_string(letters.size()) +
                                   " dimensions, but the operand has the shape " + shape_text(value));
    for (auto [letter, size] : llvm::zip(letters, shape_of(value))) {
      auto [known, fresh] = sizes_.try_emplace(letter, size);
      if (!fresh && known->second != size)
        throw Error("bad-shape", std::string("the letter '") + letter + "' stands for the sizes " +
                                     std::to_string(known->second) + " and " + std::to_string(size));
    }
    operands_.push_back({value, letters});
  }

  void check_result() {
    for (size_t at = 0; at < result_.size(); ++at) {
      if (!sizes_.count(result_[at]))
        throw Error("bad-argument", std::string("the result's letter '") + result_[at] + "' is in no operand");
      if (result_.find(result_[at], at + 1) != std::string::npos)
        throw Error("bad-argument", std::string("the result has the letter '") + result_[at] + "' twice");
    }
  }

  /// Takes the diagonal of dimensions with the same letter: all else counts as zero and is summed away.
  Lettered with_diagonals(Lettered operand) {
    for (size_t at = 0; at < operand.letters.size(); ++at)
      for (size_t other = operand.letters.find(operand.letters[at], at + 1); other != std::string::npos;
           other = operand.letters.find(operand.letters[at], at + 1)) {
        Value mine = build_.positions(shape_of(operand.value), static_cast<int64_t>(at));
        Value its = build_.positions(shape_of(operand.value), static_cast<int64_t>(other));
        Value zeros = build_.zeros_like(operand.value);
        Value kept = build_.select(build_.equal(mine, its), operand.value, zeros);
        operand.value = build_.reduce_sum(kept, {static_cast<int64_t>(other)});
        operand.letters.erase(other, 1);
      }
    return operand;
  }

  bool is_needed(char letter, size_t from) const {
    if (result_.find(letter) != std::string::npos)
      return true;
    for (size_t at = from; at < operands_.size(); ++at)
      if (operands_[at].letters.find(letter) != std::string::npos)
        return true;
    return false;
  }

  /// Sums over dimensions that nothing needs: neither the result, nor operands from `from` on, nor `other`.
  Lettered summed(const Lettered &operand, size_t from, const std::string &other) {
    Shape gone;
    std::string letters;
    for (size_t at = 0; at < operand.letters.size(); ++at) {
      if (is_needed(operand.letters[at], from) || other.find(operand.letters[at]) != std::string::npos)
        letters += operand.letters[at];
      else
        gone.push_back(static_cast<int64_t>(at));
    }
    return {build_.reduce_sum(operand.value, gone), letters};
  }

  Lettered multiply(const Lettered &left, const Lettered &right, size_t right_number) {
    Shape left_batch, right_batch, left_summed, right_summed;
    std::string both, left_only, right_only;
    for (size_t at = 0; at < left.letters.size(); ++at) {
      char letter = left.letters[at];
      size_t other = right.letters.find(letter);
      if (other == std::string::npos) {
        left_only += letter;
      } else if (is_needed(letter, right_number + 1)) {
        both += letter;
        left_batch.push_back(static_cast<int64_t>(at));
        right_batch.push_back(static_cast<int64_t>(other));
      } else {
        left_summed.push_back(static_cast<int64_t>(at));
        right_summed.push_back(static_cast<int64_t>(other));
      }
    }
    for (char letter : right.letters)
      if (left.letters.find(letter) == std::string::npos)
        right_only += letter;
    return {product(build_, left.value, right.value, left_batch, right_batch, left_summed, right_summed),
            both + left_only + right_only};
  }

  Emit &build_;
  std::string result_;
  std::vector<Lettered> operands_;
  std::map<char, int64_t> sizes_;
};

} // namespace

TraceHandle trace_dot_general(std::string_view name, TraceHandle left_handle, TraceHandle right_handle,
                              Sizes left_batch, Sizes right_batch, Sizes left_summed, Sizes right_summed, Place place) {
  return emit(name, place, [&](Emit &build) {
    Value left = build(left_handle), right = build(right_handle);
    Shape of_left = shape_from(left_summed), of_right = shape_from(right_summed);
    Shape batch_left = shape_from(left_batch), batch_right = shape_from(right_batch);
    require_same_sizes(left, right, of_left, of_right);
    require_same_sizes(left, right, batch_left, batch_right);
    return product(build, left, right, batch_left, batch_right, of_left, of_right);
  });
}

TraceHandle trace_matmul(TraceHandle left_handle, TraceHandle right_handle, Place place) {
  return emit("matmul", place, [&](Emit &build) {
    Value left = build(left_handle), right = build(right_handle);
    int64_t left_rank = rank_of(left), right_rank = rank_of(right);
    int64_t last = left_rank - 1, first = right_rank == 1 ? 0 : right_rank - 2;
    require_same_sizes(left, right, {last}, {first});
    if (left_rank <= 2 && right_rank <= 2)
      return product(build, left, right, {}, {}, {last}, {first});
    if (right_rank <= 2) // the left one's other dimensions stay
      return product(build, left, right, {}, {}, {last}, {first});
    Shape left_front(shape_of(left).drop_back(std::min<int64_t>(left_rank, 2)));
    Shape right_front(shape_of(right).drop_back(2));
    int64_t batch = static_cast<int64_t>(std::max(left_front.size(), right_front.size()));
    // both with the common dimensions in front
    auto common = [&](Value value, int64_t matrix_rank, Numbers front) {
      Shape shape(front);
      llvm::append_range(shape, shape_of(value).take_back(static_cast<size_t>(matrix_rank)));
      return build.broadcast_to(value, shape);
    };
    auto with_front = [&](Value value, int64_t matrix_rank) {
      Shape front(shape_of(value).drop_back(static_cast<size_t>(matrix_rank)));
      while (static_cast<int64_t>(front.size()) < batch)
        front.insert(front.begin(), 1);
      return front;
    };
    int64_t left_matrix = std::min<int64_t>(left_rank, 2);
    Shape front, mine = with_front(left, left_matrix), other = with_front(right, 2);
    for (auto [a, b] : llvm::zip(mine, other)) {
      if (a != b && a != 1 && b != 1)
        throw Error("bad-shape", "shapes " + shape_text(left) + " and " + shape_text(right) +
                                     " do not fit: the dimensions in front of the matrices do not broadcast");
      front.push_back(a == 1 ? b : a);
    }
    if (left_rank == 1) { // a row: the same for all matrices of the right
      Value result = product(build, left, right, {}, {}, {0}, {right_rank - 2});
      return result;
    }
    left = common(left, 2, front);
    right = common(right, 2, front);
    Shape numbers = first_numbers(batch);
    return product(build, left, right, numbers, numbers, {batch + 1}, {batch});
  });
}

TraceHandle trace_einsum(std::string_view formula, Handles operands, std::size_t, Place place) {
  return emit("einsum", place, [&](Emit &build) { return Einsum(build, formula, build.all(operands)).run(); });
}

} // namespace cotangent::detail

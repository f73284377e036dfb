#include "tensor/library/foreign.h"

#include "tensor/library/foreign_call.h"
#include "tensor/library/thread_memory.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace cotangent::library {

namespace {

/// Elements of all batches below which threads cost more than they save, about 50 microseconds.
constexpr int64_t least_parallel_elements = 4000;

/// to[column][row] = from[row][column], both dense.
template <class Item> void transpose(Item *to, const Item *from, int64_t rows, int64_t columns) {
  constexpr int64_t tile = 64 / static_cast<int64_t>(sizeof(Item));
  for (int64_t row_tile = 0; row_tile < rows; row_tile += tile)
    for (int64_t column_tile = 0; column_tile < columns; column_tile += tile) {
      const int64_t row_end = std::min(rows, row_tile + tile), column_end = std::min(columns, column_tile + tile);
      for (int64_t column = column_tile; column < column_end; ++column)
        for (int64_t row = row_tile; row < row_end; ++row)
          to[column * rows + row] = from[row * columns + column];
    }
}

struct Pair {
  uint64_t first, second;
};

void transpose_bytes(void *to, const void *from, int64_t rows, int64_t columns, int bytes) {
  switch (bytes) {
  case 4:
    return transpose(static_cast<uint32_t *>(to), static_cast<const uint32_t *>(from), rows, columns);
  case 8:
    return transpose(static_cast<uint64_t *>(to), static_cast<const uint64_t *>(from), rows, columns);
  default:
    return transpose(static_cast<Pair *>(to), static_cast<const Pair *>(from), rows, columns);
  }
}

/// An operand or result: where its batches lie and how the kernel wants them.
struct Piece {
  ForeignBlock block;
  int element_bytes = 4;
  bool transposed = false; // the kernel gets a column-major copy
  bool copied = false;     // an operand that a result begins as
  int begins_as = -1;      // of a result
  int64_t work_place = 0;  // of the column-major copy

  int64_t count() const { return block.rows * block.columns; }
  int64_t bytes() const { return count() * element_bytes; }
};

class ForeignCall final : public Call {
public:
  ForeignCall(int64_t batches, std::vector<Piece> operands, std::vector<Piece> results, ForeignPlan plan)
      : batches_(batches), operands_(std::move(operands)), results_(std::move(results)), plan_(std::move(plan)) {
    ScratchLayout layout;
    layout.take<std::byte>(plan_.scratch_bytes);
    for (Piece &piece : operands_) {
      empty_ |= piece.count() == 0;
      if (piece.transposed && !piece.copied)
        piece.work_place = layout.take<std::byte>(piece.bytes());
    }
    for (Piece &piece : results_)
      if (piece.transposed)
        piece.work_place = layout.take<std::byte>(piece.bytes());
    work_bytes_ = layout.bytes();
  }

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    if (empty_) {
      for (size_t at = 0; at < results_.size(); ++at)
        std::memset(results[at], 0, static_cast<size_t>(batches_ * results_[at].bytes()));
      return;
    }
    const bool many =
        workspace.threads > 1 && batches_ > 1 && batches_ * operands_[0].count() > least_parallel_elements;
    const int64_t together = std::max<int64_t>(1, least_parallel_elements / 4 / operands_[0].count());
#pragma omp parallel for schedule(dynamic, together) num_threads(workspace.threads) if (many)
    for (int64_t batch = 0; batch < batches_; ++batch)
      run_batch(batch, operands, results);
  }

private:
  static constexpr size_t most_pieces = 8;

  void run_batch(int64_t batch, const void *const *operands, void *const *results) const {
    std::byte *work = thread_memory(static_cast<size_t>(work_bytes_));
    const void *from[most_pieces];
    void *to[most_pieces];
    for (size_t at = 0; at < operands_.size(); ++at) {
      const Piece &piece = operands_[at];
      from[at] = static_cast<const std::byte *>(operands[at]) + batch * piece.bytes();
      if (piece.transposed && !piece.copied) {
        std::byte *copy = work + piece.work_place;
        transpose_bytes(copy, from[at], piece.block.rows, piece.block.columns, piece.element_bytes);
        from[at] = copy;
      }
    }
    for (size_t at = 0; at < results_.size(); ++at) {
      const Piece &piece = results_[at];
      to[at] =
          piece.transposed ? work + piece.work_place : static_cast<std::byte *>(results[at]) + batch * piece.bytes();
      if (piece.begins_as < 0)
        std::memset(to[at], 0, static_cast<size_t>(piece.bytes()));
      else if (piece.transposed)
        transpose_bytes(to[at], from[piece.begins_as], piece.block.rows, piece.block.columns, piece.element_bytes);
      else
        std::memcpy(to[at], from[piece.begins_as], static_cast<size_t>(piece.bytes()));
    }
    plan_.kernel(from, to, work);
    for (size_t at = 0; at < results_.size(); ++at) {
      const Piece &piece = results_[at];
      if (piece.transposed)
        transpose_bytes(static_cast<std::byte *>(results[at]) + batch * piece.bytes(), to[at], piece.block.columns,
                        piece.block.rows, piece.element_bytes);
    }
  }

  int64_t batches_;
  std::vector<Piece> operands_, results_;
  ForeignPlan plan_;
  int64_t work_bytes_ = 0;
  bool empty_ = false;
};

/// Batches from the slowest, then the matrix by columns. Dimensions of one element may stand anywhere.
bool is_column_major(const ForeignArray &array, size_t rank) {
  std::vector<int64_t> expected, stated;
  const auto dimensions = static_cast<int64_t>(array.shape.size());
  const auto add = [&](std::vector<int64_t> &list, int64_t dimension) {
    if (array.shape[static_cast<size_t>(dimension)] != 1)
      list.push_back(dimension);
  };
  for (int64_t at = 0; at < dimensions; ++at)
    add(stated, array.minor_to_major.empty() ? dimensions - 1 - at : array.minor_to_major[static_cast<size_t>(at)]);
  if (rank == 2) {
    add(expected, dimensions - 2);
    add(expected, dimensions - 1);
  }
  for (int64_t at = dimensions - (rank == 2 ? 2 : 0); at-- > 0;)
    add(expected, at);
  return stated == expected;
}

bool is_permutation(std::vector<int64_t> list, size_t rank) {
  std::sort(list.begin(), list.end());
  for (size_t at = 0; at < list.size(); ++at)
    if (list[at] != static_cast<int64_t>(at))
      return false;
  return list.empty() || list.size() == rank;
}

template <class Number> constexpr ElementType element_type = ElementType::F32;
template <> constexpr ElementType element_type<double> = ElementType::F64;
template <> constexpr ElementType element_type<std::complex<float>> = ElementType::C64;
template <> constexpr ElementType element_type<std::complex<double>> = ElementType::C128;

template <class Number> ElementType type_of(char letter) {
  using Real = typename RealPart<Number>::Type;
  switch (letter) {
  case 'I':
    return ElementType::I32;
  case 'R':
    return element_type<Real>;
  case 'C':
    return element_type<std::complex<Real>>;
  default:
    return element_type<Number>;
  }
}

/// The pieces of arrays by a description such as "T2R1I0"; nothing if they do not fit it or have other batches.
template <class Number>
std::optional<std::vector<Piece>> pieces_of(const std::vector<ForeignArray> &arrays, std::string_view description,
                                            std::optional<Shape> &batches) {
  if (2 * arrays.size() != description.size())
    return {};
  std::vector<Piece> pieces;
  for (size_t at = 0; at < arrays.size(); ++at) {
    const ForeignArray &array = arrays[at];
    const auto rank = static_cast<size_t>(description[2 * at + 1] - '0');
    if (array.type != type_of<Number>(description[2 * at]) || array.shape.size() < rank ||
        !is_permutation(array.minor_to_major, array.shape.size()) || !is_column_major(array, rank))
      return {};
    const Shape front(array.shape.begin(), array.shape.end() - static_cast<int64_t>(rank));
    if (batches && *batches != front)
      return {};
    batches = front;
    Piece &piece = pieces.emplace_back();
    piece.element_bytes = facts_of(array.type).bytes;
    if (rank > 0)
      piece.block.rows = array.shape[front.size()];
    if (rank > 1)
      piece.block.columns = array.shape[front.size() + 1];
    if (std::max(piece.block.rows, piece.block.columns) > std::numeric_limits<int>::max())
      return {};
  }
  return pieces;
}

std::vector<ForeignBlock> blocks_of(const std::vector<Piece> &pieces) {
  std::vector<ForeignBlock> blocks;
  for (const Piece &piece : pieces)
    blocks.push_back(piece.block);
  return blocks;
}

template <class Number>
CallPointer make_target(const ForeignTarget &target, const std::vector<ForeignArray> &operands,
                        const std::vector<ForeignArray> &results, const ForeignAttributes &attributes) {
  std::optional<Shape> batches;
  auto operand_pieces = pieces_of<Number>(operands, target.operands, batches);
  auto result_pieces = operand_pieces ? pieces_of<Number>(results, target.results, batches) : std::nullopt;
  if (!result_pieces)
    return nullptr;
  const std::vector<ForeignBlock> operand_blocks = blocks_of(*operand_pieces),
                                  result_blocks = blocks_of(*result_pieces);
  for (size_t at = 0; at < result_pieces->size(); ++at) {
    if (target.begins_as[at] == '-')
      continue;
    Piece &result = (*result_pieces)[at];
    result.begins_as = target.begins_as[at] - '0';
    Piece &operand = (*operand_pieces)[static_cast<size_t>(result.begins_as)];
    operand.copied = true;
    if (result.block.rows != operand.block.rows || result.block.columns != operand.block.columns)
      return nullptr;
  }
  std::optional<ForeignPlan> plan = target.planner({operand_blocks, result_blocks, attributes});
  if (!plan)
    return nullptr;
  for (std::vector<Piece> *pieces : {&*operand_pieces, &*result_pieces})
    for (Piece &piece : *pieces)
      piece.transposed = !plan->row_major && piece.block.rows > 1 && piece.block.columns > 1;
  return std::make_unique<ForeignCall>(element_count(*batches), std::move(*operand_pieces), std::move(*result_pieces),
                                       std::move(*plan));
}

template <class Number>
CallPointer make_named(std::string_view name, const std::vector<ForeignArray> &operands,
                       const std::vector<ForeignArray> &results, const ForeignAttributes &attributes) {
  for (const auto targets : {factorization_targets<Number>(), eigenvalue_targets<Number>()})
    for (const ForeignTarget &target : targets)
      if (target.name == name)
        return make_target<Number>(target, operands, results, attributes);
  return nullptr;
}

} // namespace

char ForeignBlocks::letter(std::string_view name, std::string_view allowed) const {
  const int64_t number = integer(name).value_or(0);
  const char letter = number > 0 && number < 128 ? static_cast<char>(number) : '\0';
  return letter && allowed.find(letter) != std::string_view::npos ? letter : '\0';
}

std::optional<int64_t> ForeignBlocks::integer(std::string_view name) const {
  const auto found = attributes.find(name);
  const int64_t *number = found == attributes.end() ? nullptr : std::get_if<int64_t>(&found->second);
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<bool> ForeignBlocks::boolean(std::string_view name) const {
  const auto found = attributes.find(name);
  const bool *value = found == attributes.end() ? nullptr : std::get_if<bool>(&found->second);
  return value ? std::optional(*value) : std::nullopt;
}

CallPointer make_foreign(std::string_view target, const std::vector<ForeignArray> &operands,
                         const std::vector<ForeignArray> &results, const ForeignAttributes &attributes) {
  constexpr std::string_view front = "lapack_", back = "_ffi";
  if (!target.starts_with(front) || !target.ends_with(back) || target.size() < front.size() + back.size() + 2)
    return nullptr;
  const std::string_view routine = target.substr(front.size(), target.size() - front.size() - back.size());
  const std::string_view name = routine.substr(1);
  switch (routine[0]) {
  case 's':
    return make_named<float>(name, operands, results, attributes);
  case 'd':
    return make_named<double>(name, operands, results, attributes);
  case 'c':
    return make_named<std::complex<float>>(name, operands, results, attributes);
  case 'z':
    return make_named<std::complex<double>>(name, operands, results, attributes);
  default:
    return nullptr;
  }
}

} // namespace cotangent::library

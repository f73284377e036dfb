#include "tensor/differentiate/keep.h"

#include "tensor/differentiate/linearizer.h"

#include <algorithm>
#include <deque>
#include <limits>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

int64_t bytes_of(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 1;
  Type element = tensor.getElementType();
  int64_t bits = isa<ComplexType>(element) ? 2 * cast<ComplexType>(element).getElementType().getIntOrFloatBitWidth()
                                           : static_cast<int64_t>(element.getIntOrFloatBitWidth());
  return std::max<int64_t>(1, count_of(tensor.getShape()) * ((bits + 7) / 8));
}

namespace {

/// Results that are dear, or would be others.
bool must_be_kept(Operation *operation) {
  return operation->getNumRegions() != 0 || !isMemoryEffectFree(operation) ||
         isa<DotOp, DotGeneralOp, EinsumOp, ConvolutionOp, DynamicConvOp, FftOp, CholeskyOp, TriangularSolveOp,
             CustomCallOp, RngBitGeneratorOp, BatchNormTrainingOp, BatchNormGradOp, chlo::TopKOp, chlo::RaggedDotOp>(
             operation);
}

/// A flow network whose nodes have capacities: node v is the edge from 2 v to 2 v + 1.
class Network {
public:
  static constexpr int64_t endless = std::numeric_limits<int64_t>::max() / 4;

  explicit Network(size_t nodes) : edges_of_(2 * nodes) {}
  void connect(size_t from, size_t to, int64_t capacity) {
    edges_of_[from].push_back(edges_.size());
    edges_.push_back({to, capacity});
    edges_of_[to].push_back(edges_.size());
    edges_.push_back({from, 0});
  }
  void send_all(size_t source, size_t sink) {
    while (int64_t sent = send(source, sink))
      (void)sent;
  }
  /// Nodes from which more could flow to the sink.
  std::vector<bool> reaching(size_t sink) const {
    std::vector<bool> seen(edges_of_.size());
    std::deque<size_t> open{sink};
    seen[sink] = true;
    while (!open.empty()) {
      size_t at = open.front();
      open.pop_front();
      for (size_t edge : edges_of_[at]) {
        size_t from = edges_[edge].to; // the pair's other edge leads from there to here
        if (!seen[from] && edges_[edge ^ 1].capacity > 0) {
          seen[from] = true;
          open.push_back(from);
        }
      }
    }
    return seen;
  }

private:
  struct Edge {
    size_t to;
    int64_t capacity;
  };
  /// Along a shortest path (Edmonds and Karp, 1972).
  int64_t send(size_t source, size_t sink) {
    std::vector<size_t> by(edges_of_.size(), none);
    std::deque<size_t> open{source};
    std::vector<bool> seen(edges_of_.size());
    seen[source] = true;
    while (!open.empty() && !seen[sink]) {
      size_t at = open.front();
      open.pop_front();
      for (size_t edge : edges_of_[at])
        if (size_t to = edges_[edge].to; !seen[to] && edges_[edge].capacity > 0) {
          seen[to] = true;
          by[to] = edge;
          open.push_back(to);
        }
    }
    if (!seen[sink])
      return 0;
    int64_t amount = endless;
    for (size_t at = sink; at != source; at = edges_[by[at] ^ 1].to)
      amount = std::min(amount, edges_[by[at]].capacity);
    for (size_t at = sink; at != source; at = edges_[by[at] ^ 1].to) {
      edges_[by[at]].capacity -= amount;
      edges_[by[at] ^ 1].capacity += amount;
    }
    return amount;
  }

  static constexpr size_t none = static_cast<size_t>(-1);
  std::vector<Edge> edges_;
  std::vector<std::vector<size_t>> edges_of_;
};

class Chooser {
public:
  explicit Chooser(const KeepQuestion &question) : question_(question) {
    for (Operation *operation : question.linear_part)
      linear_.insert(operation);
  }

  Kept choose() {
    collect();
    size_t source = 2 * nodes_.size(), sink = source + 1;
    Network network(nodes_.size() + 1);
    for (auto [at, value] : llvm::enumerate(nodes_)) {
      // tuples cannot be kept, but their members can
      network.connect(2 * at, 2 * at + 1,
                      isa<RankedTensorType>(value.getType()) ? bytes_of(value.getType()) : Network::endless);
      if (Values sources = sources_of(value); sources.empty()) {
        if (is_source(value))
          network.connect(source, 2 * at, Network::endless);
      } else {
        for (Value from : sources)
          network.connect(2 * number_.lookup(from) + 1, 2 * at, Network::endless);
      }
      if (needed_.contains(value))
        network.connect(2 * at + 1, sink, Network::endless);
    }
    network.send_all(source, sink);
    std::vector<bool> reaching = network.reaching(sink);
    Kept kept;
    llvm::DenseSet<Value> cut;
    for (auto [at, value] : llvm::enumerate(nodes_))
      if (!reaching[2 * at] && reaching[2 * at + 1])
        cut.insert(value);
    for (BlockArgument argument : question_.block->getArguments())
      if (cut.contains(argument))
        kept.values.push_back(argument);
    mark_recomputed(cut);
    for (Operation &operation : *question_.block) {
      for (Value result : operation.getResults())
        if (cut.contains(result))
          kept.values.push_back(result);
      if (recomputed_.contains(&operation))
        kept.recomputed.push_back(&operation);
    }
    return kept;
  }

private:
  bool is_inside(Value value) const { return value.getParentBlock() == question_.block; }
  bool is_source(Value value) const {
    Operation *operation = value.getDefiningOp();
    return !operation || must_be_kept(operation);
  }
  static Values used_by(Operation *operation) {
    Values values(operation->getOperands());
    if (operation->getNumRegions() != 0)
      llvm::append_range(values, captured_by(operation));
    return values;
  }
  /// What a value is computed from, of what has to be had; nothing if it cannot be computed again.
  Values sources_of(Value value) const {
    Values result;
    if (!is_source(value))
      for (Value operand : used_by(value.getDefiningOp()))
        if (number_.contains(operand))
          result.push_back(operand);
    return result;
  }
  void need(Value value, llvm::SmallVectorImpl<Value> &open) {
    if (is_inside(value) && !question_.is_free(value) && number_.try_emplace(value, nodes_.size()).second) {
      nodes_.push_back(value);
      open.push_back(value);
    }
  }
  /// All values that the linear part needs, and what these are computed from.
  void collect() {
    llvm::SmallVector<Value> open;
    for (Operation *operation : question_.linear_part)
      for (Value value : used_by(operation))
        if (!linear_.contains(value.getDefiningOp()) && !is_linear_argument(value)) {
          need(value, open);
          needed_.insert(value);
        }
    while (!open.empty()) {
      Value value = open.pop_back_val();
      if (!is_source(value))
        for (Value operand : used_by(value.getDefiningOp()))
          need(operand, open);
    }
  }
  bool is_linear_argument(Value value) const { return !value.getDefiningOp() && question_.is_free(value); }
  void mark_recomputed(const llvm::DenseSet<Value> &cut) {
    llvm::SmallVector<Value> open(needed_.begin(), needed_.end());
    while (!open.empty()) {
      Value value = open.pop_back_val();
      Operation *operation = value.getDefiningOp();
      if (!is_inside(value) || !operation || cut.contains(value) || question_.is_free(value) ||
          !recomputed_.insert(operation).second)
        continue;
      llvm::append_range(open, used_by(operation));
    }
  }

  const KeepQuestion &question_;
  llvm::DenseSet<Operation *> linear_, recomputed_;
  llvm::DenseMap<Value, size_t> number_;
  llvm::SmallVector<Value> nodes_;
  llvm::DenseSet<Value> needed_;
};

} // namespace

Kept choose_kept(const KeepQuestion &question) { return Chooser(question).choose(); }

} // namespace cotangent::differentiate

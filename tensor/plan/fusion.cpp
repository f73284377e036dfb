#include "tensor/plan/fusion.h"

#include "tensor/ir/dialects.h"

using namespace mlir;

namespace cotangent::plan {
namespace {

/// Limits of what is computed twice or in one loop.
constexpr size_t most_places = 3;        // kernels and index patterns in which a cheap operation is repeated
constexpr int64_t cheap = 2;             // tenths of a nanosecond
constexpr int64_t most_repeated = 4;     // of all that is computed again for each element of a broadcast
constexpr int64_t most_in_a_kernel = 96; // operations one behind the other

/// One place from which a kernel reads the elements of a value.
struct Place {
  Operation *root = nullptr;
  size_t pattern = 0;    // how the index differs from that of the root; equal numbers, equal indices
  bool repeated = false; // for more elements than the value has
  int64_t repeated_cost = 0;
  int64_t depth = 0;
  bool operator==(const Place &other) const { return root == other.root && pattern == other.pattern; }
};
using Places = SmallVector<Place, 2>;

int64_t count_of(mlir::Value value) { return cast<RankedTensorType>(value.getType()).getNumElements(); }

class Fusion {
public:
  explicit Fusion(Block &block) {
    for (Operation &operation : llvm::reverse(block.without_terminator()))
      decide(operation);
  }
  llvm::DenseSet<Operation *> with_buffers;

private:
  void add(Places &places, Place place) {
    if (!llvm::is_contained(places, place))
      places.push_back(place);
  }

  /// False: the use needs the value in memory.
  bool add_places(Places &places, OpOperand &use, Operation &operation) {
    Operation *user = use.getOwner();
    if (user->getBlock() != operation.getBlock() || user->hasTrait<OpTrait::IsTerminator>())
      return false;
    Reading reading = reading_of(*user);
    if (reading == Reading::Foreign || use.getOperandNumber() < updated_operands(*user))
      return false;
    for (Place place : places_[user]) {
      if (reading != Reading::Elementwise)
        place.pattern = llvm::hash_combine(place.pattern, user, use.getOperandNumber());
      if (reading == Reading::Moving && count_of(user->getResult(0)) > count_of(use.get()))
        place.repeated = true;
      // The body of a reduction over several elements of a window reads them more than once.
      place.repeated |= isa<stablehlo::ReduceWindowOp, stablehlo::SelectAndScatterOp>(user);
      if (place.repeated)
        place.repeated_cost += cost_of(operation);
      ++place.depth;
      add(places, place);
    }
    return true;
  }

  bool needs_buffer(Operation &operation, const Places &places) {
    if (places.empty())
      return true;
    bool one_element = count_of(operation.getResult(0)) == 1;
    for (const Place &place : places)
      if (place.depth > most_in_a_kernel || (place.repeated && !one_element && place.repeated_cost > most_repeated))
        return true;
    if (places.size() == 1)
      return false;
    return reading_of(operation) != Reading::None && (places.size() > most_places || cost_of(operation) > cheap);
  }

  void decide(Operation &operation) {
    Reading reading = reading_of(operation);
    bool buffered = reading == Reading::Foreign || reading == Reading::Reducing || reading == Reading::Updating;
    Places places;
    if (!buffered)
      for (OpOperand &use : operation.getUses())
        buffered |= !add_places(places, use, operation);
    if (isa<stablehlo::ConstantOp>(operation)) {
      return;
    }
    if (buffered || needs_buffer(operation, places)) {
      with_buffers.insert(&operation);
      places = {Place{&operation, 0, false, 0, 0}};
    }
    places_[&operation] = std::move(places);
  }

  llvm::DenseMap<Operation *, Places> places_;
};

} // namespace

llvm::DenseSet<Operation *> operations_with_buffers(Block &block) { return Fusion(block).with_buffers; }

} // namespace cotangent::plan

// Memory objects of a private program: which pointers may reach which object, and what each byte of an object holds.
//
// Every alloca, allocation call, global and pointer argument starts as an object of its own; objects that one pointer may reach
// are unified (Steensgaard, POPL 1996), offsets within an object are kept apart until a variable index folds them
// (Lattner and Adve, PLDI 2005). Linear time, flow-insensitive, sound for every execution of the program: nothing
// here depends on what holds during one execution of a scope only (alias scopes, restrict).
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace cotangent::scalar {

/// What the accesses of a program say a byte offset holds. A set: unions hold several.
enum Kind : uint8_t {
  KindInteger = 1,
  KindPointer = 2,
  KindHalf = 4,
  KindFloat = 8,
  KindDouble = 16,
  KindExtended = 32, // x86_fp80
};
inline constexpr uint8_t kind_floating = KindHalf | KindFloat | KindDouble | KindExtended;

struct Object;

/// A place inside an object. A null object means: reaches nothing (null, undef, integers).
struct Cell {
  Object *object = nullptr;
  int64_t offset = 0;
  explicit operator bool() const { return object != nullptr; }
};

/// Eight bytes of an object.
struct Word {
  std::array<uint8_t, 8> kinds{}; // by the byte at which an access starts
  Cell target;                    // what a pointer stored here reaches
  bool text = false;              // characters begin here, or less than 16 bytes before: the buffer inside a string
  bool varied = false;            // may hold a value that depends on a differentiated input
  bool useful = false;            // may reach a differentiated output
  /// Holds numbers that are differentiated.
  bool differentiated() const { return varied && useful && (all_kinds() & kind_floating); }
  uint8_t all_kinds() const {
    uint8_t all = 0;
    for (uint8_t kind : kinds)
      all |= kind;
    return all;
  }
};

struct Object {
  Object *forward = nullptr; // union-find parent
  int64_t forward_offset = 0;
  int64_t stride = 0; // 0: offsets are kept apart; otherwise they are taken modulo the stride
  /// Arrays inside the object whose elements are not kept apart; one inside the first element of another is a row of it.
  struct Array {
    int64_t start, length, stride;
    bool holds(int64_t offset) const { return offset >= start && offset < start + length; }
  };
  std::vector<Array> arrays;
  std::map<int64_t, Word> words;
  bool filled_shadow = false;       // reached from an argument whose shadow has content before the forward sweep
  bool constant_argument = false;   // reached from a constant argument: has no shadow
  bool duplicated_argument = false; // reached from a duplicated argument
  bool may_change = false;          // reached from an argument whose memory may change between the two halves of a split derivative
  bool external = false;            // a global defined elsewhere
  bool written = false, freed = false, escapes_to_external = false;
  bool unaligned = false; // floating values may lie at addresses that are no multiples of their size
  bool numbers_in_text = false; // an array of characters may hold the bytes of something else
  bool shadowed = false;  // decided by activity analysis
  bool exception = false;
  llvm::SmallVector<const llvm::Value *, 2> origins;
  /// Part of a linked structure: some word of it holds pointers.
  bool holds_pointers() const {
    for (auto &[start, word] : words)
      if (word.all_kinds() & KindPointer)
        return true;
    return false;
  }
};

/// Reads how a call behaves for the analysis; filled from rules/calls.
class Objects {
public:
  explicit Objects(const llvm::DataLayout &layout) : layout(layout) {}

  /// Adds the constraints of every function of the program; `functions` are the private copies.
  void build(llvm::ArrayRef<llvm::Function *> functions);

  Cell cell(const llvm::Value *pointer); // the place a pointer value reaches
  Cell resolve(Cell cell) const;         // representative object and normal offset
  Object *object_of(const llvm::Value *pointer) { return resolve(cell(pointer)).object; } // null if it is not known
  Word &word(Cell cell);                 // the word at a place
  Word *find_word(Cell cell);
  /// Kinds of a byte; 0 when no access says.
  uint8_t kinds_at(Cell cell);
  void unify(Cell a, Cell b);
  /// Pointers stored at this place reach the target.
  void point(Cell place, Cell target);
  /// Distance at which places around this one are not kept apart; 0: they all are.
  int64_t stride_at(Cell place) const;
  /// Elements of this kind overlap themselves here: where exactly they lie in the bytes is not known.
  bool blurred(Cell place, uint8_t kind) const;
  /// Notes that characters lie here; false if the bytes of something else may lie there too.
  bool note_text(Cell place);
  bool is_text(Cell place);
  Cell shifted(Cell cell, int64_t bytes) { return resolve({cell.object, cell.offset + bytes}); }
  std::deque<Object> &all() { return storage; }
  bool changed = false; // set by unify
  std::string print();
  /// Marks what is reachable from an argument as belonging to the caller.
  void mark_argument(Cell cell, bool Object::*mark);

private:
  friend class ObjectBuilder;
  const llvm::DataLayout &layout;
  std::deque<Object> storage;
  llvm::DenseMap<const llvm::Value *, Cell> cells;
  Object *make(const llvm::Value *origin);
  void fold(Object *object, int64_t stride);
  void fold_array(Cell start, int64_t length, int64_t stride);
  void rebuild(Object *object);
  static void merge_word(Objects &self, Word &into, const Word &from);
};

/// The kind of a first-class scalar type.
uint8_t kind_of(llvm::Type *type);
/// Size of the largest of these kinds.
int64_t bytes_of_kind(uint8_t kind);
llvm::Type *type_of_kind(uint8_t kind, llvm::LLVMContext &context);
} // namespace cotangent::scalar

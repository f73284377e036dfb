// Lengths of containers. The end of a std::vector comes out of its constructor as a merge of several ways ("no element: the begin;
// one element: begin + 1; ..."), and its length as a difference of addresses divided by the size of an element. All of these are
// begin + n. Once that is seen, a loop up to size() and a loop up to n are known to have the same number of iterations.
#include "scalar/ingest/program.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace cotangent::scalar {

namespace {

class Lengths {
public:
  Lengths(Function &function, FunctionAnalysisManager &managers)
      : function(function), evolution(managers.getResult<ScalarEvolutionAnalysis>(function)), dominators(managers.getResult<DominatorTreeAnalysis>(function)), expander(evolution, "length") {}

  bool run() {
    bool changed = false;
    for (BasicBlock &block : function)
      for (PHINode &phi : make_early_inc_range(block.phis()))
        if (phi.getType()->isPointerTy() && phi.getNumIncomingValues() > 1 && phi.getNumIncomingValues() <= 8)
          changed |= merge(phi);
    for (BasicBlock &block : function)
      for (Instruction &instruction : make_early_inc_range(block))
        changed |= divide(instruction);
    return changed;
  }

private:
  Function &function;
  ScalarEvolution &evolution;
  DominatorTree &dominators;
  SCEVExpander expander;

  bool replace(Instruction &old, const SCEV *value, BasicBlock::iterator at) {
    if (!expander.isSafeToExpandAt(value, &*at) || SCEVExprContains(value, [&](const SCEV *part) { return isa<SCEVUnknown>(part) && cast<SCEVUnknown>(part)->getValue() == &old; }))
      return false;
    Value *made = expander.expandCodeFor(value, old.getType(), at);
    if (made == &old)
      return false;
    evolution.forgetValue(&old);
    old.replaceAllUsesWith(made);
    old.eraseFromParent();
    return true;
  }

  /// Differences that are zero where control goes from `from` to `to`; looks up to `top`.
  SmallVector<const SCEV *, 4> zeros(const BasicBlock *from, const BasicBlock *to, const BasicBlock *top) {
    SmallVector<const SCEV *, 4> result;
    for (; from; to = from, from = from->getSinglePredecessor()) {
      auto *branch = dyn_cast<BranchInst>(from->getTerminator());
      if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
        bool holds = branch->getSuccessor(0) == to;
        if (auto *compare = dyn_cast<ICmpInst>(branch->getCondition())) {
          CmpInst::Predicate predicate = holds ? compare->getPredicate() : compare->getInversePredicate();
          Value *left = compare->getOperand(0), *right = compare->getOperand(1);
          bool equal = predicate == CmpInst::ICMP_EQ || (predicate == CmpInst::ICMP_ULE && match(right, m_Zero())) || (predicate == CmpInst::ICMP_UGE && match(left, m_Zero()));
          if (equal && evolution.isSCEVable(left->getType())) {
            const SCEV *difference = evolution.getMinusSCEV(evolution.getSCEV(left), evolution.getSCEV(right));
            if (!isa<SCEVCouldNotCompute>(difference))
              result.push_back(difference);
          }
        }
      }
      if (from == top)
        break;
    }
    return result;
  }

  static APInt factor(const SCEV *expression) {
    if (auto *sum = dyn_cast<SCEVAddExpr>(expression))
      expression = sum->getOperand(sum->getNumOperands() - 1);
    auto *product = dyn_cast<SCEVMulExpr>(expression);
    auto *constant = product ? dyn_cast<SCEVConstant>(product->getOperand(0)) : nullptr;
    return constant ? constant->getAPInt() : APInt(64, 1);
  }

  /// `value` is one of the incoming values; do all others equal it where they come from?
  bool merge(PHINode &phi) {
    const BasicBlock *top = dominators.getNode(phi.getParent())->getIDom() ? dominators.getNode(phi.getParent())->getIDom()->getBlock() : nullptr;
    if (!top)
      return false;
    for (Value *candidate : phi.incoming_values()) {
      const SCEV *whole = evolution.getSCEV(candidate);
      if (isa<SCEVCouldNotCompute>(whole) || SCEVExprContains(whole, [](const SCEV *part) { return isa<SCEVAddRecExpr>(part); }))
        continue;
      bool equal = true;
      for (unsigned i = 0; i < phi.getNumIncomingValues() && equal; ++i) {
        const SCEV *difference = evolution.getMinusSCEV(whole, evolution.getSCEV(phi.getIncomingValue(i)));
        if (isa<SCEVCouldNotCompute>(difference))
          equal = false;
        else if (!difference->isZero())
          equal = any_of(zeros(phi.getIncomingBlock(i), phi.getParent(), top), [&](const SCEV *zero) {
            if (zero->getType() != difference->getType())
              return false;
            APInt ratio = factor(difference).sextOrTrunc(64).sdiv(factor(zero).isZero() ? APInt(64, 1) : factor(zero).sextOrTrunc(64));
            for (const APInt &times : {ratio, -ratio})
              if (evolution.getMulExpr(evolution.getConstant(times), zero) == difference)
                return true;
            return false;
          });
      }
      if (equal && replace(phi, whole, phi.getParent()->getFirstInsertionPt()))
        return true;
    }
    return false;
  }

  /// (8 n) / 8 is n where the product does not wrap.
  bool divide(Instruction &instruction) {
    const APInt *size;
    bool is_signed = match(&instruction, m_Exact(m_SDiv(m_Value(), m_APInt(size)))), shift = match(&instruction, m_Exact(m_AShr(m_Value(), m_APInt(size))));
    if (!is_signed && !shift)
      return false;
    auto *product = dyn_cast<SCEVMulExpr>(evolution.getSCEV(instruction.getOperand(0)));
    auto *constant = product && product->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(product->getOperand(0)) : nullptr;
    APInt divisor = shift ? APInt(size->getBitWidth(), 1).shl(*size) : *size;
    if (!constant || constant->getAPInt() != divisor)
      return false;
    const SCEV *count = product->getOperand(1);
    bool overflow = false, above = false;
    if (!product->hasNoSignedWrap()) {
      (void)evolution.getSignedRangeMin(count).smul_ov(divisor, overflow);
      (void)evolution.getSignedRangeMax(count).smul_ov(divisor, above);
    }
    return !overflow && !above && replace(instruction, count, instruction.getIterator());
  }
};

} // namespace

bool reveal_lengths(Function &function, FunctionAnalysisManager &managers) { return Lengths(function, managers).run(); }

} // namespace cotangent::scalar

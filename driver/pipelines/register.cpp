#include "driver/pipelines/register.h"
#include "driver/pipelines/differentiate.h"
#include "scalar/passes/neighbours.h"
#include "scalar/passes/short_loops.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace cotangent::driver {

namespace {
struct DifferentiatePass : PassInfoMixin<DifferentiatePass> {
  bool optimise, final_stage;
  DifferentiatePass(bool optimise, bool final_stage) : optimise(optimise), final_stage(final_stage) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    Settings settings = Settings::from_environment();
    settings.optimise = optimise;
    settings.final_stage = final_stage;
    return Differentiator(module, settings).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};
} // namespace

void register_passes(PassBuilder &builder) {
  // Requests come first, before anything is optimised. Bodies that are missing then may come when files are linked (-flto): only
  // the second callback knows whether they will.
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    passes.addPass(DifferentiatePass(level == OptimizationLevel::O0, false));
  });
  builder.registerPipelineEarlySimplificationEPCallback([](ModulePassManager &passes, OptimizationLevel level, ThinOrFullLTOPhase phase) {
    bool more_to_come = phase == ThinOrFullLTOPhase::FullLTOPreLink || phase == ThinOrFullLTOPhase::ThinLTOPreLink;
    if (!more_to_come)
      passes.addPass(DifferentiatePass(level == OptimizationLevel::O0, true));
  });
  builder.registerFullLinkTimeOptimizationEarlyEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    passes.addPass(DifferentiatePass(level == OptimizationLevel::O0, true));
  });
  builder.registerVectorizerStartEPCallback([](FunctionPassManager &passes, OptimizationLevel level) {
    if (level.getSpeedupLevel() > 1 && level.getSizeLevel() == 0) {
      passes.addPass(scalar::NeighboursPass());
      passes.addPass(scalar::ShortLoopsPass());
    }
  });
  builder.registerPipelineParsingCallback([](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
    if (name != "cotangent")
      return false;
    passes.addPass(DifferentiatePass(false, true));
    return true;
  });
}

} // namespace cotangent::driver

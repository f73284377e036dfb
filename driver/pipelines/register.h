// Puts the passes of the project into a pass builder's pipelines.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace cotangent::driver {

void register_passes(llvm::PassBuilder &builder);

} // namespace cotangent::driver

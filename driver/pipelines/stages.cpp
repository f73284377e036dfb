#include "driver/pipelines/stages.h"
#include "scalar/analysis/independence.h"
#include "scalar/ingest/outline.h"

using namespace llvm;

namespace cotangent::driver {

static void fuse_loops(scalar::PrivateProgram &program, const std::vector<scalar::IndependentLoop> &loops) {
  for (const scalar::IndependentLoop &found : loops) {
    scalar::BodyOfLoop body;
    body.header = found.loop->loop->getHeader();
    body.latch = found.loop->loop->getLoopLatch();
    for (const scalar::Accumulator &sum : found.accumulators)
      body.sums.push_back({sum.phi, sum.update, sum.on_the_way});
    body.dead_ends = found.dead_ends;
    if (Function *taken = scalar::take_out_body(program, body))
      program.fused.push_back(taken);
  }
}

// A loop whose iterations are independent may contain others: their bodies are taken out as well, level by level.
std::unique_ptr<scalar::Facts> find_facts(scalar::PrivateProgram &program, const scalar::Signature &signature, bool combined) {
  auto facts = std::make_unique<scalar::Facts>(program, signature);
  if (!combined || scalar::independent_loops(*facts).empty())
    return facts;
  program = scalar::copy_program(program);
  facts = std::make_unique<scalar::Facts>(program, signature);
  std::vector<scalar::Dependence> dependences;
  size_t judged = 0; // bodies whose loops have been looked at
  while (true) {
    std::vector<scalar::IndependentLoop> loops = scalar::independent_loops(*facts, judged);
    dependences.insert(dependences.end(), facts->dependences.begin(), facts->dependences.end());
    if (loops.empty())
      break;
    judged = program.fused.size();
    fuse_loops(program, loops);
    facts = std::make_unique<scalar::Facts>(program, signature);
    if (program.fused.size() == judged)
      break;
  }
  facts->dependences = dependences;
  return facts;
}

} // namespace cotangent::driver

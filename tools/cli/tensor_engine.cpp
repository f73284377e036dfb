#include "tools/cli/tensor_engine.h"

#include "tools/compiler/installation.h"

#include <dlfcn.h>
#include <ostream>

namespace cotangent::tools {

void *find_in_tensor_engine(const char *function, const char *command, std::ostream &messages) {
  void *engine = dlopen(find_installation().tensor.c_str(), RTLD_NOW);
  void *address = engine ? dlsym(engine, function) : nullptr;
  if (!address)
    messages << "cotangent " << command << ": error: the tensor engine cannot be loaded: " << dlerror()
             << "\n`cotangent doctor` says what is missing\n";
  return address;
}

} // namespace cotangent::tools

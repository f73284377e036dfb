// Behind a request: the function that the user named, and the place where the user asked. The headers put a wrapper between.
#pragma once

#include "driver/pipelines/request.h"

namespace cotangent::driver {

struct UserFunction {
  std::string symbol; // mangled; the first, where several may be meant
  std::string text;   // for people
};

/// `root` is the private copy of the function that the request differentiates.
UserFunction user_function(const Request &request, const llvm::Function &root);

/// The name of a function of the module or of a private copy, as the user knows it.
std::string readable_name(llvm::StringRef symbol);

/// The innermost place in the user's own sources from which the request is reached.
llvm::DebugLoc place_of_request(const llvm::CallBase &call);

} // namespace cotangent::driver

// Stages that the plugin and cotangent-opt share.
#pragma once

#include "scalar/analysis/facts.h"

namespace cotangent::driver {

/// What is known of a program. For a combined derivative the bodies of loops that may run forward and at once backwards are taken out
/// first: `program` is then a copy, for the other derivatives of the function keep it as it is.
std::unique_ptr<scalar::Facts> find_facts(scalar::PrivateProgram &program, const scalar::Signature &signature, bool combined);

} // namespace cotangent::driver

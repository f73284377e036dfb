// Rules of batch normalisation (Ioffe & Szegedy, "Batch Normalization", 2015).
#pragma once

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

Values forward_batch_norm_inference(const ForwardRequest &request);
Values forward_batch_norm_training(const ForwardRequest &request);
Values forward_batch_norm_grad(const ForwardRequest &request);

} // namespace cotangent::tensor_rules

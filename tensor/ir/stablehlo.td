// All operations of the dialect `stablehlo`.
include "elementwise.td"
include "shape.td"
include "reduction.td"
include "linear_algebra.td"
include "control.td"
include "collectives.td"

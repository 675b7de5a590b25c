#pragma once

#include "peers/rows.hpp"

#include <vector>

namespace tandem::bench {

/// What laws of force and functions of frames add to values, Jacobian and Hessian of an arm's dynamics.
std::vector<Row> force_rows();

}  // namespace tandem::bench

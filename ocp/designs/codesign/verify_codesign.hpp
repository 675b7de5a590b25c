#pragma once

#include <tandem/derivatives/check.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>

namespace tandem {

/// Compares first and second derivatives of a co-design problem's costs with differences, in the logarithms that tandem
/// works in: structure and control cost by the design numbers; where it has limits, the least sum of mean squares by
/// designs and price, and effort and response; where it has output feedback, the structure's cost and both limits by
/// designs and gains, and the Hessian of their sum (about designs as stated with a tenth of the co-located gain).
/// Points are random, within a tenth of the stated design. Refuses a problem whose costs have no value there.
DerivativeReport verify_codesign(const Codesign& problem, const CheckOptions& options = {});

}  // namespace tandem

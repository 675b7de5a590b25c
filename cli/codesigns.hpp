#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/codesign/codesign.hpp>

namespace tandem::cli {

/// The named co-design problem with the numbers of --set; refuses names that are not one, and says so where a problem
/// of motion is called that.
Codesign stated_codesign(const Arguments& arguments);

/// What `tandem show` prints of a co-design problem.
void show_codesign(const Codesign& problem);

/// `tandem solve` of a co-design problem: its lightest design within its limits.
int solve_codesign(const Arguments& arguments);

}  // namespace tandem::cli

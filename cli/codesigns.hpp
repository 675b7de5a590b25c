#pragma once

#include <tandem/cli/given.hpp>
#include <tandem/cli/problems.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>

namespace tandem::cli {

/// The named co-design problem with the numbers of --set; refuses names that are not one.
Codesign stated_codesign(const Given& given);

/// What `tandem show` prints of a co-design problem.
int show_codesign(const Given& given, const Problems& problems);

/// `tandem homotopy` of a co-design problem: its lightest design while one of its limits moves.
int homotopy_codesign(const Given& given, const Problems& problems);

/// `tandem solve --feedback`: the lightest design that feeds back its sensors only.
int solve_feedback(const Given& given);

/// `tandem solve` of a co-design problem: its lightest design within its limits.
int solve_codesign(const Given& given, const Problems& problems);

}  // namespace tandem::cli

#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/limited.hpp>

namespace tandem::cli {

/// The named co-design problem with the numbers of --set; refuses names that are not one, and says so where a
/// controller is called that.
Codesign stated_codesign(const Arguments& arguments);

/// What `tandem show` prints of a co-design problem.
void show_codesign(const Codesign& problem);

/// Prints a lightest design with its limits and what says that it is one.
void print_design(const Codesign& problem, const LimitedDesign& best);

/// `tandem homotopy` of a co-design problem: its lightest design while one of its limits moves.
int homotopy_codesign(const Arguments& arguments);

/// `tandem solve --feedback`: the lightest design that feeds back its sensors only.
int solve_feedback(const Arguments& arguments);

/// `tandem solve` of a co-design problem: its lightest design within its limits.
int solve_codesign(const Arguments& arguments);

}  // namespace tandem::cli

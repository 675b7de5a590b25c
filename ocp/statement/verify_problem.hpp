#pragma once

#include <tandem/derivatives/check_knot_function.hpp>
#include <tandem/ocp/statement/problem.hpp>

namespace tandem {

/// Compares the first and second derivatives of every function of a problem (dynamics, running cost, path constraints;
/// integrands; end cost and end constraints; linkages) by states, controls, time and all named numbers: all plugs, and
/// differences. Points are random, within the bounds and around the straight-line guess; numbers within a tenth of
/// their values. Refuses a problem that Problem::validate refuses.
DerivativeReport verify_problem(const Problem& problem, const CheckOptions& options = {});

/// The functions of a phase along its way, or those of its end (which have no controls), by name, with the box that
/// they are looked at in.
NamedKnotBlocks functions_along(const Problem& problem, int phase);
NamedKnotBlocks functions_at_end(const Problem& problem, int phase);
/// Those of a linkage, of the states and times at its two ends.
NamedKnotBlocks functions_of(const Problem& problem, const Linkage& linkage);

}  // namespace tandem

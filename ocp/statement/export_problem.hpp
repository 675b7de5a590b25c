#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tandem {

/// Saves every function of a problem as CasADi functions (x, u, t, p) -> result in one file, p the named numbers:
///
///   dynamics -> x_dot,  running_cost -> cost,  path_constraints -> c,  integrands -> g,
///   end_cost -> cost,  end_constraints -> c  (these without u),
///
/// those that there are, with "<phase>_" before them where there are several phases; linkage_<name> -> c of
/// x = [states before; time; states after; time]. Then the names of states and controls of each phase, the names of the
/// numbers, and their values. Returns the functions' names. Refuses functions that bring derivatives of their own.
std::vector<std::string> export_problem(const Problem& problem, const std::filesystem::path& file);

}  // namespace tandem

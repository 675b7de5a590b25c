#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// A small still picture of an answer as SVG, for pages that cannot move: the mechanism at nine instants equally far
/// apart in time, the earlier the paler, with the paths of its traced points; or, where the problem has no drawing or
/// one in space, its states and controls over time, each by its own range. About 3 to 15 kB.
std::string still_svg(const Problem& problem, const Solution& solution);

/// Writes it; refuses, by its name, a file that cannot be written.
void save_still(const Problem& problem, const Solution& solution, const std::filesystem::path& file);

}  // namespace tandem

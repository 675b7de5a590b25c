#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// One self-contained HTML page about an answer: verdict, the mechanism in motion (where the problem has a drawing),
/// series with their bounds, certificate, mesh and convergence. Opens offline in any browser. A failed solve has a
/// page too, with the reasons first. Refuses a solution that is not one of `problem` (names, numbers of series).
std::string report_html(const Problem& problem, const Solution& solution);

/// Writes the page; refuses, by its name, a file that cannot be written.
void save_report(const Problem& problem, const Solution& solution, const std::filesystem::path& file);

}  // namespace tandem

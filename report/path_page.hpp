#pragma once

#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// The page of a path's last answer (report_html), with the path itself: its objective over the number, points that are
/// certified and points that are not, folds, branch points, changes of structure and the end of feasibility. Refuses a
/// path without an answer.
std::string report_html(const Problem& problem, const Homotopy& path);

/// Writes the page; refuses, by its name, a file that cannot be written.
void save_report(const Problem& problem, const Homotopy& path, const std::filesystem::path& file);

}  // namespace tandem

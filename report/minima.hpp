#pragma once

#include <tandem/ocp/search/multi_start.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// The page of the answer (report_html), with a table of all minima that were found.
std::string report_html(const Problem& problem, const MultiStart& found);

/// Writes the page; refuses, by its name, a file that cannot be written.
void save_report(const Problem& problem, const MultiStart& found, const std::filesystem::path& file);

}  // namespace tandem

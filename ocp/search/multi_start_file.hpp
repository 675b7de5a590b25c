#pragma once

#include <tandem/ocp/search/multi_start.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// The answer as a solution file (solution_file.hpp), with one key more:
///
///   multi_start {starts, seed, threads, seconds, solved,
///                unsolved {status: count},
///                minima [{objective, final_time, iterations, certificate "pass" | "fail", starts [], phases []}]}
///
/// Minima are sorted, the best first; `starts` are the numbers of the starts that led there (0: the problem's own
/// guess), and `phases` their series, as in the file itself.
std::string to_json(const MultiStart& found);

void save_json(const MultiStart& found, const std::filesystem::path& file);

}  // namespace tandem

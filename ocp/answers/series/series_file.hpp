#pragma once

#include <tandem/ocp/answers/series/series.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// A series from a table: a header with `time`, the names of states and controls, `costate_NAME` where costates are
/// known, `phase` where there are several phases; then a row a time. Cells of controls are empty where these have no
/// value, cells of states (all of them) between knots. A header may come again, with other columns. Lines
/// `# objective 58.8`, `# number NAME 3`, `# controls held` and `# steps shooting-rk4` say what a table cannot; others
/// that begin with # are comments. Refuses by line and column; `source` is what the text is called then.
Series series_from_csv(const std::string& text, const Problem& problem, const std::string& source = "series");

/// The same from JSON (docs/certify.md):
///
///   {"objective": 58.8, "numbers": {...}, "control_shape": "linear",
///    "phases": [{"name": "swing-up", "time": [...], "states": {"angle": [...], ...},
///                "control_time": [...], "controls": {...}, "costates": {...}}]}
///
/// Of one phase its keys may stand outside. Only `time`, `states` and `controls` must be there; without `control_time`
/// controls are at the first times of the states. Refuses by key.
Series series_from_json(const std::string& text, const Problem& problem, const std::string& source = "series");

/// By the name's ending: .json, or else a table.
Series read_series(const std::filesystem::path& file, const Problem& problem);

/// Whether a file is a solution that tandem has saved as JSON: that has everything that a solution has (load_json).
bool is_saved_solution(const std::filesystem::path& file);

}  // namespace tandem

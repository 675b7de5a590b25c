#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// The solution as versioned JSON ("format": 1); numbers are written so that they come back to the last bit.
std::string to_json(const Solution& solution);

/// Reads what to_json wrote; refuses text that is not JSON, another format, missing keys, by name.
Solution solution_from_json(const std::string& text);

void save_json(const Solution& solution, const std::filesystem::path& file);
Solution load_json(const std::filesystem::path& file);

/// One row a knot: time, states, costates, and the controls at (or interpolated to) the knots.
void save_csv(const Solution& solution, const std::filesystem::path& file);

}  // namespace tandem

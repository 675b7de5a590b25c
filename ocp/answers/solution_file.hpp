#pragma once

#include <tandem/core/json.hpp>
#include <tandem/ocp/answers/solution.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// The solution: an envelope of the kind "motion" (envelope.hpp) and all that it takes to restart from it. Numbers are
/// written so that they come back to the last bit.
Json solution_json(const Solution& solution);
std::string to_json(const Solution& solution);

/// Reads what to_json wrote; refuses text that is not JSON, another format or kind, missing keys, by name.
Solution solution_from_json(const std::string& text);

void save_json(const Solution& solution, const std::filesystem::path& file);
Solution load_json(const std::filesystem::path& file);

/// One row a knot: time, states, costates, and the controls at (or interpolated to) the knots.
void save_csv(const Solution& solution, const std::filesystem::path& file);

}  // namespace tandem

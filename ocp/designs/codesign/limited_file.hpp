#pragma once

#include <tandem/ocp/designs/codesign/feedback_design.hpp>
#include <tandem/ocp/designs/codesign/limited.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace tandem {

/// The minima of a search (minima_json.hpp) of the kind "structure": {"objective", "certificate", "designs": {name:
/// value}, "effort", "response", "limits": {"effort", "response"}, "iterations", "seconds", "price", "multiplier"}.
std::string to_json(const Codesign& problem, std::span<const LimitedDesign> designs);
void save_json(const Codesign& problem, std::span<const LimitedDesign> designs, const std::filesystem::path& file);

/// The same of output feedback, with "gain" (row by row), "abscissa", "multipliers" of both limits and no price.
std::string to_json(const Codesign& problem, std::span<const FeedbackDesign> designs);
void save_json(const Codesign& problem, std::span<const FeedbackDesign> designs, const std::filesystem::path& file);

}  // namespace tandem

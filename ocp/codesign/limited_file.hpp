#pragma once

#include <tandem/ocp/codesign/feedback_design.hpp>
#include <tandem/ocp/codesign/limited.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace tandem {

/// {"problem", "minima": [{"structure_cost", "effort", "response", "limits": {"effort", "response"}, "price",
/// "multiplier", "violation", "stationarity", "least_curvature", "is_minimum", "design": {name: value}, "iterations",
/// "seconds"}]}, the best first; or a path's points in its order. "least_curvature" is null where it is infinite: no
/// size is free.
std::string to_json(const Codesign& problem, std::span<const LimitedDesign> designs);
void save_json(const Codesign& problem, std::span<const LimitedDesign> designs, const std::filesystem::path& file);

/// The same of output feedback, with "gain" (row by row), "abscissa" and no price or multiplier.
std::string to_json(const Codesign& problem, std::span<const FeedbackDesign> designs);
void save_json(const Codesign& problem, std::span<const FeedbackDesign> designs, const std::filesystem::path& file);

}  // namespace tandem

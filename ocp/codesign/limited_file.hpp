#pragma once

#include <tandem/ocp/codesign/limited.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace tandem {

/// {"problem", "minima": [{"structure_cost", "effort", "response", "limits": {"effort", "response"}, "price",
/// "multiplier", "violation", "stationarity", "least_curvature", "is_minimum", "design": {name: value}, "iterations",
/// "seconds"}]}, the best first; or a path's points in its order.
std::string to_json(const Codesign& problem, std::span<const LimitedDesign> designs);
void save_json(const Codesign& problem, std::span<const LimitedDesign> designs, const std::filesystem::path& file);

}  // namespace tandem

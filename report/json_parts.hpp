#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <tandem/ocp/problem.hpp>

// Parts that the data of all pages have.
namespace tandem {

nlohmann::json array_of(const Eigen::VectorXd& values);

/// A range as [lower, upper]; null where it says nothing.
nlohmann::json range_json(const std::optional<Range>& range, const std::vector<double>& numbers);

/// {name, unit, knots, samples}.
nlohmann::json series_json(const std::string& name, const std::string& unit, const Eigen::VectorXd& knots,
                           const Eigen::VectorXd& samples);

/// [{name, value, unit, meaning, role}] with these values.
nlohmann::json numbers_json(const Problem& problem, const std::vector<double>& values);

}  // namespace tandem

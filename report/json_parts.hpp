#pragma once

#include <tandem/core/json.hpp>
#include <tandem/ocp/statement/problem.hpp>

#include <optional>
#include <string>
#include <vector>

// Parts that the data of all pages have.
namespace tandem {

Json array_of(const Eigen::VectorXd& values);

/// A range as [lower, upper]; null where it says nothing.
Json range_json(const std::optional<Range>& range, const std::vector<double>& numbers);

/// {name, unit, knots, samples}.
Json series_json(const std::string& name, const std::string& unit, const Eigen::VectorXd& knots,
                 const Eigen::VectorXd& samples);

/// [{name, value, unit, meaning, role}] with these values.
Json described_numbers(const Problem& problem, const std::vector<double>& values);

}  // namespace tandem

#pragma once

#include <tandem/core/json.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// A matrix as a list of its rows.
Json rows_json(const Eigen::MatrixXd& matrix);

/// An object of the rows by their names, one each.
Json named_rows(const std::vector<std::string>& names, const Eigen::MatrixXd& rows);

/// An object of the values by their names, one each.
Json named_values(const std::vector<std::string>& names, const Eigen::VectorXd& values);

/// A list of numbers. Throws JsonError where it is none.
Eigen::VectorXd vector_from(const Json& list);

}  // namespace tandem

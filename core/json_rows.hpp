#pragma once

#include <tandem/core/json.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// A matrix as a list of its rows.
Json rows_json(const Eigen::MatrixXd& matrix);

/// An object of the rows by their names, one each; names without a row are left out.
Json named_rows(const std::vector<std::string>& names, const Eigen::MatrixXd& rows);

/// The same of values.
Json named_values(const std::vector<std::string>& names, const Eigen::VectorXd& values);

/// A list of numbers. Throws JsonError where it is none.
Eigen::VectorXd vector_from(const Json& list);

}  // namespace tandem

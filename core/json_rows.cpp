#include <tandem/core/json_rows.hpp>

namespace tandem {

Json rows_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) rows.push_back(Json::list_of(matrix.row(i)));
  return rows;
}

Json named_rows(const std::vector<std::string>& names, const Eigen::MatrixXd& rows) {
  Json object = Json::object();
  for (Eigen::Index i = 0; i < rows.rows(); ++i) object[names[i]] = Json::list_of(rows.row(i));
  return object;
}

Json named_values(const std::vector<std::string>& names, const Eigen::VectorXd& values) {
  Json object = Json::object();
  for (Eigen::Index i = 0; i < values.size(); ++i) object[names[i]] = values(i);
  return object;
}

Eigen::VectorXd vector_from(const Json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<int>(values.size()));
}

}  // namespace tandem

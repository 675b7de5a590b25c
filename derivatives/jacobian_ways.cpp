#include <tandem/derivatives/jacobian_ways.hpp>

#include <string>

namespace tandem {

Eigen::MatrixXd jacobian_of_tape(CppAD::ADFun<double>& tape, const Eigen::VectorXd& x) {
  tape.check_for_nan(false);
  const std::size_t rows = tape.Range(), columns = tape.Domain();
  Eigen::MatrixXd jacobian(rows, columns);
  tape.Forward(0, std::vector<double>(x.begin(), x.end()));
  const bool is_reverse = rows <= columns;
  std::vector<double> direction(is_reverse ? rows : columns, 0.0);
  for (std::size_t k = 0; k < direction.size(); ++k) {
    direction[k] = 1.0;
    const std::vector<double> product = is_reverse ? tape.Reverse(1, direction) : tape.Forward(1, direction);
    const Eigen::Map<const Eigen::VectorXd> out(product.data(), static_cast<long>(product.size()));
    if (is_reverse) {
      jacobian.row(static_cast<long>(k)) = out;
    } else {
      jacobian.col(static_cast<long>(k)) = out;
    }
    direction[k] = 0.0;
  }
  return jacobian;
}

casadi::SX column_of(const SymbolVector& v) {
  return casadi::SX::vertcat(std::vector<casadi::SX>(v.data(), v.data() + v.size()));
}

casadi::DM column_of(const Eigen::VectorXd& v) { return casadi::DM(std::vector<double>(v.begin(), v.end())); }

SymbolVector symbols(const char* name, long count) {
  SymbolVector v(count);
  for (long i = 0; i < count; ++i) v(i) = casadi::SX::sym(name + std::to_string(i));
  return v;
}

CasadiJacobian::CasadiJacobian(const SymbolVector& constants, const SymbolVector& x, const SymbolVector& y)
    : values_("values", {column_of(constants), column_of(x)}, {casadi::SX::densify(column_of(y))}),
      is_reverse_(y.size() <= x.size()) {
  products_ = is_reverse_ ? values_.reverse(1) : values_.forward(1);
}

Eigen::MatrixXd CasadiJacobian::operator()(const Eigen::VectorXd& constants, const Eigen::VectorXd& x) const {
  const long rows = values_.size1_out(0), columns = values_.size1_in(1);
  Eigen::MatrixXd jacobian(rows, columns);
  const casadi::DM c = column_of(constants), at = column_of(x);
  const casadi::DM y = values_(std::vector<casadi::DM>{c, at})[0];
  const casadi::DM still = casadi::DM::zeros(constants.size());
  const long directions = is_reverse_ ? rows : columns;
  for (long k = 0; k < directions; ++k) {
    casadi::DM direction = casadi::DM::zeros(directions);
    direction(k) = 1.0;
    // reverse: (c, x, y, adjoint y) -> adjoints of c, x; forward: (c, x, y, direction of c, of x) -> that of y
    const std::vector<casadi::DM> out = is_reverse_ ? products_(std::vector<casadi::DM>{c, at, y, direction})
                                                    : products_(std::vector<casadi::DM>{c, at, y, still, direction});
    const std::vector<double> product = casadi::DM::densify(out[is_reverse_ ? 1 : 0]).get_elements();
    const Eigen::Map<const Eigen::VectorXd> numbers(product.data(), static_cast<long>(product.size()));
    if (is_reverse_) {
      jacobian.row(k) = numbers;
    } else {
      jacobian.col(k) = numbers;
    }
  }
  return jacobian;
}

}  // namespace tandem

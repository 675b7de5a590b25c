#pragma once

#include <tandem/derivatives/scalar_casadi.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>

#include <Eigen/Core>

#include <complex>
#include <vector>

/// Jacobians, each by another way, of functions that are generic over the scalar: f takes a VectorX<S> and returns
/// one, for S complex, CppAD::AD<double> and casadi::SX. Includes CppAD and CasADi: for few files.
namespace tandem {

using ComplexVector = Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 1>;
using TapeVector = Eigen::Matrix<CppAD::AD<double>, Eigen::Dynamic, 1>;
using SymbolVector = Eigen::Matrix<casadi::SX, Eigen::Dynamic, 1>;

/// df/dx_j = Im f(x + i h e_j) / h with h so small that its square is nothing: exact to rounding.
template <class Function>
Eigen::MatrixXd jacobian_by_complex_step(const Function& f, const Eigen::VectorXd& x) {
  constexpr double kTinyStep = 1e-30;
  Eigen::MatrixXd jacobian;
  ComplexVector moved = x.cast<std::complex<double>>();
  for (long j = 0; j < x.size(); ++j) {
    moved(j) = {x(j), kTinyStep};
    const ComplexVector y = f(moved);
    if (j == 0) jacobian.resize(y.size(), x.size());
    jacobian.col(j) = y.imag() / kTinyStep;
    moved(j) = x(j);
  }
  return jacobian;
}

/// Sweeps over a tape: along it for each column, or back for each row, whichever are fewer.
Eigen::MatrixXd jacobian_of_tape(CppAD::ADFun<double>& tape, const Eigen::VectorXd& x);

/// A tape recorded at x.
template <class Function>
Eigen::MatrixXd jacobian_by_cppad(const Function& f, const Eigen::VectorXd& x) {
  std::vector<CppAD::AD<double>> inputs(x.begin(), x.end());
  CppAD::Independent(inputs);
  const TapeVector y = f(TapeVector(Eigen::Map<const TapeVector>(inputs.data(), x.size())));
  CppAD::ADFun<double> tape;
  tape.Dependent(inputs, std::vector<CppAD::AD<double>>(y.begin(), y.end()));
  return jacobian_of_tape(tape, x);
}

casadi::SX column_of(const SymbolVector& v);
SymbolVector symbols(const char* name, long count);
casadi::DM column_of(const Eigen::VectorXd& v);

/// An expression in x, and constants that may change between evaluations; its derivative as a new expression, a
/// direction at a time, forward or reverse, whichever needs fewer. Built once for many x.
class CasadiJacobian {
 public:
  CasadiJacobian() = default;
  CasadiJacobian(const SymbolVector& constants, const SymbolVector& x, const SymbolVector& y);

  Eigen::MatrixXd operator()(const Eigen::VectorXd& constants, const Eigen::VectorXd& x) const;

 private:
  casadi::Function values_, products_;
  bool is_reverse_ = false;
};

template <class Function>
CasadiJacobian casadi_jacobian(const Function& f, long inputs) {
  const SymbolVector x = symbols("x", inputs);
  return CasadiJacobian(SymbolVector(), x, f(x));
}

}  // namespace tandem

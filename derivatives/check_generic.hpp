#pragma once

#include <tandem/derivatives/check_function.hpp>
#include <tandem/derivatives/jacobian_ways.hpp>

/// The check of a function that is generic over its scalar. Includes CppAD and CasADi: for few files.
namespace tandem {

/// What a user's function returns (an array, a vector, Eigen's or the standard library's) as a VectorX.
template <class S, class Result>
Eigen::Matrix<S, Eigen::Dynamic, 1> collected(const Result& result) {
  Eigen::Matrix<S, Eigen::Dynamic, 1> y(static_cast<long>(std::size(result)));
  for (long i = 0; i < y.size(); ++i) y(i) = result[i];
  return y;
}

/// Compares all ways to the Jacobian of `f` at random points of the box: CppAD, CasADi, complex steps, and differences
/// of the values. `f` takes a vector x of any scalar and returns an array or vector of it:
///
///   check_function("spiral", [](const auto& x) { return rates(x[0] * cos(x[1]), x[0] * sin(x[1])); }, box)
///
/// It must not branch on its scalar (select_less chooses), nor take complex conjugates or magnitudes.
template <class Function>
DerivativeReport check_function(const std::string& name, const Function& f, const FunctionBox& box,
                                const CheckOptions& options = {}) {
  const auto in_scalar = [&f]<class S>(const Eigen::Matrix<S, Eigen::Dynamic, 1>& x) { return collected<S>(f(x)); };
  const CasadiJacobian by_casadi = casadi_jacobian(in_scalar, box.lower.size());
  const JacobianWays ways = [&](const Eigen::VectorXd& x) {
    return std::vector<Way>{{"cppad", jacobian_by_cppad(in_scalar, x)},
                            {"casadi", by_casadi(Eigen::VectorXd(), x)},
                            {"complex-step", jacobian_by_complex_step(in_scalar, x)}};
  };
  return check_ways(name, BlackBox{[&](const Eigen::VectorXd& x) { return in_scalar(x); }, {}}, ways, box, options);
}

}  // namespace tandem

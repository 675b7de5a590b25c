#pragma once

#include <tandem/derivatives/check_function.hpp>

#include <functional>
#include <string>

namespace tandem {

/// Holds a Jacobian against differences, as check_function does, for functions whose values have fewer digits than
/// doubles: solutions of matrix equations. How many they have is measured, and what that makes of the differences
/// (of order 8, on steps of a fortieth of the box's width) counts as their error. Points are random, in the middle half
/// of the box; those at which the function refuses to have a value are passed over, if it has one in the box's middle.
/// Cost: eight values an input and point.
DerivativeReport check_solution(const std::string& name, const BlackBox& function, const FunctionBox& box,
                                const CheckOptions& options = {});

/// A number with the gradient and the Hessian that are claimed for it. An empty Hessian is none.
struct NumberWithDerivatives {
  double value = 0.0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian = {};
};

/// check_solution of a number's gradient and, by differences of the gradient, of its Hessian: a block of each.
DerivativeReport check_number(const std::string& name,
                              const std::function<NumberWithDerivatives(const Eigen::VectorXd&)>& number,
                              const FunctionBox& box, const CheckOptions& options = {});

}  // namespace tandem

#pragma once

#include <tandem/derivatives/block_comparison.hpp>
#include <tandem/derivatives/check.hpp>

#include <Eigen/Core>

#include <functional>
#include <string>
#include <vector>

namespace tandem {

/// The box in which a function is looked at, and the names of its inputs and outputs ("x0", "y1" where none are given).
/// A box of no size is a point.
struct FunctionBox {
  Eigen::VectorXd lower, upper;
  std::vector<std::string> inputs = {}, outputs = {};
};

/// A function of doubles alone, and a Jacobian that somebody claims for it.
struct BlackBox {
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> values;
  std::function<Eigen::MatrixXd(const Eigen::VectorXd&)> jacobian;
};

/// Holds the claimed Jacobian against Ridders' differences of the values, at random points of the box: to the
/// differences' own estimate of their error, and 1e-9 of the Jacobian's norm. Where they disagree, the function is
/// searched for a kink or a jump nearby, and the note says where it is.
DerivativeReport check_function(const std::string& name, const BlackBox& function, const FunctionBox& box,
                                const CheckOptions& options = {});

/// Several exact ways at once, and differences of the values.
using JacobianWays = std::function<std::vector<Way>(const Eigen::VectorXd&)>;
DerivativeReport check_ways(const std::string& name, const BlackBox& function, const JacobianWays& ways,
                            const FunctionBox& box, const CheckOptions& options = {});

}  // namespace tandem

#include <tandem/ocp/designs/codesign/slope_check.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::codesign {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

using Function = std::function<NumberWithDerivatives(const VectorXd&)>;

constexpr double kSteps[] = {2e-2, 2e-3, 2e-4};  // of a unit: costs are powers of sizes, and have 10 to 13 digits
constexpr double kEnough = 1e-6;                 // then other steps tell nothing

/// [f; its gradient by units].
VectorXd stacked(const NumberWithDerivatives& number, const VectorXd& unit) {
  VectorXd all(1 + unit.size());
  all << number.value, unit.cwiseProduct(number.gradient);
  return all;
}

/// The larger error by steps of one length.
double error_by(const Function& f, const VectorXd& at, const VectorXd& unit, const VectorXd& d, double h) {
  const NumberWithDerivatives here = f(at);
  const VectorXd gradient = unit.cwiseProduct(here.gradient);
  const MatrixXd hessian = unit.asDiagonal() * here.hessian * unit.asDiagonal();
  const auto odd = [&](double k) -> VectorXd {
    return stacked(f(at + k * h * d.cwiseProduct(unit)), unit) - stacked(f(at - k * h * d.cwiseProduct(unit)), unit);
  };
  const VectorXd difference = (45.0 * odd(1.0) - 9.0 * odd(2.0) + odd(3.0)) / (60.0 * h);
  const double first = std::abs(difference(0) - gradient.dot(d)) / (gradient.norm() + hessian.norm());
  const double second = (difference.tail(d.size()) - hessian * d).norm() / hessian.norm();
  return std::isnan(first) ? first : std::max(second, first);  // a NaN in either stays one
}

}  // namespace

double slope_error(const Function& f, const VectorXd& at, const VectorXd& unit) {
  VectorXd d(at.size());
  for (Index i = 0; i < d.size(); ++i) d(i) = std::cos(1.0 + 2.4 * static_cast<double>(i));
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const double h : kSteps) {
    try {
      const double error = error_by(f, at, unit, d, h);
      if (std::isnan(least) || error < least) least = error;
    } catch (const Error&) {  // f has no value at one of the places: nearer ones may do
    }
    if (least <= kEnough) break;
  }
  return least;
}

}  // namespace tandem::codesign

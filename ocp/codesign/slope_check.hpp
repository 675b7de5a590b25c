#pragma once

#include <tandem/derivatives/check_number.hpp>

#include <Eigen/Core>

#include <functional>

namespace tandem::codesign {

/// How wrong the derivatives of a number seem along one direction d, in which every unknown moves by up to its unit:
/// the larger of
///
///     |D f - g d| / (|g| + |H|)   and   |D g - H d| / |H|,
///
/// with D f = (45 (f(h) - f(-h)) - 9 (f(2h) - f(-2h)) + f(3h) - f(-3h)) / (60 h), and all in those units. D is off by
/// h^6 / 140 of a seventh derivative and by what f has no digits for, over h, which is as long as f has values there:
/// 0.02, 0.002 or 0.0002. NaN where it has none. One direction does not see everything: `tandem verify` looks at all.
///
/// Of a gradient that is wrong by so much, the least value is wrong by half its square. Cost: seven evaluations.
double slope_error(const std::function<NumberWithDerivatives(const Eigen::VectorXd&)>& f, const Eigen::VectorXd& at,
                   const Eigen::VectorXd& unit);

}  // namespace tandem::codesign

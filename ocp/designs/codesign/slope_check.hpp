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
/// h^6 / 140 of a seventh derivative and by what f has no digits for, over h: of h = 0.02, 0.002 and 0.0002 that counts
/// which agrees best, since derivatives that are wrong agree with none. NaN where f has no values at any of them. One
/// direction does not see everything: `tandem verify` looks at all.
///
/// Of a gradient that is wrong by so much, the least value is wrong by half its square. Cost: seven evaluations, where
/// the longest steps agree to 1e-6.
double slope_error(const std::function<NumberWithDerivatives(const Eigen::VectorXd&)>& f, const Eigen::VectorXd& at,
                   const Eigen::VectorXd& unit);

}  // namespace tandem::codesign

#include <tandem/ocp/answers/hermite_cubic.hpp>

#include <Eigen/Core>
#include <gtest/gtest.h>

namespace tandem::hermite_cubic_test {

// x = t^3 - 2 t^2 + 3 on an interval of length 1/2 from t = 1.
TEST(HermiteCubic, HoldsACubicExactly) {
  const auto x = [](double t) { return Eigen::VectorXd::Constant(1, t * t * t - 2.0 * t * t + 3.0).eval(); };
  const auto slope = [](double t) { return Eigen::VectorXd::Constant(1, 3.0 * t * t - 4.0 * t).eval(); };
  const Eigen::VectorXd x0 = x(1.0), x1 = x(1.5), slope0 = slope(1.0), slope1 = slope(1.5);
  for (const double s : {0.0, 0.3, 0.5, 1.0}) {
    const Eigen::VectorXd found = hermite_cubic(x0, x1, slope0, slope1, 0.5, s);
    EXPECT_NEAR(found(0), x(1.0 + 0.5 * s)(0), 1e-15) << s;
  }
}

}  // namespace tandem::hermite_cubic_test

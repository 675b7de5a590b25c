#include <tandem/ocp/answers/series/flow.hpp>

#include <gtest/gtest.h>

namespace tandem::flow_test {

/// The state at the right end of an interval of x' = f(x, u(s)), s its fraction, from 1.
template <class Rate>
double step(const Tableau& t, double h, const Rate& rate) {
  Eigen::VectorXd rates = Eigen::VectorXd::Zero(t.point_count());
  for (int j = 0; j < t.point_count(); ++j) {
    rates(j) = rate(t.state_from_states(j, 0) + h * t.state_from_rates.row(j).dot(rates), t.points(j));
  }
  return 1.0 - h * t.defect_rates.row(0).dot(rates);
}

// One step of RK4 multiplies by R(z) = 1 + z + z^2/2 + z^3/6 + z^4/24; two of half the length by its square.
TEST(Flow, IsTwoStepsOfRungeAndKutta) {
  const double z = 0.5 * -0.7;
  const double r = 1.0 + z + z * z / 2.0 + z * z * z / 6.0 + z * z * z * z / 24.0;
  EXPECT_NEAR(step(flow_tableau(), 1.0, [](double x, double) { return -0.7 * x; }), r * r, 1e-15);
}

TEST(Flow, IntegratesCubicsOfTimeExactly) {
  EXPECT_NEAR(step(flow_tableau(), 2.0, [](double, double s) { return s * s * s; }), 1.0 + 2.0 / 4.0, 1e-15);
}

TEST(Flow, HasAParabolaOfControlsInEachInterval) {
  const Tableau t = flow_tableau();
  EXPECT_FALSE(t.control_at_left || t.control_at_right);
  const Eigen::VectorXd nodes = t.control_times.array().square() - 2.0 * t.control_times.array();
  const Eigen::VectorXd at_points = t.points.array().square() - 2.0 * t.points.array();
  EXPECT_LT((t.control_basis * nodes - at_points).cwiseAbs().maxCoeff(), 1e-15);
}

// Weights of the nodes' basis functions are Simpson's: derivatives by a node are h/6, 4h/6, h/6 times the slope there.
TEST(Flow, WeighsItsNodesAsSimpsonDoes) {
  const Tableau t = flow_tableau();
  const Eigen::RowVector3d shares = t.weights.transpose() * t.control_basis;
  EXPECT_LT((shares - Eigen::RowVector3d(1.0, 4.0, 1.0) / 6.0).cwiseAbs().maxCoeff(), 1e-15);
}

}  // namespace tandem::flow_test

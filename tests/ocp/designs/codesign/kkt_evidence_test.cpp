#include <tandem/ocp/designs/codesign/kkt_evidence.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <string>

namespace tandem::codesign::kkt_evidence_test {

using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::RowVector2d;
using Eigen::Vector2d;
using Eigen::VectorXd;

constexpr double kCurvature[] = {4.0, 0.25};

/// (4 x^2 + y^2 / 4) / 2 within [-1, 1]^2, by its derivatives at a place.
KktPoint bowl(const Vector2d& at, double by_y = kCurvature[1]) {
  KktPoint point;
  point.unknowns = at;
  point.lower = -Vector2d::Ones();
  point.upper = Vector2d::Ones();
  point.hessian = Vector2d(kCurvature[0], by_y).asDiagonal();
  point.at = {0.5 * at.dot(point.hessian * at), point.hessian * at, VectorXd(0), MatrixXd(0, 2)};
  point.multipliers = VectorXd(0);
  point.unknown_names = {"x", "y"};
  return point;
}

/// The same subject to 1/2 - x - y <= 0, with its multiplier.
KktPoint held_bowl(const Vector2d& at, double multiplier) {
  KktPoint point = bowl(at);
  point.at.rows = VectorXd::Constant(1, 0.5 - at.sum());
  point.at.jacobian = RowVector2d(-1.0, -1.0);
  point.multipliers = VectorXd::Constant(1, multiplier);
  point.row_names = {"sum"};
  return point;
}

/// Where 4 x = y / 4 = multiplier and x + y = 1/2.
const Vector2d kHeld(0.5 / 17.0, 8.0 / 17.0);
constexpr double kMultiplier = 2.0 / 17.0;

std::string reasons_of(const KktPoint& point) {
  Certificate certificate;
  add_lines(certificate, examine(point), {});
  std::string all;
  for (const CertificateLine& line : certificate.lines) {
    if (!line.holds) all += line.name + " (" + line.where + ") ";
  }
  return all;
}

TEST(KktEvidence, HoldsAtAMinimumInsideItsBounds) {
  const KktEvidence found = examine(bowl(Vector2d::Zero()));
  EXPECT_EQ(found.objective_error.value, 0.0);
  EXPECT_EQ(found.stationarity.value, 0.0);
  ASSERT_TRUE(found.downward_curvature);
  EXPECT_NEAR(found.downward_curvature->value, -1.0, 1e-15);  // in units in which the diagonal is 1
  EXPECT_EQ(reasons_of(bowl(Vector2d::Zero())), "");
}

TEST(KktEvidence, SaysHowFarTheObjectiveIsFromTheMinimum) {
  const KktPoint moved = bowl({0.0, 1e-3});
  const KktEvidence found = examine(moved);
  EXPECT_NEAR(found.stationarity.value, 0.25e-3, 1e-18);
  EXPECT_NEAR(found.objective_error.value, moved.at.objective, 1e-18);  // the bowl is as Newton's method takes it
  EXPECT_EQ(reasons_of(moved), "objective_error (y is not stationary) stationarity (y) ");
}

TEST(KktEvidence, HoldsWhereALimitHoldsAndNamesWhatIsWrongBesideIt) {
  EXPECT_EQ(reasons_of(held_bowl(kHeld, kMultiplier)), "");
  EXPECT_LE(examine(held_bowl(kHeld, kMultiplier)).objective_error.value, 1e-16);
  const std::string past = reasons_of(held_bowl(kHeld - Vector2d(0.0, 1e-3), kMultiplier));
  EXPECT_TRUE(test::says(past, "objective_error (excess of sum)"));
  EXPECT_TRUE(test::says(past, "feasibility (excess of sum)"));
  EXPECT_TRUE(
      test::says(reasons_of(held_bowl(kHeld + Vector2d(0.0, 1e-3), kMultiplier)), "objective_error (room of sum)"));
  EXPECT_TRUE(test::says(reasons_of(held_bowl(kHeld, -kMultiplier)), "multipliers (multiplier of sum)"));
  EXPECT_TRUE(test::says(reasons_of(held_bowl(kHeld, 1.001 * kMultiplier)), "stationarity ("));
}

TEST(KktEvidence, TakesWhatABoundHoldsAndNotWhatItLetsGo) {
  KktPoint point = bowl({0.0, 1.0});
  point.at.gradient(1) = -0.3;  // the cost falls with y, which is at its upper bound
  EXPECT_EQ(reasons_of(point), "");
  point.at.gradient(1) = 0.3;
  EXPECT_TRUE(test::says(reasons_of(point), "stationarity (y)"));
  point = bowl({0.0, 1.0 - 1e-4});
  point.at.gradient(1) = -0.3;  // held, but not at its bound
  EXPECT_NEAR(examine(point).objective_error.value, 0.3e-4, 1e-16);
  EXPECT_EQ(reasons_of(point), "objective_error (y is off its bound) ");
  point = bowl({0.0, 1.001});
  EXPECT_TRUE(test::says(reasons_of(point), "feasibility (y is past its bound)"));
}

TEST(KktEvidence, FailsASaddleAndWhatIsFlatByTheirCurvature) {
  EXPECT_EQ(reasons_of(bowl(Vector2d::Zero(), -0.25)), "downward_curvature () ");
  EXPECT_EQ(reasons_of(bowl(Vector2d::Zero(), 0.0)), "downward_curvature () ");
}

TEST(KktEvidence, LooksAtCurvatureOnlyWhereLimitsAndBoundsLeaveADirection) {
  KktPoint saddle = held_bowl(kHeld, kMultiplier);
  saddle.hessian = Matrix2d{{-1.0, -3.0}, {-3.0, -1.0}};  // curves up along (1, -1)
  EXPECT_LE(examine(saddle).downward_curvature->value, -0.9);
  KktPoint corner = bowl({1.0, 1.0});
  corner.at.gradient = Vector2d(-1.0, -1.0);
  EXPECT_FALSE(examine(corner).downward_curvature);
  EXPECT_EQ(reasons_of(corner), "");
}

TEST(KktEvidence, FitsMultipliersThatAreNotGiven) {
  EXPECT_NEAR(fitted_multipliers(held_bowl(kHeld, 0.0))(0), kMultiplier, 1e-15);
  EXPECT_EQ(fitted_multipliers(held_bowl(-kHeld, 0.0))(0), 0.0);  // none of the wrong sign
}

}  // namespace tandem::codesign::kkt_evidence_test

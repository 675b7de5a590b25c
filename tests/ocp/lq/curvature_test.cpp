#include <tandem/ocp/lq/curvature.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::lq::curvature_test {

using Eigen::MatrixXd;
using Eigen::Vector3d;

const MatrixXd kSaddle = Vector3d(-3.0, 2.0, 5.0).asDiagonal();

TEST(LeastCurvature, IsTheLeastEigenvalueAlongWhatNormalsLeave) {
  EXPECT_NEAR(least_curvature_along(kSaddle, MatrixXd(3, 0)), -3.0, 1e-15);
  EXPECT_NEAR(least_curvature_along(kSaddle, Vector3d(1.0, 0.0, 0.0)), 2.0, 1e-15);
  // Orthogonal to (1, 1, 0) are (1, -1, 0) / sqrt(2), of curvature -1/2, and the third axis.
  EXPECT_NEAR(least_curvature_along(kSaddle, Vector3d(1.0, 1.0, 0.0)), -0.5, 1e-15);
}

TEST(LeastCurvature, CountsNormalsThatDependOnEachOtherOnce) {
  const MatrixXd twice{{1.0, -2.0}, {0.0, 0.0}, {0.0, 0.0}};
  EXPECT_NEAR(least_curvature_along(kSaddle, twice), 2.0, 1e-15);
  EXPECT_NEAR(least_curvature_along(kSaddle, MatrixXd::Zero(3, 2)), -3.0, 1e-15);
}

TEST(LeastCurvature, IsInfiniteWhereNoDirectionIsLeft) {
  EXPECT_TRUE(std::isinf(least_curvature_along(kSaddle, MatrixXd::Identity(3, 3))));
  EXPECT_TRUE(std::isinf(least_curvature_along(MatrixXd::Ones(1, 1), MatrixXd::Ones(1, 2))));  // more than unknowns
  EXPECT_TRUE(std::isinf(least_curvature_along(MatrixXd(0, 0), MatrixXd(0, 2))));
}

TEST(LeastCurvature, RefusesNormalsOfAnotherSize) {
  EXPECT_TRUE(test::refuses([] { least_curvature_along(kSaddle, MatrixXd::Ones(2, 1)); }, "normals have 2 rows"));
}

}  // namespace tandem::lq::curvature_test

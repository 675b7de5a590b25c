#include <tandem/ocp/transcription/point_tangents.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_points.hpp>
#include <support/plain_name.hpp>
#include <support/ridders.hpp>

namespace tandem::point_tangents_test {

class PointTangentsOf : public test::RichPoints {
 protected:
  PointTangentsOf() {
    points_.evaluate(z_, Level::jacobian);
    for (double& entry : points_.batch().weights.reshaped()) entry = uniform();
    points_.evaluate_hessians();
    tangents_.evaluate(points_.duration(z_));
  }

  /// Inputs of one point as a function of a step along an interval's unknown.
  Eigen::MatrixXd tangent_by_differences(int point, int interval) {
    MeshPoints points(mesh_, layout_, function(), 0.0, 1.0);
    Eigen::MatrixXd tangent(kInputs, layout_.local_size());
    for (int local = 0; local < layout_.local_size(); ++local) {
      tangent.col(local) = test::ridders([&](double step) -> Eigen::VectorXd {
        Eigen::VectorXd z = z_;
        z(layout_.global(interval, local)) += step;
        points.evaluate(z, Level::values);
        return points.batch().inputs.col(points.column(point, interval));
      });
    }
    return tangent;
  }

  static Eigen::MatrixXd lane_of(const PackMatrix& packs, int rows, int lane) {
    Eigen::MatrixXd matrix(rows, packs.cols());
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < packs.cols(); ++j) matrix(i, j) = packs(i, j)[lane];
    }
    return matrix;
  }

  Eigen::MatrixXd tangent_of(int point, int interval) {
    const LaneGroup intervals = tangents_.group(interval / 4);
    return lane_of(tangents_.tangent(point, intervals), kInputs, interval % 4);
  }

  PointTangents tangents_{mesh_, layout_, points_};
};

// Differences of functions of size 1 by Ridders' method are good to about 1e-12; the derivatives reach 10.
TEST_P(PointTangentsOf, AreTheDerivativesOfThePointsInputs) {
  for (int k = 0; k < mesh_.intervals(); ++k) {
    for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
      const Eigen::MatrixXd tangent = tangent_of(j, k), expected = tangent_by_differences(j, k);
      EXPECT_LT((tangent - expected).cwiseAbs().maxCoeff(), 1e-10) << "point " << j << " of interval " << k;
      const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(kInputs, layout_.local_size());
      EXPECT_TRUE(tangents_.pattern(j).select(zero, tangent).isZero(0.0)) << "point " << j << " of interval " << k;
    }
  }
}

TEST_P(PointTangentsOf, MultiplyRowsOfTheJacobian) {
  for (int k = 0; k < mesh_.intervals(); ++k) {
    const LaneGroup intervals = tangents_.group(k / 4);
    for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
      PackMatrix product(3, layout_.local_size());
      tangents_.jacobian(j, intervals);
      tangents_.add_product(j, intervals, 1, 3, Pack4(-2.0), product, 0);
      const Eigen::MatrixXd expected =
          -2.0 * points_.batch().jacobian(points_.column(j, k)).middleRows(1, 3) * tangent_of(j, k);
      EXPECT_LT((lane_of(product, 3, k % 4) - expected).cwiseAbs().maxCoeff(), 1e-13);  // sums of seven products
    }
  }
}

// Sums of fewer than a hundred products of size up to 10.
TEST_P(PointTangentsOf, FormCongruencesWithTheHessians) {
  for (int k = 0; k < mesh_.intervals(); ++k) {
    for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
      PackMatrix congruence(layout_.local_size(), layout_.local_size());
      tangents_.add_congruence(j, tangents_.group(k / 4), congruence);
      const Eigen::MatrixXd tangent = tangent_of(j, k);
      const Eigen::MatrixXd expected = tangent.transpose() * points_.batch().hessian(points_.column(j, k)) * tangent;
      const Eigen::MatrixXd found = lane_of(congruence, layout_.local_size(), k % 4);
      EXPECT_LT((found - Eigen::MatrixXd(expected.triangularView<Eigen::Lower>())).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

TEST_P(PointTangentsOf, OfKnotsLeaveStatesAndControlsAsTheyAre) {
  if (!layout_.has_knot_points()) return;
  const int unknowns = tangents_.knot_unknowns();
  for (int k = 0; k <= mesh_.intervals(); ++k) {
    Eigen::MatrixXd tangent = Eigen::MatrixXd::Zero(kInputs, unknowns);
    tangent.topLeftCorner(5, 5).setIdentity();
    tangent(5, 5) = 1.0 - mesh_.ends[k];
    tangent(5, 6) = mesh_.ends[k];
    tangent(6, 7) = 1.0;
    const LaneGroup knots = tangents_.knot_group(k / 4);
    PackMatrix product(kOutputs, unknowns), congruence(unknowns, unknowns);
    tangents_.add_knot_product(knots, 0, kOutputs, product);
    tangents_.add_knot_congruence(knots, congruence);
    const SparseKnotBatch& batch = points_.batch();
    const Eigen::MatrixXd jacobian = batch.jacobian(k) * tangent;
    const Eigen::MatrixXd hessian = tangent.transpose() * batch.hessian(k) * tangent;
    EXPECT_LT((lane_of(product, kOutputs, k % 4) - jacobian).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((lane_of(congruence, unknowns, k % 4) - Eigen::MatrixXd(hessian.triangularView<Eigen::Lower>()))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTranscription, PointTangentsOf, testing::ValuesIn(transcription_names()),
                         test::PlainName());

}  // namespace tandem::point_tangents_test

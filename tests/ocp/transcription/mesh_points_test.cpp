#include <tandem/ocp/transcription/mesh_points.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_points.hpp>
#include <support/plain_name.hpp>

namespace tandem::mesh_points_test {

class MeshPointsOf : public test::RichPoints {};

TEST_P(MeshPointsOf, EvaluatesKnotsOnceForBothNeighbours) {
  const Tableau& tableau = mesh_.tableau;
  int expected = layout_.has_knot_points() ? mesh_.intervals() + 1 : 0;
  for (int j = 0; j < tableau.point_count(); ++j) expected += tableau.is_shared(j) ? 0 : mesh_.intervals();
  EXPECT_EQ(points_.batch().knots(), expected);
  if (tableau.right_point < 0) return;
  EXPECT_EQ(points_.column(tableau.right_point, 0), points_.column(tableau.left_point, 1));
}

TEST_P(MeshPointsOf, StandAtTheirTimes) {
  points_.evaluate(z_, Level::values);
  for (int k = 0; k < mesh_.intervals(); ++k) {
    for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
      const double fraction = mesh_.start(k) + mesh_.tableau.points(j) * mesh_.length(k);
      EXPECT_DOUBLE_EQ(points_.fraction(j, k), fraction);
      EXPECT_DOUBLE_EQ(points_.batch().inputs(5, points_.column(j, k)), 0.2 + fraction * 1.2);
    }
  }
}

TEST_P(MeshPointsOf, ReadStatesControlsAndNumbersFromTheUnknowns) {
  points_.evaluate(z_, Level::values);
  const Tableau& tableau = mesh_.tableau;
  for (int k = 0; k < mesh_.intervals(); ++k) {
    for (int j = 0; j < tableau.point_count(); ++j) {
      if (tableau.is_composite(j)) continue;
      Eigen::VectorXd x = Eigen::VectorXd::Zero(3), u = Eigen::VectorXd::Zero(2);
      for (int i = 0; i < tableau.node_states(); ++i) {
        x += tableau.state_from_states(j, i) * z_.segment(layout_.node_state(k, i), 3);
      }
      for (int i = 0; i < tableau.node_controls(); ++i) {
        u += tableau.control_basis(j, i) * z_.segment(layout_.node_control(k, i), 2);
      }
      const auto inputs = points_.batch().inputs.col(points_.column(j, k));
      EXPECT_EQ(inputs.head(3), x);
      EXPECT_EQ(inputs.segment(3, 2), u);
      EXPECT_EQ(inputs(6), 0.9);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTranscription, MeshPointsOf, testing::ValuesIn(transcription_names()), test::PlainName());

TEST(MeshPoints, OfCompressedHermiteSimpsonInterpolateTheMidpointByRates) {
  const Problem problem = test::rich_problem();
  const Phase& phase = problem.phases().front();
  const Mesh mesh = mesh_with_ends("hermite-simpson", 0, {0.0, 0.4, 1.0});
  const PhaseLayout layout = test::lone_layout(mesh, {3, 2}, false, false, 0);
  auto function = make_tape_knot_function({3, 2, {phase.dynamics}, problem.number_values(), {}});
  MeshPoints points(mesh, layout, std::move(function), 0.5, 2.5);
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(test::variables_of(layout), -0.8, 0.9);
  points.evaluate(z, Level::values);
  const SparseKnotBatch& batch = points.batch();
  const double step = 2.0 * 0.6;  // of the second interval
  const Eigen::Vector3d x1 = z.segment(layout.state(1), 3), x2 = z.segment(layout.state(2), 3);
  const Eigen::Vector3d f1 = batch.values.col(1).head(3), f2 = batch.values.col(2).head(3);
  const Eigen::Vector3d middle = 0.5 * (x1 + x2) + step / 8.0 * (f1 - f2);
  EXPECT_LT((batch.inputs.col(points.column(2, 1)).head(3) - middle).cwiseAbs().maxCoeff(), 1e-15);
}

// Steps that begin at knots have no point at the last one; its path constraints are looked at all the same.
TEST(MeshPoints, ReadTheLastKnotOfExplicitSteps) {
  const Problem problem = test::rich_problem();
  const Mesh mesh = uniform_mesh("shooting-rk4", 3, 1);
  const PhaseLayout layout = test::lone_layout(mesh, {3, 2}, false, false, 0);
  auto function = make_tape_knot_function({3, 2, {problem.phases().front().dynamics}, problem.number_values(), {}});
  MeshPoints points(mesh, layout, std::move(function), 0.5, 2.5);
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(test::variables_of(layout), -0.8, 0.9);
  points.evaluate(z, Level::values);
  const auto inputs = points.batch().inputs.col(points.knot_column(3));
  EXPECT_EQ(inputs.head(3), z.segment(layout.state(3), 3));
  EXPECT_EQ(inputs.segment(3, 2), z.segment(layout.knot_control(3), 2));
  EXPECT_EQ(inputs(5), 2.5);
}

// A point of the window's last knot, of 512 and 4 more intervals at most, and of their middles; any mesh takes no more.
TEST(MeshPoints, HoldOneWindowOfALongMesh) {
  const Problem problem = test::rich_problem();
  const Mesh mesh = uniform_mesh("hermite-simpson", 2000);
  const PhaseLayout layout = test::lone_layout(mesh, {3, 2}, false, false, 0);
  auto function = make_tape_knot_function({3, 2, {problem.phases().front().dynamics}, problem.number_values(), {}});
  MeshPoints points(mesh, layout, std::move(function), 0.5, 2.5);
  EXPECT_EQ(points.windows(), 4);
  EXPECT_EQ(points.batch().knots(), 2 * (kMostInWindow + 4) + 1);
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(test::variables_of(layout), -0.8, 0.9);
  points.open(1, true);
  EXPECT_EQ(points.window().own, kMostInWindow);
  EXPECT_EQ(points.window().first, kMostInWindow - 4);
  points.evaluate(z, Level::values);
  for (const int k : {kMostInWindow - 4, kMostInWindow, 2 * kMostInWindow}) {
    const auto inputs = points.batch().inputs.col(points.knot_column(k));
    EXPECT_EQ(inputs.head(3), z.segment(layout.state(k), 3));
    EXPECT_DOUBLE_EQ(inputs(5), 0.5 + k * 1e-3);
  }
}

TEST(MeshPoints, FollowFixedTimes) {
  const Problem problem = test::rich_problem();
  const Mesh mesh = uniform_mesh("trapezoid", 2);
  const PhaseLayout layout = test::lone_layout(mesh, {3, 2}, false, false, 0);
  auto function = make_tape_knot_function({3, 2, {problem.phases().front().dynamics}, problem.number_values(), {}});
  MeshPoints points(mesh, layout, std::move(function), 0.5, 2.5);
  const Eigen::VectorXd z = Eigen::VectorXd::Zero(test::variables_of(layout));
  EXPECT_EQ(points.duration(z), 2.0);
  points.set_fixed_times(1.0, 5.0);
  EXPECT_EQ(points.start_of(z), 1.0);
  EXPECT_EQ(points.duration(z), 4.0);
}

}  // namespace tandem::mesh_points_test

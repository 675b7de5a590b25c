#include <tandem/ocp/transcription/phase_layout.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_layout.hpp>
#include <support/plain_name.hpp>

#include <set>
#include <string>

namespace tandem::phase_layout_test {

constexpr int kIntervals = 5, kStates = 3, kControls = 2, kIntegrals = 2, kPaths = 2, kEnds = 1, kNumbers = 2;

/// Layouts of all transcriptions, with everything a phase can have.
class PhaseLayoutOf : public testing::TestWithParam<std::string> {
 protected:
  Mesh mesh_ = uniform_mesh(GetParam(), kIntervals);
  PhaseLayout layout_ =
      test::lone_layout(mesh_, {kStates, kControls, kIntegrals, kPaths, kEnds, true}, true, true, kNumbers);
};

/// Adds first .. first + count - 1, each of which must be new.
void take(std::set<int>& taken, int first, int count) {
  for (int i = first; i < first + count; ++i) EXPECT_TRUE(taken.insert(i).second) << i << " is taken twice";
}

TEST_P(PhaseLayoutOf, GivesEveryUnknownOnePlaceWithoutGaps) {
  const Tableau& tableau = mesh_.tableau;
  std::set<int> taken;
  for (int k = 0; k <= kIntervals; ++k) {
    take(taken, layout_.state(k), kStates);
    if (layout_.has_knot_controls()) take(taken, layout_.knot_control(k), kControls);
    take(taken, layout_.integral(k), kIntegrals);
  }
  for (int k = 0; k < kIntervals; ++k) {
    for (int i = 0; i < tableau.interior_states; ++i) take(taken, layout_.interior_state(k, i), kStates);
    for (int i = 0; i < tableau.interior_controls(); ++i) take(taken, layout_.interior_control(k, i), kControls);
  }
  take(taken, layout_.start_time(), 1);
  take(taken, layout_.end_time(), 1);
  for (int i = 0; i < kNumbers; ++i) take(taken, layout_.free_number(i), 1);
  EXPECT_EQ(static_cast<int>(taken.size()), test::variables_of(layout_));
  EXPECT_EQ(*taken.rbegin(), test::variables_of(layout_) - 1);
}

TEST_P(PhaseLayoutOf, GivesEveryEquationOnePlaceWithoutGaps) {
  std::set<int> taken;
  for (int k = 0; k < kIntervals; ++k) {
    for (int e = 0; e < mesh_.tableau.defects(); ++e) take(taken, layout_.defect(k, e), kStates);
    for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
      if (!mesh_.tableau.is_shared(j) && mesh_.tableau.holds_paths(j)) take(taken, layout_.path(k, j), kPaths);
    }
  }
  for (int k = 0; k < kIntervals; ++k) take(taken, layout_.quadrature(k), kIntegrals);
  for (int k = 0; layout_.has_knot_points() && k <= kIntervals; ++k) take(taken, layout_.knot_path(k), kPaths);
  take(taken, layout_.end_constraint(), kEnds);
  take(taken, layout_.duration_row(), 1);
  EXPECT_EQ(static_cast<int>(taken.size()), layout_.own_rows());
  EXPECT_EQ(*taken.rbegin(), layout_.own_rows() - 1);
}

TEST_P(PhaseLayoutOf, SharesKnotsBetweenNeighbours) {
  const Tableau& tableau = mesh_.tableau;
  for (int k = 0; k + 1 < kIntervals; ++k) {
    EXPECT_EQ(layout_.node_state(k, tableau.node_states() - 1), layout_.node_state(k + 1, 0));
    if (!tableau.control_at_right) continue;
    EXPECT_EQ(layout_.node_control(k, tableau.node_controls() - 1), layout_.node_control(k + 1, 0));
    EXPECT_EQ(layout_.path(k, tableau.right_point), layout_.path(k + 1, tableau.left_point));
  }
}

TEST_P(PhaseLayoutOf, SeesOneIntervalAloneAndBack) {
  for (int k = 0; k < kIntervals; ++k) {
    std::set<int> seen;
    for (int i = 0; i < layout_.local_size(); ++i) {
      take(seen, layout_.global(k, i), 1);
      EXPECT_EQ(layout_.local(k, layout_.global(k, i)), i);
    }
    for (int i = 0; i < mesh_.tableau.node_states(); ++i) EXPECT_TRUE(seen.contains(layout_.node_state(k, i)));
    for (int i = 0; i < mesh_.tableau.node_controls(); ++i) EXPECT_TRUE(seen.contains(layout_.node_control(k, i)));
    EXPECT_TRUE(seen.contains(layout_.end_time()));
  }
}

TEST_P(PhaseLayoutOf, KnowsTheStageOfEverything) {
  for (int k = 0; k < kIntervals; ++k) {
    EXPECT_EQ(layout_.stage_of_variable(layout_.state(k)), k);
    EXPECT_EQ(layout_.stage_of_variable(layout_.interior_control(k, 0) - 1), k);
    EXPECT_EQ(layout_.stage_of_constraint(layout_.defect(k, 0)), k);
    EXPECT_EQ(layout_.stage_of_constraint(layout_.knot_path(k)), k);
  }
  EXPECT_EQ(layout_.stage_of_variable(layout_.state(kIntervals)), kIntervals);
  EXPECT_EQ(layout_.stage_of_constraint(layout_.end_constraint()), kIntervals);
}

INSTANTIATE_TEST_SUITE_P(EveryTranscription, PhaseLayoutOf, testing::ValuesIn(transcription_names()),
                         test::PlainName());

TEST(PhaseLayout, HasNoBorderWithoutFreeTimesAndNumbers) {
  const Mesh mesh = uniform_mesh("trapezoid", 4);
  const PhaseLayout layout = test::lone_layout(mesh, {2, 1}, false, false, 0);
  EXPECT_EQ(layout.border(), 0);
  EXPECT_EQ(layout.start_time(), -1);
  EXPECT_EQ(layout.end_time(), -1);
  EXPECT_EQ(test::variables_of(layout), 5 * 3);
  EXPECT_EQ(layout.own_rows(), 4 * 2);
}

TEST(PhaseLayout, PutsAFreeEndTimeFirstWhereTheStartIsFixed) {
  const Mesh mesh = uniform_mesh("trapezoid", 4);
  const PhaseLayout layout = test::lone_layout(mesh, {2, 1}, false, true, 1);
  EXPECT_EQ(layout.end_time(), layout.own_variables());
  EXPECT_EQ(layout.free_number(0), layout.own_variables() + 1);
}

TEST(PhaseLayout, OfCompressedHermiteSimpsonHasNoMidpointStates) {
  const PhaseLayout compressed = test::lone_layout(uniform_mesh("hermite-simpson", 10), {4, 1}, false, false, 0);
  const PhaseLayout separated =
      test::lone_layout(uniform_mesh("hermite-simpson-separated", 10), {4, 1}, false, false, 0);
  EXPECT_EQ(test::variables_of(compressed), 11 * 5 + 10);
  EXPECT_EQ(test::variables_of(separated), 11 * 5 + 10 * 5);
  EXPECT_EQ(compressed.own_rows(), 40);
  EXPECT_EQ(separated.own_rows(), 80);
}

}  // namespace tandem::phase_layout_test

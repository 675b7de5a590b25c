#include <tandem/ocp/transcription/nlp_layout.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>

namespace tandem::nlp_layout_test {

const std::vector<Mesh> kMeshes{uniform_mesh("trapezoid", 3), uniform_mesh("trapezoid", 2)};

TEST(NlpLayout, PutsPhasesOneAfterAnotherThenTheBorder) {
  const NlpLayout layout(test::rich_problem({.second_phase = true}), kMeshes, 1);
  EXPECT_EQ(layout.phase(0).first_variable(), 0);
  EXPECT_EQ(layout.phase(1).first_variable(), layout.phase(0).own_variables());
  EXPECT_EQ(layout.phase(1).first_row(), layout.phase(0).own_rows());
  EXPECT_EQ(layout.border_offset(), layout.phase(1).first_variable() + layout.phase(1).own_variables());
  EXPECT_EQ(layout.variables(), layout.border_offset() + layout.border());
  EXPECT_EQ(layout.border(), 4);  // start, switch, end, mass
}

TEST(NlpLayout, SharesTheTimeBetweenPhases) {
  const NlpLayout layout(test::rich_problem({.second_phase = true}), kMeshes, 1);
  EXPECT_EQ(layout.phase(1).start_time(), layout.phase(0).end_time());
  EXPECT_EQ(layout.phase(1).end_time(), layout.phase(0).end_time() + 1);
  EXPECT_EQ(layout.phase(1).free_number(0), layout.phase(0).free_number(0));
  EXPECT_TRUE(layout.phase(1).has_duration_row());  // the bounds of its ends overlap
  EXPECT_FALSE(layout.phase(0).has_duration_row());
}

TEST(NlpLayout, CountsStagesThroughAllPhases) {
  const Problem problem = test::rich_problem({.second_phase = true});
  const NlpLayout layout(problem, kMeshes, 1);
  EXPECT_EQ(layout.stages(), 4 + 3);
  EXPECT_EQ(layout.stage_of_variable(layout.phase(0).state(3)), 3);
  EXPECT_EQ(layout.stage_of_variable(layout.phase(1).state(0)), 4);
  EXPECT_EQ(layout.stage_of_variable(layout.border_offset()), 7);
  EXPECT_EQ(layout.stage_of_constraint(layout.phase(1).defect(1, 0)), 5);
  EXPECT_EQ(layout.stage_of_constraint(layout.linkage_row(0)), 3);
  EXPECT_EQ(layout.constraints(), layout.linkage_row(1) + problem.linkages()[1].rows());
}

TEST(NlpLayout, CopiesTheStartStateOnceWhereLinkagesGoBack) {
  const NlpLayout layout(test::rich_problem({.ring = true}), {kMeshes.data(), 1}, 1);
  EXPECT_EQ(layout.start_copy(0), layout.border_offset() + 3);
  EXPECT_EQ(layout.border(), 3 + 3);
  EXPECT_EQ(layout.stage_of_constraint(layout.copy_row(0)), 0);
  EXPECT_EQ(layout.constraints(), layout.copy_row(0) + 3);
}

}  // namespace tandem::nlp_layout_test

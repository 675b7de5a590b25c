#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::handover_test {

NlpSolution answer_with(std::optional<std::size_t> most_sweep_numbers, const Problem& problem) {
  const MeshChoice& mesh = problem.mesh();
  StagedNlp nlp(problem, uniform_mesh(mesh.transcription, mesh.intervals, mesh.degree));
  SolverOptions options;
  options.most_sweep_numbers = most_sweep_numbers;
  return solve_with_ipopt(nlp, nlp.unknowns_from(straight_line_guess(problem)), options);
}

// Its swing-up delays pivots from the first iterations on; with room for none of them MUMPS ends what the sweep began.
TEST(Handover, EndsWithTheAnswerThatTheSweepHas) {
  const Problem problem = problems::acrobot_swing_up();
  const NlpSolution sweep = answer_with({}, problem), handed = answer_with(1, problem);
  EXPECT_FALSE(sweep.handed_over.has_value());
  ASSERT_TRUE(handed.handed_over.has_value());
  EXPECT_EQ(handed.status, Status::solved);
  EXPECT_NEAR(handed.objective, sweep.objective, 1e-6 * sweep.objective);
  EXPECT_TRUE(test::says(handed.message, "by MUMPS from iteration"));
}

}  // namespace tandem::handover_test

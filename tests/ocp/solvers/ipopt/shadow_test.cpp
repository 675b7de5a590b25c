#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>

namespace tandem::shadow_test {

NlpSolution answer_by(const std::string& linear_solver, const Problem& problem) {
  const MeshChoice& mesh = problem.mesh();
  StagedNlp nlp(problem, uniform_mesh(mesh.transcription, mesh.intervals, mesh.degree));
  SolverOptions options;
  options.linear_solver = linear_solver;
  return solve_with_ipopt(nlp, nlp.unknowns_from(straight_line_guess(problem)), options);
}

TEST(Shadow, IsCleanWhereSystemsAreWellConditioned) {
  for (const char* name : {"scalar-lqr", "bryson-denham", "co-design-transfer", "hypersensitive"}) {
    const NlpSolution answer = answer_by("shadow", make_problem(name));
    ASSERT_TRUE(answer.shadow.has_value());
    EXPECT_GT(answer.shadow->systems, answer.iterations);
    EXPECT_TRUE(answer.shadow->is_clean()) << name;
    EXPECT_LT(answer.shadow->worst_step, ShadowReport::kSameStep);
  }
}

TEST(Shadow, LeavesTheSteeringToMumps) {
  const NlpSolution mumps = answer_by("mumps", make_problem("particle-steering"));
  const NlpSolution shadow = answer_by("shadow", make_problem("particle-steering"));
  EXPECT_EQ(shadow.iterations, mumps.iterations);
  EXPECT_EQ(shadow.unknowns, mumps.unknowns);
}

}  // namespace tandem::shadow_test

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/least_constraint.hpp>
#include <tandem/ocp/solvers/ddp/riccati.hpp>

#include <dynamics/random_chain.hpp>
#include <gtest/gtest.h>
#include <ocp/solvers/ddp/solved_lq.hpp>

namespace tandem::ddp::chain_of_bodies_test {

using tandem::test::kChains;
using tandem::test::RandomChain;

/// A chain of bodies as a linear-quadratic problem (D'Eleuterio and Damaren, (32)-(42)): stage n leads from body n - 1,
/// the first from the world, which stands. Controls that a joint has not are weighed and do nothing.
LqProblem problem_of(const std::vector<ChainBody>& chain) {
  LqProblem problem(LqSizes{.states = 6, .controls = 6, .steps = static_cast<int>(chain.size())});
  for (std::size_t n = 0; n < chain.size(); ++n) {
    LqStage& stage = problem.stages[n];
    const ChainBody& body = chain[n];
    const auto freedoms = body.B.cols();
    stage.A = body.A;
    stage.B.setZero();
    stage.B.leftCols(freedoms) = body.B;
    stage.R.setIdentity();
    stage.R.topLeftCorner(freedoms, freedoms) = body.R.asDiagonal();
    stage.r.setZero();
    stage.r.head(freedoms) = -body.t;
    if (n == 0) continue;
    stage.Q = chain[n - 1].M;
    stage.q = chain[n - 1].h;
  }
  problem.Q = chain.back().M;
  problem.q = chain.back().h;
  problem.start_lower.setZero();
  problem.start_upper.setZero();
  return problem;
}

TEST(Riccati, MovesAChainOfBodies) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    RandomChain c(seed, seed % 2 == 1);
    const LqProblem problem =
        problem_of(chain_problem(c.model, c.model.parameters(), c.ws, c.q, c.v, c.tau, c.wrenches));
    Riccati riccati(problem);
    const LqStep step = test::solved(problem, riccati);
    Eigen::VectorXd a(c.model.nv());
    forward_dynamics(c.model, c.ws, c.q, c.v, c.tau, a, c.wrenches);
    for (int i = 1; i < c.model.body_count(); ++i) {
      const Link& link = c.model.links()[i];
      const Eigen::VectorXd u = step.controls.col(i - 1).head(link.velocity_count);
      EXPECT_LT((u - a.segment(link.v_index, link.velocity_count)).norm(), 1e-12 * (1 + a.norm())) << seed;
    }
  }
}

// The Riccati equation's S is Armstrong's and Featherstone's Psi.
TEST(Riccati, HasTheArticulatedInertiaOfAChainForItsValueFunction) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    RandomChain c(seed);
    const std::vector<ChainBody> chain =
        chain_problem(c.model, c.model.parameters(), c.ws, c.q, c.v, c.tau, c.wrenches);
    const LqProblem problem = problem_of(chain);
    Riccati riccati(problem);
    test::solved(problem, riccati);
    const std::vector<ArmstrongBody> found = armstrong_recursion(chain);
    for (std::size_t n = 0; n < found.size(); ++n) {
      const Eigen::MatrixXd& value = riccati.value_hessian(static_cast<int>(n) + 1);
      EXPECT_LT((value - found[n].Psi).norm(), 5e-13 * found[n].Psi.norm()) << seed;
    }
  }
}

}  // namespace tandem::ddp::chain_of_bodies_test

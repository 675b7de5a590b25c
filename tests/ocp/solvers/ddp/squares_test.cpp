#include <tandem/ocp/solvers/ddp/squares.hpp>

#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::ddp::squares_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A cart with a pole as in Crocoddyl's examples, upright at 0: 50 steps of 0.05 with a cost |w r|^2 / 2 each.
Problem cart_pole(double bound) {
  Problem problem("cart-pole");
  problem.mesh() = {.transcription = "semi-implicit", .intervals = 50};
  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = 2.5});
  const double start[] = {0.0, 3.14, 0.0, 0.0};
  const char* const names[] = {"position", "angle", "velocity", "rate"};
  for (int i = 0; i < 4; ++i) phase.state(names[i], {.start = start[i], .guess = {{start[i], start[i]}}});
  phase.control("force", {.bounds = {-bound, bound}});
  phase.dynamics([](const auto& k) {
    const auto s = sin(k.x[1]), c = cos(k.x[1]);
    const auto mu = 1.0 + 0.1 * s * s;
    return rates(k.x[2], k.x[3], (k.u[0] + 0.981 * c * s - 0.05 * s * square(k.x[3])) / mu,
                 (2.0 * k.u[0] * c + 1.1 * 9.81 * 2.0 * s - 0.1 * c * s * square(k.x[3])) / mu);
  });
  phase.running_residuals([](const auto& k) {
    const double scale = std::sqrt(20.0);  // the cost is not times the step
    return rates(scale * sin(k.x[1]), scale * (1.0 - cos(k.x[1])), 0.1 * scale * k.x[0], 1e-3 * scale * k.x[2],
                 1e-3 * scale * k.x[3], scale * k.u[0]);
  });
  phase.end_residuals([](const auto& k) {
    return rates(100.0 * sin(k.x[1]), 100.0 * (1.0 - cos(k.x[1])), k.x[0], 0.1 * k.x[2], 0.01 * k.x[3]);
  });
  return problem;
}

VectorXd somewhere(const StagedNlp& nlp) {
  VectorXd z(nlp.layout().variables());
  for (int i = 0; i < z.size(); ++i) z(i) = std::sin(1.0 + 2.0 * i);
  return z;
}

// One evaluation of [f; r] gives what the sparse matrices of the whole give.
TEST(Squares, MakeTheStepsAndGradientsOfTheWhole) {
  StagedNlp nlp(cart_pole(5.0), uniform_mesh("semi-implicit", 6));
  const StageMap map(nlp);
  Squares squares(nlp, map);
  ASSERT_TRUE(squares.serve_steps());
  StageView view(nlp);
  const VectorXd z = somewhere(nlp);
  LqProblem lq({4, 1, 6, 0, 0});
  squares.linearise(z, lq);
  MatrixXd gaps(4, 6);
  const double cost = squares.values(z, gaps);
  EXPECT_NEAR(cost, nlp.objective(z), 1e-12 * cost);
  VectorXd g(nlp.layout().constraints()), gradient(z.size());
  nlp.constraints(z, g);
  nlp.gradient(z, gradient);
  const Pattern pattern = nlp.jacobian_pattern();
  std::vector<double> entries(pattern.size());
  nlp.jacobian(z, entries);
  MatrixXd rows = MatrixXd::Zero(g.size(), z.size());
  for (int i = 0; i < pattern.size(); ++i) rows(pattern.rows[i], pattern.cols[i]) += entries[i];
  const PhaseLayout& layout = nlp.layout(0);
  for (int k = 0; k < 6; ++k) {
    const auto own = rows.middleRows(layout.defect(k, 0), 4);
    const MatrixXd inverse = own.middleCols(layout.state(k + 1), 4).inverse();  // of steps that are not explicit
    EXPECT_LT((lq.stages[k].A + inverse * own.middleCols(layout.state(k), 4)).norm(), 1e-13) << k;
    EXPECT_LT((lq.stages[k].B + inverse * own.middleCols(layout.node_control(k, 0), 1)).norm(), 1e-13) << k;
    EXPECT_LT((gaps.col(k) + inverse * g.segment(layout.defect(k, 0), 4)).norm(), 1e-13) << k;
    EXPECT_LT((lq.stages[k].q - gradient.segment(layout.state(k), 4)).norm(), 1e-12) << k;
    EXPECT_LT((lq.stages[k].r - gradient.segment(layout.node_control(k, 0), 1)).norm(), 1e-12) << k;
  }
  EXPECT_LT((lq.q - gradient.segment(layout.state(6), 4)).norm(), 1e-10);
}

// |r|^2 / 2 has r_z'r_z of first derivatives; by hand for r = (sin, 1 - cos, ...).
TEST(Squares, HaveTheGaussNewtonHessian) {
  StagedNlp nlp(cart_pole(5.0), uniform_mesh("semi-implicit", 5));
  const StageMap map(nlp);
  Squares squares(nlp, map);
  const VectorXd z = somewhere(nlp);
  LqProblem lq({4, 1, 5, 0, 0}), whole = lq;
  squares.add_hessians(z, lq);
  squares.linearise(somewhere(nlp), whole);  // writes over what was there
  squares.linearise(z, whole);
  EXPECT_EQ(whole.stages[2].Q, lq.stages[2].Q);
  EXPECT_EQ(whole.stages[2].R, lq.stages[2].R);
  EXPECT_EQ(whole.Q, lq.Q);
  const double h = 0.5 * 20.0;
  for (const LqStage& stage : lq.stages) {
    EXPECT_NEAR(stage.Q(1, 1), h, 1e-13);  // cos^2 + sin^2
    EXPECT_NEAR(stage.Q(0, 0), 0.01 * h, 1e-14);
    EXPECT_NEAR(stage.R(0, 0), h, 1e-13);
    EXPECT_EQ(stage.Q(0, 1), 0.0);
    EXPECT_EQ(stage.S.norm(), 0.0);
  }
  EXPECT_NEAR(lq.Q(1, 1), 1e4, 1e-10);
}

// Derivatives by tapes, which order operations otherwise than bytecode: the last digits differ, and no others.
TEST(Squares, AreDifferentiatedByThePlugOfTheProblem) {
  StagedNlp usual(cart_pole(5.0), uniform_mesh("semi-implicit", 5)),
      tapes(cart_pole(5.0), uniform_mesh("semi-implicit", 5), "tape");
  EXPECT_EQ(tapes.plug(), "tape");
  const VectorXd z = somewhere(usual);
  LqProblem by_default({4, 1, 5, 0, 0}), by_tapes = by_default;
  for (auto* const one : {&usual, &tapes}) {
    const StageMap map(*one);
    Squares squares(*one, map);
    squares.linearise(z, one == &usual ? by_default : by_tapes);
  }
  for (int k = 0; k < 5; ++k) {
    EXPECT_LT((by_default.stages[k].A - by_tapes.stages[k].A).norm(), 1e-12 * by_default.stages[k].A.norm());
    EXPECT_LT((by_default.stages[k].q - by_tapes.stages[k].q).norm(), 1e-12 * by_default.stages[k].q.norm());
  }
}

TEST(Squares, ServeCostsOfResidualsOnly) {
  const auto serves = [](const Problem& problem, const char* transcription) {
    StagedNlp nlp(problem, uniform_mesh(transcription, 4));
    return Squares(nlp, StageMap(nlp)).serve();
  };
  EXPECT_TRUE(serves(cart_pole(5.0), "semi-implicit"));
  EXPECT_FALSE(serves(cart_pole(5.0), "shooting-rk4"));
  EXPECT_FALSE(serves(make_problem("cart-pole-swing-up"), "semi-implicit"));
}

// The costs that Crocoddyl 3.2.1 (FDDP, BoxFDDP with its tolerance at 1e-16) ends at, and interior points.
TEST(Squares, LeadToTheCostsOfAnotherProgram) {
  for (const auto& [bound, cost] : {std::pair(kInfinity, 363.769081546), std::pair(5.0, 387.386798894)}) {
    SolveOptions options;
    options.method = "ddp";
    options.solver.hessian = "gauss-newton";
    options.solver.tolerance = 1e-6;
    const Solution squares = solve(cart_pole(bound), options);
    EXPECT_TRUE(squares.is_solved()) << squares.message;
    EXPECT_NEAR(squares.objective, cost, 1e-8 * cost);
    options.solver.hessian = "exact";
    options.solver.tolerance = 1e-10;
    options.guess = guess_from(squares);
    const Solution exact = solve(cart_pole(bound), options);
    EXPECT_NEAR(exact.objective, cost, 1e-8 * cost);
    EXPECT_TRUE(exact.certificate.passes());
  }
}

}  // namespace tandem::ddp::squares_test

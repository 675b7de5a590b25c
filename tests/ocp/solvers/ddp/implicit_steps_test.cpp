#include <tandem/ocp/solvers/ddp/implicit_steps.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/by_ddp.hpp>
#include <ocp/solvers/ddp/convergence.hpp>
#include <ocp/solvers/ddp/viewed.hpp>
#include <ocp/support/full_matrix.hpp>
#include <ocp/support/rich_problem.hpp>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/allocations.hpp>

#include <cmath>
#include <memory>

namespace tandem::ddp::implicit_steps_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::by_ddp;
using test::by_ipopt;
using test::Viewed;

/// With bounds, path constraints and integrals; and with two phases, a ring, linkages, free times and a design number.
std::vector<std::unique_ptr<Viewed>> all_views() {
  std::vector<std::unique_ptr<Viewed>> views;
  const Problem rich = test::rich_problem({.integrals = true, .second_phase = true, .ring = true});
  for (const std::string transcription : {"midpoint", "trapezoid"}) {
    views.push_back(std::make_unique<Viewed>(0, test::swing(), 3.0, transcription));
    views.push_back(std::make_unique<Viewed>(0, rich, 0.8, transcription));
  }
  return views;
}

/// Arbitrary controls, start and border, and the states that the linear steps make of them.
LqStep rolled_out(const Viewed& at) {
  const LqProblem& lq = at.view.problem();
  const StageMap& map = at.view.map();
  LqStep step(lq);
  for (int i = 0; i < map.states_of(0); ++i) step.states(i, 0) = std::sin(5.0 * i);
  for (int i = 0; i < map.border(); ++i) step.border(i) = std::cos(3.0 * i);
  for (int k = 0; k < lq.steps(); ++k) {
    const LqStage& s = lq.stages[k];
    for (int i = 0; i < map.controls_of(k); ++i) step.controls(i, k) = std::sin(1.0 + k + 7.0 * i);
    step.states.col(k + 1) = s.A * step.states.col(k) + s.B * step.controls.col(k) + s.C * step.border + s.c;
  }
  return step;
}

VectorXd change_of_all(const Viewed& at, const LqStep& step) {
  VectorXd moved;
  at.view.move(at.z, step, 1.0, moved);
  return moved - at.z;
}

MatrixXd jacobian_of(Viewed& at) {
  std::vector<double> slopes(at.nlp.jacobian_pattern().size());
  at.nlp.jacobian(at.z, slopes);
  return test::full_matrix(at.nlp.jacobian_pattern(), slopes, at.nlp.layout().constraints(),
                           static_cast<int>(at.z.size()));
}

// J dz + g = 0 in the rows of the steps.
TEST(ImplicitSteps, SolveTheLinearisedEquationsOfTheWhole) {
  for (const auto& at : all_views()) {
    const VectorXd left = jacobian_of(*at) * change_of_all(*at, rolled_out(*at)) + at->values.g;
    const StageMap& map = at->view.map();
    int rows = 0;
    for (int k = 0; k < map.steps(); ++k) {
      for (int i = 0; i < map.states(); ++i) {
        const int row = map.step_row(k, i);
        if (row < 0) continue;
        EXPECT_LT(std::abs(left(row)), 1e-11) << "step " << k << ", state " << i;
        ++rows;
      }
    }
    EXPECT_GE(rows, 15);
  }
}

// Along such a change the problem's cost is g'dz + dz'H dz / 2 of the whole, augmented rows included: cross curvature
// has been put in to the last term, gaps' share and border's share too.
TEST(ImplicitSteps, CostWhatTheWholeCostsAlongThem) {
  for (const auto& at : all_views()) {
    const LqProblem& lq = at->view.problem();
    const LqStep step = rolled_out(*at);
    const VectorXd dz = change_of_all(*at, step), last = step.states.col(lq.steps()), dp = step.border;
    double by_stages =
        lq.q.dot(last) + lq.y.dot(dp) + last.dot(0.5 * lq.Q * last + lq.T * dp) + 0.5 * dp.dot(lq.Y * dp);
    for (int k = 0; k < lq.steps(); ++k) {
      const LqStage& s = lq.stages[k];
      const VectorXd dx = step.states.col(k), du = step.controls.col(k);
      by_stages += s.q.dot(dx) + s.r.dot(du) + dx.dot(0.5 * s.Q * dx + s.T * dp);
      by_stages += du.dot(s.S * dx + s.U * dp + 0.5 * s.R * du);
    }
    VectorXd multipliers, gradient(dz.size());
    at->view.fill_multipliers(at->duals, at->rows, multipliers);
    at->nlp.gradient(at->z, gradient);
    std::vector<double> values(at->nlp.hessian_pattern().size());
    at->nlp.hessian(at->z, 1.0, multipliers, values);
    const int size = static_cast<int>(dz.size());
    const MatrixXd lower = test::full_matrix(at->nlp.hessian_pattern(), values, size, size),
                   jacobian = jacobian_of(*at);
    double whole = gradient.dot(dz) + dz.dot(lower * dz) - 0.5 * dz.dot(lower.diagonal().cwiseProduct(dz));
    for (int i = 0; i < at->rows.size(); ++i) {
      if (at->rows.push(i) == 0.0) continue;
      const double slope = at->rows[i].row >= 0 ? jacobian.row(at->rows[i].row).dot(dz) : dz(at->rows[i].unknown);
      whole += at->rows.push(i) * slope + 0.5 * at->rows.weight() * slope * slope;
    }
    EXPECT_NEAR(by_stages, whole, 1e-11 * std::abs(whole));
  }
}

// L_x = 0 of the next state, D'mu + (what comes after it) = 0: costates are -D'mu, and what a step's costates say of mu
// is the other way round.
TEST(ImplicitSteps, HaveCostatesThatAreTheirMultipliersSeenFromTheNextState) {
  for (const auto& at : all_views()) {
    LqStep step(at->view.problem());
    step.costates = at->duals.costates;
    const MatrixXd again = at->view.gap_multipliers(step);
    const StageMap& map = at->view.map();
    VectorXd multipliers;
    at->view.fill_multipliers(at->duals, at->rows, multipliers);
    const MatrixXd jacobian = jacobian_of(*at);
    for (int k = 0; k < map.steps(); ++k) {
      if (map.is_joint(k)) continue;
      for (int i = 0; i < map.states(); ++i) {
        if (map.step_row(k, i) < 0) continue;
        EXPECT_NEAR(again(i, k), at->duals.of_gaps(i, k), 1e-13) << k << ", " << i;
        double sum = 0.0;  // the column of the next state in this step's rows
        for (int j = 0; j < map.states(); ++j) {
          const int row = map.step_row(k, j);
          if (row >= 0) sum += jacobian(row, map.state_at(k + 1, i)) * multipliers(row);
        }
        EXPECT_NEAR(at->duals.costates(i, k + 1), -sum, 1e-12) << k << ", " << i;
      }
    }
  }
}

TEST(ImplicitSteps, AllocateNothingOnceTheyStand) {
  for (const auto& at : all_views()) {
    const auto linearise = [&] { at->view.linearise(at->z, at->values, at->duals, at->rows, Curvature::exact); };
    EXPECT_EQ(test::allocations_in(linearise), 0);
  }
}

// ---- whole solves ---------------------------------------------------------------------------------------------------

/// On one step an interval of another transcription.
SolveOptions on(const std::string& transcription, SolveOptions options) {
  options.transcription = transcription;
  return options;
}

// The same finite problem by both: free times, multibody dynamics, bounds of states and an integral. Interior points
// stand off their bounds by their tolerance.
TEST(ImplicitSteps, AreSolvedAsInteriorPointsSolveThem) {
  for (const std::string transcription : {"midpoint", "trapezoid"}) {
    for (const auto& [name, intervals] : {std::pair{"brachistochrone", 40},
                                          {"particle-steering", 20},
                                          {"cart-pole-multibody", 60},
                                          {"bryson-denham", 30},
                                          {"hanging-chain", 20},
                                          {"two-link-arm-effort", 40},
                                          {"bouncing-mass", 10}}) {
      const Problem problem = make_problem(name);
      const Solution solution = solve(problem, on(transcription, by_ddp(intervals)));
      SolveOptions options = on(transcription, by_ipopt(intervals));
      options.guess = guess_from(solution);  // into the same minimum
      const Solution reference = solve(problem, options);
      EXPECT_EQ(solution.status, Status::solved) << name << ", " << transcription << ": " << solution.message;
      EXPECT_NEAR(solution.objective, reference.objective, 1e-8 * reference.objective) << name << ", " << transcription;
      const Eigen::MatrixXd &costates = solution.phases[0].costates, &others = reference.phases[0].costates;
      const double scale = others.cwiseAbs().maxCoeff();  // a bound's multiplier is of 1e-6 with interior points
      EXPECT_LT((costates - others).cwiseAbs().maxCoeff(), 1e-4 * scale) << name << ", " << transcription;
    }
  }
}

TEST(ImplicitSteps, HaveCertifiedAnswers) {
  for (const auto& [name, intervals] : {std::pair{"scalar-lqr", 50},
                                        {"brachistochrone", 100},
                                        {"bryson-denham", 54},
                                        {"bouncing-mass", 40},
                                        {"double-integrator-time", 20}}) {
    const Solution solution = solve(make_problem(name), on("midpoint", by_ddp(intervals)));
    EXPECT_EQ(solution.status, Status::solved) << name << ": " << solution.message;
    // the midpoint rule on these meshes: nothing but a finer one is wanted
    EXPECT_TRUE(solution.certificate.passes() || wants_finer_mesh(solution.certificate)) << name;
  }
}

// A path constraint holds at the middle of a step, and so knows both its ends.
TEST(ImplicitSteps, KeepPathConstraintsThatKnowBothEnds) {
  const Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  const Solution solution = solve(problem, on("midpoint", by_ddp(60)));
  const Solution reference = solve(problem, on("midpoint", by_ipopt(60)));
  EXPECT_EQ(solution.status, Status::solved) << solution.message;
  EXPECT_NEAR(solution.objective, reference.objective, 1e-8 * reference.objective);
}

// Newton's method on the steps as they are.
TEST(ImplicitSteps, LetTheMethodConvergeQuadratically) {
  for (const char* const name : {"cart-pole-swing-up", "brachistochrone", "two-link-arm-effort"}) {
    test::expect_quadratic_convergence(make_problem(name), "midpoint", 50);
  }
}

// x' = c x on one step of h has an end but where h c = 2; seen of another trajectory, the linearisation stays.
TEST(ImplicitSteps, SayOfATrialWhetherItsStepsHaveEnds) {
  Problem problem("runaway");
  auto phase = problem.phase<1, 1>("run");
  phase.state("level", {.start = 1.0});
  phase.control("rate", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] * k.x[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  StagedNlp nlp(problem, uniform_mesh("midpoint", 4));
  StageView view(nlp);
  VectorXd z = nlp.unknowns_from(straight_line_guess(problem));
  AugmentedRows rows = view.rows();
  rows.start(1.0);
  Duals duals = view.no_duals();
  StageView::Values values;
  view.evaluate(z, rows, values);
  const Eigen::MatrixXd A = view.linearise(z, values, duals, rows, Curvature::exact).stages[2].A;
  EXPECT_TRUE(view.has_ends(z));
  z(view.map().control_at(2)) = 8.0;
  EXPECT_FALSE(view.has_ends(z));
  EXPECT_EQ(view.singular_step(), -1);
  EXPECT_EQ(view.problem().stages[2].A, A);
  view.set_gaps(values);
  EXPECT_TRUE(view.problem().stages[2].c.allFinite());
}

TEST(ImplicitSteps, TakeOneIterationWhereTheyAreLinear) {
  for (const std::string transcription : {"midpoint", "trapezoid"}) {
    EXPECT_EQ(solve(make_problem("scalar-lqr"), on(transcription, by_ddp(50))).iterations, 1) << transcription;
  }
}

}  // namespace tandem::ddp::implicit_steps_test

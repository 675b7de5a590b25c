// Semi-implicit steps, v+ = v + h a, q+ = q + h v+: their derivatives, and solves by two algorithms.
#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <gtest/gtest.h>
#include <ocp/support/full_matrix.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>
#include <support/ridders.hpp>

#include <cmath>

namespace tandem::semi_implicit_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Ridders' differences of functions of size 1 are good to about 1e-12 of the largest derivative.
constexpr double kDifference = 1e-10;

/// A swing on a cart of unknown mass, in a free time.
Problem swing() {
  Problem problem("swing");
  const Number mass = problem.number({"mass", 1.2, "kg", "", Role::design, 0.5, 2.0});
  auto phase = problem.phase<4, 1>("swing");
  phase.time({.start = Range(0.0, 0.2), .end = Range(0.5, 2.0), .guess = 1.0});
  for (const char* name : {"y", "v", "angle", "rate"}) phase.state(name, {});
  phase.control("force", {});
  phase.dynamics([=](const auto& k) {
    return rates(k.x[1], k.u[0] / k[mass] + sin(k.x[2]) * k.x[3], k.x[3], k.u[0] * cos(k.x[2]) - k.x[0] * k.t);
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]) + k.x[0] * square(k.x[3]); });
  phase.path_constraint("power", {-5.0, 5.0}, [](const auto& k) { return k.u[0] * k.x[1]; });
  return problem;
}

struct Transcribed {
  StagedNlp nlp{swing(), mesh_with_ends("semi-implicit", 0, {0.0, 0.15, 0.55, 0.7, 0.8, 1.0})};
  VectorXd z, multipliers;

  Transcribed() {
    z.resize(nlp.layout().variables());
    for (int i = 0; i < z.size(); ++i) z(i) = std::sin(1.0 + 2.0 * i);
    z(nlp.layout(0).start_time()) = 0.1;
    z(nlp.layout(0).end_time()) = 1.4;
    z(nlp.layout(0).free_number(0)) = 0.9;
    multipliers.resize(nlp.layout().constraints());
    for (int i = 0; i < multipliers.size(); ++i) multipliers(i) = std::cos(0.5 + i);
  }
  VectorXd constraints(const VectorXd& at) {
    VectorXd out(nlp.layout().constraints());
    nlp.constraints(at, out);
    return out;
  }
  MatrixXd jacobian(const VectorXd& at) {
    const Pattern pattern = nlp.jacobian_pattern();
    std::vector<double> values(pattern.size());
    nlp.jacobian(at, values);
    MatrixXd full = MatrixXd::Zero(nlp.layout().constraints(), at.size());
    for (int i = 0; i < pattern.size(); ++i) full(pattern.rows[i], pattern.cols[i]) += values[i];
    return full;
  }
  VectorXd gradient(const VectorXd& at) {
    VectorXd out(at.size());
    nlp.gradient(at, out);
    return 0.7 * out + jacobian(at).transpose() * multipliers;
  }
};

TEST(SemiImplicit, AdvancesPositionsByTheNewVelocities) {
  Transcribed t;
  const VectorXd g = t.constraints(t.z);
  const PhaseLayout& layout = t.nlp.layout(0);
  const double h = 1.3 * 0.4;  // of the second interval
  const auto x = [&](int knot, int i) { return t.z(layout.state(knot) + i); };
  EXPECT_NEAR(g(layout.defect(1, 0)), x(2, 0) - x(1, 0) - h * x(2, 1), 1e-15);
  EXPECT_NEAR(g(layout.defect(1, 0) + 2), x(2, 2) - x(1, 2) - h * x(2, 3), 1e-15);
  const double a = t.z(layout.node_control(1, 0)) / 0.9 + std::sin(x(1, 2)) * x(1, 3);
  EXPECT_NEAR(g(layout.defect(1, 0) + 1), x(2, 1) - x(1, 1) - h * a, 1e-15);
}

TEST(SemiImplicit, HasTheJacobianOfItsSteps) {
  Transcribed t;
  const MatrixXd jacobian = t.jacobian(t.z);
  for (int i = 0; i < t.z.size(); ++i) {
    const VectorXd slope = test::ridders([&](double s) {
      VectorXd moved = t.z;
      moved(i) += s;
      return t.constraints(moved);
    });
    EXPECT_LT((jacobian.col(i) - slope).cwiseAbs().maxCoeff(), kDifference * jacobian.cwiseAbs().maxCoeff()) << i;
  }
}

TEST(SemiImplicit, HasTheHessianOfItsLagrangian) {
  Transcribed t;
  const Pattern pattern = t.nlp.hessian_pattern();
  std::vector<double> values(pattern.size());
  t.nlp.hessian(t.z, 0.7, t.multipliers, values);
  MatrixXd hessian = MatrixXd::Zero(t.z.size(), t.z.size());
  for (int i = 0; i < pattern.size(); ++i) {
    const int row = pattern.rows[i], col = pattern.cols[i];
    hessian(row, col) += values[i];
    if (row != col) hessian(col, row) += values[i];
  }
  for (int i = 0; i < t.z.size(); ++i) {
    const VectorXd slope = test::ridders([&](double s) {
      VectorXd moved = t.z;
      moved(i) += s;
      return t.gradient(moved);
    });
    EXPECT_LT((hessian.col(i) - slope).cwiseAbs().maxCoeff(), kDifference * hessian.cwiseAbs().maxCoeff()) << i;
  }
}

// Interior points see positions that read the next velocity, DDP explicit steps: the same finite problem.
TEST(SemiImplicit, IsSolvedAlikeByDdpAndByInteriorPoints) {
  SolveOptions options{.transcription = "semi-implicit", .intervals = 60};
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution points = solve(problem, options);
  options.method = "ddp";
  options.guess = guess_from(points);
  const Solution ddp = solve(problem, options);
  for (const Solution* one : {&points, &ddp}) {
    EXPECT_TRUE(one->is_solved()) << one->message;
    EXPECT_TRUE(one->certificate.passes());
    EXPECT_EQ(one->certificate.kind, "discrete");
  }
  EXPECT_NEAR(ddp.objective, points.objective, 1e-8 * points.objective);
  const double scale = points.phases[0].costates.cwiseAbs().maxCoeff();
  EXPECT_LT((ddp.phases[0].costates - points.phases[0].costates).cwiseAbs().maxCoeff(), 1e-6 * scale);
  const double multipliers = std::abs(points.multipliers.at("swing-up/defect/velocity")[7]);
  EXPECT_NEAR(ddp.multipliers.at("swing-up/defect/velocity")[7], points.multipliers.at("swing-up/defect/velocity")[7],
              1e-6 * std::max(1.0, multipliers));
}

// x_N = h^2 sum (N - k) u_k with sum u_k = 0: the least h sum u_k^2 is 12 d^2 / T^3 times N^2 / (N^2 - 1).
TEST(SemiImplicit, HasTheClosedFormOfTheDoubleIntegratorsTransfer) {
  const Problem problem = make_problem("double-integrator-energy");
  for (const int steps : {5, 20}) {
    const double wanted = 12.0 * steps * steps / (steps * steps - 1.0);
    EXPECT_NEAR(test::solved(problem, steps, "semi-implicit").objective, wanted, 1e-8) << steps;
  }
}

TEST(SemiImplicit, IsRefusedForDynamicsOfFirstOrder) {
  EXPECT_TRUE(test::refuses([] { test::solved("scalar-lqr", 10, "semi-implicit"); },
                            "transcription 'semi-implicit' is of second-order dynamics"));
}

}  // namespace tandem::semi_implicit_test

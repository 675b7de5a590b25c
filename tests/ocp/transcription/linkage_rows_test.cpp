#include <tandem/ocp/transcription/linkage_rows.hpp>

#include <gtest/gtest.h>
#include <ocp/support/full_matrix.hpp>
#include <ocp/support/rich_problem.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>
#include <support/ridders.hpp>

#include <random>
#include <utility>
#include <vector>

namespace tandem::linkage_rows_test {

/// The linkages of a problem on two intervals a phase, at random unknowns, with derivatives as full matrices.
struct Linked {
  explicit Linked(Problem stated)
      : problem(std::move(stated)),
        meshes(problem.phases().size(), uniform_mesh("trapezoid", 2)),
        layout(problem, meshes, static_cast<int>(problem.design_numbers().size())),
        rows(problem, layout, problem.design_numbers(), "tape") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(0.2, 1.0);
    z.resize(layout.variables());
    multipliers.resize(layout.constraints());
    for (double& entry : z) entry = uniform(random);
    for (double& entry : multipliers) entry = uniform(random);
  }

  Eigen::VectorXd values(const Eigen::VectorXd& at) {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(layout.constraints());
    rows.evaluate(at, Level::values);
    rows.constraints(at, out);
    return out;
  }
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& at) {
    const Pattern& pattern = rows.jacobian_pattern();
    std::vector<double> entries(pattern.size());
    rows.evaluate(at, Level::jacobian);
    rows.jacobian(entries);
    return test::full_matrix(pattern, entries, layout.constraints(), layout.variables());
  }
  Eigen::MatrixXd hessian() {
    const Pattern& pattern = rows.hessian_pattern();
    std::vector<double> entries(pattern.size());
    rows.evaluate(z, Level::jacobian);
    rows.hessian(multipliers, entries);
    const Eigen::MatrixXd full = test::full_matrix(pattern, entries, layout.variables(), layout.variables());
    return full.selfadjointView<Eigen::Lower>();
  }

  Problem problem;
  std::vector<Mesh> meshes;
  NlpLayout layout;
  LinkageRows rows;
  Eigen::VectorXd z, multipliers;
};

/// minimise  integral of u^2 + (share - 1/5)^2,  x' = u from 0 to 1 in 1, integral of x = share. With u = 1 + c (1 - 2
/// t) it is c^2/3 + (3/10 + c/6)^2, least at c = -9/65.
Problem chosen_budget(double slope_above = 1.0) {
  Problem problem("chosen-budget");
  const Number share = problem.number({"share", 0.0, "", "of the integral", Role::design});
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {.start = 0.0, .end = 1.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([=](const auto& k) { return square(k[share] - 0.2); });
  phase.integral_constraint("area", {share, slope_above * share}, [](const auto& k) { return k.x[0]; });
  return problem;
}

TEST(LinkageRows, HoldAnIntegralToANumberThatIsChosen) {
  Linked linked(chosen_budget());
  ASSERT_EQ(linked.layout.budgets().size(), 1U);
  const int row = linked.layout.budgets()[0].row;
  const int integral = linked.layout.phase(0).integral(2), share = linked.layout.free_number(0);
  EXPECT_EQ(linked.values(linked.z)(row), linked.z(integral) - linked.z(share));
  const Eigen::MatrixXd jacobian = linked.jacobian(linked.z);
  EXPECT_EQ(jacobian(row, integral), 1.0);
  EXPECT_EQ(jacobian(row, share), -1.0);
  EXPECT_EQ(jacobian.row(row).cwiseAbs().sum(), 2.0);
}

TEST(LinkageRows, ChooseTheBudgetThatIsBest) {
  const Solution solution = test::solved(chosen_budget(), 4, "radau");
  const double c = -9.0 / 65.0;
  EXPECT_TRUE(solution.is_solved());
  EXPECT_NEAR(solution.objective, 1.0 + c * c / 3.0 + (0.3 + c / 6.0) * (0.3 + c / 6.0), 1e-10);
  EXPECT_NEAR(solution.numbers.at("share"), 0.5 + c / 6.0, 1e-8);
}

TEST(LinkageRows, RefuseABudgetWhoseBoundsMoveApart) {
  EXPECT_TRUE(test::refuses([] { Linked linked(chosen_budget(2.0)); },
                            "integral constraint 'area': design number 'share' moves its bounds by 1 and 2"));
}

// continue_states() of 'b', then 'jump': after.d - before.a before.c t+ and t- after.b^2 mass.
TEST(LinkageRows, HaveTheValuesOfTheLinkagesAtTheirTwoEnds) {
  Linked linked(test::rich_problem({.second_phase = true}));
  const PhaseLayout &first = linked.layout.phase(0), &second = linked.layout.phase(1);
  const Eigen::VectorXd values = linked.values(linked.z);
  const auto end = linked.z.segment(first.state(2), 3), start = linked.z.segment(second.state(0), 2);
  const double time = linked.z(first.end_time()), mass = linked.z(first.free_number(0));
  EXPECT_EQ(first.end_time(), second.start_time());
  EXPECT_DOUBLE_EQ(values(linked.layout.linkage_row(0)), start(0) - end(1));
  EXPECT_DOUBLE_EQ(values(linked.layout.linkage_row(1)), start(1) - end(0) * end(2) * time);
  EXPECT_DOUBLE_EQ(values(linked.layout.linkage_row(1) + 1), time * start(0) * start(0) * mass);
}

// Ridders' differences of polynomials of size 1 are good to about 1e-12.
TEST(LinkageRows, HaveTheirDerivativesOfFirstAndSecondOrder) {
  for (const test::RichParts parts : {test::RichParts{.second_phase = true}, test::RichParts{.ring = true},
                                      test::RichParts{.free_times = false, .design = false, .second_phase = true}}) {
    Linked linked(test::rich_problem(parts));
    const Eigen::MatrixXd jacobian = linked.jacobian(linked.z), hessian = linked.hessian();
    for (int i = 0; i < linked.z.size(); ++i) {
      const auto moved = [&](double step) -> Eigen::VectorXd {
        return linked.z + step * Eigen::VectorXd::Unit(linked.z.size(), i);
      };
      const Eigen::VectorXd first = test::ridders([&](double step) { return linked.values(moved(step)); });
      const Eigen::VectorXd second = test::ridders([&](double step) -> Eigen::VectorXd {
        return linked.jacobian(moved(step)).transpose() * linked.multipliers;
      });
      EXPECT_LT((jacobian.col(i) - first).cwiseAbs().maxCoeff(), 1e-11) << i;
      EXPECT_LT((hessian.col(i) - second).cwiseAbs().maxCoeff(), 1e-11) << i;
    }
  }
}

TEST(LinkageRows, HoldTheCopyOfAStartThatARingGoesBackTo) {
  Linked linked(test::rich_problem({.ring = true}));
  const int row = linked.layout.copy_row(0), copy = linked.layout.start_copy(0);
  EXPECT_DOUBLE_EQ(linked.values(linked.z)(row + 1),
                   linked.z(linked.layout.phase(0).state(0) + 1) - linked.z(copy + 1));
  linked.rows.fill_copies(linked.z);
  EXPECT_TRUE(linked.values(linked.z).segment(row, 3).isZero(0.0));
}

TEST(LinkageRows, FollowNumbersAndFixedTimes) {
  Problem problem("gap");
  const Number end = problem.number({"end", 1.0}), factor = problem.number({"factor", 2.0});
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.5, .end = end});
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  problem.link("turn", phase, phase, 0.0,
               [=](const auto& before, const auto& after) { return after[factor] * before.t - after.t; });
  Linked linked(problem);
  EXPECT_EQ(linked.values(linked.z)(linked.layout.linkage_row(0)), 2.0 * 1.0 - 0.5);
  linked.problem.set("end", 3.0);
  linked.problem.set("factor", 5.0);
  linked.rows.set_numbers(linked.problem);
  EXPECT_EQ(linked.values(linked.z)(linked.layout.linkage_row(0)), 5.0 * 3.0 - 0.5);
}

TEST(LinkageRows, AreRefusedByNameWhereTheyHaveNoValue) {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  problem.link("return", phase, phase, 0.0,
               [](const auto& before, const auto& after) { return sqrt(before.x[0]) - after.x[0]; });
  Linked linked(problem);
  linked.rows.evaluate(Eigen::VectorXd::Constant(linked.z.size(), -1.0), Level::jacobian);
  EXPECT_TRUE(test::refuses([&] { linked.rows.require_finite(); },
                            "linkage 'return': it or its derivative is not finite at the guess"));
}

}  // namespace tandem::linkage_rows_test

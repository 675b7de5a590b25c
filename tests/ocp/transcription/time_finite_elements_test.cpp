#include <tandem/ocp/search/solve.hpp>

#include <gtest/gtest.h>

#include <cmath>

/// Bless, Hodges & Calise's finite elements in time of the lowest order are the implicit midpoint rule: constant
/// states, costates and controls inside an element, its ends natural. Their transfer in least time to a height and a
/// speed (Bryson & Ho, section 2.7, problem 9), for accelerations that make a h / U^2 what the tables of the
/// proceedings' notes have; all from one guess.
namespace tandem::time_finite_elements_test {

Problem transfer(double height) {
  Problem problem("transfer");
  auto phase = problem.phase<4, 1>("thrust");
  phase.time({.start = 0.0, .end = {0.1, 10.0}, .guess = 2.0});
  phase.state("x", {.start = 0.0, .guess = {{0.0, 1.0}}});
  phase.state("height", {.start = 0.0, .end = height});
  phase.state("speed", {.start = 0.0, .end = 1.0});
  phase.state("climb", {.start = 0.0, .end = 0.0});
  phase.control("angle", {.bounds = {-1.6, 1.6}, .guess = {{0.4, -0.4}}});
  phase.dynamics([](const auto& k) { return rates(k.x[2], k.x[3], cos(k.u[0]), sin(k.u[0])); });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

Solution by_midpoints(double height, int elements) {
  return solve(transfer(height), {.transcription = "midpoint", .intervals = elements});
}

TEST(TimeFiniteElements, TakeTheTimesOfTheTableOnTwoEightAndThirtyTwoElements) {
  struct Row {
    double height, two, eight, thirty_two;
  };
  for (const Row& row :
       {Row{0.1, 1.067854121, 1.054429779, 1.053750790}, Row{0.25, 1.272019650, 1.238638530, 1.236599909},
        Row{0.5, 1.600485180, 1.559537058, 1.556196832}, Row{0.75, 1.881855803, 1.841349172, 1.837170413},
        Row{1.0, 2.128644845, 2.090013003, 2.085218612}, Row{2.0, 2.918151773, 2.886695814, 2.880671914},
        Row{5.0, 4.528382606, 4.506870712, 4.500616365}}) {
    EXPECT_NEAR(by_midpoints(row.height, 2).objective, row.two, 1e-9) << row.height;
    EXPECT_NEAR(by_midpoints(row.height, 8).objective, row.eight, 1e-9) << row.height;
    EXPECT_NEAR(by_midpoints(row.height, 32).objective, row.thirty_two, 1e-9) << row.height;
  }
}

// The closed form of two elements.
TEST(TimeFiniteElements, SolveTheirQuarticOnTwoElements) {
  const double time = by_midpoints(0.75, 2).objective;
  EXPECT_NEAR(std::pow(time, 4) - time * time - 16.0 * 0.75 * 0.75, 0.0, 1e-8);
}

TEST(TimeFiniteElements, AreOfOrderTwo) {
  const double exact = 1.836891534;
  const double coarse = by_midpoints(0.75, 16).objective - exact, fine = by_midpoints(0.75, 32).objective - exact;
  EXPECT_NEAR(coarse / fine, 4.0, 0.02);
}

TEST(TimeFiniteElements, HaveTheAnglesOfTheTableOnFourElements) {
  const Eigen::MatrixXd angles = by_midpoints(0.75, 4).phases[0].controls;
  const double degree = std::acos(-1.0) / 180.0;
  const Eigen::RowVector4d expected(70.005281, 42.492442, -42.492442, -70.005281);
  EXPECT_LT((angles / degree - expected).cwiseAbs().maxCoeff(), 1e-6);
}

// The multipliers of the end conditions are the costates there: (-1.049935, -0.2585324, 0.9666481) on eight elements.
// The paper asks for H = 0 at the end itself, the transcription for its mean over the elements, which scales them all
// by 1.0043; their directions are the same.
TEST(TimeFiniteElements, HaveTheCostatesOfTheTableOnEightElementsUpToAFactor) {
  const PhaseSolution phase = by_midpoints(0.75, 8).phases[0];
  const Eigen::Vector3d expected(-1.049935, -0.2585324, 0.9666481), found = phase.costates_before.col(8).tail(3);
  EXPECT_NEAR(phase.costates_before(0, 8), 0.0, 1e-9);
  EXPECT_LT((found / found(0) - expected / expected(0)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_NEAR(found.norm() / expected.norm(), 1.0, 5e-3);
}

}  // namespace tandem::time_finite_elements_test

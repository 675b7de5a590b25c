#include <tandem/ocp/answers/phase_flow.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>

#include <array>
#include <cmath>
#include <complex>

namespace tandem::phase_flow_test {

using Complex = std::complex<double>;

// Sums of a dozen products of size 10: some ten roundings of 1e-15.
constexpr double kRounding = 2e-14;

constexpr double kGain = 0.8, kNu = 0.25, kStep = 1e-30;

// The functions of one instant, generic over the scalar: the complex step below differentiates the same mathematics
// without any plug.
template <class K, class G>
auto rate(const K& k, const G& gain) {
  return k.x[1] * k.x[0] * k.u[0] + gain * k.u[1];
}
template <class K, class G>
auto cost(const K& k, const G& gain) {
  return gain * k.u[0] * k.u[0] * k.u[0] + k.t * k.x[1] + k.u[1] * k.u[1];
}
template <class K>
auto tied(const K& k) {  // mixed
  return k.x[0] * k.u[0] + k.u[1];
}
template <class K>
auto wall(const K& k) {  // of states
  return k.x[0] * k.x[1] * k.x[1];
}
template <class K>
auto area(const K& k) {
  return k.x[0] * k.u[1] * k.u[1] + k.t;
}

Problem moved(bool maximised) {
  Problem problem("moved");
  const Number gain = problem.number({"gain", kGain, "", "", Role::design, 0.1, 2.0});
  if (maximised) problem.maximise();
  auto phase = problem.phase<2, 2>("move");
  phase.state("x", {}).state("v", {}).control("u", {}).control("w", {});
  phase.dynamics([=](const auto& k) { return rates(k.x[1], rate(k, k[gain])); });
  phase.running_cost([=](const auto& k) { return cost(k, k[gain]); });
  phase.path_constraint("tied", {-kInfinity, 50.0}, [](const auto& k) { return tied(k); });
  phase.path_constraint("wall", {-kInfinity, 50.0}, [](const auto& k) { return wall(k); });
  phase.integral_constraint("area", {0.0, 99.0}, [](const auto& k) { return area(k); });
  return problem;
}

const auto two_states = [](double t) { return Eigen::Vector2d(1.0 + t, 0.5 + 2.0 * t * t); };
const auto two_controls = [](double t) { return Eigen::Vector2d(t - 1.0, 0.3 + t * t); };
const auto two_costates = [](double t) { return Eigen::Vector2d(0.7 - t, 1.2 * t - 0.4); };

test::LoneFlow moving(bool maximised, const std::string& transcription = "hermite-simpson", int degree = 0) {
  const Problem problem = moved(maximised);
  Solution solution = test::answer_of(problem, transcription, 2,
                                      test::Motion{two_states, two_controls, two_costates, 0.0, 2.0}, degree);
  solution.multipliers["move/integral/area"] = {kNu};
  PhaseSolution& series = solution.phases[0];
  const Tableau tableau = make_tableau(transcription, degree);
  for (int j = 0; j < series.path_multipliers.cols(); ++j) {  // lines in time
    const double t = j / tableau.point_count() + tableau.points(j % tableau.point_count());
    series.path_multipliers.col(j) << 0.3 + 0.1 * t, 0.2 - 0.05 * t;
  }
  return {problem, solution};
}

struct ComplexKnot {
  std::array<Complex, 2> x, u;
  Complex t;
};

/// H with its path constraints at [x; v; u; w; t; gain].
Complex hamiltonian(const std::array<Complex, 6>& z, double sign, const Eigen::Vector2d& costate, double mu_tied,
                    double mu_wall) {
  const ComplexKnot k{{z[0], z[1]}, {z[2], z[3]}, z[4]};
  return sign * cost(k, z[5]) + kNu * area(k) + costate(0) * k.x[1] + costate(1) * rate(k, z[5]) + mu_tied * tied(k) +
         mu_wall * wall(k);
}

TEST(PhaseFlow, HasTheGradientsOfTheHamiltonianByStatesControlsTimeAndNumbers) {
  for (const bool maximised : {false, true}) {
    test::LoneFlow lone = moving(maximised);
    PhaseFlow& flow = lone.flow;
    flow.choose(std::vector<int>{1, 0});
    const Eigen::ArrayXd s = Eigen::Array2d(0.3, 0.8);
    const Eigen::MatrixXd x = (Eigen::Matrix2d() << 1.3, 0.4, -0.2, 2.0).finished();
    const Eigen::MatrixXd costates = (Eigen::Matrix2d() << 0.7, -0.4, 0.2, 1.1).finished();
    flow.place(x, s);
    flow.evaluate(Level::jacobian);
    flow.weigh(costates);
    for (int lane = 0; lane < 2; ++lane) {
      const double t = flow.interval(lane) + s(lane), sign = maximised ? -1.0 : 1.0;
      const Eigen::Vector2d u = two_controls(t);  // a parabola, which Hermite-Simpson has exactly
      const std::array<Complex, 6> at{x(0, lane), x(1, lane), u(0), u(1), t, kGain};
      const double mu_tied = flow.path_weight(lane, 0), mu_wall = flow.path_weight(lane, 1);
      for (int i = 0; i < 6; ++i) {
        std::array<Complex, 6> moved_there = at;
        moved_there[i] += Complex(0.0, kStep);
        const double slope = hamiltonian(moved_there, sign, costates.col(lane), mu_tied, mu_wall).imag() / kStep;
        EXPECT_NEAR(flow.gradients()(i, lane), slope, kRounding) << i;
      }
      const double value = hamiltonian(at, sign, costates.col(lane), 0.0, 0.0).real();
      EXPECT_NEAR(flow.hamiltonian(lane), value, kRounding);
      EXPECT_NEAR(flow.running_cost(lane), sign * cost(ComplexKnot{{at[0], at[1]}, {at[2], at[3]}, t}, kGain).real(),
                  kRounding);
      EXPECT_GE(flow.largest_term(lane), 0.25 * std::abs(value));
    }
  }
}

// d2H/du2 = sign 6 gain u, d2H/dw2 = sign 2 + 2 nu x, and nothing beside the diagonal.
TEST(PhaseFlow, HasTheCurvatureByControls) {
  for (const bool maximised : {false, true}) {
    test::LoneFlow lone = moving(maximised);
    PhaseFlow& flow = lone.flow;
    flow.choose(std::vector<int>{0});
    flow.place(Eigen::Vector2d(1.5, 0.4), Eigen::ArrayXd::Constant(1, 0.5));
    flow.evaluate(Level::jacobian);
    flow.weigh(Eigen::Vector2d(0.7, -0.4));
    flow.evaluate_hessians();
    const double sign = maximised ? -1.0 : 1.0;
    const Eigen::Matrix2d expected =
        Eigen::Vector2d(sign * 6.0 * kGain * -0.5, sign * 2.0 + 2.0 * kNu * 1.5).asDiagonal();
    EXPECT_LT((flow.control_curvature(0) - expected).norm(), kRounding);
  }
}

// f_x of [v; x v u + gain w].
TEST(PhaseFlow, HasTheRatesAndTheirDerivativesByStates) {
  test::LoneFlow lone = moving(false);
  lone.flow.choose(std::vector<int>{0});
  lone.flow.place(Eigen::Vector2d(1.5, 0.4), Eigen::ArrayXd::Constant(1, 0.5));
  lone.flow.evaluate(Level::jacobian);
  EXPECT_LT((lone.flow.rates().col(0) - Eigen::Vector2d(0.4, 1.5 * 0.4 * -0.5 + kGain * 0.55)).norm(), kRounding);
  const Eigen::Matrix2d expected = (Eigen::Matrix2d() << 0.0, 1.0, 0.4 * -0.5, 1.5 * -0.5).finished();
  EXPECT_LT((lone.flow.rates_by_state(0) - expected).norm(), kRounding);
}

TEST(PhaseFlow, KnowsPathConstraintsByKind) {
  test::LoneFlow lone = moving(false);
  EXPECT_EQ(lone.flow.path_kind(0), PathKind::mixed);
  EXPECT_EQ(lone.flow.path_kind(1), PathKind::of_states);
  EXPECT_TRUE(lone.flow.has_mixed_paths());
}

// Hermite-Simpson shares its knots: of states, what the middle holds (2/3 of the interval) is spread over it; with
// controls, the multiplier is the parabola through the points.
TEST(PhaseFlow, SpreadsMultipliersOfStatesAndInterpolatesThoseWithControls) {
  test::LoneFlow lone = moving(false);
  EXPECT_NEAR(lone.flow.path_multiplier(1, 0.3, 1), 2.0 / 3.0 * (0.2 - 0.05 * 1.5), kRounding);
  EXPECT_NEAR(lone.flow.path_multiplier(0, 0.9, 1), 2.0 / 3.0 * (0.2 - 0.05 * 0.5), kRounding);
  EXPECT_NEAR(lone.flow.path_multiplier(0, 0.75, 0), 0.3 + 0.1 * 0.75, kRounding);
}

// Gauss points are an interval's own, whatever the kind.
TEST(PhaseFlow, InterpolatesAllMultipliersBetweenGaussPoints) {
  test::LoneFlow lone = moving(false, "gauss", 3);
  EXPECT_NEAR(lone.flow.path_multiplier(1, 0.2, 0), 0.3 + 0.1 * 1.2, kRounding);
  EXPECT_NEAR(lone.flow.path_multiplier(1, 0.2, 1), 0.2 - 0.05 * 1.2, kRounding);
}

TEST(PhaseFlow, ReplacesControlsAndKeepsTheRest) {
  test::LoneFlow lone = moving(false);
  lone.flow.choose(std::vector<int>{0});
  lone.flow.place(Eigen::Vector2d(1.5, 0.4), Eigen::ArrayXd::Constant(1, 0.5));
  lone.flow.replace_controls(Eigen::Vector2d(2.0, -3.0));
  lone.flow.evaluate(Level::values);
  EXPECT_NEAR(lone.flow.rates()(1, 0), 1.5 * 0.4 * 2.0 - 3.0 * kGain, kRounding);
  EXPECT_NEAR(lone.flow.path(0, 0), 1.5 * 2.0 - 3.0, kRounding);
}

// ---- implicit dynamics ----------------------------------------------------------------------------------------------

/// 0 = (1 + x^2) r + r^3 - u, cost u^2 + x r.
Problem implied() {
  Problem problem("implied");
  auto phase = problem.phase<1, 2>("move");
  phase.state("x", {}).control("u", {});
  phase.implicit_dynamics([](const auto& k, const auto& r) {
    return std::array{(1.0 + square(k.x[0])) * r[0] + r[0] * r[0] * r[0] - k.u[0]};
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]) + k.x[0] * k.u[1]; });
  return problem;
}

// With r(x, u) of the residual: r_x = -2 x r / D, r_u = 1 / D, D = 1 + x^2 + 3 r^2, r_uu = -6 r / D^3, and
// H = u^2 + (x + lambda) r. At x = 0.5, r = 0.8 the residual asks for u = 1.512.
TEST(PhaseFlow, EliminatesTheRatesOfImplicitDynamics) {
  constexpr double x = 0.5, r = 0.8, u = (1.0 + x * x) * r + r * r * r, lambda = 0.6;
  constexpr double d = 1.0 + x * x + 3.0 * r * r;
  const auto state = [=](double) { return Eigen::VectorXd::Constant(1, x); };
  const auto controls = [=](double) { return Eigen::Vector2d(u, 0.1); };  // the rate is a poor guess
  const auto costate = [=](double) { return Eigen::VectorXd::Constant(1, lambda); };
  const Problem problem = implied();
  test::LoneFlow lone(problem,
                      test::answer_of(problem, "trapezoid", 2, test::Motion{state, controls, costate, 0.0, 1.0}));
  PhaseFlow& flow = lone.flow;
  EXPECT_TRUE(flow.is_implicit());
  EXPECT_EQ(flow.true_controls(), 1);
  EXPECT_EQ(flow.path_kind(0), PathKind::residual);
  EXPECT_FALSE(flow.has_mixed_paths());
  flow.choose(std::vector<int>{0, 1});
  flow.place(Eigen::RowVector2d(x, x), Eigen::Array2d(0.2, 0.6));
  flow.evaluate(Level::jacobian);
  flow.weigh(Eigen::RowVector2d(lambda, lambda));
  flow.evaluate_hessians();
  for (const int lane : {0, 1}) {
    EXPECT_NEAR(flow.rates()(0, lane), r, kRounding);
    EXPECT_NEAR(flow.hamiltonian(lane), u * u + (x + lambda) * r, kRounding);
    EXPECT_NEAR(flow.gradients()(0, lane), r - (x + lambda) * 2.0 * x * r / d, kRounding);
    EXPECT_NEAR(flow.gradients()(1, lane), 2.0 * u + (x + lambda) / d, kRounding);
    EXPECT_NEAR(flow.gradients()(2, lane), 0.0, kRounding);
    EXPECT_NEAR(flow.rates_by_state(lane)(0, 0), -2.0 * x * r / d, kRounding);
    EXPECT_NEAR(flow.control_curvature(lane)(0, 0), 2.0 - (x + lambda) * 6.0 * r / (d * d * d), kRounding);
  }
}

}  // namespace tandem::phase_flow_test

#include <tandem/ocp/statement/implicit_rates.hpp>

#include <tandem/ocp/search/solve.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::implicit_rates_test {

/// A pendulum whose inertia changes with its angle, brought to rest: (1 + cos(x)/2) x'' = u - sin x.
template <bool kImplicit>
Problem pendulum() {
  Problem problem("pendulum");
  const Number gravity = problem.number({"gravity", 1.0});
  auto phase = problem.phase < 2, kImplicit ? 3 : 1 > ("settle");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("angle", {.start = 2.0, .end = 0.0});
  phase.state("rate", {.start = 0.0, .end = 0.0});
  phase.control("torque", {});
  if constexpr (kImplicit) {
    phase.implicit_dynamics([=](const auto& k, const auto& rate) {
      return rates(rate[0] - k.x[1], (1.0 + 0.5 * cos(k.x[0])) * rate[1] + k[gravity] * sin(k.x[0]) - k.u[0]);
    });
  } else {
    phase.dynamics(
        [=](const auto& k) { return rates(k.x[1], (k.u[0] - k[gravity] * sin(k.x[0])) / (1.0 + 0.5 * cos(k.x[0]))); });
  }
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.x[0]); });
  return problem;
}

TEST(ImplicitDynamics, GiveTheAnswerOfTheExplicitOnes) {
  for (const std::string transcription : {"gauss", "radau", "hermite-simpson-separated", "trapezoid", "midpoint"}) {
    const SolveOptions options{.transcription = transcription, .intervals = 200};
    const Solution by_residual = solve(pendulum<true>(), options), plain = solve(pendulum<false>(), options);
    EXPECT_NEAR(by_residual.objective, plain.objective, 1e-8) << transcription;
    EXPECT_LT((by_residual.phases[0].states - plain.phases[0].states).cwiseAbs().maxCoeff(), 1e-7) << transcription;
    if (make_tableau(transcription, 0).left_point >= 0) continue;  // a knot's equation is no part of one interval
    EXPECT_LT((by_residual.phases[0].costates - plain.phases[0].costates).cwiseAbs().maxCoeff(), 1e-6) << transcription;
  }
}

TEST(ImplicitDynamics, AreCertifiedByWhatTheirResidualSays) {
  const Problem problem = pendulum<true>();
  Solution solution = solve(problem, {.transcription = "gauss", .intervals = 40});
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_EQ(solution.phases[0].control_names.back(), "rate-rate");
  for (double& rate : solution.phases[0].controls.row(2)) rate += 0.01;  // a motion that the residual denies
  solution.phases[0].states.row(1).array() += 0.01;
  EXPECT_GT(certify(problem, solution).line("interval_error").value, 1e-4);
}

TEST(ImplicitDynamics, RefuseToComeBeforeTheNamesOfStatesAndControls) {
  Problem problem("early");
  auto phase = problem.phase<1, 2>("only");
  phase.state("x", {});
  EXPECT_TRUE(test::refuses(
      [&] { phase.implicit_dynamics([](const auto& k, const auto& rate) { return rates(rate[0] - k.x[0]); }); },
      "phase 'only': name its 1 states and 1 controls before its implicit dynamics"));
}

TEST(SolveRates, FindsTheRootByNewtonsMethod) {
  std::vector<double> rates{1.0};
  solve_rates(rates, [](ImplicitCall& call) {
    call.residual[0] = call.rates[0] * call.rates[0] - 2.0;
    call.jacobian[0] = 2.0 * call.rates[0];
  });
  EXPECT_NEAR(rates[0], std::sqrt(2.0), 1e-15);
}

TEST(SolveRates, IsNotANumberWhereTheRatesAreNotDetermined) {
  std::vector<double> rates{1.0};
  solve_rates(rates, [](ImplicitCall& call) {
    call.residual[0] = 1.0;
    call.jacobian[0] = 0.0;
  });
  EXPECT_TRUE(std::isnan(rates[0]));
}

}  // namespace tandem::implicit_rates_test

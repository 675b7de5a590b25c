#include <tandem/ocp/statement/phase_builder.hpp>

#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/verify_problem.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <vector>

namespace tandem::phase_builder_test {

/// Masses in a row, tied to each other and to the wall by springs, brought to rest by a force on the last one.
template <class K>
auto chain_rates(const K& k, Number stiffness) {
  using Scalar = std::decay_t<decltype(k.x[0])>;
  const std::size_t masses = k.x.size() / 2;
  std::vector<Scalar> rates(k.x.begin() + masses, k.x.end());
  for (std::size_t i = 0; i < masses; ++i) {
    const Scalar left = i > 0 ? Scalar(k.x[i] - k.x[i - 1]) : Scalar(k.x[0]);
    const Scalar right = i + 1 < masses ? Scalar(k.x[i + 1] - k.x[i]) : Scalar(0.0);
    rates.push_back(k[stiffness] * (right - left) + (i + 1 < masses ? Scalar(0.0) : Scalar(k.u[0])));
  }
  return rates;
}

template <class Phase>
void name_all(Phase& phase, int masses) {
  phase.time({.start = 0.0, .end = 4.0 * masses});
  for (int i = 0; i < masses; ++i) phase.state("x" + std::to_string(i), {.start = 0.1 * (i + 1), .end = 0.0});
  for (int i = 0; i < masses; ++i) phase.state("v" + std::to_string(i), {.start = 0.0, .end = 0.0});
  phase.control("force", {});
}

Problem chain_by_vectors(int masses) {
  Problem problem("chain");
  const Number stiffness = problem.number({"stiffness", 2.0});
  auto phase = problem.phase("rest", 2 * masses, 1);
  name_all(phase, masses);
  phase.dynamics([=](const auto& k) { return chain_rates(k, stiffness); });
  phase.running_residuals([](const auto& k) { return std::vector{k.u[0], k.x[0]}; }, 2);
  phase.end_constraint("momentum", {-1.0, 1.0}, [masses](const auto& k) {
    auto sum = k.x[masses];
    for (int i = 1; i < masses; ++i) sum = sum + k.x[masses + i];
    return sum;
  });
  return problem;
}

Problem chain_of_three() {
  Problem problem("chain");
  const Number stiffness = problem.number({"stiffness", 2.0});
  auto phase = problem.phase<6, 1>("rest");
  name_all(phase, 3);
  phase.dynamics([=](const auto& k) { return chain_rates(k, stiffness); });
  phase.running_residuals([](const auto& k) { return rates(k.u[0], k.x[0]); });
  phase.end_constraint("momentum", {-1.0, 1.0}, [](const auto& k) { return k.x[3] + k.x[4] + k.x[5]; });
  return problem;
}

TEST(PhaseBuilder, TakesSizesThatOnlyTheRunKnows) {
  const SolveOptions options{.intervals = 200};
  const Solution known = solve(chain_of_three(), options), found = solve(chain_by_vectors(3), options);
  EXPECT_TRUE(found.certificate.passes());
  EXPECT_NEAR(found.objective, known.objective, 1e-12 * known.objective);
  EXPECT_EQ(found.iterations, known.iterations);
  for (const int masses : {1, 2, 5}) {
    EXPECT_TRUE(solve(chain_by_vectors(masses), options).certificate.passes()) << masses;
  }
}

TEST(PhaseBuilder, LetsFunctionsOfUnknownSizesBeVerified) {
  const DerivativeReport report = verify_problem(chain_by_vectors(4), {});
  EXPECT_TRUE(report.agrees()) << to_text(report);
}

TEST(PhaseBuilder, LinksPhasesWhetherTheirSizesAreCompiledOrNot) {
  const auto two_phases = [](auto first_of, auto second_of) {
    Problem problem("two");
    auto first = first_of(problem, "out");
    auto second = second_of(problem, "back");
    const auto state = [](auto& phase, State one) {
      phase.state("x", std::move(one)).control("u", {});
      phase.dynamics([](const auto& k) { return rates(k.u[0]); });
      phase.running_cost([](const auto& k) { return square(k.u[0]); });
    };
    state(first, {.start = 0.0});
    state(second, {.end = 0.0});
    first.time({.start = 0.0, .end = 1.0});
    second.time({.end = 3.0, .continues = true});
    problem.link("jump", first, second, 1.0, [](const auto& a, const auto& b) { return b.x[0] - a.x[0]; });
    return solve(problem).objective;
  };
  const auto sized = [](Problem& problem, const char* name) { return problem.phase<1, 1>(name); };
  const auto unsized = [](Problem& problem, const char* name) { return problem.phase(name, 1, 1); };
  // A ramp of slope -1/3 on both sides of the jump: the costate is the same.
  const double by_hand = 3.0 * square(1.0 / 3.0);
  EXPECT_NEAR(two_phases(sized, sized), by_hand, 1e-9);
  EXPECT_NEAR(two_phases(unsized, sized), by_hand, 1e-9);
  EXPECT_NEAR(two_phases(sized, unsized), by_hand, 1e-9);
  EXPECT_NEAR(two_phases(unsized, unsized), by_hand, 1e-9);
}

TEST(PhaseBuilder, SolvesImplicitRatesOfAnySize) {
  const auto settle = [](auto phase_of) {
    Problem problem("pendulum");
    auto phase = phase_of(problem);
    phase.time({.start = 0.0, .end = 2.0});
    phase.state("angle", {.start = 2.0, .end = 0.0}).state("rate", {.start = 0.0, .end = 0.0}).control("torque", {});
    phase.implicit_dynamics([](const auto& k, const auto& rate) {
      return rates(rate[0] - k.x[1], (1.0 + 0.5 * cos(k.x[0])) * rate[1] + sin(k.x[0]) - k.u[0]);
    });
    phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.x[0]); });
    return solve(problem, {.transcription = "gauss", .intervals = 40});
  };
  const Solution known = settle([](Problem& problem) { return problem.phase<2, 3>("settle"); });
  const Solution found = settle([](Problem& problem) { return problem.phase("settle", 2, 3); });
  EXPECT_TRUE(found.certificate.passes());
  EXPECT_NEAR(found.objective, known.objective, 1e-12);
}

TEST(PhaseBuilder, RefusesCountsThatDoNotFit) {
  Problem problem("wrong"), other("other");
  EXPECT_TRUE(test::refuses([&] { other.phase("none", -2, 1); }, "it cannot have -2 states and 1 controls"));
  auto phase = problem.phase("only", 2, 1);
  EXPECT_TRUE(test::refuses([&] { phase.dynamics([](const auto& k) { return rates(k.x[0], k.x[1], k.u[0]); }); },
                            "returns 3 numbers was said to return 2"));
  EXPECT_TRUE(test::refuses([&] { phase.running_residuals([](const auto& k) { return std::vector{k.u[0]}; }); },
                            "phase 'only': say how many residuals the vector holds"));
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("a", {.start = 0.0}).state("b", {.start = 0.0, .end = 1.0}).control("u", {});
  phase.dynamics([](const auto& k) { return std::vector{k.x[1]}; });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  EXPECT_TRUE(test::refuses([&] { solve(problem); }, "a function returned 1 numbers, it should return 2"));
}

}  // namespace tandem::phase_builder_test

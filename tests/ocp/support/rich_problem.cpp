// Compiled once for all tests.
#include <tandem/ocp/transcription/tableau.hpp>

#include <ocp/support/rich_problem.hpp>

namespace tandem::test {
namespace {

/// The second phase: two states, one control, a design number in a linkage with the first.
template <class First>
void add_second_phase(Problem& problem, const First& first, Number mass, bool free_times) {
  auto phase = problem.phase<2, 1>("second");
  phase.time({.end = free_times ? Range(1.2, 2.9) : Range(2.5), .guess = 2.5, .continues = true});
  phase.state("b", {});
  phase.state("d", {.bounds = {-3.0, 3.0}});
  phase.control("u", {});
  phase.dynamics([=](const auto& k) { return rates(k.x[1] * cos(k.u[0]) * k.t, k.x[0] * k.u[0] * k[mass]); });
  phase.running_cost([](const auto& k) { return square(k.x[0]) * k.u[0]; });
  phase.end_cost([](const auto& k) { return k.x[0] * k.x[1] * k.t; });
  phase.integral_constraint("area", {0.0, 2.0}, [](const auto& k) { return k.x[1] * square(k.u[0]) + k.t; });
  problem.continue_states(first, phase);
  problem.link("jump", first, phase, {-0.5, 0.5}, [=](const auto& before, const auto& after) {
    return rates(after.x[1] - before.x[0] * before.x[2] * after.t, before.t * square(after.x[0]) * after[mass]);
  });
}

}  // namespace

std::vector<std::string> general_transcriptions() {
  std::vector<std::string> names;
  for (const std::string& name : transcription_names()) {
    if (!make_tableau(name, 0).velocities_ahead) names.push_back(name);
  }
  return names;
}

Problem rich_problem(const RichParts& parts) {
  Problem problem("rich");
  const Number mass = problem.number({"mass", 0.8, "kg", "", parts.design ? Role::design : Role::constant, 0.1, 3.0});
  const Number gain = problem.number({"gain", 0.6});
  const Number limit = problem.number({"limit", 2.0});
  if (parts.maximised) problem.maximise();

  auto phase = problem.phase<3, 2>("only");
  phase.time({.start = parts.free_times ? Range(0.1, 0.4) : Range(0.2),
              .end = parts.free_times ? Range(0.9, 1.9) : Range(1.5),
              .guess = 1.5});
  phase.state("a", {.unit = "m", .bounds = {-limit, limit}, .start = 0.3, .guess = {{0.3, -0.4}}});
  phase.state("b", {.start = Range(-1.0, 1.0), .end = 0.5});
  phase.state("c", {.bounds = {-kInfinity, 3.0}});
  phase.control("u", {.bounds = {-1.5, 1.0}, .guess = {{-2.0, 2.0}}});
  phase.control("w", {});
  phase.dynamics([=](const auto& k) {
    const auto& [a, b, c] = k.x;
    const auto& [u, w] = k.u;
    return rates(sin(b) * u + k[mass] * c * k.t, a * w / k[mass] + cos(k.t * c), b * c - k[gain] * a * square(u));
  });
  if (parts.running) {
    phase.running_cost([=](const auto& k) { return square(k.u[1]) * k[mass] + sin(k.x[0] * k.u[0]) * k.t; });
  }
  if (parts.paths) {
    phase.path_constraint("reach", {-limit, 2.0 * limit},
                          [=](const auto& k) { return k.x[0] * k.u[1] + k[mass] * k.x[1] * sin(k.t); });
    phase.path_constraint("sum", {-kInfinity, 5.0}, [](const auto& k) { return k.x[2] + k.u[0]; });
  }
  if (parts.ends) {
    phase.end_cost([=](const auto& k) { return k.t * square(k.x[0]) + exp(k[mass] * k.x[1]); });
    phase.end_constraint("goal", {0.1, 0.7}, [=](const auto& k) { return k.x[0] * k.x[2] + k[mass] * k.t; });
    phase.end_constraint("half", 0.25, [](const auto& k) { return 0.5 * k.x[1]; });
  }
  if (parts.integrals) {
    phase.integral_constraint("work", {-1.0, 4.0},
                              [=](const auto& k) { return sin(k.x[0]) * k.u[0] + k.t * k[mass] * k.x[1]; });
    phase.integral_constraint("length", {0.0, kInfinity}, [](const auto& k) { return sqrt(1.0 + square(k.u[1])); });
  }
  if (parts.ring) {
    problem.continue_states(phase, phase, {"b"});
    problem.link("product", phase, phase, 0.1, [](const auto& before, const auto& after) {
      return before.x[1] * after.x[1] * (before.t - after.t) + after.x[0] * before.x[0];
    });
  }
  if (parts.second_phase) add_second_phase(problem, phase, mass, parts.free_times);
  return problem;
}

}  // namespace tandem::test

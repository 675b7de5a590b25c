// Writes a report for the browser test: write_sample_report NAME FILE. NAME is a problem of the library, or
// "failed-PROBLEM" for an answer whose numbers are no numbers, "polished-PROBLEM" for one on arcs, "feedback-PROBLEM"
// for a plan on a disturbed plant, "large" for 36 states without a drawing, or "spatial" for a mechanism whose shapes
// have a depth, without asking for a view.

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/polish/polish.hpp>
#include <tandem/problems/registry.hpp>
#include <tandem/report/feedback.hpp>
#include <tandem/report/report.hpp>

#include "report/sample_solution.hpp"

#include <array>
#include <cstdio>
#include <limits>

namespace tandem {
namespace {

Problem large_problem() {
  Problem problem("large");
  problem.description().title = "Thirty-six states <b>and</b> \"no\" picture & </script>";
  auto phase = problem.phase<36, 18>("only");
  phase.time({.start = 0.0, .end = 2.0});
  for (int i = 0; i < 36; ++i)
    phase.state(fmt::format("q{}", i), {.unit = i % 2 ? "rad/s" : "rad", .bounds = {-1.1, 1.1}});
  for (int i = 0; i < 18; ++i) phase.control(fmt::format("tau{}", i), {.unit = "N m", .bounds = {-6.0, 6.0}});
  phase.dynamics([](const auto& k) { return k.x; });
  return problem;
}

/// A ball on a rod that turns about two axes.
Problem spatial_problem() {
  Problem problem("spatial");
  problem.description().title = "A pendulum in space";
  auto phase = problem.phase<2, 1>("turn");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("azimuth", {.unit = "rad"});
  phase.state("elevation", {.unit = "rad"});
  phase.control("torque", {.unit = "N m"});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.drawing([](const auto& k) {
    const double a = 3.0 * k.x[0], e = 0.6 * k.x[1];
    const Picture::Point tip{cos(e) * cos(a), sin(e), cos(e) * sin(a)};
    Picture picture;
    picture.line({{0.0, -0.5, 0.0}, {0.0, 0.0, 0.0}}, 0.04, "ground");
    picture.line({{0.0, 0.0, 0.0}, tip}, 0.03);
    picture.circle(tip, 0.07, "joint");
    picture.trace(tip);
    return picture;
  });
  return problem;
}

Solution spoilt(Solution solution) {
  solution.status = Status::iteration_limit;
  solution.message = "Maximum number of iterations exceeded.";
  solution.objective = std::numeric_limits<double>::quiet_NaN();
  solution.phases[0].states(0, 3) = std::numeric_limits<double>::quiet_NaN();
  solution.phases[0].controls(0, 9) = std::numeric_limits<double>::infinity();
  solution.certificate.lines[0].holds = false;
  solution.certificate.lines[0].value = 0.19;
  solution.certificate.reasons = {"the objective may be 11 off, 0.19 of its scale 58.81 (limit 1e-05)",
                                  "a finer mesh should mend it: tandem solve cart-pole-swing-up --refine 1e-05"};
  return solution;
}

void write_feedback(const Problem& problem, const std::string& file) {
  const SolveOptions options{.transcription = "shooting-rk4", .intervals = 50, .method = "ddp"};
  const Solution plan = solve(problem, options);
  TrialOptions trial;
  trial.runs = 3;
  for (const NamedNumber& number : problem.numbers()) {
    trial.disturbance.numbers.push_back(number.unit == "kg" ? 1.05 * number.value : number.value);
  }
  save_report(problem, trial.disturbance.numbers, plan, try_feedback(problem, plan, trial), file);
}

void write(const std::string& name, const std::string& file) {
  if (name == "large" || name == "spatial") {
    const Problem problem = name == "large" ? large_problem() : spatial_problem();
    return save_report(problem, sample_solution(problem), file);
  }
  if (const std::string polished = "polished-"; name.starts_with(polished)) {
    const Problem problem = make_problem(name.substr(polished.size()));
    const Polished answer = polish(problem, solve(problem));
    return save_report(answer.problem, answer.solution, file);
  }
  if (const std::string feedback = "feedback-"; name.starts_with(feedback)) {
    return write_feedback(make_problem(name.substr(feedback.size())), file);
  }
  const bool fails = name.starts_with("failed-");
  const Problem problem = make_problem(fails ? name.substr(7) : name);
  const Solution solution = sample_solution(problem);
  save_report(problem, fails ? spoilt(solution) : solution, file);
}

}  // namespace
}  // namespace tandem

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: write_sample_report NAME FILE\n");
    return 2;
  }
  try {
    tandem::write(argv[1], argv[2]);
  } catch (const tandem::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

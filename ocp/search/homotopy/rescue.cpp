#include <tandem/ocp/search/homotopy/rescue.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

constexpr double kMoreForce = 3.0, kLessGravity = 0.5, kLonger = 1.5, kSofter = 0.5;
constexpr int kMostIterations = 500, kMostSteps = 150;
constexpr double kBarrier = 1e-4;
constexpr std::array kShares = {1.0, 0.5, 0.2, 0.05, 0.0};  // of open ends
constexpr double kLeastDistance = 1e-6;

SolveOptions within_limits(SolveOptions options) {
  options.solver.max_iterations = std::min(options.solver.max_iterations, kMostIterations);
  options.solver.progress = {};
  return options;
}

/// The factor by which a number of this name is made easy; 1 where no name says so.
double easy_factor(const std::string& name) {
  if (name.rfind("max_", 0) == 0) return kMoreForce;
  if (name == "gravity") return kLessGravity;
  if (name == "duration") return kLonger;
  return name == "stiffness" ? kSofter : 1.0;
}

int rank(const Easing& easing) {
  const double factor = easy_factor(easing.number);
  if (factor == kMoreForce) return 0;
  if (easing.number == "gravity") return 1;
  return factor == kLonger ? 2 : 3;
}

/// Keeps a certified answer, else says why there is none.
void judge(RescueAttempt& attempt, const Solution& solution, Rescue& found) {
  attempt.worked = is_certified(solution);
  attempt.outcome = attempt.worked         ? "certified"
                    : solution.is_solved() ? "solved, not certified: " + solution.certificate.reasons.front()
                                           : "not solved: " + solution.message;
  if (attempt.worked) found.solution = solution;
}

void try_easing(const Problem& problem, const Easing& easing, const SolveOptions& options, Rescue& found) {
  const Stopwatch watch;
  RescueAttempt attempt{fmt::format("{} from {:.6g} to {:.6g}", easing.number, easing.easy, easing.stated), {}};
  HomotopyOptions path_options;
  path_options.solve = within_limits(options);
  path_options.solve.refine.reset();
  path_options.barrier = kBarrier;
  path_options.most_steps = kMostSteps;
  path_options.certifies_points = false;
  const Homotopy path = follow_number(problem, easing.number, easing.easy, easing.stated, path_options);
  attempt.iterations = path.iterations;
  attempt.outcome = path.reason;
  if (path.status == PathStatus::reached) judge(attempt, refined(problem, *path.solution, options), found);
  attempt.seconds = watch.seconds();
  found.attempts.push_back(std::move(attempt));
}

/// Solves with ends half open, less so, closed, each from the last answer.
void try_open_ends(const Problem& problem, const SolveOptions& options, Rescue& found) {
  const Stopwatch watch;
  RescueAttempt attempt{"ends of states opened and closed again", {}};
  SolveOptions step = within_limits(options);
  step.refine.reset();
  Solution solution;
  for (const double share : kShares) {
    solution = solve(share > 0.0 ? with_open_ends(problem, share) : problem, step);
    attempt.iterations += solution.iterations;
    if (!solution.is_solved()) break;
    step.guess = guess_from(solution);
  }
  if (solution.is_solved()) solution = refined(problem, std::move(solution), options);
  judge(attempt, solution, found);
  attempt.seconds = watch.seconds();
  found.attempts.push_back(std::move(attempt));
}

/// An answer that only wants a finer mesh is not to be rescued.
bool wants_rescue(const Solution& solution) { return !solution.is_solved() || !wants_finer_mesh(solution.certificate); }

/// The rescue as the answer that it took all these attempts to find.
Solution with_all_effort(Rescue found, const Solution& before) {
  Solution solution = std::move(*found.solution);
  add_effort(before, solution);
  for (const RescueAttempt& attempt : found.attempts) {
    solution.iterations += attempt.iterations;
    solution.seconds.total += attempt.seconds;
  }
  return solution;
}

double distance_of(const State& state, const Range& end, double start, std::span<const double> numbers) {
  const double from = state.start ? 0.5 * (state.start->lower.at(numbers) + state.start->upper.at(numbers)) : start;
  const double to = 0.5 * (end.lower.at(numbers) + end.upper.at(numbers));
  const double distance = std::abs(to - from);
  return std::isfinite(distance) && distance > kLeastDistance ? distance : 1.0;
}

}  // namespace

std::vector<Easing> easings_of(const Problem& problem) {
  std::vector<Easing> easings;
  for (const NamedNumber& number : problem.numbers()) {
    const double easy = easy_factor(number.name) * number.value;
    if (number.role != Role::constant || easy == number.value || easy < number.lower || easy > number.upper) continue;
    easings.push_back({number.name, easy, number.value});
  }
  std::stable_sort(easings.begin(), easings.end(), [](const Easing& a, const Easing& b) { return rank(a) < rank(b); });
  return easings;
}

Problem with_open_ends(const Problem& problem, double share) {
  const std::vector<double> numbers = problem.number_values();
  std::vector<Phase> phases(problem.phases().begin(), problem.phases().end());
  for (std::size_t p = 0; p < phases.size(); ++p) {
    const PhaseGuess guess = straight_line_guess(problem, static_cast<int>(p));
    for (std::size_t i = 0; i < phases[p].states.size(); ++i) {
      State& state = phases[p].states[i];
      if (!state.end) continue;
      const double miss =
          share * distance_of(state, *state.end, guess.states(static_cast<Eigen::Index>(i), 0), numbers);
      state.end = Range(state.end->lower - miss, state.end->upper + miss);
    }
  }
  return problem.restated(std::move(phases), {problem.linkages().begin(), problem.linkages().end()});
}

Rescue rescue(const Problem& problem, const SolveOptions& options) {
  Rescue found;
  for (const Easing& easing : easings_of(problem)) {
    try_easing(problem, easing, options, found);
    if (found.solution || ending::is_due()) return found;
  }
  try_open_ends(problem, options, found);
  return found;
}

std::vector<std::string> rescue_answer(const Problem& problem, Solution& solution, const SolveOptions& options) {
  if (is_certified(solution)) return {};
  if (!wants_rescue(solution)) return {"nothing: the answer wants a finer mesh"};
  Rescue found = rescue(problem, options);
  std::vector<std::string> tried;
  for (const RescueAttempt& attempt : found.attempts) {
    tried.push_back(fmt::format("{}: {} ({} iterations)", attempt.words, attempt.outcome, attempt.iterations));
  }
  if (found.solution) solution = with_all_effort(std::move(found), solution);
  return tried;
}

}  // namespace tandem

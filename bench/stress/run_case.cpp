#include <tandem/core/error.hpp>

#include "numeric_truth.hpp"
#include "run_case.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>

namespace tandem::stress {
namespace {

/// An answer further than this from a known optimum may be another minimum; one that passes, than this.
constexpr double kSurelyThis = 1e-2, kSurelyThisIfPassed = 1e-4;
constexpr double kTouch = 1e-6;  ///< relative: of a value that is at its bound

std::vector<std::string> failing_lines(const Certificate& certificate) {
  std::vector<std::string> failing;
  for (const CertificateLine& line : certificate.lines) {
    if (!line.in_verdict || line.holds) continue;
    failing.push_back(fmt::format("{} {:.1e}{}{}", line.name, line.value, line.where.empty() ? "" : " ", line.where));
  }
  if (failing.empty() && certificate.verdict() == Verdict::fail) failing = certificate.reasons;
  return failing;
}

void read(const Solution& solution, Outcome& outcome) {
  const Certificate& certificate = solution.certificate;
  outcome.status = to_string(solution.status);
  outcome.intervals = solution.intervals();
  outcome.transcription = solution.transcription;
  outcome.degree = solution.degree;
  outcome.objective = solution.objective;
  outcome.verdict = to_string(certificate.verdict());
  outcome.failing = failing_lines(certificate);
  if (!certificate.error_bar) return;
  outcome.bar = certificate.error_bar->bar;
  outcome.better = certificate.error_bar->better;
  outcome.scale = certificate.error_bar->scale;
}

bool is_at(double value, const Range& range, const std::vector<double>& numbers) {
  const auto touches = [&](double bound) {
    return std::isfinite(bound) && std::abs(value - bound) <= kTouch * std::max(std::abs(bound), 1e-12);
  };
  return touches(range.lower.at(numbers)) || touches(range.upper.at(numbers));
}

/// Whether a state or control is at a bound anywhere but at the ends of a phase.
bool leans(const Problem& problem, const Solution& solution) {
  const std::vector<double> numbers = problem.number_values();
  const auto any_at = [&](const Eigen::MatrixXd& series, int row, const Range& range) {
    for (int i = 1; i + 1 < series.cols(); ++i) {
      if (is_at(series(row, i), range, numbers)) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < problem.phases().size(); ++i) {
    const Phase& phase = problem.phases()[i];
    for (int j = 0; j < phase.state_count; ++j) {
      if (any_at(solution.phases[i].states, j, phase.states[j].bounds)) return true;
    }
    for (int j = 0; j < phase.control_count; ++j) {
      if (any_at(solution.phases[i].controls, j, phase.controls[j].bounds)) return true;
    }
  }
  return false;
}

/// As the list says of the problem; but what leans on a bound for these numbers is not smooth.
test::Nature nature_of(const Problem& problem, const Solution& solution) {
  const test::Truth* truth = test::truth_of(problem.name());
  if (truth == nullptr) return test::Nature::corners;
  const bool has_corners = truth->nature == test::Nature::smooth && leans(problem, solution);
  return has_corners ? test::Nature::corners : truth->nature;
}

/// How far an answer may be from the known optimum and yet be taken for an attempt at it.
double reach(const Outcome& outcome) { return outcome.passes() ? kSurelyThisIfPassed : kSurelyThis; }

bool is_near(const Outcome& outcome, const Optimum& optimum) {
  return std::abs(outcome.objective - optimum.objective) <= reach(outcome) * outcome.scale + optimum.uncertainty;
}

}  // namespace

Tried run_case(const Case& one) {
  Tried tried;
  Outcome& outcome = tried.outcome;
  outcome.tried = one;
  try {
    const Problem problem = problem_of(one);
    outcome.is_maximised = problem.is_maximised();
    tried.solution = solve(problem, options_of(one));
    read(*tried.solution, outcome);
    outcome.nature = nature_of(problem, *tried.solution);
    outcome.seconds = tried.solution->seconds.total;
  } catch (const std::exception& error) {
    outcome.status = "refused";
    outcome.message = error.what();
  }
  return tried;
}

void add_optimum(Tried& tried, const std::optional<Optimum>& known, std::vector<Optimum>& found) {
  Outcome& outcome = tried.outcome;
  if (!outcome.is_solved()) return;
  if (!(outcome.scale > 0.0)) outcome.scale = std::abs(known ? known->objective : outcome.objective);
  outcome.optimum = known;
  if (known && (known->is_only || is_near(outcome, *known))) return;
  const auto near = std::find_if(found.begin(), found.end(), [&](const Optimum& one) { return is_near(outcome, one); });
  if (near != found.end()) {
    outcome.optimum = *near;
  } else if (const std::optional<Optimum> other =
                 optimum_near(problem_of(outcome.tried), *tried.solution, outcome.nature)) {
    outcome.optimum = *other;
    found.push_back(*other);
  }
}

}  // namespace tandem::stress

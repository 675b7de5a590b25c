#include <tandem/problems/registry.hpp>

#include "case.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem::stress {
namespace {

constexpr double kWrong = 1e-4, kRight = 1e-6, kLeastError = 1e-9;

}  // namespace

Problem problem_of(const Case& one) {
  Problem problem = make_problem(one.problem);
  for (const auto& [name, value] : one.numbers) problem.set(name, value);
  return problem;
}

SolveOptions options_of(const Case& one) {
  SolveOptions options;
  options.transcription = one.transcription;
  options.degree = one.degree;
  options.intervals = one.intervals;
  options.refine = one.refine;
  options.solver.time_limit = 20.0;
  return options;
}

std::string command_of(const Case& one) {
  std::string words = "tandem solve " + one.problem;
  for (const auto& [name, value] : one.numbers) words += fmt::format(" --set {}={}", name, value);
  if (one.transcription) words += " --transcription " + *one.transcription;
  if (one.degree) words += fmt::format(" --degree {}", *one.degree);
  if (one.intervals) words += fmt::format(" --intervals {}", *one.intervals);
  if (one.refine) words += fmt::format(" --refine {}", *one.refine);
  return words;
}

double Outcome::error() const {
  const double difference = objective - optimum->objective;
  return (is_maximised ? -difference : difference) / scale;
}

double Outcome::uncertainty() const { return optimum->uncertainty / scale; }

bool Outcome::is_wrong() const { return is_known() && std::abs(error()) > kWrong + uncertainty(); }

bool Outcome::is_right() const { return is_known() && std::abs(error()) + uncertainty() <= kRight; }

double Outcome::effectivity() const { return *bar / (std::abs(error()) * scale); }

bool Outcome::better_improves() const {
  return std::abs(*better - optimum->objective) < std::abs(objective - optimum->objective);
}

bool Outcome::fails_by(const std::string& line) const {
  return std::any_of(failing.begin(), failing.end(), [&](const std::string& one) { return one.starts_with(line); });
}

bool Outcome::measures_effectivity() const {
  const bool is_extremal = !fails_by("costates") && !fails_by("left_over") && !fails_by("transversality");
  return nature == test::Nature::smooth && is_known() && bar && better && is_extremal &&
         std::abs(error()) > std::max(kLeastError, 20.0 * uncertainty());
}

}  // namespace tandem::stress

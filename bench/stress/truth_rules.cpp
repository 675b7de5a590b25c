#include "numeric_truth.hpp"
#include "summary.hpp"
#include <fmt/core.h>

#include <cmath>

namespace tandem::stress {
namespace {

constexpr double kAgreement = 1e-9;

/// What the problem's own mesh gives; the junctions of state bounds are knots there.
std::optional<Optimum> own_optimum(const Problem& problem, const Solution& answer) {
  if (!answer.is_solved() || !problem.reference()) return std::nullopt;
  const MeshChoice& mesh = problem.mesh();
  return Optimum{answer.objective, problem.reference()->tolerance,
                 fmt::format("{}, {} intervals", mesh.transcription, mesh.intervals)};
}

/// What is found without knowing the list, by ways that suit the nature of the answer.
std::vector<std::optional<Optimum>> ways(const Problem& problem, test::Nature nature) {
  SolveOptions options;
  options.solver.tolerance = 1e-12;
  options.intervals = problem.mesh().intervals;
  const Solution answer = solve(problem, options);
  switch (nature) {
    case test::Nature::smooth:
      return {collocated_optimum(problem, answer, "radau"), collocated_optimum(problem, answer, "gauss")};
    case test::Nature::corners:
      return {own_optimum(problem, answer), collocated_optimum(problem, answer, "radau")};
    default:
      return {polished_optimum(problem, answer), collocated_optimum(problem, answer, "radau")};
  }
}

/// As near as both say that they are.
bool agrees(const Optimum& optimum, const test::Truth& truth) {
  return std::abs(optimum.objective - truth.objective) <=
         kAgreement * truth.scale + truth.uncertainty + optimum.uncertainty;
}

std::string told(const std::optional<Optimum>& optimum, const test::Truth& truth) {
  if (!optimum) return "- |";
  return fmt::format("{}: {:.13g}, {:.1e} of the scale ({:.0e}) |", optimum->how, optimum->objective,
                     (optimum->objective - truth.objective) / truth.scale, optimum->uncertainty / truth.scale);
}

}  // namespace

std::vector<Rule> truth_rules() {
  int agreeing = 0;
  fmt::print("| problem | truth | how | first way | second way |\n|---|---|---|---|---|\n");
  for (const test::Truth& truth : test::kTruths) {
    const std::vector<std::optional<Optimum>> found =
        ways(problem_of({.group = "truths", .problem = truth.problem}), truth.nature);
    fmt::print("| {} | {:.13g} | {} | {} {}\n", truth.problem, truth.objective, truth.how, told(found[0], truth),
               told(found[1], truth));
    std::fflush(stdout);
    bool all = found[0].has_value() || found[1].has_value();
    for (const std::optional<Optimum>& one : found) all = all && (!one || agrees(*one, truth));
    agreeing += all;
  }
  const int count = static_cast<int>(test::kTruths.size());
  return {
      {"the solver finds the list of truths by itself", fmt::format("{} of {}", agreeing, count), agreeing == count}};
}

}  // namespace tandem::stress

#include <tandem/ocp/search/homotopy/exact_solves.hpp>

#include <algorithm>

namespace tandem::homotopy {
namespace {

constexpr int kFewIterations = 300;

}  // namespace

bool is_solved(const NlpSolution& answer) {
  return answer.status == Status::solved || answer.status == Status::acceptable;
}

Guess ExactSolves::measure() {
  Guess guess = wished_.guess ? *wished_.guess : straight_line_guess(nlp_.problem());
  scaling_ = wished_.solver.scaling ? *wished_.solver.scaling : make_scaling(nlp_, guess, wished_.scales);
  return guess;
}

NlpSolution ExactSolves::solve(const Eigen::VectorXd& start, const std::map<std::string, std::string>& ipopt,
                               std::optional<int> most_iterations) {
  nlp_.require_finite_at(start);
  SolverOptions solver = wished_.solver;
  solver.scaling = scaling_;
  if (most_iterations) solver.max_iterations = std::min(solver.max_iterations, *most_iterations);
  for (const auto& [key, value] : ipopt) solver.ipopt.emplace(key, value);
  const NlpSolution answer = solve_with_ipopt(nlp_, start, solver);
  iterations_ += answer.iterations;
  return answer;
}

NlpSolution ExactSolves::solve_from_near(const Eigen::VectorXd& start) {
  const std::map<std::string, std::string> near{{"mu_init", "1e-7"},
                                                {"bound_push", "1e-8"},
                                                {"bound_frac", "1e-8"},
                                                {"slack_bound_push", "1e-8"},
                                                {"slack_bound_frac", "1e-8"}};
  const NlpSolution answer = solve(start, near, kFewIterations);
  return is_solved(answer) ? answer : solve(start, {}, kFewIterations);
}

std::optional<NlpSolution> ExactSolves::best_from(const std::vector<Eigen::VectorXd>& starts) {
  std::optional<NlpSolution> best;
  for (const Eigen::VectorXd& start : starts) {
    const NlpSolution answer = solve(start.cwiseMax(nlp_.lower()).cwiseMin(nlp_.upper()), {}, kFewIterations);
    if (is_solved(answer) && (!best || answer.objective < best->objective)) best = answer;
  }
  return best;
}

}  // namespace tandem::homotopy

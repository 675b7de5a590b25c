#pragma once

#include <tandem/ocp/search/solve.hpp>

#include <Eigen/Core>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::homotopy {

/// Whether IPOPT says so.
bool is_solved(const NlpSolution& answer);

/// IPOPT's answers of a problem that a path goes through, scaled alike all along it.
class ExactSolves {
 public:
  /// Counts IPOPT's iterations into `iterations`, which must outlive this like all the rest.
  ExactSolves(StagedNlp& nlp, const SolveOptions& wished, int& iterations)
      : nlp_(nlp), wished_(wished), iterations_(iterations) {}

  /// Scales by the guess, which it returns.
  Guess measure();

  NlpSolution solve(const Eigen::VectorXd& start, const std::map<std::string, std::string>& ipopt = {},
                    std::optional<int> most_iterations = {});
  /// From a start that is all but the answer.
  NlpSolution solve_from_near(const Eigen::VectorXd& start);
  /// The best of what these starts lead to, in a few hundred iterations each; nothing where none is solved.
  std::optional<NlpSolution> best_from(const std::vector<Eigen::VectorXd>& starts);

 private:
  StagedNlp& nlp_;
  const SolveOptions& wished_;
  int& iterations_;
  Scaling scaling_;
};

}  // namespace tandem::homotopy

#pragma once

#include <tandem/ocp/solution.hpp>

#include <optional>
#include <string>

namespace tandem {

/// How to solve; what is not given is the problem's own choice.
struct SolveOptions {
  std::optional<std::string> transcription;
  std::optional<int> intervals;
  std::optional<int> degree;
  std::string derivatives = "tape";
  std::optional<Guess> guess;
  SolverOptions solver;
  CertificateLimits limits;
};

/// Transcribes, solves and certifies. What cannot be solved (a statement with crossed bounds, NaN at the guess, ...)
/// is refused by InvalidInput before any solver runs.
Solution solve(const Problem& problem, const SolveOptions& options = {});

}  // namespace tandem

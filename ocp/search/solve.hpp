#pragma once

#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/answers/certify.hpp>
#include <tandem/ocp/answers/solution.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// How to solve; what is not given is the problem's own choice.
struct SolveOptions {
  std::optional<std::string> transcription = {};
  std::optional<int> intervals = {};  ///< of each phase
  std::optional<int> degree = {};
  std::string method = kDefaultSolver;
  std::string derivatives = kDefaultPlug;
  std::optional<double> refine = {};  ///< refine until the error bar is below this share of the objective's scale
  int most_intervals = 20000;         ///< in all: refinement goes no further
  int most_rounds = 20;               ///< of refinement
  bool until_certified = false;       ///< refinement also ends as soon as the answer is certified
  /// Refinement begins no round after this.
  Deadline refine_until = Deadline();
  std::optional<Guess> guess = {};
  std::map<std::string, double> scales = {};  ///< sizes by name, where the automatic ones do not suit (make_scaling)
  SolverOptions solver = {};
  CertificateLimits limits = {};
  CertifyLevel certify = CertifyLevel::full;
};

/// Refuses tolerances and limits that are not positive.
void check_options(const SolveOptions& options);

/// The mesh of each phase that the options ask for.
std::vector<Mesh> meshes_for(const Problem& problem, const SolveOptions& options);

/// Transcribes, solves and certifies. What cannot be solved (a statement with crossed bounds, NaN at the guess, ...)
/// is refused by InvalidInput before any solver runs.
///
/// With `refine`, the problem is solved again from the last answer on meshes that follow the parts of the error bar
/// (refined_meshes), at most `most_rounds` times and on at most `most_intervals`. A round that fails or is worse never
/// is the answer.
Solution solve(const Problem& problem, const SolveOptions& options = {});

/// One solve by the method that the options name, from unknowns `start` that `guess` gave: sizes for interior points
/// and multipliers for DDP are found here where they are not given. Instead of the options' progress, `progress` is
/// called.
NlpSolution solve_transcribed(StagedNlp& nlp, const Guess& guess, const Eigen::VectorXd& start,
                              const SolveOptions& options, ProgressCallback progress);

/// The refinement alone: a solved `solution` as the first of its rounds, unchanged where `refine` asks for nothing.
Solution refined(const Problem& problem, Solution solution, const SolveOptions& options);

}  // namespace tandem

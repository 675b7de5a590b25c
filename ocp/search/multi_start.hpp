#pragma once

#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/random_guess.hpp>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace tandem {

/// How far a multi-start is.
struct StartsProgress {
  int starts = 0;
  int finished = 0;
  int solved = 0;
  std::optional<double> best;  ///< objective, as stated
};

struct MultiStartOptions {
  int starts = 20;  ///< the first is the problem's own guess (or that of `solve`), the others are bent away from it
  unsigned seed = 1;
  int threads = 0;                ///< 0: as many as the machine has. Results do not depend on it
  double same_objective = 1e-6;   ///< relative to the larger of the objective and 1
  double same_trajectory = 1e-2;  ///< trajectory_distance
  SolveOptions solve = {};        ///< of each start; limits are per start. Its progress is not called
  /// Called after each start, and once in an iteration of each; by one thread at a time. False stops everything: what
  /// has been found by then is the answer.
  std::function<bool(const StartsProgress&)> progress = {};
};

/// A local minimum, and which starts led to it.
struct Minimum {
  Solution solution;        ///< certified or not
  std::vector<int> starts;  ///< increasing; 0 is the problem's own guess
};

/// What a multi-start found.
struct MultiStart {
  int starts = 0;
  unsigned seed = 0;
  int threads = 0;
  double seconds = 0.0;
  std::vector<Minimum> minima = {};      ///< distinct ones, the best first
  std::map<Status, int> unsolved = {};   ///< how many starts ended so
  std::optional<Solution> failure = {};  ///< of the first start, where none was solved

  int solved() const;
  /// The minimum that is the answer: the best certified one, or the best one where none is. None where no start was
  /// solved.
  const Minimum* best() const;
  /// Its solution, or how the first start failed.
  const Solution& answer() const { return best() ? best()->solution : *failure; }
};

/// Solves the problem from many random starts (random_guess) and keeps each minimum once: the same objective and the
/// same trajectory. Two motions that cost the same, such as mirror images, are two minima.
///
/// Threads solve side by side, each on a transcription of its own that is built once; start k is that of
/// `solve` with random_guess(problem, guess, seed, k), whoever runs it. Certificates and refinement (solve.refine) come
/// at the end, once a minimum; minima that are one on the finer meshes are joined. Derivatives by tapes and
/// by CasADi run in one thread: their libraries keep memory that threads do not share. A function of the statement that
/// is called at once by several threads must bear that.
MultiStart multi_start(const Problem& problem, const MultiStartOptions& options = {});

}  // namespace tandem

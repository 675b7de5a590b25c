#include <tandem/core/error.hpp>
#include <tandem/ocp/search/polish/polish.hpp>

#include "numeric_truth.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>

namespace tandem::stress {
namespace {

constexpr double kAgreement = 1e-10, kPolished = 1e-10;
constexpr double kOfDifference = 3.0;  ///< orders are low and unsteady where there are corners and switches
constexpr int kFirstIntervals = 40, kMostIntervals = 1300;

/// From where it is: a barrier that is all but gone does not push a guess away from the minimum that it is near to.
SolverOptions warm_options() {
  SolverOptions options;
  options.tolerance = 1e-12;
  options.time_limit = 20.0;
  options.ipopt = {{"mu_init", "1e-8"}, {"bound_push", "1e-9"}, {"bound_frac", "1e-9"}};
  return options;
}

/// Solved, not certified.
Solution plain_solution(const Problem& problem, const Guess& guess, const std::string& transcription, int intervals,
                        int degree) {
  SolveOptions options;
  options.transcription = transcription;
  options.degree = degree;
  options.intervals = intervals;
  options.solver = warm_options();
  StagedNlp nlp(problem, meshes_for(problem, options), options.derivatives);
  const Eigen::VectorXd start = nlp.unknowns_from(guess);
  nlp.require_finite_at(start);
  return make_solution(nlp, solve_transcribed(nlp, guess, start, options, [](const Progress&) { return true; }));
}

}  // namespace

std::optional<Optimum> polished_optimum(const Problem& problem, const Solution& answer) {
  try {
    const Solution fine = plain_solution(problem, guess_from(answer), "radau", 200, 3);
    if (!fine.is_solved()) return std::nullopt;
    PolishOptions options;
    options.solve.solver.time_limit = 20.0;
    const Polished polished = polish(problem, fine, options);
    if (!polished.is_confirmed || !polished.solution.is_solved()) return std::nullopt;
    const double objective = polished.solution.objective;
    return Optimum{objective, kPolished * std::abs(objective), "polish"};
  } catch (const InvalidInput&) {
    return std::nullopt;  // no switches, or arcs that polish does not divide
  }
}

std::optional<Optimum> collocated_optimum(const Problem& problem, const Solution& answer,
                                          const std::string& transcription) {
  std::optional<Solution> last;
  std::optional<Optimum> optimum;
  for (int intervals = kFirstIntervals; intervals <= kMostIntervals; intervals *= 2) {
    Solution next = plain_solution(problem, guess_from(last ? *last : answer), transcription, intervals, 5);
    if (!next.is_solved()) break;
    if (last) {
      const double difference = std::abs(next.objective - last->objective);
      optimum = Optimum{next.objective, kOfDifference * difference,
                        fmt::format("{} 5, {} intervals", transcription, intervals)};
      if (difference <= kAgreement * std::abs(next.objective)) break;
    }
    last = std::move(next);
  }
  return optimum;
}

std::optional<Optimum> optimum_near(const Problem& problem, const Solution& answer, test::Nature nature) {
  try {
    if (nature == test::Nature::jumps || nature == test::Nature::singular) {
      if (std::optional<Optimum> polished = polished_optimum(problem, answer)) return polished;
    }
    return collocated_optimum(problem, answer, "radau");
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace tandem::stress

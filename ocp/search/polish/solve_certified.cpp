#include <tandem/ocp/search/polish/solve_certified.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/search/polish/detect_arcs.hpp>
#include <tandem/ocp/search/polish/polish.hpp>
#include <tandem/ocp/search/refine.hpp>
#include <tandem/ocp/statement/random_guess.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

constexpr double kSmall = 1e-2;  // of an objective's scale: below it the solver's absolute tolerances are not enough
constexpr int kFirstRounds = 6, kLastRounds = 20;  // of refinement: before and after other means

/// Whether what is wrong is what the solver has left.
bool stopped_early(const Solution& solution) {
  for (const CertificateLine& line : solution.certificate.lines) {
    if ((line.name == "costates" || line.name == "left_over") && !line.holds) return true;
  }
  return false;
}

bool is_no_minimum(const Solution& solution) {
  for (const CertificateLine& line : solution.certificate.lines) {
    if ((line.name == "curvature" || line.name == "switch_curvature") && !line.holds) return true;
  }
  return false;
}

bool chatters(const Solution& solution) {
  const std::vector<std::string>& notes = solution.certificate.notes;
  return std::any_of(notes.begin(), notes.end(),
                     [](const std::string& note) { return note.find("is singular") != std::string::npos; });
}

class CertifiedSolver {
 public:
  CertifiedSolver(const Problem& problem, const CertifiedOptions& options)
      : options_(options), result_{problem, {}, {}}, deadline_(options.budget) {}

  CertifiedSolve run() {
    result_.solution = solve(result_.problem, timed(options_.solve));
    if (is_done()) return std::move(result_);
    measure_by_its_own_size();
    if (result_.solution.is_solved() && is_no_minimum(result_.solution)) start_elsewhere();
    refine(kFirstRounds);
    if (!is_done() && chatters(result_.solution)) change_to_radau();
    if (!is_done()) polish_arcs();
    refine(kLastRounds);
    return std::move(result_);
  }

 private:
  double left() const { return deadline_.left(); }
  bool is_done() const { return result_.solution.certificate.passes() || left() <= 0.0; }

  SolveOptions timed(SolveOptions options) const {
    options.solver.time_limit = std::min(options.solver.time_limit, std::max(left(), 1e-3));
    return options;
  }

  void take(Solution better) {
    add_effort(result_.solution, better);
    result_.solution = std::move(better);
  }

  void refine(int most_rounds) {
    if (is_done() || !wants_refinement(result_.solution)) return;
    SolveOptions options = timed(options_.solve);
    options.refine = 0.5 * options.limits.objective_error;
    options.refine_until = deadline_;
    options.until_certified = true;
    options.most_rounds = most_rounds;
    Solution refined_one = refined(result_.problem, result_.solution, options);
    const std::size_t rounds = refined_one.rounds.size() - result_.solution.rounds.size();
    if (rounds > 0) {
      result_.done.push_back(fmt::format("refined in {} round{} to {} intervals", rounds, rounds == 1 ? "" : "s",
                                         refined_one.intervals()));
    }
    result_.solution = std::move(refined_one);
  }

  /// A solver's tolerances are absolute: of a small objective it leaves too much, or does not begin at all.
  void measure_by_its_own_size() {
    const std::optional<ErrorBar>& bar = result_.solution.certificate.error_bar;
    if (!bar || !stopped_early(result_.solution) || options_.solve.scales.contains("objective")) return;
    if (!(bar->scale > 0.0 && bar->scale < kSmall)) return;
    SolveOptions options = timed(options_.solve);
    options.scales["objective"] = bar->scale;
    Solution other = solve(result_.problem, options);
    if (!other.is_solved() || stopped_early(other)) return;
    result_.done.push_back(fmt::format("solved anew with the objective measured by its own size, {:.1g}", bar->scale));
    take(std::move(other));
  }

  void start_elsewhere() {
    const Guess around = options_.solve.guess ? *options_.solve.guess : straight_line_guess(result_.problem);
    for (int k = 1; k <= options_.starts && left() > 0.0; ++k) {
      SolveOptions options = timed(options_.solve);
      options.guess = random_guess(result_.problem, around, options_.seed, k);
      Solution other = solve(result_.problem, options);
      if (!other.is_solved() || is_no_minimum(other)) continue;
      result_.done.push_back(
          fmt::format("the first answer is no minimum: start {} of seed {} leads to one", k, options_.seed));
      return take(std::move(other));
    }
    result_.done.push_back(
        fmt::format("the first answer is no minimum, and {} other starts found none", options_.starts));
  }

  /// On singular arcs Hermite-Simpson chatters; Radau points do not.
  void change_to_radau() {
    if (result_.solution.transcription == "radau" || options_.solve.transcription) return;
    SolveOptions options = timed(options_.solve);
    options.transcription = "radau";
    options.degree = 3;
    options.guess = guess_from(result_.solution);
    Solution other = solve(result_.problem, options);
    if (!other.is_solved()) return;
    result_.done.emplace_back("changed to radau, since a singular arc chatters");
    std::swap(result_.solution, other);
    refine(kFirstRounds);
    if (!result_.solution.certificate.passes() && other.certificate.error_bar &&
        result_.solution.certificate.error_bar &&
        other.certificate.error_bar->relative() < result_.solution.certificate.error_bar->relative()) {
      std::swap(result_.solution, other);
    }
    add_effort(other, result_.solution);
  }

  void polish_arcs() {
    if (!result_.solution.is_solved()) return;
    try {
      const ArcStructure arcs = detect_arcs(result_.problem, result_.solution);
      if (arcs.is_trivial()) return;
      PolishOptions polish_options;
      polish_options.solve = timed(options_.solve);
      polish_options.time_limit = std::min(polish_options.time_limit, left());
      Polished polished = polish(result_.problem, arcs, guess_from(result_.solution), polish_options);
      if (!improves(polished, result_.solution)) return;
      result_.done.emplace_back("polished: the switches are unknowns of their own");
      result_.problem = std::move(polished.problem);
      take(std::move(polished.solution));
    } catch (const InvalidInput&) {  // what polish does not take stays as it is
    }
  }

  const CertifiedOptions& options_;
  CertifiedSolve result_;
  Deadline deadline_;
};

}  // namespace

CertifiedSolve solve_certified(const Problem& problem, const CertifiedOptions& options) {
  require(options.budget > 0.0, "the budget of {} s must be positive", options.budget);
  return CertifiedSolver(problem, options).run();
}

}  // namespace tandem

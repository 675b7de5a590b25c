#include <tandem/ocp/designs/codesign/feedback_design.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/designs/codesign/certify_feedback.hpp>
#include <tandem/ocp/designs/codesign/feedback_nlp.hpp>
#include <tandem/ocp/designs/codesign/limited.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem {

using codesign::DenseNlp;
using codesign::DenseSolution;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using lq::FeedbackPlant;

namespace {

/// What is tried in turn: so much of the gain that takes all the effort, from the start or from sizes that are all
/// alike, at their mean. A start with sizes at their bounds leads to the edge of stability more often.
struct Attempt {
  double colocated;
  bool is_alike;
};
constexpr Attempt kAttempts[] = {{0.1, false}, {0.1, true}, {0.03, false}, {0.3, false}};
constexpr double kSameFeedbackDesign = 1e-4;

FeedbackDesign looked_at(const Codesign& problem, const VectorXd& unknowns, double scale) {
  const Index n = static_cast<Index>(problem.designs().size());
  FeedbackDesign found;
  found.design = problem.sizes_at(unknowns.head(n));
  const FeedbackPlant plant = problem.feedback_plant(found.design);
  found.gain = codesign::gain_of(plant, unknowns, scale);
  found.structure_cost = problem.structure_cost(found.design).value;
  found.abscissa = lq::Lyapunov(plant.a.value - plant.b.value * found.gain * plant.outputs).abscissa();
  if (const auto squares = feedback_squares(plant, found.gain)) {
    found.effort = squares->effort;
    found.response = squares->response;
  }
  return found;
}

FeedbackDesign feedback_design_from(const Codesign& problem, const VectorXd& start, double colocated) {
  const double scale = codesign::natural_gain_scale(problem, start);
  DenseNlp nlp = codesign::feedback_nlp(problem, scale);
  int evaluations = 0;
  const auto evaluate = nlp.evaluate;
  nlp.evaluate = [&](const VectorXd& u) { return ++evaluations, evaluate(u); };
  const DenseSolution solved =
      codesign::solve_dense(nlp, codesign::feedback_unknowns(problem, start, colocated), {.tolerance = 1e-8});
  FeedbackDesign found = looked_at(problem, solved.unknowns, scale);
  found.is_solved = solved.is_near && found.abscissa < 0.0;
  found.message = solved.message;
  found.iterations = solved.iterations;
  found.evaluations = evaluations;
  found.multipliers = solved.multipliers;
  found.certificate = certify(problem, found);
  if (found.is_solved && !solved.is_solved) {  // stalled by rounding: what is left of the conditions decides
    found.is_solved = found.certificate.passes();
    if (found.is_solved) found.message = "solved";
  }
  return found;
}

VectorXd sizes_alike(const Codesign& problem, const VectorXd& start) {
  return VectorXd::Constant(start.size(), start.mean()).cwiseMax(problem.lower()).cwiseMin(problem.upper());
}

}  // namespace

FeedbackDesign feedback_design(const Codesign& problem, const VectorXd& start) {
  const Stopwatch watch;
  std::optional<FeedbackDesign> best;
  int iterations = 0, evaluations = 0;
  for (const auto& [colocated, is_alike] : kAttempts) {
    const VectorXd from = is_alike ? sizes_alike(problem, start) : start;
    if (is_alike && from == start) continue;
    FeedbackDesign found = feedback_design_from(problem, from, colocated);
    iterations += found.iterations, evaluations += found.evaluations;
    if (!best || is_better(found, *best)) best = std::move(found);
    if (best->certificate.passes() || ending::is_due()) break;
  }
  best->iterations = iterations;
  best->evaluations = evaluations;
  best->seconds = watch.seconds();
  return *best;
}

std::vector<FeedbackDesign> feedback_designs(const Codesign& problem, const VectorXd& start, int count, unsigned seed,
                                             double spread) {
  std::vector<FeedbackDesign> found;
  for (const VectorXd& from : random_starts(problem, start, count, seed, spread)) {
    FeedbackDesign one = feedback_design(problem, from);
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const FeedbackDesign& other) {
      return (one.design - other.design).norm() <= kSameFeedbackDesign * other.design.norm();
    });
    if (one.is_solved && is_new) found.push_back(std::move(one));
    if (ending::is_due()) break;
  }
  std::sort(found.begin(), found.end(), is_better<FeedbackDesign>);
  return found;
}

FeedbackDesign feedback_design_by_slp(const Codesign& problem, const VectorXd& start,
                                      const codesign::SlpOptions& options) {
  const Stopwatch watch;
  const double scale = codesign::natural_gain_scale(problem, start);
  const codesign::SlpSolution solved =
      codesign::solve_by_slp(codesign::feedback_nlp(problem, scale), codesign::feedback_unknowns(problem, start, 0.0),
                             codesign::slater_schedule(), options);
  FeedbackDesign found = looked_at(problem, solved.unknowns, scale);
  found.is_solved = solved.is_feasible && found.abscissa < 0.0;
  found.message = fmt::format("{} linear programs, {} bisections", solved.programs, solved.bisections);
  found.certificate = certify(problem, found);
  found.iterations = solved.programs;
  found.evaluations = solved.evaluations;
  found.seconds = watch.seconds();
  return found;
}

}  // namespace tandem

#include <tandem/ocp/search/homotopy/walk.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/continuation/follow.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace tandem::homotopy {
namespace {

using continuation::Correction;
using continuation::CorrectorOptions;
using continuation::Curve;
using continuation::FollowOptions;
using continuation::joined;
using continuation::Metric;

constexpr double kGrown = 10.0;  // of the multipliers: from here on they are normalised
constexpr double kLongestStep = 100.0;
constexpr double kSmoother = 100.0, kGreatestBarrier = 1e-3;
constexpr double kHome = 1e-3;  // of the range
constexpr int kLegSteps = 250, kFewRejected = 15;

/// The corrector's effort rules the steps.
FollowOptions follow_options(const HomotopyOptions& wished) {
  FollowOptions options;
  options.corrector = corrector_options();
  options.steps = {.first = wished.first_step,
                   .least = 1e-10,
                   .greatest = std::max(kLongestStep, wished.first_step),
                   .contraction = 100.0,
                   .deviation = 1.0,
                   .angle = 1.2,
                   .corrections = 4};
  return options;
}

}  // namespace

CorrectorOptions corrector_options(int most_corrections) {
  return {.tolerance = 1e-9, .error_tolerance = 1e-8, .most_corrections = most_corrections};
}

Walk::Walk(Problem problem, const std::string& over, double from, double to, const HomotopyOptions& options)
    : wished_(options),
      nlp_(problem, meshes_for(problem, options.solve), options.solve.derivatives),
      record_(nlp_, wished_),
      exact_(nlp_, options.solve, found_.iterations) {
  static_cast<Path&>(found_) = path_over(over, from, to, problem.name(), problem.numbers());
}

Homotopy Walk::walk() {
  const Guess guess = exact_.measure();
  const NlpSolution first = exact_.solve(nlp_.unknowns_from(guess), {});
  if (!is_solved(first)) {
    record_.end(PathStatus::failed, at(found_.from) + " is not solved: " + first.message);
    return std::move(found_);
  }
  record_.write_exact(first, found_.from, 0);
  try {
    found_.from == found_.to ? record_.end(PathStatus::reached, "the start is the target")
                             : run(start_from(first, found_.from));
  } catch (const InvalidInput& error) {  // a leg whose start Newton's method does not hold
    record_.end(PathStatus::failed, error.what());
  }
  return std::move(found_);
}

Homotopy Walk::resume(const Homotopy& stopped) {
  exact_.measure();
  found_ = stopped;
  leg_ = *stopped.leg;
  found_.leg.reset();
  Curve curve = std::move(leg_.curve);
  kkt_ = std::make_unique<KktSystem>(nlp_, found_.over, leg_.barrier, range());
  kkt_->set_sizes(leg_.weights, leg_.multiplier_size);
  restarts_ = leg_.restarts;
  // What the curve counts is in the totals already, and is added again with the rest of the leg.
  found_.rejected_steps -= curve.rejected;
  found_.iterations -= curve.corrections;
  written_ = curve.points.size();
  written_specials_ = curve.specials.size();
  run(LegStart{.is_normalised = leg_.is_normalised, .under_way = std::move(curve)});
  return std::move(found_);
}

void Walk::run(Next leg) {
  while (leg) {
    std::optional<Curve> end = follow(*leg);
    leg = end ? after(std::move(*end)) : after_no_start(*leg);
  }
}

std::string Walk::at(double value) const { return fmt::format("{} = {:.10g}", found_.over, value); }

/// On the path on which an answer lies.
LegStart Walk::start_from(const NlpSolution& answer, double value) {
  kkt_ = std::make_unique<KktSystem>(nlp_, found_.over, wished_.barrier, range());
  Eigen::VectorXd unknowns = kkt_->unknowns_from(answer);
  leg_.usual_multipliers = std::max(1.0, kkt_->multipliers(unknowns).norm());
  return {.unknowns = std::move(unknowns), .value = value, .way = direction()};
}

/// A path that goes by hundreds of knots which come to a bound, or leave it, one after the other: with a larger
/// barrier they do so together.
LegStart Walk::smoother(const Eigen::VectorXd& unknowns, double value, double way) {
  kkt_->set_barrier(kSmoother * kkt_->barrier());
  return {.unknowns = unknowns, .value = value, .way = way};
}

/// To the leg's end; nothing where it does not begin.
std::optional<Curve> Walk::follow(const LegStart& start) {
  if (start.is_normalised) normalised_.emplace(*kkt_, leg_.usual_multipliers);
  if (start.under_way) return follow_on(*start.under_way);
  if (start.is_normalised) return follow_normalised(start);
  const Correction smooth = smoothed(start.unknowns, start.value);
  if (!smooth.converged) return std::nullopt;
  begin_leg(start.value, start.way);
  return continuation::follow(*kkt_, smooth.y.head(kkt_->size()), start.value, leg_options());
}

Curve Walk::follow_on(Curve curve) {
  if (leg_.is_normalised) {
    go_on(*normalised_, curve, normalised_options());
  } else {
    go_on(*kkt_, curve, leg_options());
  }
  return curve;
}

Curve Walk::follow_normalised(const LegStart& start) {
  const Eigen::VectorXd unknowns = normalised_->normalised(start.unknowns);
  begin_leg(start.value, start.way);
  leg_.is_normalised = true;
  leg_.may_smooth = false;
  return continuation::follow(*normalised_, unknowns, start.value, normalised_options());
}

void Walk::begin_leg(double value, double way) {
  leg_.from = value;
  leg_.way = way;
  leg_.may_smooth = true;
  leg_.is_normalised = leg_.went_round = false;
  leg_.folds_before = static_cast<int>(found_.at(Mark::fold).size());
  written_ = 1;
  written_specials_ = 0;
  leg_.rejected = 0;
}

/// From an answer, or from a point of a smaller barrier, to the solution of the smoothed conditions.
Correction Walk::smoothed(const Eigen::VectorXd& unknowns, double value) {
  const Correction correction = correct(*kkt_, Metric(*kkt_), joined(unknowns, value),
                                        continuation::parameter_row(kkt_->size()), corrector_options(50));
  found_.iterations += correction.iterations;
  return correction;
}

FollowOptions Walk::leg_options() {
  FollowOptions options = follow_options(wished_);
  options.direction = leg_.way;
  options.goal = found_.to;
  options.folds_first = std::max(0, wished_.folds_first - leg_.folds_before);
  set_home(options, leg_.from);
  options.most_steps = static_cast<int>(written_) - 1 + std::max(0, steps_left());
  if (leg_.may_smooth && can_smooth_more()) options.most_steps = std::min(options.most_steps, kLegSteps);
  if (!leg_.is_normalised) {
    options.stops_at_fold = !leg_.went_round && wished_.restarts && wished_.folds_first == 0;
    options.events.push_back(growing_multipliers());
  }
  is_crawling_ = false;
  options.log = [this](const continuation::StepReport& report) { return goes_on(report); };
  return options;
}

FollowOptions Walk::normalised_options() {
  FollowOptions options = leg_options();
  options.parametrisation = continuation::Parametrisation::arclength;
  options.events.push_back({"end of feasibility",
                            [this](const Eigen::VectorXd& x, double) { return normalised_->objective_weight(x); },
                            true});
  return options;
}

continuation::Event Walk::growing_multipliers() const {
  return {"growing multipliers",
          [this](const Eigen::VectorXd& x, double) {
            return kkt_->multipliers(x).norm() / leg_.usual_multipliers - kGrown;
          },
          true};
}

/// A path that turned back ends where it came from, or all but there: from 0 it may come back to 0 without end.
void Walk::set_home(FollowOptions& options, double here) const {
  const double home = found_.from + kHome * (found_.to - found_.from);
  const bool is_away = (here - home) * direction() > 0.0;
  (direction() > 0.0 ? options.lower : options.upper) = is_away ? home : found_.from;
}

/// Called once a step: whether to take another one.
bool Walk::goes_on(const continuation::StepReport& report) {
  leg_.rejected += report.was_accepted ? 0 : 1;
  is_crawling_ = leg_.may_smooth && can_smooth_more() && leg_.rejected > kFewRejected + 2 * report.step / 5;
  if (!wished_.progress) return !is_crawling_;
  const int step = static_cast<int>(found_.points.size() - written_) + report.step;
  return wished_.progress({step, report.lambda, report.corrections, report.was_natural, report.was_accepted}) &&
         !is_crawling_;
}

bool Walk::can_smooth_more() const { return kSmoother * kkt_->barrier() <= kGreatestBarrier && steps_left() > 0; }

/// Writes down what is new on the curve.
void Walk::write(const Curve& curve) {
  record_.write_curve(*kkt_, curve, written_, written_specials_);
  written_ = curve.points.size();
  written_specials_ = curve.specials.size();
}

}  // namespace tandem::homotopy

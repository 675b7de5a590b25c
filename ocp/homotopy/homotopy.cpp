#include <tandem/ocp/homotopy/homotopy.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/homotopy/fritz_john.hpp>
#include <tandem/ocp/homotopy/record.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace tandem {
namespace {

using continuation::Correction;
using continuation::CorrectorOptions;
using continuation::FollowOptions;
using continuation::joined;
using continuation::Metric;
using continuation::Path;
using continuation::PathEnd;
using continuation::PathPoint;
using homotopy::FritzJohnSystem;
using homotopy::KktSystem;

constexpr double kGrown = 10.0;       // of the multipliers: from here on they are normalised
constexpr double kBeyondFold = 1e-3;  // of the range: where another minimum is looked for
constexpr double kLongestStep = 100.0;
constexpr double kSameObjective = 1e-4;
constexpr double kSmoother = 100.0, kGreatestBarrier = 1e-3;
constexpr double kHome = 1e-3;  // of the range
constexpr int kLegSteps = 250, kFewRejected = 15, kFewAtFold = 2;
constexpr int kMostRestarts = 10;
constexpr int kRestartIterations = 300;

/// Newton's method on the smoothed conditions: half-smooth, it takes bounds into and out of the active set in a few
/// steps or not at all, and says little about that beforehand. So its effort rules the steps.
FollowOptions follow_options(const HomotopyOptions& wished) {
  FollowOptions options;
  options.corrector = {.tolerance = 1e-9, .error_tolerance = 1e-8, .most_corrections = 10};
  options.steps = {.first = wished.first_step,
                   .least = 1e-10,
                   .greatest = std::max(kLongestStep, wished.first_step),
                   .contraction = 100.0,
                   .deviation = 1.0,
                   .angle = 1.2,
                   .corrections = 4};
  return options;
}

/// Walks from one value to the other, leg by leg, and writes down where it came.
class Walk {
 public:
  Walk(Problem problem, const std::string& over, double from, double to, const HomotopyOptions& options)
      : wished_(options),
        nlp_(problem, meshes_for(problem, options.solve), options.solve.derivatives),
        record_(nlp_, wished_) {
    found_.problem = problem.name();
    found_.over = over;
    found_.from = from;
    found_.to = to;
  }

  Homotopy walk() {
    const Guess guess = measure();
    const NlpSolution first = solve_exactly(nlp_.unknowns_from(guess), {});
    if (!is_solved(first)) {
      record_.end(HomotopyStatus::failed, at(found_.from) + " is not solved: " + first.message);
      return std::move(found_);
    }
    record_.write_exact(first, found_.from, 0);
    try {
      found_.from == found_.to ? record_.end(HomotopyStatus::reached, "the start is the target")
                               : follow_from(first, found_.from);
    } catch (const InvalidInput& error) {  // a leg whose start Newton's method does not hold
      record_.end(HomotopyStatus::failed, error.what());
    }
    return std::move(found_);
  }

  /// On from where another walk stopped.
  Homotopy resume(const Homotopy& stopped) {
    measure();
    found_ = stopped;
    leg_ = *stopped.leg;
    found_.leg.reset();
    Path path = std::move(leg_.path);
    kkt_ = std::make_unique<KktSystem>(nlp_, found_.over, leg_.barrier, range());
    kkt_->set_sizes(leg_.weights, leg_.multiplier_size);
    restarts_ = leg_.restarts;
    // What the path counts is in the totals already, and is added again with the rest of the leg.
    found_.rejected_steps -= path.rejected;
    found_.iterations -= path.corrections;
    written_ = path.points.size();
    written_specials_ = path.specials.size();
    if (leg_.is_normalised) {
      FritzJohnSystem system(*kkt_, leg_.usual_multipliers);
      go_on(system, path, normalised_options(system));
      end_normalised(system, path);
    } else {
      go_on(*kkt_, path, leg_options());
      leg_.went_round ? end_round(path) : end_forth(path);
    }
    return std::move(found_);
  }

 private:
  /// Scales by the guess, which it returns.
  Guess measure() {
    Guess guess = wished_.solve.guess ? *wished_.solve.guess : straight_line_guess(nlp_.problem());
    scaling_ =
        wished_.solve.solver.scaling ? *wished_.solve.solver.scaling : make_scaling(nlp_, guess, wished_.solve.scales);
    return guess;
  }

  static bool is_solved(const NlpSolution& answer) {
    return answer.status == Status::solved || answer.status == Status::acceptable;
  }

  double range() const { return std::abs(found_.to - found_.from); }
  /// "limit = 0.1"
  std::string at(double value) const { return fmt::format("{} = {:.10g}", found_.over, value); }
  double direction() const { return found_.to > found_.from ? 1.0 : -1.0; }

  NlpSolution solve_exactly(const Eigen::VectorXd& start, const std::map<std::string, std::string>& ipopt,
                            std::optional<int> most_iterations = {}) {
    nlp_.require_finite_at(start);
    SolverOptions solver = wished_.solve.solver;
    solver.scaling = scaling_;
    if (most_iterations) solver.max_iterations = std::min(solver.max_iterations, *most_iterations);
    for (const auto& [key, value] : ipopt) solver.ipopt.emplace(key, value);
    const NlpSolution answer = solve_with_ipopt(nlp_, start, solver);
    found_.iterations += answer.iterations;
    return answer;
  }

  /// From a start that is all but the answer.
  NlpSolution solve_from_near(const Eigen::VectorXd& start) {
    const std::map<std::string, std::string> near{{"mu_init", "1e-7"},
                                                  {"bound_push", "1e-8"},
                                                  {"bound_frac", "1e-8"},
                                                  {"slack_bound_push", "1e-8"},
                                                  {"slack_bound_frac", "1e-8"}};
    const NlpSolution answer = solve_exactly(start, near, kRestartIterations);
    return is_solved(answer) ? answer : solve_exactly(start, {}, kRestartIterations);
  }

  // ---- legs ---------------------------------------------------------------------------------------------------------

  /// Follows the path on which an answer lies until it ends, and does what its end asks for.
  void follow_from(const NlpSolution& answer, double value) {
    kkt_ = std::make_unique<KktSystem>(nlp_, found_.over, wished_.barrier, range());
    const Eigen::VectorXd unknowns = kkt_->unknowns_from(answer);
    leg_.usual_multipliers = std::max(1.0, kkt_->multipliers(unknowns).norm());
    follow_leg(unknowns, value, direction());
  }

  void follow_leg(const Eigen::VectorXd& unknowns, double value, double way) {
    const Correction start = smoothed(unknowns, value);
    if (!start.converged) {
      if (can_smooth_more()) return follow_smoother(unknowns, value, way);
      return record_.end(HomotopyStatus::failed, at(value) + ": Newton's method does not find the smoothed solution");
    }
    begin_leg(value, way);
    Path path = follow(*kkt_, start.y.head(kkt_->size()), value, leg_options());
    end_forth(path);
  }

  void begin_leg(double value, double way) {
    leg_.from = value;
    leg_.way = way;
    leg_.may_smooth = true;
    leg_.is_normalised = leg_.went_round = false;
    leg_.folds_before = static_cast<int>(found_.folds.size());
    written_ = 1;
    written_specials_ = 0;
    leg_.rejected = 0;
  }

  /// Writes down what is new on the path.
  void write(const Path& path) {
    record_.write_path(*kkt_, path, written_, written_specials_);
    written_ = path.points.size();
    written_specials_ = path.specials.size();
  }

  /// A leg that may have come to a fold.
  void end_forth(Path& path) {
    if (is_rough(path)) return look_again(path);
    write(path);
    if (path.end == PathEnd::fold && restart_beyond(path.points.back())) return;
    if (path.end == PathEnd::fold) go_round(path);
    end_leg(path);
  }

  /// From an answer, or from a point of a smaller barrier, to the solution of the smoothed conditions.
  Correction smoothed(const Eigen::VectorXd& unknowns, double value) {
    CorrectorOptions patient = follow_options(wished_).corrector;
    patient.most_corrections = 50;
    const Correction correction =
        correct(*kkt_, Metric(*kkt_), joined(unknowns, value), continuation::parameter_row(kkt_->size()), patient);
    found_.iterations += correction.iterations;
    return correction;
  }

  continuation::Event growing_multipliers() const {
    return {"growing multipliers",
            [this](const Eigen::VectorXd& x, double) {
              return kkt_->multipliers(x).norm() / leg_.usual_multipliers - kGrown;
            },
            true};
  }

  void end_leg(const Path& path) {
    const PathPoint& last = path.points.back();
    if (path.end == PathEnd::event) return follow_normalised(last);
    const bool is_stuck = path.end == PathEnd::step_limit || path.end == PathEnd::corrector_failure || is_crawling_;
    if (is_stuck && can_smooth_more()) return follow_smoother(last.x, last.lambda, last.rate());
    finish(path);
  }

  int steps_left() const { return wished_.most_steps + 1 - static_cast<int>(found_.points.size()); }

  bool can_smooth_more() const { return kSmoother * kkt_->barrier() <= kGreatestBarrier && steps_left() > 0; }

  /// A path that goes by hundreds of knots which come to a bound, or leave it, one after the other: with a larger
  /// barrier they do so together.
  void follow_smoother(const Eigen::VectorXd& unknowns, double value, double way) {
    kkt_->set_barrier(kSmoother * kkt_->barrier());
    follow_leg(unknowns, value, way);
  }

  /// Where steps were short before a fold, the fold may be one of the active set's, which a larger barrier has not.
  bool is_rough(const Path& path) const {
    return path.end == PathEnd::fold && path.rejected > kFewAtFold && can_smooth_more();
  }

  void look_again(Path& path) {
    path.points.pop_back();
    path.specials.pop_back();
    write(path);
    const PathPoint& before = path.points.back();
    follow_smoother(before.x, before.lambda, before.rate());
  }

  /// On from a fold, the way back.
  void go_round(Path& path) {
    leg_.went_round = true;
    leg_.from = path.points.back().lambda;
    path.rejected = path.corrections = 0;
    go_on(*kkt_, path, leg_options());
    write(path);
  }

  void end_round(const Path& path) {
    write(path);
    end_leg(path);
  }

  /// A path that turned back ends where it came from, or all but there: from 0 it may come back to 0 without end.
  void set_home(FollowOptions& options, double here) const {
    const double home = found_.from + kHome * (found_.to - found_.from);
    const bool is_away = (here - home) * direction() > 0.0;
    (direction() > 0.0 ? options.lower : options.upper) = is_away ? home : found_.from;
  }

  FollowOptions leg_options() {
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

  /// Called once a step: whether to take another one.
  bool goes_on(const continuation::StepReport& report) {
    leg_.rejected += report.was_accepted ? 0 : 1;
    is_crawling_ = leg_.may_smooth && can_smooth_more() && leg_.rejected > kFewRejected + 2 * report.step / 5;
    if (!wished_.progress) return !is_crawling_;
    const int step = static_cast<int>(found_.points.size() - written_) + report.step;
    return wished_.progress({step, report.lambda, report.corrections, report.was_natural, report.was_accepted}) &&
           !is_crawling_;
  }

  /// A minimum meets a saddle at a fold and both are gone beyond it; another minimum may be near. And where normalised
  /// multipliers say that feasibility ends, it may do so for this kind of motion only. The better one of
  /// what the motion at hand and the problem's own guess lead to.
  bool restart_beyond(const PathPoint& turn) {
    const double value = turn.lambda + direction() * kBeyondFold * range();
    if (!wished_.restarts || restarts_ >= kMostRestarts || (found_.to - value) * direction() <= 0.0) return false;
    ++restarts_;
    const Eigen::VectorXd near = kkt_->answer_from(turn.x.head(kkt_->size()), turn.lambda).unknowns;
    nlp_.set_number(found_.over, value);
    std::optional<NlpSolution> best;
    for (const Eigen::VectorXd& start : {near, nlp_.unknowns_from(straight_line_guess(nlp_.problem()))}) {
      const NlpSolution answer =
          solve_exactly(start.cwiseMax(nlp_.lower()).cwiseMin(nlp_.upper()), {}, kRestartIterations);
      if (is_solved(answer) && (!best || answer.objective < best->objective)) best = answer;
    }
    if (!best) return false;
    record_.write_exact(*best, value, 0);
    follow_from(*best, value);
    return true;
  }

  /// The same path with normalised multipliers.
  void follow_normalised(const PathPoint& from) {
    FritzJohnSystem system(*kkt_, leg_.usual_multipliers);
    const Eigen::VectorXd start = system.normalised(from.x);
    begin_leg(from.lambda, from.rate());
    leg_.is_normalised = true;
    leg_.may_smooth = false;
    const Path path = follow(system, start, from.lambda, normalised_options(system));
    end_normalised(system, path);
  }

  FollowOptions normalised_options(FritzJohnSystem& system) {
    FollowOptions options = leg_options();
    options.parametrisation = continuation::Parametrisation::arclength;
    options.events.push_back(
        {"end of feasibility", [&](const Eigen::VectorXd& x, double) { return system.objective_weight(x); }, true});
    return options;
  }

  void end_normalised(FritzJohnSystem& system, const Path& path) {
    write(path);
    if (path.end != PathEnd::event) return finish(path);
    if (!restart_beyond(path.points.back())) locate_end(system, path.points.back());
  }

  /// On the end of feasibility, rho = 0, the barrier is taken away.
  void locate_end(FritzJohnSystem& system, const PathPoint& end_point) {
    Eigen::VectorXd y = joined(end_point.x, end_point.lambda), row = Eigen::VectorXd::Unit(y.size(), y.size() - 2);
    const Metric metric(system);
    CorrectorOptions corrector = follow_options(wished_).corrector;
    corrector.most_corrections = 30;
    double change = kInfinity;
    for (int i = 0; i < 10 && change > 1e-10 * range(); ++i) {
      kkt_->set_barrier(0.1 * kkt_->barrier());
      const Correction correction = correct(system, metric, y, row, corrector);
      found_.iterations += correction.iterations;
      if (!correction.converged) break;
      change = std::abs(correction.y(y.size() - 1) - y(y.size() - 1));
      y = correction.y;
    }
    const double value = y(y.size() - 1);
    record_.write_end(kkt_->answer_from(y.head(kkt_->size()), value), value);
    record_.end(HomotopyStatus::end_of_feasibility,
                "no motion near the last one meets the constraints beyond " + at(value));
  }

  // ---- what was found -----------------------------------------------------------------------------------------------

  void finish(const Path& path) {
    if (path.end == PathEnd::reached) return finish_at_target(path.points.back());
    if (path.end == PathEnd::step_limit || path.end == PathEnd::stopped) keep_leg(path);
    const std::string here = at(path.points.back().lambda);
    if (path.end == PathEnd::step_limit) {
      return record_.end(HomotopyStatus::step_limit, fmt::format("{}: took all {} steps", here, wished_.most_steps));
    }
    if (path.end == PathEnd::bound) {
      const std::string turn = at(found_.folds.empty() ? found_.from : found_.folds.front());
      record_.end(HomotopyStatus::failed, "the path turned back at " + turn + " and came to its start again");
    } else if (path.end == PathEnd::stopped) {
      record_.end(HomotopyStatus::failed, here + ": stopped by the caller");
    } else {
      record_.end(HomotopyStatus::failed, here + ": the corrector fails however short the step");
    }
  }

  void keep_leg(const Path& path) {
    found_.leg = leg_;
    found_.leg->path = path;
    found_.leg->barrier = kkt_->barrier();
    found_.leg->restarts = restarts_;
    found_.leg->weights = kkt_->sizes();
    found_.leg->multiplier_size = kkt_->multiplier_size();
  }

  void finish_at_target(const PathPoint& last) {
    const Eigen::VectorXd unknowns = last.x.head(kkt_->size());
    const NlpSolution near = kkt_->answer_from(unknowns, found_.to);
    const bool is_saddle = !kkt_->factorise(unknowns, found_.to).is_minimum();
    // A path that went round a fold was wanted as it is; one that lost its minimum at a branch point was not.
    const bool is_wanted = !is_saddle || !found_.folds.empty();
    NlpSolution answer = is_wanted ? solve_from_near(near.unknowns) : solve_exactly(near.unknowns, {});
    const double apart = std::abs(answer.objective - near.objective);
    const bool is_same = apart <= kSameObjective * (1.0 + std::abs(near.objective));
    if (is_saddle && is_same) answer.last_regularization = kInfinity;
    if (!is_solved(answer)) {
      return record_.end(HomotopyStatus::failed, at(found_.to) + " is not solved from near: " + answer.message);
    }
    const int iterations = found_.points.back().iterations;
    found_.points.pop_back();
    record_.write_exact(answer, found_.to, iterations);
    record_.end(HomotopyStatus::reached, "reached " + at(found_.to));
  }

  const HomotopyOptions& wished_;
  StagedNlp nlp_;
  Scaling scaling_;
  std::unique_ptr<KktSystem> kkt_;
  HomotopyLeg leg_;                                 ///< the present one, without its path
  std::size_t written_ = 1, written_specials_ = 0;  ///< of the leg's points
  int restarts_ = 0;
  bool is_crawling_ = false;  ///< the leg was stopped because too many of its steps were rejected
  homotopy::Record record_;
  Homotopy& found_ = record_.found;
};

}  // namespace

std::string to_string(HomotopyStatus status) {
  switch (status) {
    case HomotopyStatus::reached:
      return "reached";
    case HomotopyStatus::end_of_feasibility:
      return "end_of_feasibility";
    case HomotopyStatus::step_limit:
      return "step_limit";
    case HomotopyStatus::failed:
      return "failed";
  }
  return "failed";
}

void check_path(const Problem& problem, const std::string& over, double from, double to,
                const HomotopyOptions& options) {
  require(options.barrier > 0.0 && std::isfinite(options.barrier), "the barrier {} must be positive", options.barrier);
  require(options.first_step > 0.0 && std::isfinite(options.first_step), "the first step {} must be positive",
          options.first_step);
  require(options.most_steps >= 1, "the step limit {} is below 1", options.most_steps);
  require(options.folds_first >= 0, "the number of folds to pass, {}, is negative", options.folds_first);
  Problem followed = problem;
  followed.set(over, to);  // refused now rather than at the end
  followed.set(over, from);
  const Role role = followed.numbers()[followed.index_of_number(over)].role;
  require(role != Role::design, "number '{}' is a design number: the solver chooses it, it cannot be followed", over);
}

Homotopy follow_number(const Problem& problem, const std::string& over, double from, double to,
                       const HomotopyOptions& options) {
  check_path(problem, over, from, to, options);
  Problem followed = problem;
  followed.set(over, from);
  followed.set_role(over, Role::path);
  return Walk(std::move(followed), over, from, to, options).walk();
}

Homotopy go_on(const Problem& problem, const Homotopy& stopped, const HomotopyOptions& options) {
  require(stopped.leg.has_value(), "homotopy: the path of '{}' did not stop on its way, there is nothing to go on with",
          stopped.problem);
  require(stopped.problem == problem.name(), "homotopy: the path is one of '{}', not of '{}'", stopped.problem,
          problem.name());
  check_path(problem, stopped.over, stopped.from, stopped.to, options);
  Problem followed = problem;
  followed.set(stopped.over, stopped.from);
  followed.set_role(stopped.over, Role::path);
  return Walk(std::move(followed), stopped.over, stopped.from, stopped.to, options).resume(stopped);
}

}  // namespace tandem

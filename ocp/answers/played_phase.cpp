#include <tandem/ocp/answers/played_phase.hpp>

#include <tandem/ocp/answers/control_breaks.hpp>
#include <tandem/ocp/answers/equality_size.hpp>
#include <tandem/ocp/answers/order_eight.hpp>
#include <tandem/ocp/answers/transcribed_costs.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace tandem {
namespace {

constexpr double kTolerance = 1e-9;
constexpr int kFewestPieces = 1, kMostPieces = 4096;  // of a panel between breaks
constexpr int kStretch = 1024;                        // intervals whose tasks are kept together
constexpr int kLooks = 8;                             // at bounds, a step
constexpr int kFirstNearStage =
    5;  // of a step: from here on stages are of order 3 and more, near enough to look at paths

std::vector<double> cut(const std::vector<double>& breaks, int pieces) {
  std::vector<double> steps{breaks.front()};
  for (std::size_t i = 1; i < breaks.size(); ++i) {
    for (int p = 1; p <= pieces; ++p) steps.push_back(breaks[i - 1] + (breaks[i] - breaks[i - 1]) * p / pieces);
    steps.back() = breaks[i];
  }
  return steps;
}

/// An interval that is to be played.
struct Task {
  int interval = 0;
  int pieces = kFewestPieces;
  std::vector<double> breaks, steps;
};

class Player {
 public:
  explicit Player(PhaseFlow& flow)
      : flow_(flow), played_(flow.played()), phase_(flow.phase()), scales_(played_.state_scales()) {
    const int n = played_.intervals(), nx = flow.states(), paths = flow.outputs().paths;
    result_.ends.setZero(nx, n);
    result_.ends_as_stored.resize(nx, n);
    result_.costs.setZero(n);
    result_.costs_as_stored.resize(n);
    result_.sizes.setZero(n);
    result_.integrals.setZero(flow.outputs().integrals, n);
    result_.past_states.setZero(nx, n);
    result_.past_paths.setZero(paths, n);
    result_.past_controls.setZero(phase_.control_count, n);
    least_path_.setConstant(paths, kInfinity);
    most_path_.setConstant(paths, -kInfinity);
    const auto numbers = played_.numbers();
    for (int i = 0; i < nx; ++i) {
      const Range& range = phase_.states[i].range();
      state_bounds_.push_back({range.lower.at(numbers), range.upper.at(numbers)});
      has_state_bounds_ =
          has_state_bounds_ || std::isfinite(state_bounds_[i].first) || std::isfinite(state_bounds_[i].second);
    }
    for (int row = 0; row < paths; ++row) {
      const Range& range = phase_.path_constraints[row].bounds;
      path_bounds_.push_back({range.lower.at(numbers), range.upper.at(numbers)});
    }
  }

  PlayedPhase play() {
    cost_size_ = played_.series().interval_costs.size() > 0 ? played_.series().interval_costs.cwiseAbs().sum() : 0.0;
    const int n = played_.intervals();
    for (int first = 0; first < n; first += kStretch) play_stretch(first, std::min(kStretch, n - first));
    scale_paths();
    if (!played_.tableau().discrete) result_.transcribed_costs = transcribed_costs(flow_);
    return std::move(result_);
  }

 private:
  /// Within bounds, and once more as stored where a control leaves them.
  void play_stretch(int first, int count) {
    std::vector<Task> tasks, broken;
    for (int k = first; k < first + count; ++k) {
      tasks.push_back({k, kFewestPieces, control_breaks(played_, k), {}});
      if (tasks.back().breaks.size() > 2) {
        broken.push_back({k, kFewestPieces, {0.0, 1.0}, {}});
        see_overshoot(k);
      }
    }
    within_ = true;
    play_all(std::move(tasks));
    result_.ends_as_stored.middleCols(first, count) = result_.ends.middleCols(first, count);
    result_.costs_as_stored.segment(first, count) = result_.costs.segment(first, count);
    within_ = false;
    play_all(std::move(broken));
  }

  /// Groups of tasks with the same number of steps go side by side; what is not accurate yet goes again.
  void play_all(std::vector<Task> tasks) {
    while (!tasks.empty()) {
      std::map<std::size_t, std::vector<Task>> by_steps;
      for (Task& task : tasks) {
        task.steps = cut(task.breaks, task.pieces);
        by_steps[task.steps.size()].push_back(std::move(task));
      }
      tasks.clear();
      for (auto& [steps, group] : by_steps) {
        for (std::size_t first = 0; first < group.size(); first += PhaseFlow::kMostLanes) {
          const std::size_t count = std::min<std::size_t>(PhaseFlow::kMostLanes, group.size() - first);
          play_lanes({group.data() + first, count}, tasks);
        }
      }
    }
  }

  void play_lanes(std::span<Task> group, std::vector<Task>& again) {
    start(group);
    const int steps = static_cast<int>(group.front().steps.size()) - 1;
    Eigen::ArrayXd from(lanes()), length(lanes());
    for (int step = 0; step < steps; ++step) {
      for (int lane = 0; lane < lanes(); ++lane) {
        from(lane) = group[lane].steps[step];
        length(lane) = group[lane].steps[step + 1] - from(lane);
      }
      const Eigen::MatrixXd before = y_;
      int stage = 0;
      method_.step(from, length, y_, [&](const Eigen::MatrixXd& y, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes) {
        evaluate(y, s, slopes);
        if (stage == 0 || stage >= kFirstNearStage) see_paths();
        ++stage;
      });
      see_states_between(before, from + length, length);
      errors_ = errors_.cwiseMax(method_.difference(length).cwiseAbs());
    }
    finish(group, again);
  }

  int lanes() const { return flow_.lanes(); }
  int cost_row() const { return flow_.states(); }
  int size_row() const { return flow_.states() + 1; }
  int rows() const { return flow_.states() + 2 + flow_.outputs().integrals; }

  /// y = [x; integral of sign L; of |L|; of the integrands], s the fraction of the interval.
  void start(std::span<const Task> group) {
    std::vector<int> intervals;
    for (const Task& task : group) intervals.push_back(task.interval);
    flow_.choose(intervals);
    method_.resize(rows(), lanes());
    y_.setZero(rows(), lanes());
    errors_.setZero(rows(), lanes());
    for (int lane = 0; lane < lanes(); ++lane) {
      y_.col(lane).head(flow_.states()) = played_.series().states.col(intervals[lane]);
    }
    past_states_.setZero(flow_.states(), lanes());
    past_paths_.setZero(flow_.outputs().paths, lanes());
    least_here_.setConstant(flow_.outputs().paths, lanes(), kInfinity);
    most_here_.setConstant(flow_.outputs().paths, lanes(), -kInfinity);
  }

  void evaluate(const Eigen::MatrixXd& y, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes) {
    const int nx = flow_.states();
    flow_.place(y.topRows(nx), s, within_);
    flow_.evaluate(Level::values);
    slopes.topRows(nx) = flow_.rates();
    for (int lane = 0; lane < lanes(); ++lane) {
      slopes(cost_row(), lane) = flow_.running_cost(lane);
      slopes(size_row(), lane) = std::abs(flow_.running_cost(lane));
      for (int i = 0; i < flow_.outputs().integrals; ++i) slopes(nx + 2 + i, lane) = flow_.integrand(lane, i);
      slopes.col(lane) *= played_.step(flow_.interval(lane));
    }
  }

  /// NaN where the value is; what is NaN once stays so.
  static void see_past(double& most, double value, const std::pair<double, double>& bounds) {
    const double past = std::isnan(value) ? value : std::max({0.0, bounds.first - value, value - bounds.second});
    if (!std::isnan(most) && !(past <= most)) most = past;
  }

  void see_paths() {
    for (int row = 0; row < flow_.outputs().paths; ++row) {
      if (flow_.path_kind(row) == PathKind::residual) continue;
      for (int lane = 0; lane < lanes(); ++lane) {
        const double value = flow_.path(lane, row);
        see_past(past_paths_(row, lane), value, path_bounds_[row]);
        least_here_(row, lane) = std::min(least_here_(row, lane), value);
        most_here_(row, lane) = std::max(most_here_(row, lane), value);
      }
    }
  }

  /// The cubic through both ends of a step with its slopes there is near enough to look at bounds.
  void see_states_between(const Eigen::MatrixXd& before, const Eigen::ArrayXd& end, const Eigen::ArrayXd& length) {
    if (!has_state_bounds_) return;
    end_slopes_.resize(rows(), lanes());
    evaluate(y_, end, end_slopes_);
    for (int i = 0; i < flow_.states(); ++i) {
      if (!std::isfinite(state_bounds_[i].first) && !std::isfinite(state_bounds_[i].second)) continue;
      for (int lane = 0; lane < lanes(); ++lane) {
        const double x0 = before(i, lane), x1 = y_(i, lane);
        const double slope0 = method_.first_slopes()(i, lane) * length(lane),
                     slope1 = end_slopes_(i, lane) * length(lane);
        for (int look = 1; look <= kLooks; ++look) {
          const double s = static_cast<double>(look) / kLooks, r = 1.0 - s;
          const double x =
              (1.0 + 2.0 * s) * r * r * x0 + s * s * (3.0 - 2.0 * s) * x1 + s * r * (r * slope0 - s * slope1);
          see_past(past_states_(i, lane), x, state_bounds_[i]);
        }
      }
    }
  }

  /// Above what the solver lets pass at nodes.
  void see_overshoot(int k) {
    constexpr int kSamples = 24;
    for (int s = 0; s <= kSamples; ++s) {
      const double fraction = static_cast<double>(s) / kSamples;
      const Eigen::VectorXd past = (played_.control(k, fraction) - played_.control_within(k, fraction)).cwiseAbs();
      result_.past_controls.col(k) = result_.past_controls.col(k).cwiseMax(past);
    }
  }

  bool is_accurate(int lane) const {
    const auto errors = errors_.col(lane);
    const bool states = (errors.head(flow_.states()).array() <= kTolerance * scales_.array()).all();
    return states && (errors(cost_row()) <= kTolerance * cost_size_ || cost_size_ == 0.0);
  }

  void finish(std::span<Task> group, std::vector<Task>& again) {
    const int nx = flow_.states();
    for (int lane = 0; lane < lanes(); ++lane) {
      Task& task = group[lane];
      if (!is_accurate(lane) && task.pieces < kMostPieces) {
        task.pieces *= 2;
        again.push_back(std::move(task));
        continue;
      }
      if (!is_accurate(lane) && !(errors_.col(lane).head(nx).array() <= 1e-4 * scales_.array()).all()) {
        y_.col(lane).setConstant(std::numeric_limits<double>::quiet_NaN());
      }
      const int k = task.interval;
      if (!within_) {
        result_.ends_as_stored.col(k) = y_.col(lane).head(nx);
        result_.costs_as_stored(k) = y_(cost_row(), lane);
        continue;
      }
      result_.ends.col(k) = y_.col(lane).head(nx);
      result_.costs(k) = y_(cost_row(), lane);
      result_.sizes(k) = y_(size_row(), lane);
      result_.integrals.col(k) = y_.col(lane).tail(flow_.outputs().integrals);
      result_.past_states.col(k) = past_states_.col(lane);
      result_.past_paths.col(k) = past_paths_.col(lane);
      least_path_ = least_path_.cwiseMin(least_here_.col(lane));
      most_path_ = most_path_.cwiseMax(most_here_.col(lane));
      result_.set_steps(k, std::move(task.steps));
    }
  }

  void scale_paths() {
    result_.path_scales.setZero(least_path_.size());
    for (int row = 0; row < least_path_.size(); ++row) {
      const double range = most_path_(row) - least_path_(row);
      const auto& [lower, upper] = path_bounds_[row];
      double size = std::max(std::abs(most_path_(row)), std::abs(least_path_(row)));
      for (const double bound : {lower, upper}) {
        if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
      }
      const bool is_equality = lower == upper && flow_.path_kind(row) != PathKind::residual;
      const double least = is_equality ? size_of_terms(played_, phase_.path_constraints[row].function) : 1e-300;
      result_.path_scales(row) = std::max(range > 1e-9 * size ? range : size, least);
    }
  }

  PhaseFlow& flow_;
  const Played& played_;
  const Phase& phase_;
  Eigen::VectorXd scales_;
  double cost_size_ = 0.0;
  bool within_ = true, has_state_bounds_ = false;
  std::vector<std::pair<double, double>> state_bounds_, path_bounds_;
  OrderEight method_;
  Eigen::MatrixXd y_, errors_, end_slopes_, past_states_, past_paths_;
  Eigen::MatrixXd least_here_, most_here_;  ///< of path constraints, in the lanes at work
  Eigen::VectorXd least_path_, most_path_;
  PlayedPhase result_;
};

}  // namespace

const std::vector<double>& PlayedPhase::steps(int interval) const {
  static const std::vector<double> whole{0.0, 1.0};
  const auto found = steps_.find(interval);
  return found == steps_.end() ? whole : found->second;
}

void PlayedPhase::set_steps(int interval, std::vector<double> steps) {
  if (steps.size() > 2) steps_[interval] = std::move(steps);
}

PlayedPhase play(PhaseFlow& flow) { return Player(flow).play(); }

}  // namespace tandem

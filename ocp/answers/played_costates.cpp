#include <tandem/ocp/answers/played_costates.hpp>

#include <tandem/ocp/answers/hermite_cubic.hpp>
#include <tandem/ocp/answers/order_eight.hpp>
#include <tandem/ocp/transcription/collocation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tandem {
namespace {

constexpr double kNegligibleExcess = 1e-11;  // of the objective's scale, over all intervals

/// Values at s of the cubic on [0, 1] with these ends and slopes, column by column.
Eigen::MatrixXd cubics(const Eigen::MatrixXd& y0, const Eigen::MatrixXd& y1, const Eigen::MatrixXd& slopes0,
                       const Eigen::MatrixXd& slopes1, const Eigen::ArrayXd& s, const Eigen::ArrayXd& unit) {
  Eigen::MatrixXd values(y0.rows(), y0.cols());
  for (int i = 0; i < y0.cols(); ++i) {
    values.col(i) = hermite_cubic(y0.col(i), y1.col(i), slopes0.col(i), slopes1.col(i), unit(i), s(i));
  }
  return values;
}

}  // namespace

PlayedCostates::PlayedCostates(PhaseFlow& flow, const PlayedPhase& played, double objective_scale)
    : flow_(flow),
      answer_(flow.played()),
      played_(played),
      scale_(objective_scale),
      least_(flow),
      state_scales_(answer_.state_scales()),
      is_radau_(answer_.tableau().name == "radau"),
      pushes_(find_knot_pushes(flow)) {
  integrals_.by_numbers.setZero(flow.numbers());
  const PhaseTime& time = flow.phase().time;
  const auto is_free = [&](const Range& range) {
    return range.lower.at(answer_.numbers()) != range.upper.at(answer_.numbers());
  };
  wants_integrals_ = time.continues || is_free(time.start) || is_free(time.end);
}

std::vector<CostateResult> PlayedCostates::run(const std::vector<CostateTask>& tasks) {
  std::vector<CostateResult> results(tasks.size());
  std::map<std::size_t, std::vector<std::size_t>> by_steps;
  for (std::size_t i = 0; i < tasks.size(); ++i) by_steps[played_.steps(tasks[i].interval).size()].push_back(i);
  for (const auto& [steps, members] : by_steps) {
    for (std::size_t first = 0; first < members.size(); first += PhaseFlow::kMostLanes) {
      const std::size_t count = std::min<std::size_t>(PhaseFlow::kMostLanes, members.size() - first);
      std::vector<CostateTask> group;
      for (std::size_t i = 0; i < count; ++i) group.push_back(tasks[members[first + i]]);
      std::vector<CostateResult> found(count);
      run_lanes(group, found);
      for (std::size_t i = 0; i < count; ++i) results[members[first + i]] = std::move(found[i]);
    }
  }
  return results;
}

/// What is pushed inside the lane's interval at this fraction, per unit of the fraction.
Eigen::VectorXd PlayedCostates::density(int lane, double fraction) const {
  Eigen::VectorXd sum = mass_.col(lane);
  const Tableau& tableau = answer_.tableau();
  const int inner = tableau.interior_states, points = tableau.point_count();
  const bool shaped = tasks_[lane].right == Measure::before && is_radau_;
  if (inner == 0 && !shaped) return sum;
  if (inner == 1 && points != inner && points != inner + 1) return sum + inner_mass_.col(lane);
  const Eigen::RowVectorXd basis = lagrange_basis(tableau.points, fraction);
  for (int j = 0; j < inner; ++j) sum += basis(j) / tableau.weights(j) * inner_mass_.col(lane * inner + j);
  if (shaped) sum += basis(points - 1) / tableau.weights(points - 1) * shaped_mass_.col(lane);
  return sum;
}

void PlayedCostates::start(std::span<const CostateTask> tasks) {
  tasks_ = tasks;
  const int nx = flow_.states(), lanes = static_cast<int>(tasks.size()), inner = answer_.tableau().interior_states;
  const PhaseSolution& series = answer_.series();
  std::vector<int> intervals;
  for (const CostateTask& task : tasks) intervals.push_back(task.interval);
  flow_.choose(intervals);
  mass_.setZero(nx, lanes);
  shaped_mass_.setZero(nx, lanes);
  inner_mass_.setZero(nx, lanes * std::max(inner, 1));
  left_.resize(nx, lanes);
  right_.resize(nx, lanes);
  const bool has_inner = inner > 0 && series.inner_pushes.cols() == answer_.intervals() * inner;
  for (int lane = 0; lane < lanes; ++lane) {
    const int k = intervals[lane];
    right_.col(lane) = right_costate(k);
    left_.col(lane) = series.costates.col(k);
    if (pushes_.has_paths()) left_.col(lane) += pushes_.left_shift.col(k);
    if (tasks[lane].right != Measure::atom) {
      const double part =
          tasks[lane].right == Measure::before ? 1.0 : answer_.step(k) / (answer_.step(k) + answer_.step(k + 1));
      const Eigen::VectorXd share = part * pushes_.all.col(k + 1);
      right_.col(lane) -= share;
      (part == 1.0 && is_radau_ ? shaped_mass_ : mass_).col(lane) += share;
    }
    if (tasks[lane].left != Measure::atom) {
      const double part =
          tasks[lane].left == Measure::after ? 1.0 : answer_.step(k) / (answer_.step(k) + answer_.step(k - 1));
      const Eigen::VectorXd share = part * pushes_.all.col(k);
      left_.col(lane) += share;
      mass_.col(lane) += share;
    }
    if (has_inner) inner_mass_.middleCols(lane * inner, inner) = series.inner_pushes.middleCols(k * inner, inner);
  }
}

/// y = [x; lambda], slopes by the fraction of the interval.
void PlayedCostates::evaluate(const Eigen::MatrixXd& y, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes) {
  const int nx = flow_.states();
  flow_.place(y.topRows(nx), s);
  flow_.evaluate(Level::jacobian);
  flow_.weigh(y.bottomRows(nx));
  slopes.topRows(nx) = flow_.rates();
  slopes.bottomRows(nx) = -flow_.gradients().topRows(nx).leftCols(flow_.lanes());
  for (int lane = 0; lane < flow_.lanes(); ++lane) {
    slopes.col(lane) *= answer_.step(flow_.interval(lane));
    slopes.col(lane).tail(nx) -= density(lane, s(lane));
  }
}

void PlayedCostates::run_lanes(std::span<const CostateTask> tasks, std::span<CostateResult> results) {
  start(tasks);
  const int nx = flow_.states(), lanes = flow_.lanes(), nu = flow_.true_controls();
  const int steps = static_cast<int>(played_.steps(tasks[0].interval).size()) - 1;
  Eigen::MatrixXd y(2 * nx, lanes), slopes(2 * nx, lanes), before, before_slopes;
  for (int lane = 0; lane < lanes; ++lane) y.col(lane) << played_.ends.col(flow_.interval(lane)), right_.col(lane);
  OrderEight method;
  method.resize(2 * nx, lanes);
  points_.clear();
  Eigen::ArrayXd from = Eigen::ArrayXd::Ones(lanes), length(lanes);
  const auto law = [&](const Eigen::MatrixXd& at, const Eigen::ArrayXd& s, Eigen::MatrixXd& out) {
    evaluate(at, s, out);
  };
  for (int step = steps; step > 0; --step) {
    before = y;
    for (int lane = 0; lane < lanes; ++lane) {
      const std::vector<double>& ends = played_.steps(flow_.interval(lane));
      from(lane) = ends[step];
      length(lane) = from(lane) - ends[step - 1];
    }
    method.step(from, -length, y, law);
    before_slopes = method.first_slopes();
    if (step == steps) right_slopes_ = before_slopes.bottomRows(nx);
    // slopes at the step's other end are the next step's first ones, or evaluated once at the left knot
    evaluate(y, from - length, slopes);
    collect(from - length, length, y, slopes, before, before_slopes);
  }
  // the cubic's own slopes stand at the answer's states and costates
  Eigen::MatrixXd ends(2 * nx, lanes);
  for (int lane = 0; lane < lanes; ++lane) ends.col(lane) << y.col(lane).head(nx), left_.col(lane);
  evaluate(ends, Eigen::ArrayXd::Zero(lanes), slopes);
  left_slopes_ = slopes.bottomRows(nx);

  none_ = {Eigen::ArrayXd::Zero(nu), 0.0, Eigen::VectorXd::Zero(nx), Eigen::VectorXd::Zero(nu), {}};
  back_.assign(lanes, none_);
  cubic_.assign(lanes, none_);
  last_slope_.setZero(nu, lanes);
  last_fraction_.setConstant(nu, lanes, -1.0);
  examine_all();
  if (wants_integrals_) add_to_integrals();
  if (flow_.numbers() > 0) add_slopes_by_numbers();
  for (int lane = 0; lane < lanes; ++lane) {
    const bool integrated = back_[lane].total() <= cubic_[lane].total();
    results[lane] = integrated ? back_[lane] : cubic_[lane];
    results[lane].miss = y.col(lane).tail(nx) - left_.col(lane);
    results[lane].switching = cubic_[lane].switching;
    results[lane].switches = cubic_[lane].switches;
  }
}

/// Gauss points of one step, states and costates by the cubic over it.
void PlayedCostates::collect(const Eigen::ArrayXd& from, const Eigen::ArrayXd& length, const Eigen::MatrixXd& y0,
                             const Eigen::MatrixXd& slopes0, const Eigen::MatrixXd& y1,
                             const Eigen::MatrixXd& slopes1) {
  static const QuadratureRule few = gauss_rule(3), many = gauss_rule(5);
  const bool one_step = (length == 1.0).any();
  const QuadratureRule& rule = least_.any_affine() || one_step ? many : few;
  const int nx = flow_.states();
  for (int p = static_cast<int>(rule.points.size()) - 1; p >= 0; --p) {
    const Eigen::ArrayXd at = Eigen::ArrayXd::Constant(length.size(), rule.points(p));
    const Eigen::MatrixXd y = cubics(y0, y1, slopes0, slopes1, at, length);
    points_.push_back({rule.weights(p), from + rule.points(p) * length, length, y.topRows(nx), y.bottomRows(nx)});
  }
}

void PlayedCostates::see_switch(int control, double fraction, double slope, int lane) {
  const double before = last_slope_(control, lane), at = last_fraction_(control, lane);
  if (at >= 0.0 && before * slope < 0.0) {
    const double root = fraction + (at - fraction) * slope / (slope - before);
    cubic_[lane].switches.push_back(
        {flow_.interval(lane), root, fmt::format("switch of '{}'", flow_.phase().controls[control].name)});
  }
  last_slope_(control, lane) = slope;
  last_fraction_(control, lane) = fraction;
}

/// The cubic everywhere; the nine places in the middle, and everywhere where H is less at one of them; the costate
/// integrated back where what the cubic finds is worth a second look.
void PlayedCostates::examine_all() {
  const std::size_t middle = points_.size() / 2;
  const double total = examine(points_[middle], true, true, cubic_);
  const bool everywhere = total < 0.0;
  last_slope_.setZero();
  last_fraction_.setConstant(-1.0);
  for (CostateResult& result : cubic_) result = none_;
  for (const Point& point : points_) examine(point, true, everywhere, cubic_);
  double worst = 0.0;
  for (const CostateResult& result : cubic_) worst = std::max(worst, result.total());
  if (worst <= kNegligibleExcess * scale_ / answer_.intervals()) {
    back_ = cubic_;
    return;
  }
  for (const Point& point : points_) examine(point, false, everywhere, back_);
}

/// Adds one point's share to the results; less than 0 where another place is better than the control's own valley.
double PlayedCostates::examine(const Point& point, bool by_cubic, bool look_everywhere,
                               std::vector<CostateResult>& results) {
  const int lanes = flow_.lanes();
  flow_.place(point.x, point.s);
  flow_.evaluate(Level::jacobian);
  const Eigen::MatrixXd costates =
      by_cubic ? cubics(left_, right_, left_slopes_, right_slopes_, point.s, Eigen::ArrayXd::Ones(lanes))
               : point.costates;
  const Excess excess = least_.measure(costates, look_everywhere);
  for (int lane = 0; lane < lanes; ++lane) {
    const double dt = point.weight * point.length(lane) * answer_.step(flow_.interval(lane));
    CostateResult& result = results[lane];
    result.affine += dt * excess.affine.col(lane);
    result.curved += dt * excess.curved(lane);
    result.switching += dt * excess.switching.col(lane);
    for (int i = 0; by_cubic && i < flow_.true_controls(); ++i) {
      if (least_.is_affine(i)) see_switch(i, point.s(lane), excess.switching(i, lane), lane);
    }
  }
  return excess.elsewhere ? -1.0 : 0.0;
}

/// Of H at the transcription's own points, states and controls as it has them: it is the transcription whose derivative
/// by a time is to balance.
void PlayedCostates::add_to_integrals() {
  const auto is_plain = [](const CostateTask& task) {
    return task.left == Measure::atom && task.right == Measure::atom;
  };
  if (std::none_of(tasks_.begin(), tasks_.end(), is_plain)) return;
  const Tableau& tableau = answer_.tableau();
  const double start = answer_.start(), duration = answer_.end() - start;
  const int lanes = flow_.lanes(), time = flow_.states() + flow_.controls();
  Eigen::MatrixXd x(flow_.states(), lanes);
  for (int j = 0; j < tableau.point_count(); ++j) {
    const Eigen::ArrayXd s = Eigen::ArrayXd::Constant(lanes, tableau.points(j));
    for (int lane = 0; lane < lanes; ++lane) x.col(lane) = answer_.node_state(flow_.interval(lane), s(lane));
    flow_.place(x, s, false);
    flow_.evaluate(Level::jacobian);
    flow_.weigh(cubics(left_, right_, left_slopes_, right_slopes_, s, Eigen::ArrayXd::Ones(lanes)));
    for (int lane = 0; lane < lanes; ++lane) {
      if (!is_plain(tasks_[lane])) continue;
      const int k = flow_.interval(lane);
      const double dt = tableau.weights(j) * answer_.step(k), passed = answer_.time(k, s(lane)) - start;
      const double value = flow_.hamiltonian(lane), by_time = flow_.gradients()(time, lane);
      integrals_.mean_to_end += dt / duration * (value + passed * by_time);
      integrals_.mean_to_start += dt / duration * (value - (duration - passed) * by_time);
    }
  }
}

/// Along the played motion with the costate integrated back: between knots it may turn faster than any cubic.
void PlayedCostates::add_slopes_by_numbers() {
  for (const Point& point : points_) {
    flow_.place(point.x, point.s);
    flow_.evaluate(Level::jacobian);
    flow_.weigh(point.costates);
    for (int lane = 0; lane < flow_.lanes(); ++lane) {
      if (tasks_[lane].left != Measure::atom || tasks_[lane].right != Measure::atom) continue;
      const double dt = point.weight * point.length(lane) * answer_.step(flow_.interval(lane));
      integrals_.by_numbers += dt * flow_.gradients().col(lane).tail(flow_.numbers());
    }
  }
}

}  // namespace tandem

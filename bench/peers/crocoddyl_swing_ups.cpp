#include "swing_up_contestant.hpp"
#include <crocoddyl/core/action-base.hpp>
#include <crocoddyl/core/solvers/box-fddp.hpp>
#include <crocoddyl/core/states/euclidean.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

/// Swing-ups by Crocoddyl's BoxFDDP. It knows boxes of controls, but neither given ends nor boxes of states: these are
/// terms of an augmented Lagrangian here, as bounds of states are in our own solver, so that it can reach ends exactly
/// instead of to a share of a fixed weight.
namespace tandem::bench {
namespace {

namespace croc = crocoddyl;
using Eigen::VectorXd;
using VectorRef = Eigen::Ref<const VectorXd>;
using Data = std::shared_ptr<croc::ActionDataAbstract>;

constexpr double kMostWeight = 1e8, kHeavier = 10.0;
constexpr double kEnough = 0.25;      // weights grow where violations fall by less
constexpr double kTolerance = 1e-6;   // of ends and bounds
constexpr double kNearly = 1e-4;      // of ends and bounds: from here on iterations go to the end
constexpr int kStageIterations = 25;  // with one set of multipliers
constexpr double kLoose = 1e-3;       // th_stop by the cost, first
constexpr double kStop = 1e-7;        // and at last
constexpr double kLeastCost = 1e-3;

/// Boxes of one knot in an augmented Lagrangian: with multipliers m and a weight w each state adds (t^2 - m^2) / (2 w),
/// t = max(0, m + w (x - upper)) + min(0, m + w (x - lower)), or m + w (x - upper) where the bounds are equal.
struct SoftBox {
  VectorXd lower, upper, multipliers;
  double weight = 1.0;

  double push(int i, double x) const {
    const double m = multipliers[i];
    if (lower[i] == upper[i]) return m + weight * (x - upper[i]);
    return std::max(0.0, m + weight * (x - upper[i])) + std::min(0.0, m + weight * (x - lower[i]));
  }
  double cost(const VectorRef& x) const {
    double sum = 0.0;
    for (int i = 0; i < x.size(); ++i) sum += std::pow(push(i, x[i]), 2) - std::pow(multipliers[i], 2);
    return sum / (2.0 * weight);
  }
  void add_slopes(const VectorRef& x, croc::ActionDataAbstract& data) const {
    for (int i = 0; i < x.size(); ++i) {
      const double t = push(i, x[i]);
      data.Lx[i] += t;
      if (t != 0.0 || lower[i] == upper[i]) data.Lxx(i, i) += weight;
    }
  }
  /// The multipliers' step; returns the violation and the lack of complementarity.
  double update(const VectorRef& x) {
    double most = 0.0;
    for (int i = 0; i < x.size(); ++i) {
      const double t = push(i, x[i]);
      most = std::max(most, std::abs(t - multipliers[i]) / weight);
      multipliers[i] = t;
    }
    return most;
  }
};

/// One step (or the last knot) with its soft box.
class BoxedStep : public croc::ActionModelAbstract {
 public:
  BoxedStep(const SwingUpTask& task, const std::shared_ptr<croc::StateVector>& state, int knot)
      : croc::ActionModelAbstract(state, static_cast<std::size_t>(task.controls), 0), step_(task.step) {
    const auto map = [](const std::vector<double>& from) {
      return VectorXd(Eigen::Map<const VectorXd>(from.data(), static_cast<Eigen::Index>(from.size())));
    };
    box.multipliers = VectorXd::Zero(task.states);
    box.lower = knot == task.steps ? map(task.end) : map(task.state_lower);
    box.upper = knot == task.steps ? map(task.end) : map(task.state_upper);
    u_lb_ = map(task.control_lower);
    u_ub_ = map(task.control_upper);
    update_has_control_limits();
  }

  void calc(const Data& data, const VectorRef& x, const VectorRef& u) override {
    data->cost = step_->value(x.data(), u.data(), data->xnext.data()) + box.cost(x);
  }
  void calc(const Data& data, const VectorRef& x) override {
    data->xnext = x;
    data->cost = box.cost(x);
  }
  void calcDiff(const Data& data, const VectorRef& x, const VectorRef& u) override {
    croc::ActionDataAbstract& d = *data;
    step_->slopes(x.data(), u.data(),
                  {d.Fx.data(), d.Fu.data(), d.Lx.data(), d.Lu.data(), d.Lxx.data(), d.Lxu.data(), d.Luu.data()});
    box.add_slopes(x, d);
  }
  void calcDiff(const Data& data, const VectorRef& x) override {
    data->Lx.setZero();
    data->Lxx.setZero();
    box.add_slopes(x, *data);
  }

  std::shared_ptr<croc::ActionModelBase> cloneAsDouble() const override { return nullptr; }
  std::shared_ptr<croc::ActionModelBase> cloneAsFloat() const override { return nullptr; }

  SoftBox box;

 private:
  Step* step_;
};

class SwingUp : public SwingUpContestant {
 public:
  explicit SwingUp(const SwingUpTask& task) : task_(task) {
    const auto state = std::make_shared<croc::StateVector>(static_cast<std::size_t>(task.states));
    std::vector<std::shared_ptr<croc::ActionModelAbstract>> running;
    for (int k = 0; k <= task.steps; ++k) {
      knots_.push_back(std::make_shared<BoxedStep>(task_, state, k));
      if (k < task.steps) running.push_back(knots_.back());
    }
    const VectorXd start = Eigen::Map<const VectorXd>(task.start.data(), task.states);
    problem_ = std::make_shared<croc::ShootingProblem>(start, running, knots_.back());
    problem_->set_nthreads(1);
  }

  SwingUpOutcome solve(Trajectory& trajectory, int most_iterations) override {
    solver_ = std::make_unique<croc::SolverBoxFDDP>(problem_);
    for (const auto& knot : knots_) {
      knot->box.multipliers.setZero();
      knot->box.weight = task_.first_weight;
    }
    std::vector<VectorXd> xs = columns(trajectory.states, task_.states);
    std::vector<VectorXd> us = columns(trajectory.controls, task_.controls);
    const SwingUpOutcome outcome = augment(xs, us, most_iterations);
    for (int k = 0; k <= task_.steps; ++k) {
      std::copy_n(xs[k].data(), task_.states, trajectory.states.data() + static_cast<std::ptrdiff_t>(k) * task_.states);
      if (k == task_.steps) break;
      std::copy_n(us[k].data(), task_.controls,
                  trajectory.controls.data() + static_cast<std::ptrdiff_t>(k) * task_.controls);
    }
    return outcome;
  }

 private:
  static std::vector<VectorXd> columns(const std::vector<double>& numbers, int rows) {
    std::vector<VectorXd> found;
    for (std::size_t at = 0; at < numbers.size(); at += static_cast<std::size_t>(rows)) {
      found.emplace_back(Eigen::Map<const VectorXd>(numbers.data() + at, rows));
    }
    return found;
  }

  /// One set of multipliers after the other, all of them from the last trajectory.
  SwingUpOutcome augment(std::vector<VectorXd>& xs, std::vector<VectorXd>& us, int most_iterations) {
    SwingUpOutcome outcome;
    double before = std::numeric_limits<double>::infinity(), cost = 1.0;
    bool is_feasible = false, is_nearly_there = false;
    while (outcome.iterations < most_iterations) {
      const auto most = static_cast<std::size_t>(std::min(kStageIterations, most_iterations - outcome.iterations));
      solver_->set_th_stop((is_nearly_there ? kStop : kLoose) * cost);
      const bool stopped = solver_->solve(xs, us, most, is_feasible);
      outcome.iterations += std::max(1, static_cast<int>(solver_->get_iter()));
      xs = solver_->get_xs();
      us = solver_->get_us();
      is_feasible = solver_->get_is_feasible();
      cost = std::max(kLeastCost, std::abs(solver_->get_cost()));
      const double violation = update(xs);
      outcome.is_converged = violation <= kTolerance && is_nearly_there && stopped && is_feasible;
      if (outcome.is_converged) break;
      is_nearly_there = violation <= kNearly;
      if (violation > kEnough * before) make_heavier();
      before = violation;
    }
    return outcome;
  }

  double update(const std::vector<VectorXd>& xs) {
    double violation = 0.0;
    for (int k = 1; k <= task_.steps; ++k) violation = std::max(violation, knots_[k]->box.update(xs[k]));
    return violation;
  }

  void make_heavier() {
    for (const auto& knot : knots_) knot->box.weight = std::min(kHeavier * knot->box.weight, kMostWeight);
  }

  SwingUpTask task_;
  std::vector<std::shared_ptr<BoxedStep>> knots_;
  std::shared_ptr<croc::ShootingProblem> problem_;
  std::unique_ptr<croc::SolverBoxFDDP> solver_;
};

}  // namespace
}  // namespace tandem::bench

tandem::bench::SwingUpContestant* make_crocoddyl_swing_up(const tandem::bench::SwingUpTask& task) {
  return new tandem::bench::SwingUp(task);
}

#include <tandem/ocp/search/closed_loop/roll_out.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/integrate.hpp>
#include <tandem/ocp/answers/played.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

using Eigen::VectorXd;

constexpr int kMostHeldSteps = 100'000;  // after the end of the plan

void check(const Problem& problem, const Solution& plan, const RollOut& choice) {
  require_gains(problem, plan);
  const std::string& name = problem.name();
  const PhaseSolution& series = plan.phases.front();
  require(choice.numbers.size() == problem.numbers().size(), "problem '{}': the plant has {} numbers instead of {}",
          name, choice.numbers.size(), problem.numbers().size());
  for (std::size_t i = 0; i < choice.numbers.size(); ++i) {
    require(std::isfinite(choice.numbers[i]), "problem '{}': the plant's number '{}' is {}", name,
            problem.numbers()[i].name, choice.numbers[i]);
  }
  require(std::isfinite(choice.hold) && choice.hold >= 0.0, "problem '{}': it cannot be held for {} s after its end",
          name, choice.hold);
  require(choice.hold == 0.0 || choice.end_regulator.has_value(),
          "problem '{}': holding it after its end needs a regulator there", name);
  if (choice.hold > 0.0) {
    const double step = choice.end_regulator->step;
    require(choice.hold <= kMostHeldSteps * step,
            "problem '{}': it cannot be held for {:g} s after its end: that is more than {} steps of {:g} s", name,
            choice.hold, kMostHeldSteps, step);
  }
  require(choice.samples >= 1, "problem '{}': an interval has at least 1 part, not {}", name, choice.samples);
  double before = series.time(0);
  for (const Push& push : choice.pushes) {
    require(std::isfinite(push.time) && push.time >= before, "problem '{}': a push at {} s follows one at {} s", name,
            push.time, before);
    require(push.jump.size() == series.states.rows(), "problem '{}': a push moves {} states, there are {}", name,
            push.jump.size(), series.states.rows());
    require(push.jump.allFinite(), "problem '{}': the push at {} s is not finite", name, push.time);
    before = push.time;
  }
}

/// What steers one interval: the control as a straight line from its left end to its right one.
struct Steering {
  VectorXd left, right;
  VectorXd at(double fraction) const { return left + fraction * (right - left); }
};

class Player {
 public:
  Player(const Problem& problem, const Solution& plan, const RollOut& choice)
      : replay_(problem, plan), choice_(choice), phase_(replay_.phase()), series_(replay_.series()) {
    linear_ = replay_.tableau().control_at_right;
    states_ = static_cast<int>(series_.states.rows());
    integrals_ = static_cast<int>(series_.integrals.rows());
    y_.assign(states_ + integrals_, 0.0);
    std::copy_n(series_.states.col(0).data(), states_, y_.begin());
    control_ = clipped(series_.controls.col(0));
  }

  RolledOut play() {
    const int intervals = replay_.intervals();
    const double plan_end = series_.time(intervals);
    for (int k = 0; k < intervals && out_.trouble.empty(); ++k) {
      pass(series_.time(k), series_.time(k + 1), steering(k));
    }
    out_.at_plan_end = miss();
    const double step = choice_.end_regulator ? choice_.end_regulator->step : 1.0;
    const int held = static_cast<int>(std::ceil(choice_.hold / step * (1.0 - 1e-9)));  // check() limits it
    for (int k = 0; k < held && out_.trouble.empty(); ++k) {
      pass(plan_end + k * step, std::min(plan_end + (k + 1) * step, plan_end + choice_.hold), steering_at_end());
    }
    out_.at_end = miss();
    finish();
    return std::move(out_);
  }

 private:
  VectorXd state() const { return Eigen::Map<const VectorXd>(y_.data(), states_); }

  VectorXd clipped(VectorXd u) {
    is_held_ = false;
    for (int i = 0; i < u.size(); ++i) {
      const Range& range = phase_.controls[i].range();
      const double inside = std::clamp(u(i), range.lower.at(choice_.numbers), range.upper.at(choice_.numbers));
      is_held_ = is_held_ || inside != u(i);
      u(i) = inside;
    }
    return u;
  }

  /// [x; (control at the left knot); integrals] less the plan's.
  VectorXd deviation(int k) const {
    const int carried = linear_ ? static_cast<int>(control_.size()) : 0;
    VectorXd all(states_ + carried + integrals_);
    all.head(states_) = state() - series_.states.col(k);
    if (carried > 0) all.segment(states_, carried) = control_ - series_.controls.col(k);
    for (int i = 0; i < integrals_; ++i) all(states_ + carried + i) = y_[states_ + i] - series_.integrals(i, k);
    return all;
  }

  Steering steering(int k) {
    VectorXd next = series_.controls.col(linear_ ? k + 1 : k);
    if (choice_.feedback) next += series_.feedback[k] * deviation(k);
    next = clipped(std::move(next));
    const VectorXd left = linear_ ? control_ : next;
    control_ = next;
    return {left, control_};
  }

  Steering steering_at_end() {
    const EndRegulator& end = *choice_.end_regulator;
    VectorXd u = end.control;
    if (choice_.feedback) u += end.gain * (state() - end.state);
    control_ = clipped(std::move(u));
    return {control_, control_};
  }

  /// One interval of held control, with its samples and the pushes that fall into it.
  void pass(double from, double to, const Steering& steering) {
    saturated_ += is_held_ ? to - from : 0.0;
    double t = from;
    record(t, steering.left);
    for (int i = 1; i <= choice_.samples; ++i) {
      const double next = i == choice_.samples ? to : from + (to - from) * i / choice_.samples;
      while (next_push_ < choice_.pushes.size() && choice_.pushes[next_push_].time < next) {
        const Push& push = choice_.pushes[next_push_++];
        if (!advance(from, to, steering, t, std::max(t, push.time))) return;
        record(t, steering.at((t - from) / (to - from)));
        for (int s = 0; s < states_; ++s) y_[s] += push.jump(s);
        record(t, steering.at((t - from) / (to - from)));
      }
      if (!advance(from, to, steering, t, next)) return;
      record(t, steering.at((t - from) / (to - from)));
    }
  }

  bool advance(double from, double to, const Steering& steering, double& t, double end) {
    const auto law = [&](const std::vector<double>& y, std::vector<double>& rate, double time) {
      const VectorXd u = steering.at((time - from) / (to - from));
      const KnotView<double> knot{{y.data(), static_cast<std::size_t>(states_)},
                                  {u.data(), static_cast<std::size_t>(u.size())},
                                  time,
                                  choice_.numbers};
      phase_.dynamics(knot, {rate.data(), static_cast<std::size_t>(states_)});
      for (int i = 0; i < integrals_; ++i) {
        phase_.integral_constraints[i].function(knot, std::span<double>(&rate[states_ + i], 1));
      }
    };
    if (integrate_to(law, y_, t, end)) return true;
    out_.trouble = fmt::format("the motion cannot be followed past {:.6g} s", t);
    return false;
  }

  void record(double t, const VectorXd& u) {
    out_.time.push_back(t);
    record_states_.push_back(state());
    record_controls_.push_back(u);
    for (int i = 0; i < states_; ++i) {
      const Range& range = phase_.states[i].range();
      const double past = std::max(y_[i] - range.upper.at(choice_.numbers), range.lower.at(choice_.numbers) - y_[i]);
      if (past <= out_.past_bounds) continue;
      out_.past_bounds = past;
      out_.past_bounds_of = phase_.states[i].name;
    }
  }

  /// Of the end that the statement gives by the plan's own numbers.
  Miss miss() const {
    if (!out_.trouble.empty()) return {};
    const VectorXd scales = replay_.ranges_or_one(), end = series_.states.col(replay_.intervals());
    const bool any = std::any_of(phase_.states.begin(), phase_.states.end(), [](const State& s) { return s.end; });
    Miss worst{0.0, phase_.states.front().name};
    for (int i = 0; i < states_; ++i) {
      const State& state = phase_.states[i];
      if (any && !state.end) continue;
      const double lower = any ? state.end->lower.at(replay_.numbers()) : end(i);
      const double upper = any ? state.end->upper.at(replay_.numbers()) : end(i);
      const double distance = std::max({y_[i] - upper, lower - y_[i], 0.0}) / scales(i);
      if (distance > worst.distance) worst = {distance, state.name};
    }
    return worst;
  }

  void finish() {
    const auto count = static_cast<Eigen::Index>(out_.time.size());
    out_.states.resize(states_, count);
    out_.controls.resize(control_.size(), count);
    for (Eigen::Index i = 0; i < count; ++i) {
      out_.states.col(i) = record_states_[i];
      out_.controls.col(i) = record_controls_[i];
    }
    if (count > 0 && out_.time.back() > out_.time.front()) {
      out_.saturated = saturated_ / (out_.time.back() - out_.time.front());
    }
  }

  const Played replay_;
  const RollOut& choice_;
  const Phase& phase_;
  const PhaseSolution& series_;
  bool linear_ = false, is_held_ = false;
  int states_ = 0, integrals_ = 0;
  std::vector<double> y_;  ///< [states; integrals]
  VectorXd control_;       ///< at the end of the last interval
  std::size_t next_push_ = 0;
  double saturated_ = 0.0;
  std::vector<VectorXd> record_states_, record_controls_;
  RolledOut out_;
};

}  // namespace

void require_gains(const Problem& problem, const Solution& plan) {
  const std::string& name = problem.name();
  require_one_phase(problem, plan);
  const PhaseSolution& series = plan.phases.front();
  require(!series.feedback.empty(),
          "problem '{}': the plan has no feedback gains; DDP gives them (solver 'ddp', transcription 'shooting-rk4')",
          name);
  const Played replay(problem, plan);  // refuses other sizes
  const auto carried = replay.tableau().control_at_right ? series.controls.rows() : 0;
  const auto seen = series.states.rows() + carried + series.integrals.rows();
  require(std::ssize(series.feedback) == series.intervals(), "problem '{}': the plan has {} gains for {} intervals",
          name, series.feedback.size(), series.intervals());
  for (const Eigen::MatrixXd& gain : series.feedback) {
    require(gain.rows() == series.controls.rows() && gain.cols() == seen,
            "problem '{}': a gain of the plan is {} x {} instead of {} x {}", name, gain.rows(), gain.cols(),
            series.controls.rows(), seen);
    require(gain.allFinite(), "problem '{}': a gain of the plan is not finite", name);
  }
}

RolledOut roll_out(const Problem& problem, const Solution& plan, const RollOut& choice) {
  check(problem, plan, choice);
  return Player(problem, plan, choice).play();
}

}  // namespace tandem

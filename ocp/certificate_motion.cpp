#include <tandem/ocp/certificate_checks.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

constexpr int kPointsBetween = 20;

/// How far `value` lies outside `range`.
double outside(double value, const Range& range, std::span<const double> numbers) {
  const double below = range.lower.at(numbers) - value, above = value - range.upper.at(numbers);
  if (std::isnan(value)) return value;
  return std::max({0.0, below, above});
}

class MotionExaminer {
 public:
  MotionExaminer(const Problem& problem, const Solution& solution, int phase)
      : replay_(problem, solution, phase),
        phase_(replay_.phase()),
        series_(replay_.series()),
        scales_(replay_.state_scales()) {
    evidence_.interval_errors.emplace_back();
  }

  MotionEvidence examine() {
    for (int k = 0; k < replay_.intervals(); ++k) examine_interval(k);
    examine_knots();
    examine_ends();
    examine_open_loop();
    return evidence_;
  }

 private:
  std::string at(const std::string& name, double time) const { return fmt::format("{} at {:.4g}", name, time); }

  void examine_interval(int k) {
    Eigen::VectorXd fractions = Eigen::VectorXd::LinSpaced(kPointsBetween, 1.0 / kPointsBetween, 1.0);
    const Eigen::MatrixXd states = replay_.integrate(k, series_.states.col(k), fractions);
    const Eigen::VectorXd gaps = (states.col(kPointsBetween - 1) - series_.states.col(k + 1)).cwiseAbs();
    evidence_.interval_errors[0].push_back(gaps.cwiseQuotient(scales_).maxCoeff<Eigen::PropagateNaN>());
    for (int i = 0; i < phase_.state_count; ++i) {
      evidence_.interval_error.see(gaps(i) / scales_(i), [&] {
        return fmt::format("state '{}' in interval {} from {:.4g}", phase_.states[i].name, k, series_.time(k));
      });
    }
    for (int p = 0; p + 1 < kPointsBetween; ++p) examine_between(k, fractions(p), states.col(p));
    if (!phase_.integral_constraints.empty()) examine_quadrature(k, states);
    examine_defect(k);
    examine_points(k);
  }

  /// The integrals over one interval by Simpson's rule on the points between: far finer than any transcription's.
  void examine_quadrature(int k, const Eigen::MatrixXd& states) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(std::ssize(phase_.integral_constraints));
    for (int p = 0; p <= kPointsBetween; ++p) {
      const double fraction = static_cast<double>(p) / kPointsBetween;
      const double weight = p == 0 || p == kPointsBetween ? 1.0 : (p % 2 == 1 ? 4.0 : 2.0);
      const Eigen::VectorXd x = p == 0 ? series_.states.col(k) : states.col(p - 1);
      sum += weight * replay_.integrands(x, replay_.control(k, fraction), replay_.time(k, fraction));
    }
    sum *= replay_.step(k) / (3.0 * kPointsBetween);
    for (int i = 0; i < sum.size(); ++i) {
      const double scale = std::max(1.0, series_.integrals.row(i).maxCoeff() - series_.integrals.row(i).minCoeff());
      const double gap = std::abs(sum(i) - (series_.integrals(i, k + 1) - series_.integrals(i, k))) / scale;
      double& worst = evidence_.interval_errors[0].back();
      worst = gap > worst || std::isnan(gap) ? gap : worst;
      evidence_.interval_error.see(gap, [&] {
        return fmt::format("integral '{}' in interval {} from {:.4g}", phase_.integral_constraints[i].name, k,
                           series_.time(k));
      });
    }
  }

  void examine_between(int k, double fraction, const Eigen::VectorXd& x) {
    const double time = replay_.time(k, fraction);
    see_states(x, time, evidence_.states_between);
    see_controls(replay_.control(k, fraction), time, evidence_.others_between);
    see_paths(x, replay_.control(k, fraction), time, evidence_.others_between);
  }

  /// Controls and path constraints where the transcription holds them; states in between are integrated.
  void examine_points(int k) {
    const Tableau& tableau = replay_.tableau();
    for (int n = 0; n < tableau.node_controls(); ++n) {
      const double fraction = tableau.control_times(n);
      see_controls(replay_.control(k, fraction), replay_.time(k, fraction), evidence_.node_violation);
    }
    for (int j = 0; !phase_.path_constraints.empty() && j < tableau.point_count(); ++j) {
      if (!tableau.holds_paths(j)) continue;
      const Eigen::VectorXd x = state_at(k, tableau.points(j)), u = replay_.control(k, tableau.points(j));
      see_paths(x, u, replay_.time(k, tableau.points(j)), evidence_.node_violation);
      if (phase_.implicit_rates) see_rates(k, x, u, replay_.time(k, tableau.points(j)));
    }
  }

  /// Rates that are unknowns, against those that the residual determines: h times their difference is an error of the
  /// interval.
  void see_rates(int k, const Eigen::VectorXd& x, const Eigen::VectorXd& u, double time) {
    const Eigen::VectorXd gaps = (u.tail(phase_.state_count) - replay_.rates(x, u, time)).cwiseAbs() * replay_.step(k);
    for (int i = 0; i < phase_.state_count; ++i) {
      evidence_.interval_error.see(
          gaps(i) / scales_(i), [&] { return at(fmt::format("the rate of state '{}'", phase_.states[i].name), time); });
    }
  }

  Eigen::VectorXd state_at(int k, double fraction) const {
    if (fraction == 0.0) return series_.states.col(k);
    if (fraction == 1.0) return series_.states.col(k + 1);
    return replay_.integrate(k, series_.states.col(k), Eigen::VectorXd::Constant(1, fraction));
  }

  void examine_knots() {
    for (int k = 0; k <= replay_.intervals(); ++k) {
      see_states(series_.states.col(k), series_.time(k), evidence_.node_violation);
    }
  }

  void examine_ends() {
    const int last = replay_.intervals();
    const double start = series_.time(0), end = series_.time(last);
    if (!phase_.time.continues) {
      see_range(start, phase_.time.start, 1.0, "the start time", start, evidence_.node_violation);
    }
    see_range(end, phase_.time.end, 1.0, "the end time", end, evidence_.node_violation);
    const Range durations = phase_.time.duration.value_or(Range(0.0, kInfinity));
    see_range(end - start, durations, 1.0, "the duration", end, evidence_.node_violation);
    for (std::size_t i = 0; i < phase_.integral_constraints.size(); ++i) {
      const Constraint& constraint = phase_.integral_constraints[i];
      const auto so_far = series_.integrals.row(static_cast<int>(i));
      const double scale = std::max(1.0, so_far.maxCoeff() - so_far.minCoeff());
      see_range(so_far(last) - so_far(0), constraint.bounds, scale,
                fmt::format("integral constraint '{}'", constraint.name), end, evidence_.node_violation);
    }
    for (int i = 0; i < phase_.state_count; ++i) {
      const State& state = phase_.states[i];
      const std::string name = fmt::format("state '{}'", state.name);
      if (state.start) see_range(series_.states(i, 0), *state.start, scales_(i), name, start, evidence_.node_violation);
      if (state.end) see_range(series_.states(i, last), *state.end, scales_(i), name, end, evidence_.node_violation);
    }
    for (const Constraint& constraint : phase_.end_constraints) {
      see_range(value_of(constraint.function, series_.states.col(last), Eigen::VectorXd(), end), constraint.bounds, 1.0,
                fmt::format("end constraint '{}'", constraint.name), end, evidence_.node_violation);
    }
  }

  void examine_open_loop() {
    const int last = replay_.intervals();
    const Eigen::VectorXd end = replay_.open_loop_end();
    for (int i = 0; i < phase_.state_count; ++i) {
      const double miss = std::abs(end(i) - series_.states(i, last));  // in the state's own unit
      evidence_.open_loop_miss.see(miss, [&] { return fmt::format("state '{}'", phase_.states[i].name); });
    }
    Eigen::MatrixXd product = Eigen::MatrixXd::Identity(phase_.state_count, phase_.state_count);
    for (int k = 0; k <= last - 1; ++k) product = transition(k) * product;
    evidence_.amplification = product.norm();
  }

  /// Derivative of the state at the end of an interval by the state at its start, by central differences.
  Eigen::MatrixXd transition(int k) const {
    const int n = phase_.state_count;
    Eigen::MatrixXd matrix(n, n);
    for (int i = 0; i < n; ++i) {
      const double delta = 1e-5 * scales_(i);
      Eigen::VectorXd plus = series_.states.col(k), minus = plus;
      plus(i) += delta;
      minus(i) -= delta;
      matrix.col(i) = (runge_kutta_step(k, plus) - runge_kutta_step(k, minus)) / (2.0 * delta);
    }
    return matrix;
  }

  /// One classical Runge-Kutta step over an interval: enough for an order of magnitude.
  Eigen::VectorXd runge_kutta_step(int k, const Eigen::VectorXd& x) const {
    const double h = replay_.step(k), t = series_.time(k);
    const Eigen::VectorXd middle = replay_.control(k, 0.5);
    const Eigen::VectorXd k1 = replay_.rates(x, replay_.control(k, 0.0), t);
    const Eigen::VectorXd k2 = replay_.rates(x + 0.5 * h * k1, middle, t + 0.5 * h);
    const Eigen::VectorXd k3 = replay_.rates(x + 0.5 * h * k2, middle, t + 0.5 * h);
    const Eigen::VectorXd k4 = replay_.rates(x + h * k3, replay_.control(k, 1.0), t + h);
    return x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }

  /// Integral over an interval of |p' - f(p, u)|, p the cubic through both knots with the right slopes: J. Betts,
  /// Practical Methods for Optimal Control, section 4.7.4. Midpoint rule with 8 points.
  void examine_defect(int k) {
    constexpr int kPoints = 8;
    const double h = replay_.step(k);
    const Eigen::VectorXd x0 = series_.states.col(k), x1 = series_.states.col(k + 1);
    const Eigen::VectorXd f0 = replay_.rates(x0, replay_.control(k, 0.0), replay_.time(k, 0.0));
    const Eigen::VectorXd f1 = replay_.rates(x1, replay_.control(k, 1.0), replay_.time(k, 1.0));
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(phase_.state_count);
    for (int p = 0; p < kPoints; ++p) {
      const double s = (p + 0.5) / kPoints;
      const Eigen::VectorXd x = hermite(x0, x1, h * f0, h * f1, s);
      const Eigen::VectorXd slope = hermite_slope(x0, x1, h * f0, h * f1, s) / h;
      sum += (slope - replay_.rates(x, replay_.control(k, s), replay_.time(k, s))).cwiseAbs() * (h / kPoints);
    }
    for (int i = 0; i < phase_.state_count; ++i) {
      evidence_.mesh_error.see(sum(i) / scales_(i),
                               [&] { return fmt::format("state '{}' in interval {}", phase_.states[i].name, k); });
    }
  }

  static Eigen::VectorXd hermite(const Eigen::VectorXd& x0, const Eigen::VectorXd& x1, const Eigen::VectorXd& d0,
                                 const Eigen::VectorXd& d1, double s) {
    const double a = 1.0 - s;
    return (1.0 + 2.0 * s) * a * a * x0 + s * s * (3.0 - 2.0 * s) * x1 + s * a * a * d0 - s * s * a * d1;
  }

  static Eigen::VectorXd hermite_slope(const Eigen::VectorXd& x0, const Eigen::VectorXd& x1, const Eigen::VectorXd& d0,
                                       const Eigen::VectorXd& d1, double s) {
    return 6.0 * s * (1.0 - s) * (x1 - x0) + (1.0 - s) * (1.0 - 3.0 * s) * d0 + s * (3.0 * s - 2.0) * d1;
  }

  void see_range(double value, const Range& range, double scale, const std::string& name, double time, Worst& worst) {
    worst.see(outside(value, range, replay_.numbers()) / scale, [&] { return at(name, time); });
  }

  void see_states(const Eigen::VectorXd& x, double time, Worst& worst) {
    for (int i = 0; i < phase_.state_count; ++i) {
      worst.see(outside(x(i), phase_.states[i].range(), replay_.numbers()) / scales_(i),
                [&] { return at(fmt::format("state '{}'", phase_.states[i].name), time); });
    }
  }

  void see_controls(const Eigen::VectorXd& u, double time, Worst& worst) {
    for (int i = 0; i < phase_.control_count; ++i) {
      const double range = series_.controls.row(i).maxCoeff() - series_.controls.row(i).minCoeff();
      worst.see(outside(u(i), phase_.controls[i].bounds, replay_.numbers()) / std::max(range, 1.0),
                [&] { return at(fmt::format("control '{}'", phase_.controls[i].name), time); });
    }
  }

  void see_paths(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double time, Worst& worst) {
    for (const Constraint& constraint : phase_.path_constraints) {
      if (constraint.is_residual) continue;
      const double value = value_of(constraint.function, x, u, time);
      worst.see(outside(value, constraint.bounds, replay_.numbers()),
                [&] { return at(fmt::format("path constraint '{}'", constraint.name), time); });
    }
  }

  double value_of(const GenericFunction& function, const Eigen::VectorXd& x, const Eigen::VectorXd& u,
                  double time) const {
    double value = 0.0;
    function(KnotView<double>{{x.data(), static_cast<std::size_t>(x.size())},
                              {u.data(), static_cast<std::size_t>(u.size())},
                              time,
                              replay_.numbers()},
             std::span<double>(&value, 1));
    return value;
  }

  Played replay_;
  const Phase& phase_;
  const PhaseSolution& series_;
  Eigen::VectorXd scales_;
  MotionEvidence evidence_;
};

void take_in(MotionEvidence& all, MotionEvidence own, const std::string& prefix) {
  all.interval_error.see(own.interval_error, prefix);
  all.mesh_error.see(own.mesh_error, prefix);
  all.open_loop_miss.see(own.open_loop_miss, prefix);
  all.node_violation.see(own.node_violation, prefix);
  all.states_between.see(own.states_between, prefix);
  all.others_between.see(own.others_between, prefix);
  all.interval_errors.push_back(std::move(own.interval_errors[0]));
  all.amplification = std::max(all.amplification, own.amplification);
}

/// A phase that continues another starts when that one ends.
void see_time_gaps(const Problem& problem, const Solution& solution, Worst& worst) {
  for (std::size_t i = 1; i < problem.phases().size(); ++i) {
    if (!problem.phases()[i].time.continues) continue;
    const Eigen::VectorXd& before = solution.phases[i - 1].time;
    const double gap = std::abs(solution.phases[i].time(0) - before(before.size() - 1));
    worst.see(gap, [&] { return fmt::format("the time between '{}' and the phase before", problem.phases()[i].name); });
  }
}

}  // namespace

std::string phase_prefix(const Problem& problem, int phase) {
  if (problem.phases().size() < 2) return "";
  return fmt::format("phase '{}': ", problem.phases()[phase].name);
}

MotionEvidence examine_motion(const Problem& problem, const Solution& solution) {
  MotionEvidence all;
  for (int i = 0; i < static_cast<int>(problem.phases().size()); ++i) {
    take_in(all, MotionExaminer(problem, solution, i).examine(), phase_prefix(problem, i));
  }
  all.node_violation.see(examine_linkages(problem, solution));
  see_time_gaps(problem, solution, all.node_violation);
  return all;
}

}  // namespace tandem

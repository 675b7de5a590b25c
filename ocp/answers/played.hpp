#pragma once

#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/transcription/tableau.hpp>

#include <Eigen/Core>

namespace tandem {

/// The answer's values of all named numbers, in the order of the statement; refuses an answer that lacks one.
std::vector<double> numbers_of(const Problem& problem, const Solution& solution);

/// The control at a fraction of an interval, as the series stores it: the polynomial through the interval's nodes.
Eigen::VectorXd stored_control(const PhaseSolution& series, const Tableau& tableau, int interval, double fraction);

/// One phase of an answer as functions of time: by the transcription's own polynomials, or integrated anew. Everything
/// that plays an answer reads it. An instant is an interval and a fraction of it.
///
/// Between knots the state is the polynomial through the nodes where the transcription has inner ones, else the cubic
/// through the knots with the statement's rates; the control the polynomial through its nodes, as stored or within its
/// bounds; the costate the straight line from just after the left knot to just before the right one.
///
/// Integration is Fehlberg's 7(8) pair of Boost.Odeint with relative and absolute tolerance 1e-12, on the user's
/// functions in doubles: nothing of the transcription but its control polynomial is used.
class Played {
 public:
  /// Refuses a solution that does not fit the problem (names, lengths).
  Played(const Problem& problem, const Solution& solution, int phase = 0);

  const Phase& phase() const { return *phase_; }
  const PhaseSolution& series() const { return *series_; }
  const Tableau& tableau() const { return tableau_; }
  std::span<const double> numbers() const { return numbers_; }
  int intervals() const { return static_cast<int>(series_->time.size()) - 1; }
  double step(int interval) const { return series_->time(interval + 1) - series_->time(interval); }
  double time(int interval, double fraction) const { return series_->time(interval) + fraction * step(interval); }
  double start() const { return series_->time(0); }
  double end() const { return series_->time(intervals()); }

  /// The interval that holds time t (the first or last one for times outside) and the fraction of it. Cost: log N.
  struct Instant {
    int interval = 0;
    double fraction = 0.0;
  };
  Instant at(double t) const;

  // ---- the transcription's own polynomials ------------------------------------------------------------------------
  /// The control as it is stored, and clipped to its bounds.
  Eigen::VectorXd control(int interval, double fraction) const;
  Eigen::VectorXd control_within(int interval, double fraction) const;
  /// The controls at the nodes of one interval, at fractions tableau().control_times of it.
  auto control_nodes(int interval) const {
    return series_->controls.middleCols(interval * control_stride_, tableau_.node_controls());
  }
  /// Either of them, written into `out`.
  template <class Vector>
  void control_into(int interval, double fraction, bool within, Vector&& out) const {
    const auto nodes = control_nodes(interval);
    out.setZero();
    for (int i = 0; i < nodes.cols(); ++i) out += control_basis(i, fraction) * nodes.col(i);
    if (within) out = out.cwiseMax(control_lower_).cwiseMin(control_upper_);
  }
  const Eigen::VectorXd& control_lower() const { return control_lower_; }
  const Eigen::VectorXd& control_upper() const { return control_upper_; }

  Eigen::VectorXd state(int interval, double fraction) const;
  /// The same, and at fractions 0 and 1 the knot's own, whatever the polynomial says.
  Eigen::VectorXd node_state(int interval, double fraction) const;
  Eigen::VectorXd costate(int interval, double fraction) const;

  // ---- the statement's functions ----------------------------------------------------------------------------------
  /// x' of the statement; of implicit dynamics solved from their residual, whatever the answer says of the rates.
  Eigen::VectorXd rates(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const;

  /// The same without allocating: `x` and `out` are as many numbers as there are states.
  void rates_into(const double* x, const Eigen::VectorXd& u, double t, double* out) const;

  /// A scalar function of the statement: a running cost, an integrand, a path constraint.
  double value(const GenericFunction& function, const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const;

  /// The integrands of the integral constraints.
  Eigen::VectorXd integrands(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const;

  // ---- integrated anew --------------------------------------------------------------------------------------------
  /// States at increasing fractions of one interval, from `start` at its left knot, under the control as stored. NaN
  /// where integration fails.
  Eigen::MatrixXd integrate(int interval, Eigen::VectorXd start, const Eigen::VectorXd& fractions) const;

  /// The state at the end, from the start in one go.
  Eigen::VectorXd open_loop_end() const;

  /// What each state is measured by: its range over the knots, or its size where that is a billion times larger; of a
  /// state that hardly moves, a millionth of the largest. No unit enters.
  Eigen::VectorXd state_scales() const;

  /// The range of each state over the knots, or 1 where that is smaller: what feedback weighs deviations by, also from
  /// a plan that rests.
  Eigen::VectorXd ranges_or_one() const;

 private:
  void check(const Solution& solution) const;
  void evaluate_rates(const KnotView<double>& knot, std::span<double> rates) const;
  double control_basis(int node, double fraction) const;

  const Phase* phase_;
  const PhaseSolution* series_;
  Tableau tableau_;
  std::vector<double> numbers_;
  int control_stride_ = 1;  ///< from one interval's first node to the next one's
  Eigen::VectorXd control_lower_, control_upper_;
  Eigen::VectorXd denominators_;  ///< of the Lagrange polynomials through the control's nodes
};

}  // namespace tandem

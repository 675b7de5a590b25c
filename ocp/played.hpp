#pragma once

#include <tandem/ocp/solution.hpp>
#include <tandem/ocp/tableau.hpp>

#include <Eigen/Core>

namespace tandem {

/// The answer's values of all named numbers, in the order of the statement; refuses an answer that lacks one.
std::vector<double> numbers_of(const Problem& problem, const Solution& solution);

/// One phase of an answer played again: its controls as functions of time, its states by integrating the statement's
/// dynamics. Integration is Fehlberg's 7(8) pair of Boost.Odeint with relative and absolute tolerance 1e-12, on the
/// user's functions in doubles: nothing of the transcription but its control polynomial is used.
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

  /// The transcription's own control polynomial at a fraction of an interval.
  Eigen::VectorXd control(int interval, double fraction) const;

  /// x' of the statement; of implicit dynamics solved from their residual, whatever the answer says of the rates.
  Eigen::VectorXd rates(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const;

  /// The integrands of the integral constraints.
  Eigen::VectorXd integrands(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const;

  /// States at increasing fractions of one interval, from `start` at its left knot. NaN where integration fails.
  Eigen::MatrixXd integrate(int interval, Eigen::VectorXd start, const Eigen::VectorXd& fractions) const;

  /// The state at the end, from the start in one go.
  Eigen::VectorXd open_loop_end() const;

  /// Range of each state over the knots, or 1 if that is smaller.
  Eigen::VectorXd state_scales() const;

 private:
  void evaluate_rates(const KnotView<double>& knot, std::span<double> rates) const;

  const Phase* phase_;
  const PhaseSolution* series_;
  Tableau tableau_;
  std::vector<double> numbers_;
};

}  // namespace tandem

#pragma once

#include <vector>

#include <Eigen/Core>

#include <tandem/ocp/answers/solution.hpp>

namespace tandem {

/// One phase of a solution as functions of time. Between knots, states are the cubic Hermite polynomial through the
/// knots' states and rates, controls the polynomial through their interval's points, costates straight lines.
class Trajectory {
 public:
  /// `phase`, `series` and `numbers` must outlive the trajectory. Cost: two evaluations of the dynamics an interval.
  Trajectory(const Phase& phase, const PhaseSolution& series, const std::vector<double>& numbers);

  int intervals() const { return static_cast<int>(series_.time.size()) - 1; }
  double start() const { return series_.time(0); }
  double end() const { return series_.time(intervals()); }

  /// The interval that holds time t; the first or last one for times outside.
  int interval_at(double t) const;

  Eigen::VectorXd states(int interval, double t) const;
  Eigen::VectorXd controls(int interval, double t) const;
  Eigen::VectorXd costates(int interval, double t) const;

 private:
  Eigen::VectorXd rates(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const;
  void find_control_points();
  double length(int interval) const { return series_.time(interval + 1) - series_.time(interval); }

  const Phase& phase_;
  const PhaseSolution& series_;
  const std::vector<double>& numbers_;
  int control_points_ = 0;                    ///< of one interval
  int control_stride_ = 0;                    ///< from one interval's first point to the next one's
  Eigen::MatrixXd left_rates_, right_rates_;  ///< states x intervals
};

}  // namespace tandem

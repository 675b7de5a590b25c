#pragma once

#include <tandem/cli/given.hpp>
#include <tandem/dynamics/simulation.hpp>

#include <string>
#include <vector>

namespace tandem::cli {

/// How a freedom moves, from a table: between its rows a polynomial that has their values and rates, and where the
/// table has them their accelerations, so that the motion is as smooth.
class RecordedMotion {
 public:
  /// Rows from the columns "time", NAME, "rate:NAME" and, if there is one, "acceleration:NAME", as `simulate --csv`
  /// saves them. Refuses, by file, column and line, what is missing or no number, and times that do not grow.
  RecordedMotion(const std::string& file, const std::string& name);

  double value(double t) const { return at(t, 0); }
  double rate(double t) const { return at(t, 1); }
  double acceleration(double t) const { return at(t, 2); }
  double start() const { return time_.front(); }
  double end() const { return time_.back(); }

 private:
  double at(double t, int derivative) const;

  std::vector<double> time_, value_, rate_, acceleration_;
};

/// Makes joints motion-driven as settings JOINT=hold or JOINT=FILE.csv say, and brings the start on their motions.
void drive_joints(const std::vector<std::string>& settings, std::string_view option, const Model& model,
                  Eigen::VectorXd& q, Eigen::VectorXd& v, SimulationOptions& options);

}  // namespace tandem::cli

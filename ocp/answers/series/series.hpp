#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <Eigen/Core>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// How controls go between the times at which they are given: held until the next one, on straight lines, or on the
/// parabolas through knots and midpoints.
enum class ControlShape { held, linear, quadratic };
ControlShape control_shape(const std::string& name);  ///< "held", "linear", "quadratic"; refuses others

/// One phase of a series. Rows follow the order of the statement.
struct PhaseSeries {
  Eigen::VectorXd time;           ///< of the states, increasing
  Eigen::MatrixXd states;         ///< states x times
  Eigen::VectorXd control_time;   ///< increasing
  Eigen::MatrixXd controls;       ///< controls x control times
  Eigen::MatrixXd costates = {};  ///< states x times, just after each; none where they are not known
};

/// A motion that another tool has found, on any mesh.
struct Series {
  std::vector<PhaseSeries> phases;
  std::map<std::string, double> numbers = {};  ///< named numbers that are not as stated: the design numbers
  std::optional<double> objective = {};        ///< as its tool says; none: what the motion costs when it is played
  std::optional<ControlShape> shape = {};      ///< none: as the control times suggest (arranged_series)
  /// Of a finite problem of one explicit step an interval, "shooting-rk4" or "semi-implicit": the answer is then held
  /// against that problem. Empty: against the problem in continuous time.
  std::string steps = {};
};

/// Refuses, by name and time, a series that does not fit the problem: numbers of phases, rows and columns, times that
/// do not increase or lie outside the statement's, values that are not finite.
void check_series(const Problem& problem, const Series& series);

}  // namespace tandem

#include <tandem/ocp/certificate_stationarity.hpp>

#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/interval_hamiltonians.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

/// One control's means of dH/du over the intervals, and what they mean beside its bounds.
class ControlExaminer {
 public:
  ControlExaminer(const Played& replay, int control, const Eigen::RowVectorXd& averages,
                  const Eigen::RowVectorXd& curvature, double scale)
      : replay_(replay),
        stated_(replay.phase().controls[control]),
        control_(control),
        averages_(averages),
        curvature_(curvature),
        scale_(scale) {}

  /// The part of dH/du that a bound does not hold: at an upper bound it may be negative, at a lower one positive.
  double projected(int k) const {
    if (std::isnan(averages_(k))) return averages_(k);
    const auto [at_lower, at_upper] = activity(k);
    if (at_upper && averages_(k) < 0.0) return 0.0;
    if (at_lower && averages_(k) > 0.0) return 0.0;
    return std::abs(averages_(k)) / scale_;
  }

  /// Runs of two and more intervals where the control is inside its bounds though H is linear in it.
  void note_singular_arcs(std::vector<std::string>& notes) const {
    int first = -1;
    for (int k = 0; k <= replay_.intervals(); ++k) {
      const bool singular = k < replay_.intervals() && is_singular(k);
      if (singular && first < 0) first = k;
      if (singular || first < 0) continue;
      if (k - first >= 2) {
        notes.push_back(fmt::format("control '{}' is singular from {:.4g} to {:.4g}{}", stated_.name,
                                    replay_.time(first, 0.0), replay_.time(k - 1, 1.0),
                                    chatters(first, k) ? ", and chatters there" : ""));
      }
      first = -1;
    }
  }

 private:
  /// Whether the control is at its lower and at its upper bound somewhere in interval k.
  std::pair<bool, bool> activity(int k) const {
    const Range& range = stated_.range();
    const double lower = range.lower.at(replay_.numbers()), upper = range.upper.at(replay_.numbers());
    const double tolerance = 1e-5 * std::max(1.0, std::isfinite(upper - lower) ? upper - lower : 1.0);
    bool at_lower = false, at_upper = false;
    for (int n = 0; n < replay_.tableau().node_controls(); ++n) {
      const double u = replay_.control(k, replay_.tableau().control_times(n))(control_);
      at_lower = at_lower || u <= lower + tolerance;
      at_upper = at_upper || u >= upper - tolerance;
    }
    return {at_lower, at_upper};
  }

  bool is_singular(int k) const {
    const auto [at_lower, at_upper] = activity(k);
    return !at_lower && !at_upper && curvature_(k) <= 1e-9 * scale_ && std::abs(averages_(k)) <= 1e-3 * scale_;
  }

  /// Whether the control changes direction at most of the middles of intervals [first, end).
  bool chatters(int first, int end) const {
    std::vector<double> values;
    for (int k = first; k < end; ++k) values.push_back(replay_.control(k, 0.5)(control_));
    int turns = 0;
    for (std::size_t i = 2; i < values.size(); ++i) {
      if ((values[i] - values[i - 1]) * (values[i - 1] - values[i - 2]) < 0.0) ++turns;
    }
    return values.size() > 4 && turns * 2 > static_cast<int>(values.size());
  }

  const Played& replay_;
  const Control& stated_;
  int control_;
  const Eigen::RowVectorXd& averages_;
  const Eigen::RowVectorXd& curvature_;
  double scale_;
};

class StationarityExaminer {
 public:
  StationarityExaminer(PhaseHamiltonian& hamiltonian, double costate_scale)
      : hamiltonian_(hamiltonian), replay_(hamiltonian.replay()), costate_scale_(costate_scale) {
    const int nu = hamiltonian.phase().control_count;
    averages_.setZero(nu, replay_.intervals());
    curvature_.setZero(nu, replay_.intervals());
    scale_.setConstant(nu, 1e-300);
    path_pushes_.setZero(hamiltonian.paths());
    found_.by_numbers.setZero(hamiltonian.numbers());
    found_.number_scale.setOnes(hamiltonian.numbers());
    found_.of_intervals.assign(replay_.intervals(), 0.0);
  }

  PhaseStationarity examine() {
    integrate();
    give_scale_to_singular();
    for (int i = 0; i < hamiltonian_.phase().control_count; ++i) see_control(i);
    for (int c = 0; c < hamiltonian_.paths(); ++c) {
      found_.worst.see(path_pushes_(c) / costate_scale_, [&] {
        return fmt::format("multiplier of path constraint '{}'", hamiltonian_.phase().path_constraints[c].name);
      });
    }
    return std::move(found_);
  }

 private:
  void integrate() {
    const Tableau& tableau = replay_.tableau();
    IntervalHamiltonians hamiltonians(hamiltonian_);
    for (int k = 0; k < replay_.intervals(); ++k) {
      const std::vector<Hamiltonian> all = hamiltonians.at_points(k);
      for (int j = 0; j < tableau.point_count(); ++j) {
        averages_.col(k) += tableau.weights(j) * all[j].by_control;
        scale_ = scale_.cwiseMax(all[j].control_terms);
        curvature_.col(k) = curvature_.col(k).cwiseMax(all[j].control_curvature.diagonal().cwiseAbs());
        add_to_integrals(k, tableau.points(j), tableau.weights(j), all[j]);
        add_unexplained_path_pushes(tableau.weights(j) * replay_.step(k), all[j].path_values,
                                    hamiltonian_.path_multipliers(k, j));
      }
    }
  }

  void add_to_integrals(int k, double fraction, double weight, const Hamiltonian& h) {
    const double start = replay_.time(0, 0.0), duration = replay_.time(replay_.intervals() - 1, 1.0) - start;
    const double passed = replay_.time(k, fraction) - start;
    const double share = weight * replay_.step(k) / duration;
    found_.mean_to_end += share * (h.value + passed * h.by_time);
    found_.mean_to_start += share * (h.value - (duration - passed) * h.by_time);
    found_.largest_term = std::max(found_.largest_term, h.largest_term);
    found_.by_numbers += weight * replay_.step(k) * h.by_numbers;
    found_.number_scale += weight * replay_.step(k) * h.number_terms;
  }

  /// Integrates what path constraints push away from their bounds, or towards them.
  void add_unexplained_path_pushes(double weight, const Eigen::VectorXd& values, const Eigen::VectorXd& multipliers) {
    for (int c = 0; c < hamiltonian_.paths(); ++c) {
      const Range& bounds = hamiltonian_.phase().path_constraints[c].bounds;
      path_pushes_(c) += weight * unexplained_push(multipliers(c), values(c), bounds, replay_.numbers());
    }
  }

  /// Where all terms of dH/du vanish, as with a control that is singular all the time, the scale is the slope that
  /// would change H by a tenth when the control moves over its range.
  void give_scale_to_singular() {
    for (int i = 0; i < hamiltonian_.phase().control_count; ++i) {
      const auto values = hamiltonian_.series().controls.row(i);
      const double range = std::max(1.0, values.maxCoeff() - values.minCoeff());
      scale_(i) = std::max(scale_(i), 0.1 * found_.largest_term / range);
    }
  }

  void see_control(int i) {
    const Eigen::RowVectorXd averages = averages_.row(i), curvature = curvature_.row(i);
    const ControlExaminer control(replay_, i, averages, curvature, scale_(i));
    for (int k = 0; k < replay_.intervals(); ++k) {
      const double value = control.projected(k);
      found_.of_intervals[k] = std::max(found_.of_intervals[k], value);
      found_.worst.see(value, [&] {
        return fmt::format("control '{}' in interval {} from {:.4g}", hamiltonian_.phase().controls[i].name, k,
                           replay_.time(k, 0.0));
      });
    }
    control.note_singular_arcs(found_.notes);
  }

  PhaseHamiltonian& hamiltonian_;
  const Played& replay_;
  double costate_scale_;
  Eigen::MatrixXd averages_, curvature_;  ///< of dH/du, of each control and interval: mean, largest second derivative
  Eigen::VectorXd scale_;                 ///< of each control's dH/du
  Eigen::VectorXd path_pushes_;
  PhaseStationarity found_;
};

}  // namespace

PhaseStationarity examine_stationarity(PhaseHamiltonian& hamiltonian, double costate_scale) {
  return StationarityExaminer(hamiltonian, costate_scale).examine();
}

}  // namespace tandem

#include <tandem/ocp/search/polish/held_vertices.hpp>

#include <tandem/ocp/search/polish/path_values.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tandem {
namespace {

constexpr double kAtVertex = 1e-3;     ///< of the range of a bounded thing, or of its bound's size
constexpr double kIndependent = 1e-6;  ///< of a row's size
constexpr double kStep = 1e-4;         ///< of differences
constexpr int kBesideJump = 3;         ///< intervals at the ends of an arc that a mesh may have smeared

/// Where a value is between its bounds in all intervals; nothing, where that changes.
std::optional<Hold> place_of(const std::vector<double>& values, double lower, double upper) {
  const double size = std::isfinite(upper - lower) ? upper - lower : 1.0;
  const double margin = kAtVertex * (size > 0.0 ? size : std::max(1.0, std::abs(upper)));
  const auto all = [&](const auto& is_there) { return std::all_of(values.begin(), values.end(), is_there); };
  if (all([&](double value) { return value >= upper - margin; })) return Hold::upper;
  if (all([&](double value) { return value <= lower + margin; })) return Hold::lower;
  return all([&](double value) { return value > lower + margin && value < upper - margin; })
             ? std::optional(Hold::inside)
             : std::nullopt;
}

class VertexHolder {
 public:
  VertexHolder(const Played& replay, const Eigen::MatrixXd& means, Arc& arc)
      : replay_(replay), means_(means), arc_(arc) {
    const Eigen::VectorXd& time = replay.series().time;
    for (int k = kBesideJump; k + kBesideJump < replay.intervals(); ++k) {
      if (time(k - kBesideJump) >= arc.start && time(k + kBesideJump + 1) <= arc.end) intervals_.push_back(k);
    }
    if (intervals_.empty()) {  // a first or last arc
      for (int k = 0; k < replay.intervals(); ++k) {
        if (time(k) >= arc.start && time(k + 1) <= arc.end) intervals_.push_back(k);
      }
    }
  }

  void hold(const std::vector<int>& tied) {
    if (intervals_.empty()) return;
    Arc held = arc_;
    Eigen::MatrixXd rows(0, std::ssize(tied));
    for (int c = 0; c < std::ssize(replay_.phase().path_constraints); ++c) take_path(c, tied, rows, held);
    std::vector<int> driven;
    for (int i = 0; i < std::ssize(tied); ++i) {
      const Hold place = place_of_control(tied[i]);
      Eigen::RowVectorXd own = Eigen::RowVectorXd::Unit(std::ssize(tied), i);
      if (place != Hold::inside && is_independent(rows, own)) {
        append(rows, own);
        held.controls[tied[i]] = place;
      } else {
        driven.push_back(tied[i]);
      }
    }
    if (rows.rows() != std::ssize(tied)) return;  // no vertex
    held.driven_controls = std::move(driven);
    arc_ = std::move(held);
  }

 private:
  Hold place_of_control(int i) const {
    const Range& range = replay_.phase().controls[i].range();
    std::vector<double> values;
    for (const int k : intervals_) values.push_back(means_(i, k));
    return place_of(values, range.lower.at(replay_.numbers()), range.upper.at(replay_.numbers()))
        .value_or(Hold::inside);
  }

  /// A path constraint at a bound becomes an equation, or nothing where those before it imply it.
  void take_path(int index, const std::vector<int>& tied, Eigen::MatrixXd& rows, Arc& held) const {
    const Constraint& constraint = replay_.phase().path_constraints[index];
    if (constraint.is_residual) return;
    const Eigen::RowVectorXd row = slopes_of(constraint, tied);
    if (row.isZero(0.0)) return;
    std::vector<double> values;
    for (const int k : intervals_) values.push_back(path_value(replay_, constraint, k, means_.col(k)));
    const auto place =
        place_of(values, constraint.bounds.lower.at(replay_.numbers()), constraint.bounds.upper.at(replay_.numbers()));
    if (!place || *place == Hold::inside) return;
    const bool is_new = is_independent(rows, row);
    held.held_paths.push_back({index, is_new ? *place : Hold::inside});
    if (is_new) append(rows, row);
  }

  Eigen::RowVectorXd slopes_of(const Constraint& constraint, const std::vector<int>& tied) const {
    const int k = intervals_[intervals_.size() / 2];
    Eigen::RowVectorXd row(std::ssize(tied));
    for (int i = 0; i < row.size(); ++i) {
      Eigen::VectorXd up = means_.col(k), down = up;
      const double step = kStep * std::max(1.0, std::abs(up(tied[i])));
      up(tied[i]) += step;
      down(tied[i]) -= step;
      row(i) = (path_value(replay_, constraint, k, up) - path_value(replay_, constraint, k, down)) / (2.0 * step);
    }
    return row;
  }

  static void append(Eigen::MatrixXd& rows, const Eigen::RowVectorXd& row) {
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    rows.bottomRows(1) = row.normalized();
  }

  static bool is_independent(Eigen::MatrixXd rows, const Eigen::RowVectorXd& row) {
    if (rows.rows() == rows.cols()) return false;
    append(rows, row);
    Eigen::FullPivLU<Eigen::MatrixXd> factors(rows);
    return factors.setThreshold(kIndependent).rank() == rows.rows();
  }

  const Played& replay_;
  const Eigen::MatrixXd& means_;
  Arc& arc_;
  std::vector<int> intervals_;
};

}  // namespace

void hold_vertex(const Played& replay, const Eigen::MatrixXd& means, const std::vector<bool>& tied, Arc& arc) {
  std::vector<int> own;
  for (int i = 0; i < std::ssize(tied); ++i) {
    if (tied[i]) own.push_back(i);
  }
  if (!own.empty()) VertexHolder(replay, means, arc).hold(own);
}

}  // namespace tandem

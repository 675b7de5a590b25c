#include <tandem/ocp/designs/codesign/kkt_evidence.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/lq/curvature.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tandem::codesign {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// A sum of parts of one sign, and the largest of them.
struct Sum {
  double total = 0.0;
  Worst largest;

  void add(double part, const std::string& what) {
    total += part;
    largest.see(part, [&] { return what; });
  }
  Worst worst() const { return {total, largest.where}; }
};

class Examination {
 public:
  explicit Examination(const KktPoint& point)
      : point_(point), slope_(point.at.gradient + point.at.jacobian.transpose() * point.multipliers) {
    find_free();
    for (int k = 0; k < point.at.rows.size(); ++k) {
      if (point.multipliers(k) > -point.at.rows(k)) holding_.push_back(k);
    }
  }

  KktEvidence run() {
    look_at_limits();
    look_at_slopes();
    if (!free_.empty()) look_at_second_order();
    found_.objective_error = error_.worst();
    return found_;
  }

 private:
  const std::string& name(int unknown) const { return point_.unknown_names[static_cast<std::size_t>(unknown)]; }

  /// What is held counts by push times gap.
  void find_free() {
    for (int i = 0; i < slope_.size(); ++i) {
      const double below = point_.unknowns(i) - point_.lower(i), above = point_.upper(i) - point_.unknowns(i);
      found_.feasibility.see(std::max(-below, -above), [&] { return name(i) + " is past its bound"; });
      const double push = std::abs(slope_(i)), gap = slope_(i) > 0.0 ? below : above;
      if (push > gap) {
        error_.add(push * std::max(gap, 0.0), name(i) + " is off its bound");
      } else {
        free_.push_back(i);
      }
    }
  }

  void look_at_limits() {
    if (point_.at.rows.size() > 0) found_.multipliers.emplace();
    for (int k = 0; k < point_.at.rows.size(); ++k) {
      const std::string& row = point_.row_names[static_cast<std::size_t>(k)];
      const double value = point_.at.rows(k), multiplier = point_.multipliers(k);
      found_.feasibility.see(value, [&] { return "excess of " + row; });
      found_.multipliers->see(-multiplier, [&] { return "multiplier of " + row; });
      error_.add(std::abs(multiplier * value), (value > 0.0 ? "excess of " : "room of ") + row);
    }
  }

  void look_at_slopes() {
    for (const int i : free_) {
      found_.stationarity.see(std::abs(slope_(i)), [&] { return name(i); });
    }
  }

  /// Free unknowns in units in which the Hessian's diagonal is 1.
  void look_at_second_order() {
    MatrixXd hessian = point_.hessian(free_, free_);
    const VectorXd diagonal = hessian.diagonal().cwiseAbs();
    const VectorXd unit =
        diagonal.cwiseMax(1e-16 * diagonal.maxCoeff() + 1e-300).cwiseSqrt().cwiseInverse();  // none is flat beyond that
    hessian = (unit.asDiagonal() * hessian * unit.asDiagonal()).eval();
    const MatrixXd normals = unit.asDiagonal() * MatrixXd(point_.at.jacobian(holding_, free_).transpose());
    const double least = lq::least_curvature_along(hessian, normals);
    if (std::isfinite(least) || std::isnan(least)) {
      found_.downward_curvature.emplace(Worst{-least, holding_.empty() ? "" : "along the limits that hold"});
    }
    const VectorXd slope = unit.cwiseProduct(slope_(free_)), step = newton_step(hessian, normals, slope);
    error_.add(std::abs(slope.dot(step) + 0.5 * step.dot(hessian * step)),
               found_.stationarity.where + " is not stationary");
  }

  /// s of [H, N; N', 0] (s, change of multipliers) = (-slope, -g).
  VectorXd newton_step(const MatrixXd& hessian, const MatrixXd& normals, const VectorXd& slope) const {
    const Index n = hessian.rows(), k = normals.cols();
    MatrixXd kkt = MatrixXd::Zero(n + k, n + k);
    kkt.topLeftCorner(n, n) = hessian;
    kkt.topRightCorner(n, k) = normals;
    kkt.bottomLeftCorner(k, n) = normals.transpose();
    VectorXd right(n + k);
    right << -slope, -point_.at.rows(holding_);
    return kkt.fullPivLu().solve(right).head(n);
  }

  const KktPoint& point_;
  VectorXd slope_;
  std::vector<int> free_, holding_;
  Sum error_;
  KktEvidence found_;
};

}  // namespace

KktEvidence examine(const KktPoint& point) { return Examination(point).run(); }

VectorXd fitted_multipliers(const KktPoint& point) {
  std::vector<int> inside;
  for (int i = 0; i < point.unknowns.size(); ++i) {
    if (point.unknowns(i) > point.lower(i) && point.unknowns(i) < point.upper(i)) inside.push_back(i);
  }
  const MatrixXd normals = point.at.jacobian(Eigen::all, inside).transpose();
  const VectorXd gradient = point.at.gradient(inside);
  return VectorXd(normals.completeOrthogonalDecomposition().solve(-gradient)).cwiseMax(0.0);
}

void add_lines(Certificate& certificate, const KktEvidence& evidence, const DesignLimits& limits) {
  add_line(certificate, "objective_error", evidence.objective_error, limits.objective_error, true);
  add_line(certificate, "feasibility", evidence.feasibility, limits.feasibility, true);
  add_line(certificate, "stationarity", evidence.stationarity, limits.stationarity, true);
  if (evidence.multipliers) add_line(certificate, "multipliers", *evidence.multipliers, limits.multipliers, true);
  if (evidence.downward_curvature) {
    add_line(certificate, "downward_curvature", *evidence.downward_curvature, limits.downward_curvature, true);
  } else {
    certificate.notes.emplace_back("no direction is left: bounds and limits alone hold the design");
  }
}

}  // namespace tandem::codesign

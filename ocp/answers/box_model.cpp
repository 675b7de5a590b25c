#include <tandem/ocp/answers/box_model.hpp>

#include <tandem/core/eigen_spectra.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kSweeps = 100, kRounds = 40;

/// W with its eigenvalues' sizes, none below a billionth of the largest.
Eigen::MatrixXd sized(const Eigen::MatrixXd& curvature) {
  if (curvature.rows() == 1) return curvature.cwiseAbs();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(0.5 * (curvature + curvature.transpose()));
  const Eigen::VectorXd sizes = spectrum.eigenvalues().cwiseAbs();
  const Eigen::VectorXd values = sizes.cwiseMax(1e-9 * sizes.maxCoeff());
  return spectrum.eigenvectors() * values.asDiagonal() * spectrum.eigenvectors().transpose();
}

/// min over the box by one variable after the other.
void descend(const Eigen::VectorXd& gradient, const Eigen::MatrixXd& curvature, const BoxModel& model,
             Eigen::VectorXd& d) {
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double moved = 0.0;
    for (int i = 0; i < d.size(); ++i) {
      const double slope = gradient(i) + curvature.row(i).dot(d), bend = curvature(i, i);
      double to = d(i);
      if (bend > 0.0) {
        to = d(i) - slope / bend;
      } else if (slope != 0.0) {
        const double end = slope > 0.0 ? model.lower(i) : model.upper(i);
        if (std::isfinite(end)) to = end;
      }
      to = std::clamp(to, model.lower(i), model.upper(i));
      moved = std::max(moved, std::abs(to - d(i)));
      d(i) = to;
    }
    if (moved <= 1e-13 * d.cwiseAbs().maxCoeff()) return;
  }
}

/// Row values past their bounds, moved by the multipliers: y+ = y + rho (rows d - nearest allowed value).
Eigen::VectorXd pushed(const BoxModel& model, const Eigen::VectorXd& d, const Eigen::VectorXd& y, double rho) {
  const Eigen::VectorXd at = model.rows * d + y / rho;
  return rho * (at - at.cwiseMax(model.row_lower).cwiseMin(model.row_upper));
}

}  // namespace

Eigen::VectorXd least_step(const BoxModel& model) {
  Eigen::VectorXd d = Eigen::VectorXd::Zero(model.gradient.size());
  if (!model.gradient.allFinite() || !model.curvature.allFinite()) return d;
  const Eigen::MatrixXd curvature = sized(model.curvature);
  if (model.rows.rows() == 0) {
    descend(model.gradient, curvature, model, d);
    return d;
  }
  const double norm = model.rows.rowwise().squaredNorm().maxCoeff();
  if (norm == 0.0 || !std::isfinite(norm)) return d;
  double rho = 10.0 * std::max(curvature.diagonal().maxCoeff(), model.gradient.cwiseAbs().maxCoeff()) / norm;
  if (rho == 0.0) return d;
  Eigen::VectorXd y = Eigen::VectorXd::Zero(model.rows.rows());
  for (int round = 0; round < kRounds; ++round) {
    // the active rows' penalty joins the curvature; which are active may change within the descent
    Eigen::VectorXd last = d;
    for (int inner = 0; inner < kSweeps; ++inner) {
      const Eigen::VectorXd push = pushed(model, d, y, rho);
      Eigen::MatrixXd bent = curvature;
      Eigen::VectorXd slope = model.gradient;
      for (int r = 0; r < push.size(); ++r) {
        if (push(r) == 0.0) continue;
        bent += rho * model.rows.row(r).transpose() * model.rows.row(r);
        slope += (push(r) - rho * model.rows.row(r).dot(d)) * model.rows.row(r).transpose();
      }
      const Eigen::VectorXd before = d;
      descend(slope, bent, model, d);
      if ((d - before).cwiseAbs().maxCoeff() <= 1e-13 * d.cwiseAbs().maxCoeff()) break;
    }
    const Eigen::VectorXd next = pushed(model, d, y, rho);
    const bool settled = (next - y).cwiseAbs().maxCoeff() <= 1e-12 * next.cwiseAbs().maxCoeff();
    y = next;
    if ((d - last).cwiseAbs().maxCoeff() > 1e-12 * d.cwiseAbs().maxCoeff()) continue;
    if (settled) break;
    rho *= 2.0;  // a corner of the box holds what a row does not allow yet
  }
  return d;
}

}  // namespace tandem

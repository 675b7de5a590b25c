#include <tandem/ocp/lq/output_feedback.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

namespace tandem::lq {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using structures::contraction;

namespace {

/// tr(Y (A_c,j X + X A_c,j' + V_j)) for all j, with A_c,j = A_j - B_j K C.
VectorXd by_design(const FeedbackPlant& plant, const MatrixXd& kc, const MatrixXd& x, const MatrixXd& adjoint) {
  VectorXd slopes(plant.a.seeds());
  const MatrixXd yx = adjoint * x, by_b = yx * kc.transpose();
  for (int j = 0; j < slopes.size(); ++j) {
    slopes(j) = 2.0 * contraction(yx, plant.a.by(j)) - 2.0 * contraction(by_b, plant.b.by(j)) +
                contraction(adjoint, plant.v.by(j));
  }
  return slopes;
}

}  // namespace

std::optional<FeedbackSquares> feedback_squares(const FeedbackPlant& plant, const MatrixXd& gain) {
  const MatrixXd &b = plant.b.value, &c = plant.outputs, &w = plant.watched;
  require(gain.rows() == b.cols() && gain.cols() == c.rows(),
          "output feedback: the gain is {} x {}, it should be {} x {}", gain.rows(), gain.cols(), b.cols(), c.rows());
  require(gain.allFinite(), "output feedback: the gain is not finite");
  const MatrixXd kc = gain * c;
  const Lyapunov loop(plant.a.value - b * kc);
  if (!loop.is_stable()) return std::nullopt;
  const MatrixXd x = loop.solve(plant.v.value);
  const MatrixXd y = loop.solve_transposed(kc.transpose() * kc), z = loop.solve_transposed(w.transpose() * w);
  FeedbackSquares found;
  found.effort = (kc * x * kc.transpose()).trace();
  found.response = (w * x * w.transpose()).trace();
  found.effort_by_design = by_design(plant, kc, x, y);
  found.response_by_design = by_design(plant, kc, x, z);
  const MatrixXd xc = x * c.transpose();
  found.effort_by_gain = 2.0 * (kc - b.transpose() * y) * xc;
  found.response_by_gain = -2.0 * b.transpose() * z * xc;
  return found;
}

}  // namespace tandem::lq

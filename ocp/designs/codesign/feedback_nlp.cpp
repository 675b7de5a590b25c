#include <tandem/ocp/designs/codesign/feedback_nlp.hpp>

#include <tandem/core/error.hpp>

#include <cmath>
#include <optional>

namespace tandem::codesign {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using lq::FeedbackPlant;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

namespace {

constexpr double kGreatestGain = 1e4;  // in units of the natural one: no more than a box to search in

VectorXd by_rows(const MatrixXd& gain) {
  const RowMajor rows = gain;
  return Eigen::Map<const VectorXd>(rows.data(), rows.size());
}

/// Objective, limits and their derivatives. Nothing where the loop is not stable.
std::optional<DensePoint> point_at(const Codesign& problem, const VectorXd& u, double scale) {
  const Index n = static_cast<Index>(problem.designs().size());
  const VectorXd p = exponentials(u.head(n));
  const FeedbackPlant plant = problem.feedback_plant(p);
  const auto squares = feedback_squares(plant, gain_of(plant, u, scale));
  if (!squares) return std::nullopt;
  const NumberJet cost = log(by_logarithms(problem.structure_cost(p), p));
  DensePoint point{cost.value, VectorXd::Zero(u.size()), VectorXd(2), MatrixXd(2, u.size())};
  point.gradient.head(n) = cost.gradient;
  point.rows << squares->effort / problem.effort_limit() - 1.0, std::log(squares->response / problem.response_limit());
  point.jacobian.row(0) << p.cwiseProduct(squares->effort_by_design).transpose(),
      scale * by_rows(squares->effort_by_gain).transpose();
  point.jacobian.row(1) << p.cwiseProduct(squares->response_by_design).transpose(),
      scale * by_rows(squares->response_by_gain).transpose();
  point.jacobian.row(0) /= problem.effort_limit();
  point.jacobian.row(1) /= squares->response;
  return point;
}

/// In (ln p, K / scale): that of the mean squares through p = exp(x), and what the logarithm of the response takes
/// away.
MatrixXd hessian_at(const Codesign& problem, const VectorXd& u, double scale, double factor,
                    const VectorXd& multipliers) {
  const Index n = static_cast<Index>(problem.designs().size());
  const VectorXd p = exponentials(u.head(n));
  const FeedbackPlant plant = problem.feedback_plant(p);
  const MatrixXd gain = gain_of(plant, u, scale);
  const auto squares = feedback_squares(plant, gain);
  require(squares.has_value(), "{}: no second derivatives where the loop is not stable", problem.name());
  VectorXd units = VectorXd::Constant(u.size(), scale), response(u.size());
  units.head(n) = p;
  response << squares->response_by_design, by_rows(squares->response_by_gain);
  const double by_effort = multipliers(0) / problem.effort_limit(), by_response = multipliers(1) / squares->response;
  MatrixXd hessian = feedback_hessian(plant, gain, by_effort, by_response);
  hessian -= by_response / squares->response * response * response.transpose();
  hessian = (units.asDiagonal() * hessian * units.asDiagonal()).eval();
  hessian.diagonal().head(n) +=
      p.cwiseProduct(by_effort * squares->effort_by_design + by_response * squares->response_by_design);
  hessian.topLeftCorner(n, n) += factor * log(by_logarithms(problem.structure_cost(p), p)).hessian;
  return hessian;
}

/// Each actuator fed by the sensor that feels it most at once, its own where there is one.
MatrixXd colocated_gain(const Codesign& problem, const FeedbackPlant& plant) {
  const MatrixXd felt = plant.b.value.transpose() * plant.outputs.transpose();
  require(felt.norm() > 0.0, "{}: no sensor is where an actuator is, so gains have no natural scale", problem.name());
  MatrixXd gain = MatrixXd::Zero(felt.rows(), felt.cols());
  for (Index row = 0; row < felt.rows(); ++row) {
    Index own = 0;
    felt.row(row).cwiseAbs().maxCoeff(&own);
    gain(row, own) = felt(row, own);
  }
  return gain / (gain.norm() / std::sqrt(static_cast<double>(gain.rows())));
}

}  // namespace

MatrixXd gain_of(const FeedbackPlant& plant, const VectorXd& unknowns, double scale) {
  const Index rows = plant.b.value.cols(), cols = plant.outputs.rows();
  return scale * Eigen::Map<const RowMajor>(unknowns.data() + unknowns.size() - rows * cols, rows, cols);
}

VectorXd feedback_unknowns(const Codesign& problem, const VectorXd& design, double colocated) {
  const FeedbackPlant plant = problem.feedback_plant(design);
  VectorXd unknowns(design.size() + plant.b.value.cols() * plant.outputs.rows());
  unknowns << logarithms(design), colocated * by_rows(colocated_gain(problem, plant));
  return unknowns;
}

VectorXd feedback_unknowns(const VectorXd& design, const MatrixXd& gain, double scale) {
  VectorXd unknowns(design.size() + gain.size());
  unknowns << logarithms(design), by_rows(gain) / scale;
  return unknowns;
}

DenseNlp feedback_nlp(const Codesign& problem, double scale) {
  require(scale > 0.0 && std::isfinite(scale), "output feedback: the scale of gains, {}, should be positive", scale);
  const Index n = static_cast<Index>(problem.designs().size());
  const Index unknowns = feedback_unknowns(problem, problem.start(), 0.0).size();
  DenseNlp nlp;
  nlp.lower = VectorXd::Constant(unknowns, -kGreatestGain);
  nlp.upper = VectorXd::Constant(unknowns, kGreatestGain);
  nlp.lower.head(n) = logarithms(problem.lower());
  nlp.upper.head(n) = logarithms(problem.upper());
  nlp.rows = 2;
  nlp.evaluate = [&problem, scale](const VectorXd& u) -> std::optional<DensePoint> {
    try {
      return point_at(problem, u, scale);
    } catch (const Error&) {  // no loop with digits there
      return std::nullopt;
    }
  };
  nlp.hessian = [&problem, scale](const VectorXd& u, double factor, const VectorXd& multipliers) {
    return hessian_at(problem, u, scale, factor, multipliers);
  };
  return nlp;
}

double natural_gain_scale(const Codesign& problem, const VectorXd& design) {
  const FeedbackPlant plant = problem.feedback_plant(design);
  const MatrixXd unit = colocated_gain(problem, plant);
  double scale = 1e-12;
  for (; scale < 1e12; scale *= 2.0) {
    const auto squares = feedback_squares(plant, scale * unit);
    if (!squares || squares->effort >= problem.effort_limit()) break;
  }
  return scale;
}

}  // namespace tandem::codesign

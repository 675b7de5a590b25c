#include <tandem/ocp/designs/codesign/certify_feedback.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/designs/codesign/feedback_nlp.hpp>
#include <tandem/ocp/designs/codesign/slope_check.hpp>
#include <tandem/ocp/designs/codesign/structure_certificate.hpp>
#include <tandem/ocp/lq/growth.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace tandem {

using codesign::DenseNlp;
using codesign::DesignLimits;
using codesign::KktEvidence;
using codesign::KktPoint;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using lq::FeedbackPlant;

namespace {

MatrixXd loop_of(const FeedbackPlant& plant, const FeedbackDesign& design) {
  return plant.a.value - plant.b.value * design.gain * plant.outputs;
}

/// Nothing where the loop is not stable.
std::optional<KktPoint> kkt_point(const Codesign& problem, const FeedbackDesign& design, const DenseNlp& nlp,
                                  double scale) {
  KktPoint point = codesign::point_of(problem, design.design);
  point.unknowns = codesign::feedback_unknowns(design.design, design.gain, scale);
  point.lower = nlp.lower;
  point.upper = nlp.upper;
  for (Index k = design.design.size(); k < point.unknowns.size(); ++k) {
    point.unknown_names.push_back(fmt::format("gain_{}", k - design.design.size() + 1));
  }
  point.row_names = {"effort", "response"};
  auto at = nlp.evaluate(point.unknowns);
  if (!at) return std::nullopt;
  point.at = std::move(*at);
  point.multipliers = design.multipliers.size() > 0 ? design.multipliers : fitted_multipliers(point);
  point.hessian = nlp.hessian(point.unknowns, 1.0, point.multipliers);
  return point;
}

/// Sizes move by a factor, gains by their usual size, each by less where the Lagrangian turns sooner.
VectorXd units_of(const KktPoint& point, Index sizes) {
  const Index gains = point.unknowns.size() - sizes;
  VectorXd unit = VectorXd::Ones(point.unknowns.size());
  unit.tail(gains).setConstant(point.unknowns.tail(gains).norm() / std::sqrt(static_cast<double>(gains)));
  const VectorXd turning = point.hessian.diagonal().cwiseAbs().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  return unit.cwiseMin(turning);
}

double lagrangian_slopes(const DenseNlp& nlp, const KktPoint& point, Index sizes) {
  const auto lagrangian = [&](const VectorXd& u) {
    const auto there = nlp.evaluate(u);
    require(there.has_value(), "the loop is not stable");
    return NumberWithDerivatives{there->objective + point.multipliers.dot(there->rows),
                                 there->gradient + there->jacobian.transpose() * point.multipliers,
                                 u == point.unknowns ? point.hessian : MatrixXd()};
  };
  return codesign::slope_error(lagrangian, point.unknowns, units_of(point, sizes));
}

/// tr(M X) against tr(V Y) of A X + X A' + V = 0 and A'Y + Y A + M = 0.
double two_ways(const lq::Lyapunov& loop, const MatrixXd& v, const MatrixXd& outputs) {
  const double one = (outputs * loop.solve(v) * outputs.transpose()).trace(),
               other = (v * loop.solve_transposed(outputs.transpose() * outputs)).trace();
  return std::abs(one - other) / std::abs(one);
}

Worst mean_squares_two_ways(const FeedbackPlant& plant, const FeedbackDesign& design) {
  const lq::Lyapunov loop(loop_of(plant, design));
  Worst worst;
  worst.see({two_ways(loop, plant.v.value, design.gain * plant.outputs), "effort"});
  worst.see({two_ways(loop, plant.v.value, plant.watched), "response"});
  return worst;
}

Certificate certified(const Codesign& problem, const FeedbackDesign& design, const DesignLimits& limits) {
  const FeedbackPlant plant = problem.feedback_plant(design.design);
  const double scale = codesign::natural_gain_scale(problem, design.design);
  const DenseNlp nlp = codesign::feedback_nlp(problem, scale);
  Certificate certificate = codesign::structure_certificate();
  if (const auto point = kkt_point(problem, design, nlp, scale)) {
    KktEvidence evidence = examine(*point);
    add_claim(evidence, design.structure_cost, std::exp(point->at.objective));
    add_lines(certificate, evidence, limits);
    add_line(certificate, "two_ways", mean_squares_two_ways(plant, design), limits.two_ways, true);
    const Worst slopes{lagrangian_slopes(nlp, *point, design.design.size()), "Lagrangian"};
    add_line(certificate, "derivatives", slopes, limits.derivatives, true);
    if (design.multipliers.size() == 0) {
      certificate.notes.emplace_back("multipliers of the limits are fitted: the answer has none");
    }
  }
  const lq::Growth growth = lq::growth(loop_of(plant, design));
  add_line(certificate, "growth", {growth.relative, growth.mode}, limits.growth, true);
  return codesign::finished(std::move(certificate), design.is_solved, design.message);
}

}  // namespace

Certificate certify(const Codesign& problem, const FeedbackDesign& design, const DesignLimits& limits) {
  return codesign::certified_or_refused([&] { return certified(problem, design, limits); });
}

}  // namespace tandem

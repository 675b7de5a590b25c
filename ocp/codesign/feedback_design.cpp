#include <tandem/ocp/codesign/feedback_design.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

#include <chrono>
#include <cmath>

namespace tandem {

using codesign::DenseNlp;
using codesign::DensePoint;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using lq::FeedbackPlant;
using lq::FeedbackSquares;
using structures::NumberJet;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Clock = std::chrono::steady_clock;

namespace {

constexpr double kGreatestGain = 1e4;  // in units of the natural one: no more than a box to search in

VectorXd by_rows(const MatrixXd& gain) {
  const RowMajor rows = gain;
  return Eigen::Map<const VectorXd>(rows.data(), rows.size());
}

MatrixXd gain_of(const VectorXd& unknowns, const FeedbackPlant& plant, double scale) {
  const Index rows = plant.b.value.cols(), cols = plant.outputs.rows();
  return scale * Eigen::Map<const RowMajor>(unknowns.data() + unknowns.size() - rows * cols, rows, cols);
}

FeedbackDesign looked_at(const Codesign& problem, const VectorXd& unknowns, double scale) {
  const Index n = static_cast<Index>(problem.designs().size());
  FeedbackDesign found;
  found.design = problem.sizes_at(unknowns.head(n));
  const FeedbackPlant plant = problem.feedback_plant(found.design);
  found.gain = gain_of(unknowns, plant, scale);
  found.structure_cost = problem.structure_cost(found.design).value;
  found.abscissa = lq::Lyapunov(plant.a.value - plant.b.value * found.gain * plant.outputs).abscissa();
  if (const auto squares = feedback_squares(plant, found.gain)) {
    found.effort = squares->effort;
    found.response = squares->response;
  }
  return found;
}

VectorXd start_unknowns(const Codesign& problem, const VectorXd& design) {
  const FeedbackPlant plant = problem.feedback_plant(design);
  VectorXd unknowns = VectorXd::Zero(design.size() + plant.b.value.cols() * plant.outputs.rows());
  unknowns.head(design.size()) = logarithms(design);
  return unknowns;
}

}  // namespace

DenseNlp feedback_nlp(const Codesign& problem, double scale) {
  require(scale > 0.0 && std::isfinite(scale), "output feedback: the scale of gains, {}, should be positive", scale);
  const Index n = static_cast<Index>(problem.designs().size());
  const VectorXd start = start_unknowns(problem, problem.start());
  DenseNlp nlp;
  nlp.lower = VectorXd::Constant(start.size(), -kGreatestGain);
  nlp.upper = VectorXd::Constant(start.size(), kGreatestGain);
  nlp.lower.head(n) = logarithms(problem.lower());
  nlp.upper.head(n) = logarithms(problem.upper());
  nlp.rows = 2;
  nlp.evaluate = [&problem, n, scale](const VectorXd& u) -> std::optional<DensePoint> {
    const VectorXd p = exponentials(u.head(n));
    const FeedbackPlant plant = problem.feedback_plant(p);
    const auto squares = feedback_squares(plant, gain_of(u, plant, scale));
    if (!squares) return std::nullopt;
    const NumberJet cost = log(by_logarithms(problem.structure_cost(p), p));
    DensePoint point{cost.value, VectorXd::Zero(u.size()), VectorXd(2), MatrixXd(2, u.size())};
    point.gradient.head(n) = cost.gradient;
    point.rows << squares->effort / problem.effort_limit() - 1.0,
        std::log(squares->response / problem.response_limit());
    point.jacobian.row(0) << p.cwiseProduct(squares->effort_by_design).transpose(),
        scale * by_rows(squares->effort_by_gain).transpose();
    point.jacobian.row(1) << p.cwiseProduct(squares->response_by_design).transpose(),
        scale * by_rows(squares->response_by_gain).transpose();
    point.jacobian.row(0) /= problem.effort_limit();
    point.jacobian.row(1) /= squares->response;
    return point;
  };
  return nlp;
}

double natural_gain_scale(const Codesign& problem, const VectorXd& design) {
  const FeedbackPlant plant = problem.feedback_plant(design);
  MatrixXd unit = plant.b.value.transpose() * plant.outputs.transpose();
  require(unit.norm() > 0.0, "{}: no sensor is where an actuator is, so gains have no natural scale", problem.name());
  unit /= unit.norm() / std::sqrt(static_cast<double>(unit.rows()));
  double scale = 1e-12;
  for (; scale < 1e12; scale *= 2.0) {
    const auto squares = feedback_squares(plant, scale * unit);
    if (!squares || squares->effort >= problem.effort_limit()) break;
  }
  return scale;
}

FeedbackDesign feedback_design_by_slp(const Codesign& problem, const VectorXd& start,
                                      const codesign::SlpOptions& options) {
  const auto begin = Clock::now();
  const double scale = natural_gain_scale(problem, start);
  const codesign::SlpSolution solved = codesign::solve_by_slp(
      feedback_nlp(problem, scale), start_unknowns(problem, start), codesign::slater_schedule(), options);
  FeedbackDesign found = looked_at(problem, solved.unknowns, scale);
  found.is_solved = solved.is_feasible && found.abscissa < 0.0;
  found.message = fmt::format("{} linear programs, {} bisections", solved.programs, solved.bisections);
  found.iterations = solved.programs;
  found.evaluations = solved.evaluations;
  found.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return found;
}

}  // namespace tandem

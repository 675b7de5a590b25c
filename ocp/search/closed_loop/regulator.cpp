#include <tandem/ocp/search/closed_loop/regulator.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/lq/riccati.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <memory>

namespace tandem {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRest = 1e-6;  // a rate, relative to its state's range over the plan

/// exp(M): Taylor's series of M / 2^s with |M| / 2^s <= 1/4, twelve terms (1e-16), squared s times.
MatrixXd exponential(MatrixXd M) {
  const double norm = M.cwiseAbs().colwise().sum().maxCoeff();
  const int squarings = std::max(0, static_cast<int>(std::ceil(std::log2(std::max(norm, 1e-300)))) + 2);
  M *= std::ldexp(1.0, -squarings);
  MatrixXd sum = MatrixXd::Identity(M.rows(), M.cols()), term = sum;
  for (int k = 1; k <= 12; ++k) sum += term = (term * M / k).eval();
  for (int i = 0; i < squarings; ++i) sum = (sum * sum).eval();
  return sum;
}

/// Rates and their derivatives by state and control.
struct Linearised {
  VectorXd rates;
  MatrixXd by_state, by_control;
};

/// The plan's dynamics with their derivatives, by tapes.
class Dynamics {
 public:
  explicit Dynamics(const Played& plan) : states_(plan.phase().state_count), controls_(plan.phase().control_count) {
    KnotBlocks blocks{states_, controls_, {{plan.phase().dynamics, "dynamics"}}, {}, {}};
    blocks.numbers.assign(plan.numbers().begin(), plan.numbers().end());
    function_ = make_knot_function(blocks, "tape");
    batch_.resize(function_->inputs(), function_->outputs(), 1);
  }

  Linearised at(const VectorXd& x, const VectorXd& u, double t) {
    batch_.inputs.col(0) << x, u, t;
    function_->evaluate(batch_, 0, 1, Level::jacobian);
    const auto jacobian = batch_.jacobian(0);
    return {batch_.values.col(0), jacobian.leftCols(states_), jacobian.middleCols(states_, controls_)};
  }

 private:
  int states_, controls_;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
};

/// Newton's method on |f(x_end, u)|^2, from the control at the end of the plan; one step where f is affine in u.
VectorXd most_restful(const Played& plan) {
  const int last = plan.intervals();
  VectorXd u = plan.control(last - 1, 1.0);
  Dynamics dynamics(plan);
  for (int i = 0; i < 5 && u.size() > 0; ++i) {
    const Linearised end = dynamics.at(plan.series().states.col(last), u, plan.series().time(last));
    u -= end.by_control.completeOrthogonalDecomposition().solve(end.rates);
  }
  return u;
}

/// Bryson's rule.
struct Weights {
  MatrixXd Q, R;
};

VectorXd control_ranges(const Played& plan) {
  const PhaseSolution& series = plan.series();
  VectorXd ranges = (series.controls.rowwise().maxCoeff() - series.controls.rowwise().minCoeff()).cwiseMax(1e-3);
  for (int i = 0; i < ranges.size(); ++i) {
    const Range& range = plan.phase().controls[i].range();
    const double most = std::max(std::abs(range.lower.at(plan.numbers())), std::abs(range.upper.at(plan.numbers())));
    if (std::isfinite(most) && most > 0.0) ranges(i) = most;
  }
  return ranges;
}

Weights weights_of(const Played& plan) {
  return {plan.ranges_or_one().cwiseAbs2().cwiseInverse().asDiagonal(),
          control_ranges(plan).cwiseAbs2().cwiseInverse().asDiagonal()};
}

/// K = -(R + B'PB)^-1 B'PA.
MatrixXd gain_of(const DiscretePlant& plant, const MatrixXd& P, const MatrixXd& R) {
  const MatrixXd PB = P * plant.B;
  return -(R + plant.B.transpose() * PB).llt().solve(PB.transpose() * plant.A);
}

}  // namespace

void require_one_phase(const Problem& problem, const Solution& plan) {
  require(plan.problem == problem.name(), "problem '{}': the plan is one of '{}'", problem.name(), plan.problem);
  require(plan.phases.size() == 1, "problem '{}': its plan has {} phases; feedback is known for one", problem.name(),
          plan.phases.size());
}

DiscretePlant held_plant(const MatrixXd& A, const MatrixXd& B, double h) {
  const auto nx = A.rows(), nu = B.cols();
  MatrixXd all = MatrixXd::Zero(nx + nu, nx + nu);
  all.topLeftCorner(nx, nx) = h * A;
  all.topRightCorner(nx, nu) = h * B;
  const MatrixXd moved = exponential(std::move(all));
  return {moved.topLeftCorner(nx, nx), moved.topRightCorner(nx, nu)};
}

std::optional<VectorXd> control_at_rest(const Problem& problem, const Solution& plan) {
  require_one_phase(problem, plan);
  const Played replay(problem, plan);
  VectorXd u = most_restful(replay);
  const VectorXd rates =
      replay.rates(replay.series().states.col(replay.intervals()), u, replay.series().time(replay.intervals()));
  const bool rests =
      u.allFinite() && rates.allFinite() && (rates.cwiseAbs().array() <= kRest * replay.ranges_or_one().array()).all();
  if (!rests) return std::nullopt;
  return u;
}

EndRegulator end_regulator(const Problem& problem, const Solution& plan) {
  const Played replay(problem, plan);
  const std::optional<VectorXd> control = control_at_rest(problem, plan);
  require(control.has_value(),
          "problem '{}': its motion does not rest at its end, so that no regulator can hold it there", problem.name());
  const int last = replay.intervals();
  EndRegulator regulator{replay.series().states.col(last), *control, {}, {}, replay.step(last - 1)};
  const Linearised end = Dynamics(replay).at(regulator.state, regulator.control, replay.series().time(last));
  const Weights weights = weights_of(replay);
  const DiscretePlant plant = held_plant(end.by_state, end.by_control, regulator.step);
  try {
    const lq::RiccatiSolution steady = lq::solve_discrete_riccati({plant.A, plant.B, weights.Q, weights.R});
    regulator.gain = -steady.gain;
    regulator.value = steady.p;
  } catch (const InvalidInput& refusal) {
    require(false, "problem '{}': no control held for {} s at a time keeps it at its end: {}", problem.name(),
            regulator.step, refusal.what());
  }
  return regulator;
}

std::vector<MatrixXd> tracking_gains(const Problem& problem, const Solution& plan, const EndRegulator& end) {
  require_one_phase(problem, plan);
  const Played replay(problem, plan);
  require(replay.tableau().node_controls() == 1,
          "problem '{}': gains that track a plan need controls held constant, not those of '{}'", problem.name(),
          plan.transcription);
  Dynamics dynamics(replay);
  const Weights weights = weights_of(replay);
  std::vector<MatrixXd> gains(replay.intervals());
  MatrixXd P = end.value;
  for (int k = replay.intervals() - 1; k >= 0; --k) {
    const VectorXd middle = 0.5 * (replay.series().states.col(k) + replay.series().states.col(k + 1));
    const Linearised at = dynamics.at(middle, replay.control(k, 0.5), replay.time(k, 0.5));
    const DiscretePlant plant = held_plant(at.by_state, at.by_control, replay.step(k));
    gains[k] = gain_of(plant, P, weights.R);
    P = weights.Q + plant.A.transpose() * P * (plant.A + plant.B * gains[k]);
    P = 0.5 * (P + P.transpose()).eval();
    const auto seen = gains[k].cols(), all = seen + replay.series().integrals.rows();
    gains[k].conservativeResize(Eigen::NoChange, all);
    gains[k].rightCols(all - seen).setZero();
  }
  return gains;
}

}  // namespace tandem

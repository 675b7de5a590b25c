#include <tandem/ocp/answers/certificate_notes.hpp>

#include <tandem/derivatives/differences.hpp>
#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/answers/order_eight.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kSteps = 2;            // an interval, of the motion from start to end
constexpr double kAccurate = 1e-12;  // of a state's range, by the method's own estimate: one step is enough
constexpr int kLooksAlong = 5;       // along a phase, at derivatives by differences

/// x from the start in one go, under the control as stored.
Eigen::VectorXd open_loop_end(const Played& played) {
  OrderEight method;
  Eigen::MatrixXd x = played.series().states.col(0);
  method.resize(static_cast<int>(x.rows()), 1);
  Eigen::VectorXd u(played.phase().control_count);
  const Eigen::ArrayXd accurate = kAccurate * played.state_scales().array();
  for (int k = 0; k < played.intervals() && x.allFinite(); ++k) {
    const auto law = [&](const Eigen::MatrixXd& at, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes) {
      played.control_into(k, s(0), false, u);
      played.rates_into(at.data(), u, played.time(k, s(0)), slopes.data());
      slopes *= played.step(k);
    };
    const Eigen::VectorXd start = x.col(0);
    for (int steps = 1; steps <= kSteps; ++steps) {
      x.col(0) = start;
      const Eigen::ArrayXd length = Eigen::ArrayXd::Constant(1, 1.0 / steps);
      for (int step = 0; step < steps; ++step) method.step(step * length, length, x, law);
      if ((method.difference(length).array().abs().col(0) <= accurate).all()) break;
    }
  }
  return x.col(0);
}

/// d/dx of one classical Runge-Kutta step of y' = A(s) y: enough for an order of magnitude.
Eigen::MatrixXd transition(const Eigen::MatrixXd& a0, const Eigen::MatrixXd& a1, const Eigen::MatrixXd& a2, double h) {
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(a0.rows(), a0.rows());
  const Eigen::MatrixXd k1 = a0, k2 = a1 * (one + 0.5 * h * k1), k3 = a1 * (one + 0.5 * h * k2),
                        k4 = a2 * (one + h * k3);
  return one + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

class Notes {
 public:
  explicit Notes(PhaseFlow& flow) : flow_(flow), played_(flow.played()) {}

  PhaseNotes make() {
    const Eigen::VectorXd end = open_loop_end(played_);
    for (int i = 0; i < flow_.states(); ++i) {
      notes_.open_loop_miss.see(std::abs(end(i) - played_.series().states(i, played_.intervals())),
                                [&] { return fmt::format("state '{}'", flow_.phase().states[i].name); });
    }
    const int time = flow_.states() + flow_.controls();
    notes_.is_autonomous = !flow_.function().jacobian_pattern().col(time).any();
    see_lanes();
    return std::move(notes_);
  }

 private:
  /// Knots and middles, group by group: transitions, and H at the knots.
  void see_lanes() {
    const int n = played_.intervals(), nx = flow_.states();
    Eigen::MatrixXd product = Eigen::MatrixXd::Identity(nx, nx);
    double least = kInfinity, most = -kInfinity, scale = 1e-300;
    for (int first = 0; first < n; first += PhaseFlow::kMostLanes) {
      std::vector<int> intervals;
      for (int k = first; k < std::min(n, first + PhaseFlow::kMostLanes); ++k) intervals.push_back(k);
      const int lanes = static_cast<int>(intervals.size());
      flow_.choose(intervals);
      std::vector<Eigen::MatrixXd> slopes[3];
      for (const int third : {0, 1, 2}) {
        Eigen::MatrixXd x = played_.series().states.middleCols(first + (third == 2 ? 1 : 0), lanes);
        if (third == 1) x = 0.5 * (x + played_.series().states.middleCols(first + 1, lanes));
        flow_.place(x, Eigen::ArrayXd::Constant(lanes, 0.5 * third));
        flow_.evaluate(Level::jacobian);
        for (int lane = 0; lane < lanes; ++lane) slopes[third].push_back(flow_.rates_by_state(lane));
        if (third == 1) continue;
        flow_.weigh(third == 0 ? played_.series().costates.middleCols(first, lanes)
                               : played_.series().costates_before.middleCols(first + 1, lanes));
        for (int lane = 0; lane < lanes; ++lane) {
          if (third == 2 && intervals[lane] + 1 < n) continue;
          least = std::min(least, flow_.hamiltonian(lane));
          most = std::max(most, flow_.hamiltonian(lane));
          scale = std::max(scale, flow_.largest_term(lane));
        }
      }
      for (int lane = 0; lane < lanes; ++lane) {
        product =
            transition(slopes[0][lane], slopes[1][lane], slopes[2][lane], played_.step(intervals[lane])) * product;
      }
    }
    notes_.amplification = product.norm();
    if (notes_.is_autonomous) notes_.hamiltonian_drift.see((most - least) / scale, [] { return "over the knots"; });
  }

  PhaseFlow& flow_;
  const Played& played_;
  PhaseNotes notes_;
};

}  // namespace

PhaseNotes examine_notes(PhaseFlow& flow) { return Notes(flow).make(); }

namespace {

bool has_users_functions(const Phase& phase) {
  const auto is_users = [](const Constraint& constraint) { return constraint.function.user() != nullptr; };
  return phase.dynamics.user() != nullptr || phase.running_cost.user() != nullptr ||
         std::any_of(phase.path_constraints.begin(), phase.path_constraints.end(), is_users) ||
         std::any_of(phase.integral_constraints.begin(), phase.integral_constraints.end(), is_users);
}

/// |ours - differences| beyond ten times what these say of their own error, over the norm of both.
double beyond_error(const Eigen::VectorXd& ours, const Difference& theirs, double size) {
  if (!theirs.derivative.allFinite() || !theirs.error.allFinite()) return 0.0;
  const Eigen::ArrayXd gap = (ours - theirs.derivative).array().abs() - 10.0 * theirs.error.array();
  return gap.max(0.0).matrix().norm() / std::max({size, theirs.derivative.norm(), 1e-300});
}

/// No tape serves a user's own function: its first derivatives against differences of its values, its second ones
/// against differences of its first.
Worst compare_with_differences(PhaseFlow& flow) {
  const Played& played = flow.played();
  KnotFunction& function = flow.function();
  const int nx = flow.states(), nu = flow.controls(), inputs = function.inputs(), n = played.intervals();
  const Eigen::VectorXd scales = played.state_scales();
  KnotBatch batch;
  batch.resize(inputs, function.outputs(), 1);
  Worst worst;
  for (int look = 0; look < std::min(kLooksAlong, n); ++look) {
    const int k = n * look / std::min(kLooksAlong, n);
    Eigen::VectorXd at(inputs), sizes(inputs);
    at.head(nx) = 0.5 * (played.series().states.col(k) + played.series().states.col(k + 1));
    played.control_into(k, 0.5, true, at.segment(nx, nu));
    at(nx + nu) = played.time(k, 0.5);
    for (int i = 0; i < flow.numbers(); ++i) at(nx + nu + 1 + i) = played.numbers()[flow.free_numbers()[i]];
    sizes = at.cwiseAbs().cwiseMax(1e-3);
    sizes.head(nx) = scales;
    batch.weights.setOnes();
    batch.weights.col(0).head(nx) = played.series().costates.col(k);
    batch.inputs.col(0) = at;
    function.evaluate(batch, 0, 1, Level::hessian);
    const Eigen::MatrixXd jacobian = batch.jacobian(0), hessian = batch.hessian(0);
    for (int j = 0; j < inputs; ++j) {
      const auto moved = [&](double s, Level level) {
        batch.inputs.col(0) = at;
        batch.inputs(j, 0) += s * sizes(j);
        function.evaluate(batch, 0, 1, level);
      };
      const Difference first = ridders([&](double s) -> Eigen::VectorXd {
        moved(s, Level::values);
        return batch.values.col(0);
      });
      const Difference second = ridders([&](double s) -> Eigen::VectorXd {
        moved(s, Level::jacobian);
        return batch.jacobian(0).transpose() * batch.weights.col(0);
      });
      const auto where = [&](const char* what) {
        return fmt::format("{} at {:.4g}, by differences", what, at(nx + nu));
      };
      worst.see(beyond_error(sizes(j) * jacobian.col(j), first, jacobian.norm() * sizes(j)),
                [&] { return where("first derivatives"); });
      worst.see(beyond_error(sizes(j) * hessian.col(j), second, hessian.norm() * sizes(j)),
                [&] { return where("second derivatives"); });
    }
  }
  return worst;
}

}  // namespace

Worst compare_with_tapes(PhaseFlow& flow) {
  const Played& played = flow.played();
  Worst worst;
  if (has_users_functions(flow.phase())) return compare_with_differences(flow);
  const auto tape = knot_function_of(played, flow.free_numbers());
  const int inputs = tape->inputs(), outputs = tape->outputs(), n = played.intervals();
  KnotBatch own, other;
  own.resize(inputs, outputs, PhaseFlow::kMostLanes);
  other.resize(inputs, outputs, PhaseFlow::kMostLanes);
  for (int first = 0; first < n; first += PhaseFlow::kMostLanes) {
    const int count = std::min(PhaseFlow::kMostLanes, n - first);
    for (int lane = 0; lane < count; ++lane) {
      // a fraction of its own in each interval, never an end: the golden ratio's multiples
      const int k = first + lane;
      const double s = std::fmod(0.5 + 0.6180339887498949 * k, 1.0);
      auto at = own.inputs.col(lane);
      at.head(flow.states()) = (1.0 - s) * played.series().states.col(k) + s * played.series().states.col(k + 1);
      played.control_into(k, s, true, at.segment(flow.states(), flow.controls()));
      at(flow.states() + flow.controls()) = played.time(k, s);
      for (int i = 0; i < flow.numbers(); ++i) {
        at(flow.states() + flow.controls() + 1 + i) = played.numbers()[flow.free_numbers()[i]];
      }
      own.weights.col(lane).setConstant(1.0);
      own.weights.col(lane).head(flow.states()) = played.series().costates.col(k);
      if (flow.outputs().costs > 0) own.weights(flow.outputs().cost_row(), lane) = flow.sign();
    }
    other.inputs = own.inputs;
    other.weights = own.weights;
    flow.function().evaluate(own, 0, count, Level::hessian);
    tape->evaluate(other, 0, count, Level::hessian);
    const auto compare = [&](const Eigen::MatrixXd& ours, const Eigen::MatrixXd& theirs, const char* what) {
      for (int lane = 0; lane < count; ++lane) {
        const double norm = theirs.col(lane).norm();
        const double gap = (ours.col(lane) - theirs.col(lane)).norm();
        worst.see(gap == 0.0 ? 0.0 : gap / norm,
                  [&] { return fmt::format("{} at {:.4g}", what, own.inputs(flow.states() + flow.controls(), lane)); });
      }
    };
    compare(own.values, other.values, "values");
    compare(own.jacobians, other.jacobians, "first derivatives");
    compare(own.hessians, other.hessians, "second derivatives");
  }
  return worst;
}

}  // namespace tandem

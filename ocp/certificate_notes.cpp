#include <tandem/ocp/certificate_notes.hpp>

#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/order_eight.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kSteps = 2;  // an interval, of the motion from start to end

/// x from the start in one go, under the control as stored.
Eigen::VectorXd open_loop_end(const Played& played) {
  OrderEight method;
  Eigen::MatrixXd x = played.series().states.col(0);
  method.resize(static_cast<int>(x.rows()), 1);
  Eigen::VectorXd u(played.phase().control_count);
  const std::vector<double> numbers(played.numbers().begin(), played.numbers().end());
  for (int k = 0; k < played.intervals() && x.allFinite(); ++k) {
    const auto law = [&](const Eigen::MatrixXd& at, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes) {
      played.control_into(k, s(0), false, u);
      played.rates_into(at.data(), u, played.time(k, s(0)), slopes.data());
      slopes *= played.step(k);
    };
    for (int step = 0; step < kSteps; ++step) {
      method.step(Eigen::ArrayXd::Constant(1, static_cast<double>(step) / kSteps),
                  Eigen::ArrayXd::Constant(1, 1.0 / kSteps), x, law);
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

Worst compare_with_tapes(PhaseFlow& flow) {
  const Played& played = flow.played();
  Worst worst;
  if (flow.phase().dynamics.user() != nullptr) return worst;
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

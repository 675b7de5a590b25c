#include <tandem/core/error.hpp>
#include <tandem/dynamics/structures/damping.hpp>
#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/ocp/designs/controllers/lqg_controller.hpp>
#include <tandem/ocp/designs/controllers/order_path.hpp>
#include <tandem/problems/controllers.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace tandem::problems {

using controllers::Plant;
using Eigen::MatrixXd;

namespace {

constexpr int kBeamElements = 6, kModes = 5;
// Freedoms: displacements of the nodes at 1/2 (the control), 2/3 (the noise) and the tip (sensed and watched).
constexpr int kControl = 4, kNoise = 6, kTip = 10;

/// States (omega_k q_k, q_k') of each mode, time in units of 1 / omega_1.
Plant cantilever(double damping, double sensor_noise, double effort_weight) {
  const std::vector<double> ones(kBeamElements, 1.0);
  const structures::Structure beam = structures::uniform_beam(kBeamElements, 1.0 / kBeamElements, true);
  const structures::Modes modes = structures::modes(beam.mass.value<double>(ones), beam.stiffness.value<double>(ones));
  const int n = 2 * kModes;
  Plant plant{MatrixXd::Zero(n, n), MatrixXd::Zero(n, 1), MatrixXd::Zero(n, 2), MatrixXd::Zero(1, n),
              MatrixXd::Zero(1, 2), MatrixXd::Zero(2, n), MatrixXd::Zero(2, 1)};
  for (int k = 0; k < kModes; ++k) {
    const double omega = modes.frequencies(k) / modes.frequencies(0);
    const int place = 2 * k, rate = place + 1;
    plant.a(place, rate) = omega;
    plant.a(rate, place) = -omega;
    plant.a(rate, rate) = -2.0 * damping * omega;
    plant.b(rate, 0) = modes.shapes(kControl, k);
    plant.noise(rate, 0) = modes.shapes(kNoise, k);
    plant.sensors(0, place) = plant.watched(0, place) = modes.shapes(kTip, k) / omega;
  }
  plant.sensor_noise(0, 1) = sensor_noise;
  plant.effort(1, 0) = std::sqrt(effort_weight);
  return plant;
}

controllers::Objective objective(double wanted_order, const Plant& whole, double coupling) {
  const int order = static_cast<int>(wanted_order);
  require(order == wanted_order && order % 2 == 0, "'order' is {}, it should be an even number", wanted_order);
  controllers::Form form = controllers::modal_form(order, 1, 1);
  form.start_at(modal_numbers(lqg_controller(first_states(whole, order)).controller));
  return {std::move(form), {{between(uncoupled(whole, order), whole, coupling)}}};
}

}  // namespace

/// minimise  E[tip^2 + effort_weight u^2]
///
/// over controllers of a low order n_c, z' = A_c z + B_c y, u = C_c z, of a cantilever with five modes (ten states): a
/// force u at half its length, a noisy sensor at the tip, white noise at 2/3. rho A = 1, L = 1, and E I such that the
/// first frequency is 1 rad/s. With n_c = 10 the answer is the LQG controller; with less it solves the optimal
/// projection equations of Hyland and Bernstein, the subject of Bernstein, Hyland, Richter and Haddad's abstract on
/// generalised LQG in the proceedings of the 1989 workshop on aerospace computational control. The search starts with
/// the LQG controller of the first n_c / 2 modes, which does not stabilise all five. `coupling` is that of the other
/// modes with controls, sensor and tip: at 0 the start is the answer, and a path from there to 1 is a homotopy
/// (controllers::follow_plants).
ControllerProblem beam_controller() {
  ControllerProblem problem("beam-controller");
  problem.description() = {
      .title = "Still a cantilever of five modes by a controller of low order",
      .source = "after Bernstein et al., Generalized LQG, workshop on aerospace computational control (1989)",
      .teaches = "reduced-order controllers: optimal projection, a homotopy in what was left out",
      .reference = ReferenceValue{2.29502663708, 1e-9, "order 4; two routes agree, optimal projection to 1e-11"}};
  const Number order =
      problem.number({"order", 4.0, "", "n_c: of the controller, even", Role::constant, 2.0, 2.0 * kModes});
  const Number damping = problem.number({"damping", 0.005, "", "ratio of every mode", Role::constant, 1e-6, 1.0});
  const Number sensor_noise = problem.number({"sensor_noise", 0.03, "", "root of its intensity", Role::constant, 1e-6});
  const Number effort_weight = problem.number({"effort_weight", 0.09, "", "of u^2", Role::constant, 1e-9});
  const Number coupling =
      problem.number({"coupling", 1.0, "", "of the modes left out, 0 to 1", Role::constant, 0.0, 1.0});
  problem.objective([=](NumberValues k) {
    return objective(k[order], cantilever(k[damping], k[sensor_noise], k[effort_weight]), k[coupling]);
  });
  return problem;
}

}  // namespace tandem::problems

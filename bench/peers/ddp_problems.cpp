#include <tandem/dynamics/inverse_dynamics.hpp>

#include "ddp_problems.hpp"
#include "tandem_model.hpp"

#include <array>
#include <cmath>

namespace tandem::bench {
namespace {

LinearGuess constant(double value) { return {value, value, {}}; }

Range bound_of(double most) { return most > 0.0 ? Range(-most, most) : Range(); }

/// Where a point of the last body of a chain of revolute joints about their z axes is.
struct Chain {
  struct Link {
    std::array<double, 9> rotation;  ///< column by column
    std::array<double, 3> translation;
  };
  std::array<Link, 7> links;
  std::array<double, 3> tool;

  template <class S>
  std::array<S, 3> place(const std::array<S, 14>& x) const {
    std::array<S, 3> p{S(tool[0]), S(tool[1]), S(tool[2])};
    for (int i = 6; i >= 0; --i) {
      const auto& [R, t] = links[i];
      const S s = sin(x[i]), c = cos(x[i]);
      const S a = c * p[0] - s * p[1], b = s * p[0] + c * p[1], d = p[2];
      for (int k = 0; k < 3; ++k) p[k] = R[k] * a + R[3 + k] * b + R[6 + k] * d + t[k];
    }
    return p;
  }
};

Chain chain_of(const ArmTask& task) {
  Chain chain{{}, task.tool};
  require(task.tree.bodies.size() == 7, "the arm has {} bodies instead of 7", task.tree.bodies.size());
  for (std::size_t i = 0; i < 7; ++i) {
    const TreeBody& body = task.tree.bodies[i];
    const bool fits = body.joint == TreeJoint::revolute && body.axis == std::array{0.0, 0.0, 1.0} &&
                      body.parent == static_cast<int>(i);
    require(fits, "the arm's joint '{}' does not turn about z at the end of the one before", body.name);
    chain.links[i] = {body.rotation, body.translation};
  }
  return chain;
}

}  // namespace

Problem problem_of(const CartPoleTask& task) {
  Problem problem("cart-pole-beside-crocoddyl");
  problem.mesh() = {.transcription = "semi-implicit", .intervals = task.steps};
  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = task.steps * task.dt});
  const std::array names{"position", "angle", "velocity", "rate"};
  for (int i = 0; i < 4; ++i) {
    phase.state(names[i], {.start = task.start[i], .guess = constant(task.start[i])});
  }
  phase.control("force", {.bounds = bound_of(task.bound)});
  phase.dynamics([task](const auto& k) {
    const auto s = sin(k.x[1]), c = cos(k.x[1]);
    const auto &v = k.x[2], &w = k.x[3], &f = k.u[0];
    const double m = task.pole, l = task.length, g = task.gravity;
    const auto mu = task.cart + m * s * s;
    return rates(v, w, (f + m * g * c * s - m * l * s * w * w) / mu,
                 (f * c / l + (task.cart + m) * g * s / l - m * c * s * w * w) / mu);
  });
  const double scale = 1.0 / std::sqrt(task.dt);  // the cost is not times dt
  phase.running_residuals([weights = task.weights, scale](const auto& k) {
    const auto& w = weights;
    return rates(scale * w[0] * sin(k.x[1]), scale * w[1] * (1.0 - cos(k.x[1])), scale * w[2] * k.x[0],
                 scale * w[3] * k.x[2], scale * w[4] * k.x[3], scale * w[5] * k.u[0]);
  });
  phase.end_residuals([w = task.end_weights](const auto& k) {
    return rates(w[0] * sin(k.x[1]), w[1] * (1.0 - cos(k.x[1])), w[2] * k.x[0], w[3] * k.x[2], w[4] * k.x[3]);
  });
  return problem;
}

Problem problem_of(const ArmTask& task) {
  const Model model = model_of(task.tree);
  Problem problem("arm-reach-beside-crocoddyl");
  problem.mesh() = {.transcription = "semi-implicit", .intervals = task.steps};
  Workspace<double> workspace(model);
  Eigen::VectorXd weight(7);
  gravity_forces(model, workspace, Eigen::Map<const Eigen::VectorXd>(task.start.data(), 7), weight);

  auto phase = problem.phase<14, 7>("reach");
  phase.time({.start = 0.0, .end = task.steps * task.dt});
  for (int i = 0; i < 14; ++i) {
    const double start = i < 7 ? task.start[i] : 0.0;
    const std::string name = fmt::format("{}{}", i < 7 ? "q" : "v", i % 7 + 1);
    phase.state(name, {.start = start, .guess = constant(start)});
  }
  MultibodyDynamics dynamics(model);
  for (int i = 0; i < 7; ++i) {
    phase.control(fmt::format("tau{}", i + 1), {.bounds = bound_of(task.bound[i]), .guess = constant(weight(i))});
    dynamics.actuate(model.body(i + 1).joint.name);
  }
  phase.dynamics(std::move(dynamics));
  const Chain chain = chain_of(task);
  phase.running_residuals([task_start = task.start, target = task.target, chain, place = std::sqrt(task.of_place),
                           state = std::sqrt(task.of_state), control = std::sqrt(task.of_control)](const auto& k) {
    using S = std::decay_t<decltype(k.x[0])>;
    std::array<S, 24> r;
    const std::array<S, 3> p = chain.place(k.x);
    for (int i = 0; i < 3; ++i) r[i] = place * (p[i] - target[i]);
    for (int i = 0; i < 14; ++i) r[3 + i] = state * (k.x[i] - (i < 7 ? task_start[i] : 0.0));
    for (int i = 0; i < 7; ++i) r[17 + i] = control * k.u[i];
    return r;
  });
  phase.end_residuals([target = task.target, chain, place = std::sqrt(task.of_end_place),
                       rate = std::sqrt(task.of_end_rate)](const auto& k) {
    using S = std::decay_t<decltype(k.x[0])>;
    std::array<S, 10> r;
    const std::array<S, 3> p = chain.place(k.x);
    for (int i = 0; i < 3; ++i) r[i] = place * (p[i] - target[i]);
    for (int i = 0; i < 7; ++i) r[3 + i] = rate * k.x[7 + i];
    return r;
  });
  return problem;
}

}  // namespace tandem::bench

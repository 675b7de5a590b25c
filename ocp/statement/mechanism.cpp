#include <tandem/ocp/statement/mechanism.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/model.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tandem {
namespace {

bool turns(const Model& model, int freedom) {
  const Link& link = model.links()[model.body_of_velocity(freedom)];
  switch (link.type) {
    case JointType::prismatic:
      return false;
    case JointType::free:
      return freedom - link.v_index < 3;
    default:
      return true;
  }
}

const Joint& joint_of(const Model& model, int freedom) { return model.body(model.body_of_velocity(freedom)).joint; }

State coordinate_state(const Model& model, int index) {
  State state;
  state.name = model.coordinate_name(index);
  const auto is_its = [&](const Link& link) { return link.velocity_count == 1 && link.q_index == index; };
  const auto link = std::find_if(model.links().begin(), model.links().end(), is_its);
  if (link == model.links().end()) {
    // Quaternions have no unit and no bounds, positions of a free joint are metres.
    const bool is_position = model.coordinate_name(index).find(".q") == std::string::npos;
    state.unit = is_position ? "m" : "";
    return state;
  }
  const JointLimits& limits = joint_of(model, link->v_index).limits;
  state.unit = turns(model, link->v_index) ? "rad" : "m";
  state.bounds = {limits.lower, limits.upper};
  return state;
}

State velocity_state(const Model& model, int freedom) {
  State state;
  const Joint& joint = joint_of(model, freedom);
  state.name = model.velocity_name(freedom);
  if (state.name == joint.name) state.name += "-rate";  // its coordinate has the joint's name
  state.unit = turns(model, freedom) ? "rad/s" : "m/s";
  state.bounds = {-joint.limits.velocity, joint.limits.velocity};
  return state;
}

/// Of all that one control acts on.
Control control_of(const MultibodyDynamics& dynamics, std::span<const MultibodyDynamics::Actuation> acts) {
  const Model& model = dynamics.model();
  std::vector<std::string> freedoms;
  double most = kInfinity;
  for (const MultibodyDynamics::Actuation& act : acts) {
    freedoms.push_back(model.velocity_name(act.freedom));
    most = std::min(most, joint_of(model, act.freedom).limits.effort / std::abs(act.gear));
  }
  const int freedom = acts.front().freedom;
  const bool angular = turns(model, freedom);
  Control control;
  if (dynamics.drive_of(freedom) == Drive::motion) {
    control.name = fmt::format("{}-acceleration", freedoms.front());
    control.unit = angular ? "rad/s^2" : "m/s^2";
    return control;
  }
  control.name = fmt::format("{}-{}", fmt::join(freedoms, "+"), angular ? "torque" : "force");
  control.unit = angular ? "N m" : "N";
  control.bounds = {-most, most};
  return control;
}

/// The coordinates of a phase are the states before as many velocities: those whose names no velocity has.
void hold(Phase& phase, const Posture& posture, std::optional<Range> State::*end) {
  require(phase.dynamics && phase.dynamics.multibody() != nullptr, "phase '{}': it has no mechanism that has a posture",
          phase.name);
  const Model& model = phase.dynamics.multibody()->dynamics().model();
  const Eigen::VectorXd neutral = model.neutral_configuration();
  std::vector<std::string> names;
  for (int i = 0; i < model.nq(); ++i) {
    names.push_back(model.coordinate_name(i));
    phase.states[i].*end = Range(neutral(i));
  }
  for (int d = 0; d < model.nv(); ++d) phase.states[model.nq() + d].*end = Range(0.0);
  for (const auto& [name, value] : posture) {
    const auto found = std::find(names.begin(), names.end(), name);
    require(found != names.end(), "phase '{}': model '{}' has no coordinate called '{}'{}", phase.name, model.name(),
            name, did_you_mean(name, names));
    phase.states[found - names.begin()].*end = Range(value);
  }
}

}  // namespace

void add_mechanism(Phase& phase, const MultibodyDynamics& dynamics) {
  const Model& model = dynamics.model();
  require(phase.states.empty() && phase.controls.empty(),
          "phase '{}': it has states or controls before those of its mechanism", phase.name);
  for (int i = 0; i < model.nq(); ++i) phase.states.push_back(coordinate_state(model, i));
  for (int d = 0; d < model.nv(); ++d) phase.states.push_back(velocity_state(model, d));
  const auto acts = dynamics.actuation();
  for (auto first = acts.begin(); first != acts.end();) {
    const auto next = std::find_if(first, acts.end(), [&](const auto& act) { return act.control != first->control; });
    phase.controls.push_back(control_of(dynamics, {first, next}));
    first = next;
  }
}

void hold_start(Phase& phase, const Posture& posture) { hold(phase, posture, &State::start); }
void hold_end(Phase& phase, const Posture& posture) { hold(phase, posture, &State::end); }

}  // namespace tandem

#include <tandem/ocp/statement/mechanism.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/model.hpp>
#include <tandem/dynamics/spanning.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tandem {
namespace {

const Joint& joint_of(const Model& model, int freedom) { return model.body(model.body_of_velocity(freedom)).joint; }

/// One of two units, by what a freedom of a joint does; none of a custom joint's, which may do either.
std::string unit_of(const Joint& joint, int freedom, const char* turns, const char* slides) {
  const std::vector<Motion<double>> motions = motions_at_zero(joint);
  if (motions.empty()) return "";
  const Vec3<double> turn = motions[freedom].angular;
  return dot(turn, turn) > 0.0 ? turns : slides;
}
std::string unit_of(const Model& model, int freedom, const char* turns, const char* slides) {
  const int body = model.body_of_velocity(freedom);
  return unit_of(model.body(body).joint, freedom - model.links()[body].v_index, turns, slides);
}

/// A freedom of a body's joint.
struct JointFreedom {
  int body, freedom;
};

/// The freedom whose velocity is the rate of a coordinate, none of a quaternion's.
std::optional<JointFreedom> freedom_of(const Model& model, int coordinate) {
  int body = model.body_count() - 1;
  const auto has_it = [&](const Link& link) { return coordinate >= link.q_index && link.coordinate_count > 0; };
  while (!has_it(model.links()[body])) --body;
  const Link& link = model.links()[body];
  const int place = coordinate - link.q_index;
  if (!has_quaternion(link.type)) return JointFreedom{body, place};
  if (place < 4) return std::nullopt;
  return JointFreedom{body, place - 1};  // positions of a free joint, after three turns
}

State coordinate_state(const Model& model, int index) {
  State state;
  state.name = model.coordinate_name(index);
  const std::optional<JointFreedom> freedom = freedom_of(model, index);
  if (!freedom) return state;
  const Joint& joint = model.body(freedom->body).joint;
  state.unit = unit_of(joint, freedom->freedom, "rad", "m");
  if (model.links()[freedom->body].coordinate_count > 1) return state;
  state.bounds = {joint.limits.lower, joint.limits.upper};
  return state;
}

State velocity_state(const Model& model, int freedom) {
  State state;
  state.name = model.velocity_name(freedom);
  for (int i = 0; i < model.nq(); ++i) {
    if (model.coordinate_name(i) == model.velocity_name(freedom)) state.name = model.velocity_name(freedom) + "-rate";
  }
  state.unit = unit_of(model, freedom, "rad/s", "m/s");
  const double most = joint_of(model, freedom).limits.velocity;
  state.bounds = {-most, most};
  return state;
}

/// A derivative of the motion of a freedom, the second to the fifth, as a state or a control.
template <class Variable>
Variable derivative_of(const Model& model, int freedom, int order) {
  constexpr const char* kNames[] = {"acceleration", "jerk", "snap", "crackle"};
  const std::string turns = fmt::format("rad/s^{}", order), slides = fmt::format("m/s^{}", order);
  Variable derivative;
  derivative.name = model.velocity_name(freedom) + "-" + kNames[order - 2];
  derivative.unit = unit_of(model, freedom, turns.c_str(), slides.c_str());
  return derivative;
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
  if (dynamics.drive_of(freedom) == Drive::motion) return derivative_of<Control>(model, freedom, 2);
  Control control;
  control.unit = unit_of(model, freedom, "N m", "N");
  control.name = fmt::format("{}-{}", fmt::join(freedoms, "+"), control.unit == "N m" ? "torque" : "force");
  control.bounds = {-most, most};
  return control;
}

std::vector<Control> controls_of(const MultibodyDynamics& dynamics) {
  std::vector<Control> controls(dynamics.controls());
  const auto acts = dynamics.actuation();
  for (auto first = acts.begin(); first != acts.end();) {
    const auto next = std::find_if(first, acts.end(), [&](const auto& act) { return act.control != first->control; });
    controls[first->control] = control_of(dynamics, {first, next});
    first = next;
  }
  for (const auto& [freedom, state, count, control] : dynamics.integrators()) {
    controls[control] = derivative_of<Control>(dynamics.model(), freedom, 2 + count);
  }
  for (const MultibodyDynamics::PushControl& push : dynamics.pushes()) {
    Control& control = controls[push.control];
    const auto same = [&](const auto& other) { return other.frame == push.frame && other.control < push.control; };
    const auto before = std::count_if(dynamics.pushes().begin(), dynamics.pushes().end(), same);
    control.name = push.frame + "-push" + (before > 0 ? fmt::format("-{}", before + 1) : "");
    control.unit = "N";
  }
  return controls;
}

bool is_given_by_loops(const Link& link) { return link.coordinate_count > 0 && link.velocity_count == 0; }

/// The posture as values, for closing loops.
Eigen::VectorXd values_of(const Phase& phase, const Model& model, std::optional<Range> State::*end) {
  Eigen::VectorXd q = model.neutral_configuration();
  for (const Link& link : model.links()) {
    if (link.velocity_count == 0) continue;
    for (int i = link.q_index; i < link.q_index + link.coordinate_count; ++i) {
      const Affine& value = (phase.states[i].*end)->lower;
      require(value.terms().empty(),
              "phase '{}': '{}' stands at a named number, but the loops of model '{}' are closed where it has a value",
              phase.name, phase.states[i].name, model.name());
      q(i) = value.at({});
    }
  }
  return q;
}

/// Coordinates that loops give: at the start where the others have them; at the end the dynamics has brought them
/// there, and to ask for it again would be one condition too many.
void hold_dependent(Phase& phase, const Model& model, std::optional<Range> State::*end) {
  const bool is_start = end == &State::start;
  const Eigen::VectorXd q = is_start ? closed_at(model, values_of(phase, model, end)) : model.neutral_configuration();
  for (const Link& link : model.links()) {
    if (!is_given_by_loops(link)) continue;
    for (int i = link.q_index; i < link.q_index + link.coordinate_count; ++i) {
      phase.states[i].*end = is_start ? std::optional<Range>(Range(q(i))) : std::nullopt;
    }
  }
}

/// States are coordinates, then velocities, then derivatives, which are not held.
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
  if (model.has_loops()) hold_dependent(phase, model, end);
}

}  // namespace

void add_mechanism(Phase& phase, const MultibodyDynamics& dynamics) {
  const Model& model = dynamics.model();
  require(phase.states.empty() && phase.controls.empty(),
          "phase '{}': it has states or controls before those of its mechanism", phase.name);
  for (int i = 0; i < model.nq(); ++i) phase.states.push_back(coordinate_state(model, i));
  for (int d = 0; d < model.nv(); ++d) phase.states.push_back(velocity_state(model, d));
  for (const auto& [freedom, state, count, control] : dynamics.integrators()) {
    for (int i = 0; i < count; ++i) phase.states.push_back(derivative_of<State>(model, freedom, 2 + i));
  }
  phase.controls = controls_of(dynamics);
}

State& state_called(Phase& phase, const std::string& name) {
  std::vector<std::string> names;
  for (State& state : phase.states) {
    if (state.name == name) return state;
    names.push_back(state.name);
  }
  refuse("phase '{}' has no state called '{}'{}", phase.name, name, did_you_mean(name, names));
}

void hold_start(Phase& phase, const Posture& posture) { hold(phase, posture, &State::start); }
void hold_end(Phase& phase, const Posture& posture) { hold(phase, posture, &State::end); }

}  // namespace tandem

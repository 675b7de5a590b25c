#include <tandem/derivatives/multibody_dynamics.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/force_laws.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

/// Finds a number of the model by its name.
ModelNumber find_number(const Model& model, std::string_view wanted) {
  std::vector<std::string> names;
  for (const ModelNumber& number : model_numbers(model)) {
    names.push_back(name_of(model, number));
    if (names.back() == wanted) return number;
  }
  refuse("model '{}' has no number called '{}'{}", model.name(), wanted, did_you_mean(wanted, names));
}

int find_velocity(const Model& model, std::string_view wanted) {
  std::vector<std::string> names;
  for (int d = 0; d < model.nv(); ++d) {
    names.push_back(model.velocity_name(d));
    if (names.back() == wanted) return d;
  }
  refuse("model '{}' has no velocity called '{}'{}", model.name(), wanted, did_you_mean(wanted, names));
}

/// The value that a number has in the model; turns and wrenches have none.
double nominal_value(const Model& model, const ModelNumber& number) {
  using namespace model_numbers_detail;
  using Kind = ModelNumber::Kind;
  const Parameters<double>& parameters = model.parameters();
  const int i = number.index, k = number.component;
  switch (number.kind) {
    case Kind::inertia: {
      Inertia<double> I = parameters.inertia(i);
      return component_of(I, k);
    }
    case Kind::placement: {
      if (k < 3) return 0.0;
      const Transform<double> X = parameters.placement(i, model.links()[i].parent);
      Vec3<double> shift = transposed_times(X.rotation, X.translation);
      return component_of(shift, k - 3);
    }
    case Kind::wrench:
      return 0.0;
    case Kind::gravity: {
      Vec3<double> g = parameters.gravity();
      return component_of(g, k);
    }
    case Kind::rotor_inertia:
      return parameters.rotor_inertias()[i];
    case Kind::damping:
      return parameters.dampings()[i];
    case Kind::stiffness:
      return parameters.stiffnesses()[i];
    case Kind::rest:
      return parameters.rests()[i];
  }
  return 0.0;
}

}  // namespace

MultibodyDynamics::MultibodyDynamics(Model model)
    : model_(std::make_shared<const Model>(std::move(model))),
      drives_(model_->body_count(), Drive::force),
      is_driven_(model_->body_count(), 0),
      has_motor_(model_->body_count(), 0) {
  for (int i = 1; i < model_->body_count(); ++i) {
    const Joint& joint = model_->body(i).joint;
    if (joint.friction == 0.0) continue;
    force(model_->velocity_name(model_->links()[i].v_index),
          [level = joint.friction, slip = joint.slip](const auto&, const auto& freedom) {
            return coulomb_friction(freedom.rate, level, slip);
          });
    laws_.back().is_friction = true;
  }
}

/// The body of a joint that no drive has yet.
int MultibodyDynamics::free_joint(std::string_view joint) {
  const int body = model_->joint_index(joint);
  require(is_driven_[body] == 0, "model '{}': joint '{}' is driven twice", model_->name(), joint);
  require(model_->links()[body].velocity_count > 0 || model_->tree().links()[body].velocity_count == 0,
          "model '{}': joint '{}' follows others, nothing can drive it", model_->name(), joint);
  require(model_->links()[body].velocity_count > 0, "model '{}': joint '{}' is fixed, nothing can drive it",
          model_->name(), joint);
  is_driven_[body] = 1;
  return body;
}

MultibodyDynamics& MultibodyDynamics::actuate(std::string_view joint, double gear) {
  require(std::isfinite(gear) && gear != 0.0, "model '{}': the gear of joint '{}' is {}", model_->name(), joint, gear);
  const Link& link = model_->links()[free_joint(joint)];
  for (int k = 0; k < link.velocity_count; ++k) actuation_.push_back({link.v_index + k, controls_++, gear});
  return *this;
}

MultibodyDynamics& MultibodyDynamics::actuate_all() {
  for (int i = 0; i < model_->body_count(); ++i) {
    const Link& link = model_->links()[i];
    if (link.velocity_count == 0 || link.type == JointType::free) continue;
    if (is_driven_[i] == 0 && has_motor_[i] == 0) actuate(model_->body(i).joint.name);
  }
  return *this;
}

MultibodyDynamics& MultibodyDynamics::motor(const std::vector<std::pair<std::string, double>>& gears) {
  require(!gears.empty(), "model '{}': a motor has no joint to act on", model_->name());
  for (const auto& [name, gear] : gears) {
    const int freedom = find_velocity(*model_, name);
    require(std::isfinite(gear) && gear != 0.0, "model '{}': the gear of '{}' is {}", model_->name(), name, gear);
    require(drive_of(freedom) == Drive::force, "model '{}': '{}' is motion-driven, a motor cannot act on it",
            model_->name(), name);
    has_motor_[model_->body_of_velocity(freedom)] = 1;
    actuation_.push_back({freedom, controls_, gear});
  }
  ++controls_;
  return *this;
}

MultibodyDynamics& MultibodyDynamics::drive_motion(std::string_view joint, int smoothness) {
  require(
      smoothness >= 1 && smoothness <= 4,
      "model '{}': the motion of joint '{}' cannot have the smoothness {}; 1 makes its accelerations controls, 2 to "
      "4 splines of degree 3 to 5",
      model_->name(), joint, smoothness);
  const int body = free_joint(joint);
  require(has_motor_[body] == 0, "model '{}': a motor acts on joint '{}', its motion cannot be given", model_->name(),
          joint);
  drives_[body] = Drive::motion;
  const Link& link = model_->links()[body];
  for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d, ++controls_) {
    if (smoothness == 1) {
      actuation_.push_back({d, controls_, 1.0});
    } else {
      integrators_.push_back({d, states(), smoothness - 1, controls_});
      derivative_states_ += smoothness - 1;
    }
  }
  return *this;
}

MultibodyDynamics& MultibodyDynamics::number(std::string_view name, Affine value) {
  return number(find_number(*model_, name), std::move(value));
}

MultibodyDynamics& MultibodyDynamics::number(const ModelNumber& number, Affine value) {
  check_number(*model_, number);
  require_new(number);
  rules_.push_back({number, std::move(value), nominal_value(*model_, number)});
  return *this;
}

void MultibodyDynamics::require_new(const ModelNumber& number) const {
  bool is_given = std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) { return rule.number == number; });
  for (const Map& map : maps_) {
    is_given = is_given || std::find(map.numbers.begin(), map.numbers.end(), number) != map.numbers.end();
  }
  require(!is_given, "model '{}': {} is given twice", model_->name(), tandem::name_of(*model_, number));
}

MultibodyDynamics& MultibodyDynamics::add(const std::vector<std::string>& names, NumberMap map) {
  require(map.outputs() == static_cast<int>(names.size()), "model '{}': a map of {} numbers was given {} names",
          model_->name(), map.outputs(), names.size());
  maps_.push_back({{}, {}, std::move(map)});
  for (const std::string& name : names) {
    const ModelNumber number = find_number(*model_, name);
    require_new(number);
    maps_.back().numbers.push_back(number);
    maps_.back().nominals.push_back(nominal_value(*model_, number));
  }
  return *this;
}

/// In the order of ModelNumber.
std::vector<std::string> MultibodyDynamics::inertia_names(std::string_view body) const {
  const ModelNumber::Kind kind = ModelNumber::Kind::inertia;
  const int index = model_->body_index(body);
  check_number(*model_, {kind, index, 0});
  std::vector<std::string> names;
  for (int k = 0; k < component_count(kind); ++k) names.push_back(tandem::name_of(*model_, {kind, index, k}));
  return names;
}

bool MultibodyDynamics::depends_on(int number) const {
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) { return rule.value.depends_on(number); }) ||
         std::any_of(maps_.begin(), maps_.end(), [&](const Map& map) { return map.map.depends_on(number); });
}

// ---- laws of force ----------------------------------------------------------------------------------------------

MultibodyDynamics::LawPlace MultibodyDynamics::place_on_freedom(std::string_view freedom) const {
  const int d = find_velocity(*model_, freedom);
  const Link& link = model_->links()[model_->body_of_velocity(d)];
  require(link.coordinate_count == link.velocity_count,
          "model '{}': '{}' is a freedom of a quaternion, which has no coordinate of its own; a wrench can act on its "
          "body",
          model_->name(), freedom);
  return {d, link.q_index + d - link.v_index, model_->nq() + d};
}

MultibodyDynamics::LawPlace MultibodyDynamics::place_on_frame(std::string_view name) {
  const Frame frame = model_->find_frame(name);
  require(frame.body != kWorld, "model '{}': frame '{}' is fixed in the world, where a force moves nothing",
          model_->name(), name);
  const auto same = std::find_if(law_frames_.begin(), law_frames_.end(),
                                 [&](const Frame& known) { return known.name == frame.name; });
  const int index = static_cast<int>(same - law_frames_.begin());
  if (same == law_frames_.end()) law_frames_.push_back(frame);
  const int states = model_->nq() + model_->nv();
  return {index, states, states + kMovingNumbers * index};
}

MultibodyDynamics& MultibodyDynamics::add(Law law) {
  laws_.push_back(std::move(law));
  return *this;
}

MultibodyDynamics& MultibodyDynamics::push(std::string_view frame, const Eigen::Vector3d& axis) {
  const double length = axis.norm();
  require(std::isfinite(length) && length > 0.0, "model '{}': the axis of a push on '{}' has the length {}",
          model_->name(), frame, length);
  const int index = place_on_frame(frame).index;
  pushes_.push_back({controls_, std::string(frame)});
  return add({-1, index, ViewFunction::of(laws::Push{Eigen::Vector3d(axis / length), controls_++}, 6)});
}

std::string MultibodyDynamics::name_of(const Law& law) const {
  if (law.freedom >= 0) return fmt::format("the force on '{}'", model_->velocity_name(law.freedom));
  return fmt::format("the wrench on '{}' (body '{}')", law_frames_[law.frame].name,
                     model_->body(law_frames_[law.frame].body).name);
}

}  // namespace tandem

#include <tandem/derivatives/multibody_function.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/core/pack.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/configuration.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

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

// ---- description ------------------------------------------------------------------------------------------------

MultibodyDynamics::MultibodyDynamics(Model model)
    : model_(std::make_shared<const Model>(std::move(model))),
      drives_(model_->body_count(), Drive::force),
      is_driven_(model_->body_count(), 0),
      has_motor_(model_->body_count(), 0) {}

/// The body of a joint that no drive has yet.
int MultibodyDynamics::free_joint(std::string_view joint) {
  const int body = model_->joint_index(joint);
  require(is_driven_[body] == 0, "model '{}': joint '{}' is driven twice", model_->name(), joint);
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

MultibodyDynamics& MultibodyDynamics::drive_motion(std::string_view joint) {
  const int body = free_joint(joint);
  require(has_motor_[body] == 0, "model '{}': a motor acts on joint '{}', its motion cannot be given", model_->name(),
          joint);
  drives_[body] = Drive::motion;
  const Link& link = model_->links()[body];
  for (int k = 0; k < link.velocity_count; ++k) actuation_.push_back({link.v_index + k, controls_++, 1.0});
  return *this;
}

MultibodyDynamics& MultibodyDynamics::number(std::string_view name, Affine value) {
  return number(find_number(*model_, name), std::move(value));
}

MultibodyDynamics& MultibodyDynamics::number(const ModelNumber& number, Affine value) {
  check_number(*model_, number);
  for (const Rule& rule : rules_) {
    require(rule.number != number, "model '{}': {} is given twice", model_->name(), name_of(*model_, number));
  }
  rules_.push_back({number, std::move(value), nominal_value(*model_, number)});
  return *this;
}

bool MultibodyDynamics::depends_on(int number) const {
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) { return rule.value.depends_on(number); });
}

// ---- function ---------------------------------------------------------------------------------------------------

/// What one evaluation writes.
template <class S>
struct MultibodyFunction::Scratch {
  explicit Scratch(const MultibodyDynamics& dynamics)
      : parameters(dynamics),
        ws(dynamics.model()),
        known(dynamics.model().nv()),
        wanted(dynamics.model().nv()),
        rates(dynamics.model().nq()) {}

  FollowingParameters<S> parameters;
  Workspace<S> ws;
  VectorX<S> known, wanted, rates;
};

/// Scratches that no evaluation uses at the moment.
template <class S>
class MultibodyFunction::Pool {
 public:
  std::unique_ptr<Scratch<S>> take(const MultibodyDynamics& dynamics) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Scratch<S>> scratch = std::move(free_.back());
        free_.pop_back();
        return scratch;
      }
    }
    return std::make_unique<Scratch<S>>(dynamics);
  }
  void give_back(std::unique_ptr<Scratch<S>> scratch) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch<S>>> free_;
};

struct MultibodyFunction::Pools {
  Pool<double> doubles;
  Pool<Pack4> packs;
};

MultibodyFunction::MultibodyFunction(MultibodyDynamics dynamics)
    : dynamics_(std::move(dynamics)), pools_(std::make_unique<Pools>()) {}

MultibodyFunction::MultibodyFunction(MultibodyForce force) : MultibodyFunction(std::move(force.dynamics)) {
  const Model& model = dynamics_.model();
  const int body = model.joint_index(force.joint);
  require(dynamics_.drives()[body] == Drive::motion,
          "model '{}': joint '{}' is not motion-driven; its force is a control, or nothing", model.name(), force.joint);
  require(model.links()[body].velocity_count == 1,
          "model '{}': joint '{}' has {} freedoms, its force is not one number", model.name(), force.joint,
          model.links()[body].velocity_count);
  force_of_ = model.links()[body].v_index;
}

MultibodyFunction::~MultibodyFunction() = default;

void MultibodyFunction::check_sizes(int states, int controls) const {
  const Model& model = dynamics_.model();
  require(states == dynamics_.states(), "model '{}' has {} coordinates and {} velocities: {} states, not {}",
          model.name(), model.nq(), model.nv(), dynamics_.states(), states);
  require(controls == dynamics_.controls(), "model '{}' is driven by {} controls, not {}", model.name(),
          dynamics_.controls(), controls);
}

template <class S>
void MultibodyFunction::evaluate(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out) const {
  const Model& model = dynamics_.model();
  const int nq = model.nq(), nv = model.nv();
  const Eigen::Map<const VectorX<S>> q(knot.x.data(), nq), v(knot.x.data() + nq, nv);
  scratch.parameters.set(dynamics_, knot.numbers);
  for (int d = 0; d < nv; ++d) scratch.known(d) = S(0.0);
  for (const auto& [freedom, control, gear] : dynamics_.actuation()) {
    scratch.known(freedom) += S(gear) * knot.u[control];
  }
  hybrid_dynamics<S>(model, scratch.parameters.current, scratch.ws, q, v, dynamics_.drives(), scratch.known,
                     scratch.wanted, scratch.parameters.wrenches);
  if (force_of_ >= 0) {
    out[0] = scratch.wanted(force_of_);
    return;
  }
  coordinate_rates<S>(model, q, v, scratch.rates);
  for (int i = 0; i < nq; ++i) out[i] = scratch.rates(i);
  for (int d = 0; d < nv; ++d) {
    out[nq + d] = dynamics_.drive_of(d) == Drive::force ? scratch.wanted(d) : scratch.known(d);
  }
}

template <class S>
void MultibodyFunction::operator()(const KnotView<S>& knot, std::span<S> out) const {
  check_sizes(static_cast<int>(knot.x.size()), static_cast<int>(knot.u.size()));
  if constexpr (std::is_same_v<S, CppAD::AD<double>>) {
    Scratch<S> scratch(dynamics_);  // numbers of a tape must not outlive it
    evaluate(scratch, knot, out);
  } else {
    Pool<S>* pool = nullptr;
    if constexpr (std::is_same_v<S, double>) {
      pool = &pools_->doubles;
    } else {
      pool = &pools_->packs;
    }
    std::unique_ptr<Scratch<S>> scratch = pool->take(dynamics_);
    try {
      evaluate(*scratch, knot, out);
    } catch (const Error&) {
      std::fill(out.begin(), out.end(), S(std::numeric_limits<double>::quiet_NaN()));
    }
    pool->give_back(std::move(scratch));
  }
}

template void MultibodyFunction::operator()<double>(const KnotView<double>&, std::span<double>) const;
template void MultibodyFunction::operator()<Pack4>(const KnotView<Pack4>&, std::span<Pack4>) const;
template void MultibodyFunction::operator()<CppAD::AD<double>>(const KnotView<CppAD::AD<double>>&,
                                                               std::span<CppAD::AD<double>>) const;

}  // namespace tandem

#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/derivatives/law.hpp>
#include <tandem/derivatives/model_number.hpp>
#include <tandem/derivatives/number_map.hpp>
#include <tandem/derivatives/view_function.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/model.hpp>

#include <Eigen/Core>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// A tree of bodies as the dynamics of a problem: phase.dynamics(MultibodyDynamics(model).actuate("slide")).
///
/// States are [q; v] as the model numbers them, nq + nv of them; their rates are coordinate_rates() and the
/// accelerations of hybrid dynamics. A quaternion is four states whose length the dynamics keep; the dynamics see its
/// direction only. Controls come in the order of the calls below. Joints that no call names move freely (their
/// dampers, springs and friction are the model's). Forces of any kind act besides, by laws that are generic over the
/// scalar (dynamics/force_laws.hpp has some); they see a KnotView `k` of [q; v], controls, time and named numbers.
class MultibodyDynamics {
 public:
  explicit MultibodyDynamics(Model model);

  /// A drive of known force: as many controls as the joint has freedoms, each of which makes `gear` times itself of
  /// generalized force.
  MultibodyDynamics& actuate(std::string_view joint, double gear = 1.0);
  /// The same, gear 1, of every joint that moves and that no call has driven yet, in the order of the bodies; a free
  /// joint stays free.
  MultibodyDynamics& actuate_all();

  /// One control that acts on several freedoms, by the names of their velocities, each with a gear: a differential, a
  /// belt, a motor between two joints.
  MultibodyDynamics& motor(const std::vector<std::pair<std::string, double>>& gears);

  /// A drive of known motion: the joint's accelerations are the controls (hybrid dynamics). MultibodyForce is what that
  /// takes. `smoothness` s is how many derivatives of the motion are continuous, 1 to 4: the second to the s-th are
  /// states after [q; v], in the order of the calls, and the next ones are the controls. Where these are constant on
  /// each interval (transcription `spline`), the joint follows a spline of degree s + 1 exactly: G. A. Sohl and J. E.
  /// Bobrow, J. Dyn. Syst. Meas. Control 123 (2001), section 5.
  MultibodyDynamics& drive_motion(std::string_view joint, int smoothness = 1);

  /// A generalized force on a freedom, by the name of its velocity: law(k, freedom) of its position and rate,
  /// .force("elbow", [=](const auto& k, const auto& elbow) { return -k[friction] * tanh(elbow.rate / slip); }).
  template <class Function>
  MultibodyDynamics& force(std::string_view freedom, Function law) {
    const LawPlace place = place_on_freedom(freedom);
    return add(
        {place.index, -1, ViewFunction::of(laws::OnFreedom<Function>{std::move(law), place.first, place.second}, 1)});
  }

  /// A force (Vec3) at the origin of a frame or body, or a Wrench about it, in the world's axes: law(k, frame) of its
  /// motion (frame_view.hpp), .wrench("hull", [](const auto&, const auto& hull) { return quadratic_drag(hull.velocity,
  /// 0.2); }).
  template <class Function>
  MultibodyDynamics& wrench(std::string_view frame, Function law) {
    const LawPlace place = place_on_frame(frame);
    return add(
        {-1, place.index, ViewFunction::of(laws::OnFrame<Function>{std::move(law), place.first, place.second}, 6)});
  }

  /// One control: a force at the origin of a frame along an axis of any length but zero, fixed in the frame.
  MultibodyDynamics& push(std::string_view frame, const Eigen::Vector3d& axis);

  /// A number of the model follows named numbers of the problem: .number("mass of 'pole'", pole_mass),
  /// .number("gravity z", -gravity). Names are those of name_of(model, number). The number itself is given, not a
  /// change: of a placement the translation, in the axes of the placed frame ("shift z of 'pole'"); turns and wrenches,
  /// which the model has none of, are added to it. Several numbers of one placement are taken in the order of calls.
  MultibodyDynamics& number(std::string_view name, Affine value);
  MultibodyDynamics& number(const ModelNumber& number, Affine value);

  /// The same by a map: .number("mass of 'rod'", [=](const auto& k) { return k[density] * k[area] * k[length]; }).
  template <class Function>
  requires(!std::is_convertible_v<Function, Affine>) MultibodyDynamics& number(std::string_view name, Function map) {
    return add({std::string(name)}, NumberMap::of(std::move(map)));
  }
  /// Several numbers by one map that returns an array of them.
  template <class Function>
  MultibodyDynamics& numbers(const std::vector<std::string>& names, Function map) {
    return add(names, NumberMap::of(std::move(map)));
  }
  /// All ten numbers of a body's inertia by a map that returns an Inertia, as of a shape or log_cholesky_inertia().
  template <class Function>
  MultibodyDynamics& inertia(std::string_view body, Function map) {
    return add(inertia_names(body), NumberMap::of(std::move(map)));
  }

  const Model& model() const { return *model_; }
  int states() const { return model_->nq() + model_->nv() + derivative_states_; }
  int controls() const { return controls_; }
  /// Of each body, for the joint that carries it.
  std::span<const Drive> drives() const { return drives_; }
  Drive drive_of(int freedom) const { return drives_[model_->body_of_velocity(freedom)]; }

  /// What is known in hybrid dynamics is the sum of gear * control over these.
  struct Actuation {
    int freedom, control;
    double gear;
  };
  std::span<const Actuation> actuation() const { return actuation_; }

  /// The acceleration of a freedom is the first of `count` states, the rate of each is the next one and that of the
  /// last is the control.
  struct Integrators {
    int freedom, first, count, control;
  };
  std::span<const Integrators> integrators() const { return integrators_; }

  /// A number of the model, and what it is: `nominal` is what the model has.
  struct Rule {
    ModelNumber number;
    Affine value;
    double nominal;
  };
  std::span<const Rule> rules() const { return rules_; }

  /// Numbers of the model, what the model has, and the map that gives them.
  struct Map {
    std::vector<ModelNumber> numbers;
    std::vector<double> nominals;
    NumberMap map;
  };
  std::span<const Map> maps() const { return maps_; }

  std::span<const Law> laws() const { return laws_; }
  /// The control of a push() and the frame that it acts on.
  struct PushControl {
    int control;
    std::string frame;
  };
  std::span<const PushControl> pushes() const { return pushes_; }
  /// The frames that laws act on, each once.
  std::span<const Frame> law_frames() const { return law_frames_; }
  /// [q; v] followed by the numbers of the laws' frames.
  int law_states() const { return model_->nq() + model_->nv() + kMovingNumbers * static_cast<int>(law_frames_.size()); }
  /// "the force on 'elbow'", "the wrench on 'hull'".
  std::string name_of(const Law& law) const;
  /// Whether a named number moves a number of the model.
  bool depends_on(int number) const;

 private:
  /// The freedom or frame that a law acts on, and where the states of the law have its numbers.
  struct LawPlace {
    int index, first, second;
  };
  LawPlace place_on_freedom(std::string_view freedom) const;
  LawPlace place_on_frame(std::string_view frame);
  MultibodyDynamics& add(Law law);
  MultibodyDynamics& add(const std::vector<std::string>& names, NumberMap map);
  std::vector<std::string> inertia_names(std::string_view body) const;
  void require_new(const ModelNumber& number) const;
  int free_joint(std::string_view joint);

  std::shared_ptr<const Model> model_;
  std::vector<Drive> drives_;
  std::vector<unsigned char> is_driven_;  ///< of each body: by a call of its own
  std::vector<unsigned char> has_motor_;  ///< of each body: a motor acts on its joint, besides
  std::vector<Actuation> actuation_;
  std::vector<Integrators> integrators_;
  std::vector<Rule> rules_;
  std::vector<Map> maps_;
  std::vector<Law> laws_;
  std::vector<Frame> law_frames_;
  std::vector<PushControl> pushes_;
  int derivative_states_ = 0;  ///< of all integrators
  int controls_ = 0;
};

/// The generalized force that a motion-driven joint of one freedom takes: one output, for costs and constraints, such
/// as a bound of its torque. States and controls are those of the dynamics.
struct MultibodyForce {
  MultibodyDynamics dynamics;
  std::string joint;
};

/// The effort 1/2 sum tau_j^2 of motion-driven joints of one freedom each, for costs.
struct MultibodyEffort {
  MultibodyDynamics dynamics;
  std::vector<std::string> joints;
};

}  // namespace tandem

#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/derivatives/knot_view.hpp>
#include <tandem/derivatives/model_number.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/model.hpp>

#include <Eigen/Core>

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem {

/// A tree of bodies as the dynamics of a problem: phase.dynamics(MultibodyDynamics(model).actuate("slide")).
///
/// States are [q; v] as the model numbers them, nq + nv of them; their rates are coordinate_rates() and the
/// accelerations of hybrid dynamics. A quaternion is four states whose length the dynamics keep; the dynamics see its
/// direction only. Controls come in the order of the calls below. Joints that no call names move freely (their
/// dampers and springs are the model's).
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
  /// takes.
  MultibodyDynamics& drive_motion(std::string_view joint);

  /// A number of the model follows named numbers of the problem: .number("mass of 'pole'", pole_mass),
  /// .number("gravity z", -gravity). Names are those of name_of(model, number). The number itself is given, not a
  /// change: of a placement the translation, in the axes of the placed frame ("shift z of 'pole'"); turns and wrenches,
  /// which the model has none of, are added to it. Several numbers of one placement are taken in the order of calls.
  MultibodyDynamics& number(std::string_view name, Affine value);
  MultibodyDynamics& number(const ModelNumber& number, Affine value);

  const Model& model() const { return *model_; }
  int states() const { return model_->nq() + model_->nv(); }
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

  /// A number of the model, and what it is: `nominal` is what the model has.
  struct Rule {
    ModelNumber number;
    Affine value;
    double nominal;
  };
  std::span<const Rule> rules() const { return rules_; }
  /// Whether a named number moves a number of the model.
  bool depends_on(int number) const;

 private:
  int free_joint(std::string_view joint);

  std::shared_ptr<const Model> model_;
  std::vector<Drive> drives_;
  std::vector<unsigned char> is_driven_;  ///< of each body: by a call of its own
  std::vector<unsigned char> has_motor_;  ///< of each body: a motor acts on its joint, besides
  std::vector<Actuation> actuation_;
  std::vector<Rule> rules_;
  int controls_ = 0;
};

/// The generalized force that a motion-driven joint of one freedom takes: one output, for costs and constraints, such
/// as a bound of its torque. States and controls are those of the dynamics.
struct MultibodyForce {
  MultibodyDynamics dynamics;
  std::string joint;
};

/// Parameters of a model, and wrenches on its bodies, that follow named numbers.
template <class S>
struct FollowingParameters {
  explicit FollowingParameters(const MultibodyDynamics& dynamics)
      : nominal(dynamics.model().parameters().template cast<S>()), current(nominal) {
    for (const MultibodyDynamics::Rule& rule : dynamics.rules()) {
      if (rule.number.kind == ModelNumber::Kind::wrench) wrenches.resize(dynamics.model().body_count());
    }
  }

  /// Allocates nothing.
  void set(const MultibodyDynamics& dynamics, std::span<const S> numbers) {
    if (dynamics.rules().empty()) return;
    current = nominal;
    for (Wrench<S>& wrench : wrenches) wrench = Wrench<S>::zero();
    for (const MultibodyDynamics::Rule& rule : dynamics.rules()) {
      const S by = rule.value.evaluate(numbers) - S(rule.nominal);
      vary<S>(dynamics.model(), current, wrenches, rule.number, by);
    }
  }

  Parameters<S> nominal, current;
  std::vector<Wrench<S>> wrenches;  ///< empty where no number is of a wrench
};

/// Multibody dynamics as a function of one instant: its rates, or the force of one of its joints.
class MultibodyFunction {
 public:
  explicit MultibodyFunction(MultibodyDynamics dynamics);
  explicit MultibodyFunction(MultibodyForce force);
  ~MultibodyFunction();

  const MultibodyDynamics& dynamics() const { return dynamics_; }
  int outputs() const { return force_of_ >= 0 ? 1 : dynamics_.states(); }
  /// The freedom whose force is the output, -1 for rates.
  int force_of() const { return force_of_; }

  /// Refuses a knot of other sizes, by name of the model.
  void check_sizes(int states, int controls) const;

  /// Values for one state, for four, or recorded; threads may call it together. Nothing is allocated for doubles and
  /// packs once a thread's first call is over. Where the model has no accelerations (a quaternion far from unit, a
  /// joint that carries no inertia, NaN) all outputs are NaN, those of the whole pack.
  template <class S>
  void operator()(const KnotView<S>& knot, std::span<S> out) const;

 private:
  template <class S>
  struct Scratch;
  template <class S>
  class Pool;
  struct Pools;

  template <class S>
  void evaluate(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out) const;

  MultibodyDynamics dynamics_;
  int force_of_ = -1;
  std::unique_ptr<Pools> pools_;
};

}  // namespace tandem

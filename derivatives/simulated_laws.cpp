#include <tandem/derivatives/simulated_laws.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/law_values.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace tandem {
namespace {

/// The laws at one time after another.
class SimulatedLaws {
 public:
  SimulatedLaws(const MultibodyDynamics& dynamics, std::vector<double> numbers, SimulatedControls controls)
      : dynamics_(dynamics),
        numbers_(std::move(numbers)),
        controls_(std::move(controls)),
        parameters_(dynamics_),
        ws_(dynamics_.model()),
        laws_(dynamics_),
        x_(dynamics_.states()),
        u_(dynamics_.controls()) {}

  void forces(double t, In<double> q, In<double> v, Out<double> tau) {
    act(t, q, v);
    for (const auto& [freedom, control, gear] : dynamics_.actuation()) tau(freedom) += gear * u_(control);
    for (const auto& [freedom, force, is_friction] : laws_.forces()) {
      if (!is_friction) tau(freedom) += force;  // simulate() has the joints' friction
    }
  }
  void wrenches(double t, In<double> q, In<double> v, std::span<Wrench<double>> wrenches) {
    act(t, q, v);
    for (std::size_t i = 0; i < parameters_.wrenches.size(); ++i) wrenches[i] += parameters_.wrenches[i];
  }

 private:
  void act(double t, In<double> q, In<double> v) {
    x_ << q, v;
    u_.setZero();
    if (controls_) controls_(t, q, v, u_);
    parameters_.set(dynamics_, std::span<const double>(numbers_));
    const std::span<const double> x(x_.data(), x_.size()), u(u_.data(), u_.size());
    laws_.act(dynamics_, parameters_, ws_, KnotView<double>{x, u, t, numbers_});
    if (const Law* wrong = laws_.not_finite(dynamics_)) {
      refuse("model '{}': {} is not finite at t = {:.6g} s", dynamics_.model().name(), dynamics_.name_of(*wrong), t);
    }
  }

  MultibodyDynamics dynamics_;
  std::vector<double> numbers_;
  SimulatedControls controls_;
  FollowingParameters<double> parameters_;
  Workspace<double> ws_;
  LawValues<double> laws_;
  Eigen::VectorXd x_, u_;
};

}  // namespace

SimulationOptions with_laws(SimulationOptions options, const MultibodyDynamics& dynamics, std::vector<double> numbers,
                            SimulatedControls controls) {
  const Model& model = dynamics.model();
  for (int i = 1; i < model.body_count(); ++i) {
    require(dynamics.drives()[i] == Drive::force, "model '{}': joint '{}' is motion-driven, a simulation has forces",
            model.name(), model.body(i).joint.name);
  }
  const auto laws = std::make_shared<SimulatedLaws>(dynamics, std::move(numbers), std::move(controls));
  options.forces = [laws](double t, In<double> q, In<double> v, Out<double> tau) { laws->forces(t, q, v, tau); };
  if (!dynamics.law_frames().empty()) {
    options.wrenches = [laws](double t, In<double> q, In<double> v, std::span<Wrench<double>> wrenches) {
      laws->wrenches(t, q, v, wrenches);
    };
  }
  return options;
}

}  // namespace tandem

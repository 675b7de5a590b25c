#include <tandem/derivatives/multibody_function.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/pack.hpp>
#include <tandem/derivatives/following_parameters.hpp>
#include <tandem/derivatives/law_values.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/derivatives/scratch_pool.hpp>
#include <tandem/dynamics/configuration.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace tandem {

/// What one evaluation writes.
template <class S>
struct MultibodyFunction::Scratch {
  explicit Scratch(const MultibodyDynamics& dynamics)
      : parameters(dynamics),
        ws(dynamics.model()),
        laws(dynamics),
        known(dynamics.model().nv()),
        wanted(dynamics.model().nv()),
        rates(dynamics.model().nq()) {}

  FollowingParameters<S> parameters;
  Workspace<S> ws;
  LawValues<S> laws;
  VectorX<S> known, wanted, rates;
};

struct MultibodyFunction::Pools {
  ScratchPool<Scratch<double>> doubles;
  ScratchPool<Scratch<Pack4>> packs;

  template <class S>
  auto& of() {
    if constexpr (std::is_same_v<S, double>) {
      return doubles;
    } else {
      return packs;
    }
  }
};

MultibodyFunction::MultibodyFunction(MultibodyDynamics dynamics)
    : dynamics_(std::move(dynamics)), pools_(std::make_unique<Pools>()) {}

MultibodyFunction::MultibodyFunction(MultibodyForce force) : MultibodyFunction(std::move(force.dynamics)) {
  output_ = Output::force;
  forces_of_ = {driven_freedom(force.joint)};
}

MultibodyFunction::MultibodyFunction(MultibodyEffort effort) : MultibodyFunction(std::move(effort.dynamics)) {
  output_ = Output::effort;
  require(!effort.joints.empty(), "model '{}': an effort of no joints", dynamics_.model().name());
  for (const std::string& joint : effort.joints) {
    const int freedom = driven_freedom(joint);
    require(std::find(forces_of_.begin(), forces_of_.end(), freedom) == forces_of_.end(),
            "model '{}': the effort of joint '{}' is taken twice", dynamics_.model().name(), joint);
    forces_of_.push_back(freedom);
  }
}

int MultibodyFunction::driven_freedom(const std::string& joint) const {
  const Model& model = dynamics_.model();
  const int body = model.joint_index(joint);
  require(dynamics_.drives()[body] == Drive::motion,
          "model '{}': joint '{}' is not motion-driven; its force is a control, or nothing", model.name(), joint);
  require(model.links()[body].velocity_count == 1,
          "model '{}': joint '{}' has {} freedoms, its force is not one number", model.name(), joint,
          model.links()[body].velocity_count);
  return model.links()[body].v_index;
}

MultibodyFunction::~MultibodyFunction() = default;

void MultibodyFunction::check_sizes(int states, int controls) const {
  const Model& model = dynamics_.model();
  const int derivatives = dynamics_.states() - model.nq() - model.nv();
  require(states == dynamics_.states(), "model '{}' has {} coordinates and {} velocities{}: {} states, not {}",
          model.name(), model.nq(), model.nv(),
          derivatives > 0 ? fmt::format(", its smooth motions {} derivatives", derivatives) : "", dynamics_.states(),
          states);
  require(controls == dynamics_.controls(), "model '{}' is driven by {} controls, not {}", model.name(),
          dynamics_.controls(), controls);
}

std::string MultibodyFunction::law_without_value(const KnotView<double>& knot) const {
  Scratch<double> scratch(dynamics_);
  scratch.parameters.set(dynamics_, knot.numbers);
  scratch.laws.act(dynamics_, scratch.parameters, scratch.ws, knot);
  const Law* const law = scratch.laws.not_finite(dynamics_);
  return law != nullptr ? dynamics_.name_of(*law) : "";
}

template <class S>
void MultibodyFunction::evaluate(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out) const {
  solve(scratch, knot);
  if (output_ == Output::rates) return write_rates(scratch, knot, out);
  out[0] = S(0.0);
  for (const int freedom : forces_of_) {
    const S& force = scratch.wanted(freedom);
    out[0] += output_ == Output::force ? force : S(0.5) * force * force;
  }
}

/// Hybrid dynamics: accelerations of force-driven freedoms, forces of motion-driven ones.
template <class S>
void MultibodyFunction::solve(Scratch<S>& scratch, const KnotView<S>& knot) const {
  const Model& model = dynamics_.model();
  const int nq = model.nq(), nv = model.nv();
  const Eigen::Map<const VectorX<S>> q(knot.x.data(), nq), v(knot.x.data() + nq, nv);
  scratch.parameters.set(dynamics_, knot.numbers);
  for (int d = 0; d < nv; ++d) scratch.known(d) = S(0.0);
  for (const auto& [freedom, control, gear] : dynamics_.actuation()) {
    scratch.known(freedom) += S(gear) * knot.u[control];
  }
  for (const auto& [freedom, first, count, control] : dynamics_.integrators()) scratch.known(freedom) = knot.x[first];
  scratch.laws.act(dynamics_, scratch.parameters, scratch.ws, knot);
  for (const auto& [freedom, force, is_friction] : scratch.laws.forces()) {
    if (dynamics_.drive_of(freedom) == Drive::force) scratch.known(freedom) += force;
  }
  hybrid_dynamics<S>(model, scratch.parameters.current, scratch.ws, q, v, dynamics_.drives(), scratch.known,
                     scratch.wanted, scratch.parameters.wrenches);
  for (const auto& [freedom, force, is_friction] : scratch.laws.forces()) {
    if (dynamics_.drive_of(freedom) == Drive::motion) scratch.wanted(freedom) -= force;
  }
}

template <class S>
void MultibodyFunction::write_rates(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out) const {
  const Model& model = dynamics_.model();
  const int nq = model.nq(), nv = model.nv();
  const Eigen::Map<const VectorX<S>> q(knot.x.data(), nq), v(knot.x.data() + nq, nv);
  coordinate_rates<S>(model, scratch.parameters.current, scratch.ws, q, v, scratch.rates);
  for (int i = 0; i < nq; ++i) out[i] = scratch.rates(i);
  for (int d = 0; d < nv; ++d) {
    out[nq + d] = dynamics_.drive_of(d) == Drive::force ? scratch.wanted(d) : scratch.known(d);
  }
  for (const auto& [freedom, first, count, control] : dynamics_.integrators()) {
    for (int i = first; i < first + count - 1; ++i) out[i] = knot.x[i + 1];
    out[first + count - 1] = knot.u[control];
  }
}

template <class S>
void MultibodyFunction::operator()(const KnotView<S>& knot, std::span<S> out) const {
  check_sizes(static_cast<int>(knot.x.size()), static_cast<int>(knot.u.size()));
  if constexpr (std::is_same_v<S, CppAD::AD<double>>) {
    Scratch<S> scratch(dynamics_);  // numbers of a tape must not outlive it
    evaluate(scratch, knot, out);
  } else {
    const auto scratch = pools_->of<S>().take([&] { return std::make_unique<Scratch<S>>(dynamics_); });
    try {
      evaluate(*scratch, knot, out);
    } catch (const Error&) {
      std::fill(out.begin(), out.end(), S(std::numeric_limits<double>::quiet_NaN()));
    }
  }
}

template void MultibodyFunction::operator()<double>(const KnotView<double>&, std::span<double>) const;
template void MultibodyFunction::operator()<Pack4>(const KnotView<Pack4>&, std::span<Pack4>) const;
template void MultibodyFunction::operator()<CppAD::AD<double>>(const KnotView<CppAD::AD<double>>&,
                                                               std::span<CppAD::AD<double>>) const;

}  // namespace tandem

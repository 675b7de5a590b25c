#include <tandem/dynamics/simulated_system.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/force_laws.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/loop_projection.hpp>
#include <tandem/dynamics/servo.hpp>
#include <tandem/dynamics/simulation_audit.hpp>
#include <tandem/dynamics/spanning.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {

SimulatedSystem::SimulatedSystem(const Model& model, const Parameters<double>& parameters,
                                 const SimulationOptions& options)
    : model_(model),
      parameters_(parameters),
      options_(options),
      floats_(floats_freely(model)),
      is_damped_(std::any_of(parameters.dampings().begin(), parameters.dampings().end(),
                             [](double damping) { return damping != 0; })),
      ws_(model),
      tau_(model.nv()),
      without_wrenches_(model.nv()),
      with_wrenches_(model.nv()),
      sampled_(Eigen::VectorXd::Zero(model.nv())),
      known_(model.nv()),
      wanted_(model.nv()),
      tree_q_(model.tree().nq()),
      tree_v_(model.tree().nv()),
      tree_a_(model.tree().nv()),
      placements_(model.body_count()) {
  if (options.wrenches) wrenches_.resize(model.body_count());
  if (options.form == Form::multipliers) multipliers_.emplace(model);
  for (int i = 1; i < model.body_count(); ++i) {
    if (model.body(i).joint.friction != 0.0) rough_.push_back(i);
  }
}

SimulatedSystem::Values SimulatedSystem::start(In<double> q, In<double> v) const {
  Values x(q.data(), q.data() + q.size());
  x.insert(x.end(), v.data(), v.data() + v.size());
  x.resize(x.size() + 7, 0.0);
  return x;
}

void SimulatedSystem::take_forces(double t, const ConstVector& q, const ConstVector& v) {
  tau_.setZero();
  if (options_.forces) options_.forces(t, q, v, tau_);
  for (const int i : rough_) {
    const Joint& joint = model_.body(i).joint;
    const int d = model_.links()[i].v_index;
    tau_(d) += coulomb_friction(v(d), joint.friction, joint.slip);
  }
  for (int d = 0; d < model_.nv(); ++d) {
    require(std::isfinite(tau_(d)), "the force on '{}' is {}", model_.velocity_name(d), tau_(d));
  }
}

void SimulatedSystem::sample(const Values& x, double t) {
  take_forces(t, ConstVector(x.data(), model_.nq()), ConstVector(x.data() + model_.nq(), model_.nv()));
  sampled_ = tau_;
}

void SimulatedSystem::apply_laws(double t, const ConstVector& q, const ConstVector& v) {
  if (options_.sample_period > 0) {
    tau_ = sampled_;
  } else {
    take_forces(t, q, v);
  }
  if (!options_.wrenches) return;
  std::fill(wrenches_.begin(), wrenches_.end(), Wrench<double>::zero());
  options_.wrenches(t, q, v, wrenches_);
  for (int i = 1; i < model_.body_count(); ++i) {
    require(wrenches_[i].eigen().allFinite(), "the external wrench on body '{}' is not finite", model_.body(i).name);
  }
}

/// By whatever moves the model; the forces that this takes are in tau_ afterwards.
void SimulatedSystem::accelerate(double t, const ConstVector& q, const ConstVector& v, Out<double> a) {
  if (options_.servo != nullptr) {
    const ServoMotion motion = options_.servo->move(t, q, v, tau_, wrenches_);
    a = motion.accelerations;
    tau_ += motion.forces;
  } else if (!options_.drives.empty()) {
    accelerate_driven(t, q, v, a);
  } else if (multipliers_) {
    accelerate_by_multipliers(q, v, a);
  } else {
    forward_dynamics<double>(model_, parameters_, ws_, q, v, tau_, a, wrenches_);
  }
}

void SimulatedSystem::accelerate_by_multipliers(const ConstVector& q, const ConstVector& v, Out<double> a) {
  span<double>(model_, parameters_, ws_, q, v, tree_q_, tree_v_);
  multipliers_->accelerate(parameters_, ws_, tree_q_, tree_v_, on_all_joints(model_, tau_), tree_a_, wrenches_);
  a = own_velocities(model_, tree_a_);
}

void SimulatedSystem::accelerate_driven(double t, const ConstVector& q, const ConstVector& v, Out<double> a) {
  const auto is_motion = [&](int d) { return options_.drives[model_.body_of_velocity(d)] == Drive::motion; };
  known_.setZero();
  if (options_.motions) options_.motions(t, q, v, known_);
  for (int d = 0; d < model_.nv(); ++d) {
    if (!is_motion(d)) known_(d) = tau_(d);
    require(std::isfinite(known_(d)), "the acceleration given to '{}' is {}", model_.velocity_name(d), known_(d));
  }
  hybrid_dynamics<double>(model_, parameters_, ws_, q, v, options_.drives, known_, wanted_, wrenches_);
  for (int d = 0; d < model_.nv(); ++d) {
    a(d) = is_motion(d) ? known_(d) : wanted_(d);
    if (is_motion(d)) tau_(d) = wanted_(d);
  }
}

void SimulatedSystem::forces_at(const Values& x, double t, Out<double> a, Out<double> tau) {
  const ConstVector q(x.data(), model_.nq()), v(x.data() + model_.nq(), model_.nv());
  apply_laws(t, q, v);
  accelerate(t, q, v, a);
  tau = tau_;
}

Eigen::VectorXd SimulatedSystem::drives_at(double t, In<double> q, In<double> v) {
  take_forces(t, ConstVector(q.data(), q.size()), ConstVector(v.data(), v.size()));
  return tau_;
}

/// tau'v - v'D v + (J'w)'v; J'w is what the wrenches take off the bias.
double SimulatedSystem::power(const ConstVector& q, const ConstVector& v) {
  double power = tau_.dot(v);
  if (is_damped_) {
    span<double>(model_, parameters_, ws_, q, v, tree_q_, tree_v_);
    for (int d = 0; d < tree_v_.size(); ++d) power -= parameters_.dampings()[d] * tree_v_(d) * tree_v_(d);
  }
  if (!wrenches_.empty()) {
    bias<double>(model_, parameters_, ws_, q, v, without_wrenches_);
    bias<double>(model_, parameters_, ws_, q, v, with_wrenches_, wrenches_);
    power += (without_wrenches_ - with_wrenches_).dot(v);
  }
  return power;
}

/// Sum about the world's origin of weights, external wrenches, and what acts through the free joints at the roots.
Wrench<double> SimulatedSystem::external_wrench(const ConstVector& q, const ConstVector& v) {
  Wrench<double> sum = Wrench<double>::zero();
  body_placements<double>(model_, parameters_, ws_, q, placements_);
  for (int i = 1; i < model_.body_count(); ++i) {
    const Inertia<double> I = parameters_.inertia(i);
    const Transform<double>& X = placements_[i];
    const Vec3<double> moment = X.rotation * I.moment + X.translation * I.mass;
    sum += {cross(moment, parameters_.gravity()), parameters_.gravity() * I.mass};
    if (!wrenches_.empty()) sum += to_parent(X, wrenches_[i]);
    if (model_.links()[i].parent != kWorld || model_.links()[i].type != JointType::free) continue;
    Eigen::Matrix<double, 6, 1> force;
    for (int k = 0; k < 6; ++k) {
      const int d = model_.links()[i].v_index + k;
      force(k) = tau_(d) - parameters_.dampings()[model_.tree().links()[i].v_index + k] * v(d);
    }
    sum += to_parent(X, Wrench<double>{Vec3<double>(force.head<3>()), Vec3<double>(force.tail<3>())});
  }
  return sum;
}

void SimulatedSystem::evaluate(const Values& x, Values& rate, double t) {
  ++evaluations_;
  const int nq = model_.nq(), nv = model_.nv();
  const ConstVector q(x.data(), nq), v(x.data() + nq, nv);
  apply_laws(t, q, v);
  coordinate_rates<double>(model_, parameters_, ws_, q, v, Eigen::Map<Eigen::VectorXd>(rate.data(), nq));
  accelerate(t, q, v, Eigen::Map<Eigen::VectorXd>(rate.data() + nq, nv));
  rate[nq + nv] = power(q, v);
  Eigen::Map<Eigen::Matrix<double, 6, 1>> impulse(rate.data() + nq + nv + 1);
  impulse.setZero();
  if (floats_) impulse = external_wrench(q, v).eigen();
}

void SimulatedSystem::operator()(const Values& x, Values& rate, double t) {
  try {
    evaluate(x, rate, t);
  } catch (const Error& error) {
    if (ConstVector(x.data(), std::ssize(x)).allFinite()) trouble_ = error.what();
    std::fill(rate.begin(), rate.end(), std::numeric_limits<double>::quiet_NaN());
  }
}

double SimulatedSystem::renormalize(Values& x) {
  if (model_.has_loops())
    normalize<double>(model_, parameters_, ws_, Eigen::Map<Eigen::VectorXd>(x.data(), model_.nq()));
  double worst = 0;
  for (const Link& link : model_.links()) {
    if (!has_quaternion(link.type)) continue;
    Eigen::Map<Eigen::Vector4d> quaternion(x.data() + link.q_index);
    const double length = quaternion.norm();
    worst = std::max(worst, std::abs(length - 1));
    quaternion /= length;
  }
  return worst;
}

std::string SimulatedSystem::wildest(const Values& x) const {
  const int nq = model_.nq(), nv = model_.nv();
  int wildest = 0;
  for (int i = 0; i < nq + nv; ++i) {
    if (std::abs(x[i]) > std::abs(x[wildest])) wildest = i;
  }
  const std::string name = wildest < nq ? "coordinate '" + model_.coordinate_name(wildest)
                                        : "velocity '" + model_.velocity_name(wildest - nq);
  return fmt::format("{}' is {:.3g}", name, x[wildest]);
}

}  // namespace tandem

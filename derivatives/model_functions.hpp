#pragma once

#include <tandem/derivatives/model_number.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>

#include <array>
#include <vector>

/// The recursions of a model as functions of one vector, generic over the scalar: what the checker differentiates.
namespace tandem {

enum class ModelFunction {
  inverse_dynamics,
  forward_dynamics,
  hybrid_dynamics,
  joint_wrenches,
  frame_motion,   ///< displacement from where it stands; velocity; acceleration: six numbers each
  frame_jacobian  ///< columns below each other
};
inline constexpr std::array kModelFunctions{ModelFunction::inverse_dynamics, ModelFunction::forward_dynamics,
                                            ModelFunction::hybrid_dynamics,  ModelFunction::joint_wrenches,
                                            ModelFunction::frame_motion,     ModelFunction::frame_jacobian};

/// What stays while derivatives are taken.
struct ModelSetting {
  const Model& model;
  std::vector<Drive> drives;             ///< of hybrid dynamics
  std::vector<Wrench<double>> wrenches;  ///< on the bodies
  Frame frame;
  std::vector<ModelNumber> numbers;  ///< to differentiate by
};

/// Where derivatives are taken. `x` is a, tau or what is known, as the function wants.
struct ModelState {
  Eigen::VectorXd q, v, x;
};

/// Whether a function is differentiated by the model's numbers too.
inline bool has_numbers(ModelFunction function) {
  return function == ModelFunction::inverse_dynamics || function == ModelFunction::hybrid_dynamics;
}

/// The variables z = [d; v; x; changes of the numbers]: the configuration is integrate(q, d).
inline Eigen::VectorXd variables_at(const ModelSetting& setting, const ModelState& state, ModelFunction function) {
  const long nv = setting.model.nv(), numbers = has_numbers(function) ? std::ssize(setting.numbers) : 0;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(3 * nv + numbers);
  z.segment(nv, nv) = state.v;
  z.segment(2 * nv, nv) = state.x;
  return z;
}

namespace model_functions_detail {

/// [turn; shift] of a frame from where it stood, in its axes; its derivative at no displacement is the frame's motion.
template <class S>
void write_displacement(const Transform<S>& from, const Transform<S>& to, VectorX<S>& y) {
  const Transform<S> step = inverse(from) * to;
  const Mat3<S>& R = step.rotation;
  const S half(0.5);
  y(0) = (R.y.z - R.z.y) * half, y(1) = (R.z.x - R.x.z) * half, y(2) = (R.x.y - R.y.x) * half;
  y(3) = step.translation.x, y(4) = step.translation.y, y(5) = step.translation.z;
}

/// A model at a state in any scalar: what a function is evaluated at.
template <class S>
struct ModelPoint {
  const ModelSetting& setting;
  Parameters<S> parameters;
  std::vector<Wrench<S>> wrenches;
  Workspace<S> ws;
  VectorX<S> start, q, v, x;

  ModelPoint(const ModelSetting& s, const VectorX<S>& start_, const VectorX<S>& z)
      : setting(s),
        parameters(s.model.parameters().template cast<S>()),
        ws(s.model),
        start(start_),
        q(s.model.nq()),
        v(z.segment(s.model.nv(), s.model.nv())),
        x(z.segment(2 * s.model.nv(), s.model.nv())) {
    const long nv = s.model.nv();
    integrate<S>(s.model, start, VectorX<S>(z.head(nv)), q);
    for (const Wrench<double>& w : s.wrenches) {
      wrenches.push_back({w.torque.template cast<S>(), w.force.template cast<S>()});
    }
    for (long k = 3 * nv; k < z.size(); ++k) vary<S>(s.model, parameters, wrenches, s.numbers[k - 3 * nv], z(k));
  }
};

template <class S>
VectorX<S> joint_wrenches_at(ModelPoint<S>& p) {
  std::vector<Wrench<S>> through(p.setting.model.body_count());
  joint_wrenches<S>(p.setting.model, p.parameters, p.ws, p.q, p.v, p.x, through, p.wrenches);
  VectorX<S> y(6 * std::ssize(through));
  for (long i = 0; i < std::ssize(through); ++i) y.template segment<6>(6 * i) = through[i].eigen();
  return y;
}

template <class S>
VectorX<S> frame_motion_at(ModelPoint<S>& p) {
  FrameMotion<S> from, to;
  frame_motion(p.setting.model, p.parameters, p.ws, p.start, p.v, p.x, p.setting.frame, from);
  frame_motion(p.setting.model, p.parameters, p.ws, p.q, p.v, p.x, p.setting.frame, to);
  VectorX<S> y(18);
  write_displacement(from.placement, to.placement, y);
  y.template segment<6>(6) = to.velocity.eigen();
  y.template segment<6>(12) = to.acceleration.eigen();
  return y;
}

template <class S>
VectorX<S> frame_jacobian_at(ModelPoint<S>& p) {
  MatrixX<S> jacobian(6, p.setting.model.nv());
  frame_jacobian(p.setting.model, p.parameters, p.ws, p.q, p.setting.frame, jacobian);
  return Eigen::Map<const VectorX<S>>(jacobian.data(), jacobian.size());
}

}  // namespace model_functions_detail

/// The function at the variables z, from the configuration `start`.
template <class S>
VectorX<S> evaluate(ModelFunction function, const ModelSetting& setting, const VectorX<S>& start, const VectorX<S>& z) {
  using namespace model_functions_detail;
  const Model& model = setting.model;
  ModelPoint<S> p(setting, start, z);
  VectorX<S> y(model.nv());
  switch (function) {
    case ModelFunction::inverse_dynamics:
      inverse_dynamics(model, p.parameters, p.ws, p.q, p.v, p.x, y, p.wrenches);
      return y;
    case ModelFunction::forward_dynamics:
      forward_dynamics(model, p.parameters, p.ws, p.q, p.v, p.x, y, p.wrenches);
      return y;
    case ModelFunction::hybrid_dynamics:
      hybrid_dynamics(model, p.parameters, p.ws, p.q, p.v, std::span<const Drive>(setting.drives), p.x, y, p.wrenches);
      return y;
    case ModelFunction::joint_wrenches:
      return joint_wrenches_at(p);
    case ModelFunction::frame_motion:
      return frame_motion_at(p);
    case ModelFunction::frame_jacobian:
      return frame_jacobian_at(p);
  }
  return y;
}

}  // namespace tandem

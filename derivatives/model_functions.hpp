#pragma once

#include <array>
#include <vector>

#include <tandem/derivatives/model_number.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>

/// The recursions of a model as functions of one vector, generic over the scalar: what the checker differentiates.
namespace tandem {

enum class ModelFunction {
  kInverseDynamics,
  kForwardDynamics,
  kHybridDynamics,
  kJointWrenches,
  kFrameMotion,   ///< displacement from where it stands; velocity; acceleration: six numbers each
  kFrameJacobian  ///< columns below each other
};
inline constexpr std::array kModelFunctions{ModelFunction::kInverseDynamics, ModelFunction::kForwardDynamics,
                                            ModelFunction::kHybridDynamics,  ModelFunction::kJointWrenches,
                                            ModelFunction::kFrameMotion,     ModelFunction::kFrameJacobian};

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
  return function == ModelFunction::kInverseDynamics || function == ModelFunction::kHybridDynamics;
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

template <class S>
void write_six(const Eigen::Matrix<S, 6, 1>& six, VectorX<S>& y, long at) {
  for (int k = 0; k < 6; ++k) y(at + k) = six(k);
}

}  // namespace model_functions_detail

template <class S>
VectorX<S> evaluate(ModelFunction function, const ModelSetting& setting, const VectorX<S>& start, const VectorX<S>& z) {
  using namespace model_functions_detail;
  const Model& model = setting.model;
  const long nv = model.nv(), bodies = model.body_count();
  const VectorX<S> d = z.head(nv), v = z.segment(nv, nv), x = z.segment(2 * nv, nv);
  VectorX<S> q(model.nq()), y(nv);
  integrate<S>(model, start, d, q);
  Parameters<S> parameters = model.parameters().template cast<S>();
  std::vector<Wrench<S>> wrenches;
  for (const Wrench<double>& w : setting.wrenches) {
    wrenches.push_back({w.torque.template cast<S>(), w.force.template cast<S>()});
  }
  for (long k = 3 * nv; k < z.size(); ++k) {
    vary<S>(model, parameters, wrenches, setting.numbers[k - 3 * nv], z(k));
  }
  Workspace<S> ws(model);
  switch (function) {
    case ModelFunction::kInverseDynamics: inverse_dynamics(model, parameters, ws, q, v, x, y, wrenches); break;
    case ModelFunction::kForwardDynamics: forward_dynamics(model, parameters, ws, q, v, x, y, wrenches); break;
    case ModelFunction::kHybridDynamics:
      hybrid_dynamics(model, parameters, ws, q, v, std::span<const Drive>(setting.drives), x, y, wrenches);
      break;
    case ModelFunction::kJointWrenches: {
      std::vector<Wrench<S>> through(bodies);
      joint_wrenches<S>(model, parameters, ws, q, v, x, through, wrenches);
      y.resize(6 * bodies);
      for (long i = 0; i < bodies; ++i) write_six<S>(through[i].eigen(), y, 6 * i);
      break;
    }
    case ModelFunction::kFrameMotion: {
      FrameMotion<S> from, to;
      frame_motion(model, parameters, ws, start, v, x, setting.frame, from);
      frame_motion(model, parameters, ws, q, v, x, setting.frame, to);
      y.resize(18);
      write_displacement(from.placement, to.placement, y);
      write_six<S>(to.velocity.eigen(), y, 6);
      write_six<S>(to.acceleration.eigen(), y, 12);
      break;
    }
    case ModelFunction::kFrameJacobian: {
      MatrixX<S> jacobian(6, nv);
      frame_jacobian(model, parameters, ws, q, setting.frame, jacobian);
      y = Eigen::Map<const VectorX<S>>(jacobian.data(), 6 * nv);
      break;
    }
  }
  return y;
}

}  // namespace tandem

#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <Eigen/Geometry>

#include <vector>

/// A second formulation of the dynamics that shares nothing with the recursions: vectors of points in world axes,
/// dense Jacobians, and Kane's equations
///   tau = sum_i Jc_i' m (a_c - g) + Jw_i' (I alpha + w x I w) - (external) + rotors + dampers + springs.
/// It reads the model through the user's frames only. A joint without a quaternion is turns and slides along fixed
/// axes, one after the other, each by a function of the joint's coordinates.
namespace tandem::test {

using Vector6 = Eigen::Matrix<double, 6, 1>;

/// One of them: by f(q), with f's gradient and Hessian.
struct ReferenceStep {
  bool turns;
  Eigen::Vector3d axis;
  double f;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
};

/// By factor * q_k of n coordinates.
inline ReferenceStep linear_step(bool turns, const Eigen::Vector3d& axis, const Eigen::VectorXd& q, int k,
                                 double factor = 1) {
  return {turns, axis, factor * q(k), factor * Eigen::VectorXd::Unit(q.size(), k),
          Eigen::MatrixXd::Zero(q.size(), q.size())};
}

/// What a custom joint of the tests does.
using ReferenceSteps = std::vector<ReferenceStep> (*)(const Joint& joint, const Eigen::VectorXd& q);

/// `across` are the two directions of a planar joint.
inline std::vector<ReferenceStep> reference_steps(const Joint& joint, const Eigen::VectorXd& q,
                                                  const Eigen::Matrix3d& across, ReferenceSteps custom) {
  const Eigen::Vector3d axis = joint.axis.normalized();
  std::vector<ReferenceStep> steps;
  switch (joint.type) {
    case JointType::revolute:
      return {linear_step(true, axis, q, 0)};
    case JointType::prismatic:
      return {linear_step(false, axis, q, 0)};
    case JointType::screw:
      return {linear_step(true, axis, q, 0), linear_step(false, axis, q, 0, joint.pitch)};
    case JointType::cylindrical:
      return {linear_step(true, axis, q, 0), linear_step(false, axis, q, 1)};
    case JointType::translation:
      for (int k = 0; k < 3; ++k) steps.push_back(linear_step(false, Eigen::Vector3d::Unit(k), q, k));
      return steps;
    case JointType::planar:
      return {linear_step(false, across.col(0), q, 0), linear_step(false, across.col(1), q, 1),
              linear_step(true, axis, q, 2)};
    case JointType::universal:
    case JointType::euler:
      for (int k = 0; k < std::ssize(joint.axes); ++k) {
        steps.push_back(linear_step(true, joint.axes[k].normalized(), q, k));
      }
      return steps;
    case JointType::custom:
      return custom(joint, q);
    default:
      return {};
  }
}

struct ReferenceBody {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Eigen::Vector3d p = Eigen::Vector3d::Zero(), w = p, v = p, alpha = p, a = p;  ///< of the body's origin, in the world
  Eigen::MatrixXd Jw, Jv;                                                       ///< 3 x nv, of the body's origin
  double mass = 0;
  Eigen::Vector3d com = p, v_com = p, a_com = p;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre of mass, world axes
};

/// Moves b by one step of the joint whose rates and accelerations are v and a; its freedoms begin at `first`.
inline void take_step(ReferenceBody& b, const ReferenceStep& step, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                      int first) {
  const double rate = step.gradient.dot(v), acceleration = step.gradient.dot(a) + v.dot(step.hessian * v);
  const Eigen::Vector3d axis = b.R * step.axis;
  const long n = v.size();
  if (step.turns) {
    const Eigen::Vector3d w_rel = axis * rate;
    b.R = b.R * Eigen::AngleAxisd(step.f, step.axis).toRotationMatrix();
    b.w += w_rel;
    b.alpha += axis * acceleration + b.w.cross(w_rel);
    b.Jw.middleCols(first, n) += axis * step.gradient.transpose();
    return;
  }
  const Eigen::Vector3d r = axis * step.f, u = axis * rate;
  b.a += b.alpha.cross(r) + b.w.cross(b.w.cross(r) + 2 * u) + axis * acceleration;
  b.v += b.w.cross(r) + u;
  b.p += r;
  for (int d = 0; d < b.Jv.cols(); ++d) b.Jv.col(d) += Eigen::Vector3d(b.Jw.col(d)).cross(r);
  b.Jv.middleCols(first, n) += axis * step.gradient.transpose();
}

struct ReferenceMotion {
  std::vector<ReferenceBody> bodies;
  Eigen::Vector3d gravity;

  Vector6 to_world(int i, const Vector6& wrench) const {
    const ReferenceBody& b = bodies[i];
    const Eigen::Vector3d force = b.R * wrench.tail<3>();
    Vector6 result;
    result << b.R * wrench.head<3>() + b.p.cross(force), force;
    return result;
  }
  Vector6 momentum(int i) const {
    const ReferenceBody& b = bodies[i];
    Vector6 h;
    h << b.com.cross(b.mass * b.v_com) + b.inertia * b.w, b.mass * b.v_com;
    return h;
  }
  Vector6 momentum_rate(int i) const {
    const ReferenceBody& b = bodies[i];
    Vector6 h;
    h << b.com.cross(b.mass * b.a_com) + b.inertia * b.alpha + b.w.cross(b.inertia * b.w), b.mass * b.a_com;
    return h;
  }
  Vector6 weight(int i) const {
    const ReferenceBody& b = bodies[i];
    Vector6 f;
    f << b.com.cross(b.mass * gravity), b.mass * gravity;
    return f;
  }
};

inline ReferenceMotion reference_motion(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                        const Eigen::VectorXd& a, const Parameters<double>* other_parameters = nullptr,
                                        ReferenceSteps custom = nullptr) {
  const Parameters<double>& parameters = other_parameters != nullptr ? *other_parameters : model.parameters();
  ReferenceMotion motion;
  motion.gravity = parameters.gravity().eigen();
  motion.bodies.resize(model.body_count());
  for (ReferenceBody& b : motion.bodies) b.Jw = b.Jv = Eigen::MatrixXd::Zero(3, model.nv());
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& body = model.body(i);
    const ReferenceBody& parent = motion.bodies[body.parent];
    ReferenceBody& b = motion.bodies[i];
    const Transform<double> placement = parameters.placement(i, body.parent);
    const int iq = body.q_index, iv = body.v_index;

    // The joint's rotation and shift, and its relative rates in the body's axes.
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    Eigen::Vector3d shift(0, 0, 0);
    Eigen::MatrixXd turning = Eigen::MatrixXd::Zero(3, model.nv()), sliding = turning;
    const auto quaternion = [&] { return Eigen::Quaterniond(q(iq), q(iq + 1), q(iq + 2), q(iq + 3)).normalized(); };
    if (has_quaternion(body.joint.type)) {
      R = quaternion().toRotationMatrix();
      turning.middleCols<3>(iv).setIdentity();
    }
    if (body.joint.type == JointType::free) {
      shift = q.segment<3>(iq + 4);
      sliding.middleCols<3>(iv + 3).setIdentity();
    }

    b.R = parent.R * placement.rotation.eigen() * R;
    const Eigen::Vector3d r = parent.R * (placement.translation.eigen() + placement.rotation.eigen() * shift);
    b.p = parent.p + r;
    const Eigen::Vector3d w_rel = b.R * turning * v, u = b.R * sliding * v;
    b.w = parent.w + w_rel;
    b.v = parent.v + parent.w.cross(r) + u;
    b.alpha = parent.alpha + b.R * turning * a + b.w.cross(w_rel);
    b.a = parent.a + parent.alpha.cross(r) + parent.w.cross(parent.w.cross(r) + u) + b.R * sliding * a + b.w.cross(u);
    b.Jw = parent.Jw + b.R * turning;
    b.Jv = parent.Jv + b.R * sliding;
    for (int d = 0; d < model.nv(); ++d) b.Jv.col(d) += Eigen::Vector3d(parent.Jw.col(d)).cross(r);

    const Eigen::Matrix3d across = parameters.user_from_canonical(i).eigen();
    const int n = has_quaternion(body.joint.type) ? 0 : velocity_count(body.joint);
    for (const ReferenceStep& step : reference_steps(body.joint, q.segment(iq, n), across, custom)) {
      take_step(b, step, v.segment(iv, n), a.segment(iv, n), iv);
    }

    const Inertia<double> I = parameters.inertia(i);
    b.mass = I.mass;
    const Eigen::Vector3d c = b.R * I.com().eigen();
    b.com = b.p + c;
    b.v_com = b.v + b.w.cross(c);
    b.a_com = b.a + b.alpha.cross(c) + b.w.cross(b.w.cross(c));
    b.inertia = b.R * I.about_com().eigen() * b.R.transpose();
  }
  return motion;
}

inline Eigen::MatrixXd com_jacobian(const ReferenceBody& b) {
  Eigen::MatrixXd J = b.Jv;
  for (int d = 0; d < J.cols(); ++d) J.col(d) += Eigen::Vector3d(b.Jw.col(d)).cross(b.com - b.p);
  return J;
}

inline Eigen::VectorXd reference_inverse_dynamics(const Model& model, const Eigen::VectorXd& q,
                                                  const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                                                  const std::vector<Wrench<double>>& wrenches = {},
                                                  const Parameters<double>* other_parameters = nullptr,
                                                  ReferenceSteps custom = nullptr) {
  const Parameters<double>& p = other_parameters != nullptr ? *other_parameters : model.parameters();
  const ReferenceMotion motion = reference_motion(model, q, v, a, other_parameters, custom);
  Eigen::VectorXd tau = Eigen::VectorXd::Zero(model.nv());
  for (int i = 1; i < model.body_count(); ++i) {
    const ReferenceBody& b = motion.bodies[i];
    tau += com_jacobian(b).transpose() * (b.mass * (b.a_com - motion.gravity));
    tau += b.Jw.transpose() * (b.inertia * b.alpha + b.w.cross(b.inertia * b.w));
    if (!wrenches.empty()) {
      tau -=
          b.Jw.transpose() * (b.R * wrenches[i].torque.eigen()) + b.Jv.transpose() * (b.R * wrenches[i].force.eigen());
    }
  }
  for (const Body& body : model.bodies()) {
    const int nv = velocity_count(body.joint);
    for (int d = body.v_index; d < body.v_index + nv; ++d) {
      tau(d) += p.rotor_inertias()[d] * a(d) + p.dampings()[d] * v(d);
      if (nv == 1) tau(d) += p.stiffnesses()[d] * (q(body.q_index) - p.rests()[d]);
    }
  }
  return tau;
}

inline Eigen::MatrixXd reference_mass_matrix(const Model& model, const Eigen::VectorXd& q) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(model.nv());
  const ReferenceMotion motion = reference_motion(model, q, zero, zero);
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (int i = 1; i < model.body_count(); ++i) {
    const ReferenceBody& b = motion.bodies[i];
    const Eigen::MatrixXd J = com_jacobian(b);
    M += b.mass * J.transpose() * J + b.Jw.transpose() * b.inertia * b.Jw;
  }
  for (int d = 0; d < model.nv(); ++d) M(d, d) += model.parameters().rotor_inertias()[d];
  return M;
}

}  // namespace tandem::test

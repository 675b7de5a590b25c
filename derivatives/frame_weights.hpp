#pragma once

#include <tandem/derivatives/kinematics_derivatives.hpp>

#include <Eigen/Core>

namespace tandem {

/// Weights of a frame's numbers as wrenches in the frame's axes: what they weigh of its displacement, of how its
/// velocity and its acceleration change.
template <class S>
struct FrameWeights {
  Wrench<S> place, rate, change = Wrench<S>::zero();

  FrameWeights(const FrameMotion<S>& motion, const Pack4* weights, bool is_accelerated) {
    const Mat3<S>& R = motion.placement.rotation;
    const auto in_frame = [&](int i) {
      return transposed_times(R, Vec3<S>(S(weights[i]), S(weights[i + 1]), S(weights[i + 2])));
    };
    const auto &w = motion.velocity.angular, &v = motion.velocity.linear;
    rate = {in_frame(15), in_frame(12)};
    place.force = in_frame(0);
    // w'(e_k x R'weight) for the axes, w'(v x R'weight) for the velocities
    const Vec3<S> x = in_frame(3), y = in_frame(6), z = in_frame(9);
    place.torque = Vec3<S>(y.z - z.y, z.x - x.z, x.y - y.x) + cross(v, rate.force) + cross(w, rate.torque);
    if (!is_accelerated) return;
    // The point's acceleration is a + w x v.
    change = {in_frame(21), in_frame(18)};
    place.torque +=
        cross(motion.point_acceleration(), change.force) + cross(motion.acceleration.angular, change.torque);
    rate += Wrench<S>{cross(v, change.force), cross(change.force, w)};
  }

  S by_displacement(const FrameMotionDerivatives<S>& first, int d, bool is_accelerated) const {
    const S sum = times(first.jacobian, d, place) + times(first.velocity_by_q, d, rate);
    return is_accelerated ? sum + times(first.acceleration_by_q, d, change) : sum;
  }
  S by_velocity(const FrameMotionDerivatives<S>& first, int d, bool is_accelerated) const {
    const S sum = times(first.jacobian, d, rate);
    return is_accelerated ? sum + times(first.acceleration_by_v, d, change) : sum;
  }
  S by_acceleration(const FrameMotionDerivatives<S>& first, int d) const { return times(first.jacobian, d, change); }

 private:
  /// A column of six rows times a wrench.
  static S times(const Eigen::Matrix<S, 6, Eigen::Dynamic>& columns, int column, const Wrench<S>& w) {
    const S* const c = columns.data() + 6 * column;
    return c[0] * w.torque.x + c[1] * w.torque.y + c[2] * w.torque.z + c[3] * w.force.x + c[4] * w.force.y +
           c[5] * w.force.z;
  }
};

}  // namespace tandem

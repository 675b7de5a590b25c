#pragma once

#include <tandem/dynamics/kinematics.hpp>

namespace tandem {

/// A freedom as a law of its force sees it.
template <class S>
struct MovingFreedom {
  S position;  ///< its coordinate
  S rate;      ///< its velocity
};

/// A frame as laws, costs and constraints see it, all in the world's axes.
template <class S>
struct MovingFrame {
  Vec3<S> position;   ///< of its origin
  Mat3<S> axes;       ///< x, y and z are its axes
  Vec3<S> velocity;   ///< of its origin as a point
  Vec3<S> turn_rate;  ///< its angular velocity
};

/// The same where controls are known, and accelerations follow.
template <class S>
struct AcceleratedFrame : MovingFrame<S> {
  Vec3<S> acceleration;       ///< of its origin as a point; gravity is not in it
  Vec3<S> turn_acceleration;  ///< its angular acceleration
};

/// How many numbers these are: position, three axes, velocity, turn rate; acceleration, turn acceleration.
inline constexpr int kMovingNumbers = 18, kAcceleratedNumbers = 24;

/// The numbers of a frame's motion, `count` of them.
template <class S>
void write_numbers(const FrameMotion<S>& motion, int count, S* numbers) {
  const Mat3<S>& R = motion.placement.rotation;
  const Vec3<S> vectors[8] = {motion.placement.translation,
                              R.x,
                              R.y,
                              R.z,
                              R * motion.velocity.linear,
                              R * motion.velocity.angular,
                              R * motion.point_acceleration(),
                              R * motion.acceleration.angular};
  for (int i = 0; i < count; ++i) {
    const Vec3<S>& v = vectors[i / 3];
    numbers[i] = i % 3 == 0 ? v.x : i % 3 == 1 ? v.y : v.z;
  }
}

template <class S>
Vec3<S> read_vector(const S* numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

template <class S>
MovingFrame<S> read_moving_frame(const S* numbers) {
  return {read_vector(numbers),
          {read_vector(numbers + 3), read_vector(numbers + 6), read_vector(numbers + 9)},
          read_vector(numbers + 12),
          read_vector(numbers + 15)};
}

template <class S>
AcceleratedFrame<S> read_accelerated_frame(const S* numbers) {
  return {read_moving_frame(numbers), read_vector(numbers + 18), read_vector(numbers + 21)};
}

}  // namespace tandem

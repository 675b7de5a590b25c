#pragma once

#include <tandem/derivatives/frame_view.hpp>
#include <tandem/derivatives/view_function.hpp>

#include <span>
#include <utility>

namespace tandem {

/// A law of force of a MultibodyDynamics. It is a function of [q; v] followed by the kMovingNumbers of each frame
/// that laws act on, and gives a generalized force, or a wrench (torque; force) on its frame, about the frame's origin
/// and in its axes: fixed there, it is what inverse dynamics takes for an external wrench.
struct Law {
  int freedom = -1;  ///< what it is the force of, or -1
  int frame = -1;    ///< of the laws' frames: what it is the wrench on, or -1
  ViewFunction function;
  bool is_friction = false;  ///< the model's, of a joint: simulate() has it too
};

namespace laws {

template <class S>
Wrench<S> as_wrench(const Wrench<S>& wrench) {
  return wrench;
}
template <class S>
Wrench<S> as_wrench(const Vec3<S>& force) {
  return {Vec3<S>::zero(), force};
}

template <class Function>
struct OnFreedom {
  Function law;
  int position, rate;  ///< where the states have them

  template <class S>
  void operator()(const KnotView<S>& knot, std::span<S> out) const {
    out[0] = law(knot, MovingFreedom<S>{knot.x[position], knot.x[rate]});
  }
};

template <class Function>
struct OnFrame {
  Function law;
  int states, first;  ///< how many there are, and where the frame's numbers begin

  template <class S>
  void operator()(const KnotView<S>& knot, std::span<S> out) const {
    KnotView<S> own = knot;
    own.x = knot.x.first(states);
    const MovingFrame<S> frame = read_moving_frame(knot.x.data() + first);
    const Wrench<S> wrench = as_wrench<S>(law(std::as_const(own), frame));
    const Vec3<S> torque = transposed_times(frame.axes, wrench.torque),
                  force = transposed_times(frame.axes, wrench.force);
    out[0] = torque.x, out[1] = torque.y, out[2] = torque.z;
    out[3] = force.x, out[4] = force.y, out[5] = force.z;
  }
};

/// A control along an axis of a frame.
struct Push {
  Vec3<double> axis;
  int control;

  template <class S>
  void operator()(const KnotView<S>& knot, std::span<S> out) const {
    const S& u = knot.u[control];
    out[0] = out[1] = out[2] = S(0.0);
    out[3] = u * S(axis.x), out[4] = u * S(axis.y), out[5] = u * S(axis.z);
  }
};

}  // namespace laws
}  // namespace tandem

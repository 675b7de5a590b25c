#pragma once

#include <tandem/derivatives/following_parameters.hpp>
#include <tandem/dynamics/kinematics.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace tandem {

/// What a law of packs, evaluated lane by lane, is called with.
struct LaneScratch {
  std::vector<double> x, u, numbers, values;
};

/// A law's values for doubles and tapes as they are, for packs lane by lane.
template <class S, class Function>
void evaluate_law(const Function& function, const KnotView<S>& knot, std::span<S> out, LaneScratch&) {
  function(knot, out);
}
template <class Function>
void evaluate_law(const Function& function, const KnotView<Pack4>& knot, std::span<Pack4> out, LaneScratch& scratch) {
  const auto gather = [](std::span<const Pack4> from, int lane, std::vector<double>& to) {
    to.resize(from.size());
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i][lane];
  };
  scratch.values.resize(out.size());
  for (int lane = 0; lane < Pack4::kWidth; ++lane) {
    gather(knot.x, lane, scratch.x), gather(knot.u, lane, scratch.u), gather(knot.numbers, lane, scratch.numbers);
    function(KnotView<double>{scratch.x, scratch.u, knot.t[lane], scratch.numbers}, std::span<double>(scratch.values));
    for (std::size_t i = 0; i < out.size(); ++i) out[i].set(lane, scratch.values[i]);
  }
}

/// What the laws of a MultibodyDynamics do at one instant.
template <class S>
class LawValues {
 public:
  struct Force {
    int freedom;
    S force;
    bool is_friction;  ///< of the model's joint
  };

  explicit LawValues(const MultibodyDynamics& dynamics)
      : x_(dynamics.laws().empty() ? 0 : dynamics.law_states(), S(0.0)),
        still_(dynamics.model().nv()),
        given_(dynamics.laws().size()) {
    still_.setConstant(S(0.0));
    for (const Law& law : dynamics.laws()) {
      if (law.freedom >= 0) forces_.push_back({law.freedom, S(0.0), law.is_friction});
    }
  }

  /// Adds the wrenches to those that follow named numbers, and keeps the generalized forces.
  void act(const MultibodyDynamics& dynamics, FollowingParameters<S>& parameters, Workspace<S>& ws,
           const KnotView<S>& knot) {
    if (dynamics.laws().empty()) return;
    move_frames(dynamics, parameters.current, ws, knot);
    const KnotView<S> extended{x_, knot.u, knot.t, knot.numbers};
    std::size_t forces = 0;
    for (const Law& law : dynamics.laws()) {
      std::array<S, 6>& w = given_[&law - dynamics.laws().data()];
      evaluate_law(law.function, extended, std::span<S>(w).first(law.function.outputs()), lanes_);
      if (law.freedom >= 0) {
        forces_[forces++].force = w[0];
        continue;
      }
      const Frame& frame = dynamics.law_frames()[law.frame];
      parameters.wrenches[frame.body] +=
          to_parent(frame.placement.cast<S>(), Wrench<S>{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
    }
  }

  std::span<const Force> forces() const { return forces_; }

  /// The first law that gave a number that is not finite, or nothing.
  const Law* not_finite(const MultibodyDynamics& dynamics) const {
    for (std::size_t l = 0; l < given_.size(); ++l) {
      const Law& law = dynamics.laws()[l];
      const auto end = given_[l].begin() + law.function.outputs();
      if (!std::all_of(given_[l].begin(), end, [](const S& x) { return std::isfinite(x); })) return &law;
    }
    return nullptr;
  }

 private:
  void move_frames(const MultibodyDynamics& dynamics, const Parameters<S>& parameters, Workspace<S>& ws,
                   const KnotView<S>& knot) {
    const Model& model = dynamics.model();
    const int nq = model.nq(), nv = model.nv();
    std::copy_n(knot.x.begin(), nq + nv, x_.begin());
    const Eigen::Map<const VectorX<S>> q(knot.x.data(), nq), v(knot.x.data() + nq, nv);
    S* numbers = x_.data() + nq + nv;
    for (const Frame& frame : dynamics.law_frames()) {
      FrameMotion<S> motion;
      frame_motion<S>(model, parameters, ws, q, v, still_, frame, motion);
      write_numbers(motion, kMovingNumbers, numbers);
      numbers += kMovingNumbers;
    }
  }

  std::vector<S> x_;  ///< [q; v] and the numbers of the frames
  VectorX<S> still_;  ///< no accelerations
  std::vector<Force> forces_;
  std::vector<std::array<S, 6>> given_;  ///< by each law
  LaneScratch lanes_;
};

}  // namespace tandem

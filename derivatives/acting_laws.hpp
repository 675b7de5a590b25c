#pragma once

#include <tandem/derivatives/chained_function.hpp>

#include <span>
#include <vector>

namespace tandem {

/// The laws of force of a MultibodyDynamics at four knots. Their wrenches act on bodies, fixed in these, and enter
/// inverse dynamics, its derivatives and those of y'ID as such; what is left of the generalized force g is how it
/// follows the inputs where frames stay: of a law of a freedom its slope, of a wrench W with the frame's Jacobian J
/// J'dW. Of second derivatives, with V = J y,
///   d2 (y'g) - W'd2 V = V'd2 W + dW'dV + dV'dW.
class ActingLaws {
 public:
  ActingLaws(const MultibodyDynamics& dynamics, const MultibodyInputs& inputs, const std::vector<int>& free_numbers,
             std::span<const double> numbers);

  void set_numbers(std::span<const double> numbers) { laws_.set_numbers(numbers); }
  /// Allocates nothing.
  void act(const Pack4* inputs, const FourKnots& at, bool with_jacobian);

  /// Of an external wrench for each body.
  template <class S>
  void add_wrenches(std::vector<Wrench<S>>& wrenches) const;
  /// Generalized forces of the laws on freedoms, for each freedom.
  const std::vector<Pack4>& forces() const { return forces_; }
  /// d g / d inputs without the wrenches' part through their frames: a row for each freedom.
  const Pack4* forces_by(int freedom) const { return forces_by_.data() + freedom * inputs_.count; }

  /// Takes d2 (y'g) from a Hessian, but for W'd2 V.
  void subtract_hessian(const FourKnots& at, const VectorX<Pack4>& y, Pack4* hessian);

 private:
  static KnotBlocks blocks_of(const MultibodyDynamics& dynamics, const std::vector<int>& free_numbers,
                              std::span<const double> numbers);
  void differentiate();
  void subtract_cross(int row, FrameChain& frame, Pack4* hessian) const;

  const MultibodyDynamics& dynamics_;
  const MultibodyInputs& inputs_;
  ChainedFunction laws_;
  std::vector<int> rows_;  ///< of each law, its first output
  std::vector<Pack4> forces_, forces_by_, weights_;
};

template <class S>
void ActingLaws::add_wrenches(std::vector<Wrench<S>>& wrenches) const {
  for (std::size_t l = 0; l < rows_.size(); ++l) {
    const Law& law = dynamics_.laws()[l];
    if (law.frame < 0) continue;
    const auto w = [&](int k) { return laws_.value(rows_[l] + k); };
    const Frame& frame = dynamics_.law_frames()[law.frame];
    const Wrench<Pack4> on_body =
        to_parent(frame.placement.cast<Pack4>(), Wrench<Pack4>{{w(0), w(1), w(2)}, {w(3), w(4), w(5)}});
    wrenches[frame.body] += Wrench<S>{on_body.torque.template cast<S>(), on_body.force.template cast<S>()};
  }
}

}  // namespace tandem

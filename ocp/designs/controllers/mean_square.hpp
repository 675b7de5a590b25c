#pragma once

#include <tandem/ocp/designs/controllers/plant.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

#include <optional>

namespace tandem::controllers {

/// Derivatives of a number by the matrices of a closed loop: dJ = <a, da> + <b, db> + <c, dc>.
struct LoopSlopes {
  Eigen::MatrixXd a, b, c;
};

/// By the gain of u = gain y, from those by the loop: B' a C' + B' b D' + E' c C' of the plant's B, sensors C, sensor
/// noise D and effort E.
Eigen::MatrixXd by_gain(const Plant& plant, const LoopSlopes& slopes);

/// E[z'z] = tr(c X c') of a loop x' = a x + b w, z = c x under white noise, with the covariance a X + X a' + b b' = 0
/// and the adjoint a'P + P a + c'c = 0:
///
///     by a: 2 P X,   by b: 2 P b,   by c: 2 c X.
///
/// One Schur form and two Lyapunov equations; a second derivative along a direction costs two more of these.
class MeanSquare {
 public:
  /// Of the plant with u = gain y. Nothing where the loop is not stable.
  static std::optional<MeanSquare> of(const Plant& plant, const Eigen::MatrixXd& gain);

  double value() const { return value_; }
  const Loop& loop() const { return loop_; }
  const Eigen::MatrixXd& covariance() const { return x_; }
  const Eigen::MatrixXd& adjoint() const { return p_; }
  double abscissa() const { return solver_.abscissa(); }
  const Eigen::MatrixXd& by_gain() const { return by_gain_; }

  /// How by_gain changes with the gain, and with the plant. `plant` is that of of().
  Eigen::MatrixXd along_gain(const Plant& plant, const Eigen::MatrixXd& gain_change) const;
  Eigen::MatrixXd along_plant(const Plant& plant, const Plant& change, const Eigen::MatrixXd& gain) const;

 private:
  MeanSquare(const Plant& plant, Loop loop, lq::Lyapunov solver);
  LoopSlopes slopes() const;
  LoopSlopes slopes_along(const Loop& change) const;

  Loop loop_;
  lq::Lyapunov solver_;
  Eigen::MatrixXd x_, p_, by_gain_;
  double value_ = 0.0;
};

}  // namespace tandem::controllers

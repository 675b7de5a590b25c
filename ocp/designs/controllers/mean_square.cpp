#include <tandem/ocp/designs/controllers/mean_square.hpp>

#include <cmath>
#include <utility>

namespace tandem::controllers {

using Eigen::MatrixXd;

MatrixXd by_gain(const Plant& plant, const LoopSlopes& slopes) {
  return plant.b.transpose() * (slopes.a * plant.sensors.transpose() + slopes.b * plant.sensor_noise.transpose()) +
         plant.effort.transpose() * slopes.c * plant.sensors.transpose();
}

MeanSquare::MeanSquare(const Plant& plant, Loop loop, lq::Lyapunov solver)
    : loop_(std::move(loop)), solver_(std::move(solver)) {
  x_ = solver_.solve(loop_.b * loop_.b.transpose());
  p_ = solver_.solve_transposed(loop_.c.transpose() * loop_.c);
  value_ = (loop_.c * x_ * loop_.c.transpose()).trace();
  by_gain_ = controllers::by_gain(plant, slopes());
}

std::optional<MeanSquare> MeanSquare::of(const Plant& plant, const MatrixXd& gain) {
  Loop loop = closed(plant, gain);
  lq::Lyapunov solver(loop.a);
  if (!is_stable(solver)) return std::nullopt;
  MeanSquare found(plant, std::move(loop), std::move(solver));
  if (!std::isfinite(found.value_)) return std::nullopt;
  return found;
}

LoopSlopes MeanSquare::slopes() const { return {2.0 * p_ * x_, 2.0 * p_ * loop_.b, 2.0 * loop_.c * x_}; }

/// With a dX + dX a' + da X + X da' + db b' + b db' = 0 and a'dP + dP a + da'P + P da + dc'c + c'dc = 0.
LoopSlopes MeanSquare::slopes_along(const Loop& d) const {
  const MatrixXd forced = d.a * x_ + d.b * loop_.b.transpose(),
                 weighed = d.a.transpose() * p_ + d.c.transpose() * loop_.c;
  const MatrixXd dx = solver_.solve(forced + forced.transpose());
  const MatrixXd dp = solver_.solve_transposed(weighed + weighed.transpose());
  return {2.0 * (dp * x_ + p_ * dx), 2.0 * (dp * loop_.b + p_ * d.b), 2.0 * (d.c * x_ + loop_.c * dx)};
}

MatrixXd MeanSquare::along_gain(const Plant& plant, const MatrixXd& change) const {
  const MatrixXd bk = plant.b * change;
  return controllers::by_gain(
      plant, slopes_along({bk * plant.sensors, bk * plant.sensor_noise, plant.effort * change * plant.sensors}));
}

MatrixXd MeanSquare::along_plant(const Plant& plant, const Plant& d, const MatrixXd& gain) const {
  const MatrixXd kc = gain * plant.sensors, kd = gain * plant.sensor_noise;
  const Loop change{d.a + d.b * kc + plant.b * gain * d.sensors, d.noise + d.b * kd + plant.b * gain * d.sensor_noise,
                    d.watched + d.effort * kc + plant.effort * gain * d.sensors};
  const LoopSlopes here = slopes();
  const MatrixXd by_sensors = d.b.transpose() * here.a + d.effort.transpose() * here.c,
                 by_change = plant.b.transpose() * here.a + plant.effort.transpose() * here.c;
  return controllers::by_gain(plant, slopes_along(change)) + by_sensors * plant.sensors.transpose() +
         by_change * d.sensors.transpose() + d.b.transpose() * here.b * plant.sensor_noise.transpose() +
         plant.b.transpose() * here.b * d.sensor_noise.transpose();
}

}  // namespace tandem::controllers

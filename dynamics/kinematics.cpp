#include <tandem/dynamics/kinematics.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/LU>

namespace tandem {
namespace recursions {

void check_frame(const Model& model, const Frame& frame) {
  require(frame.body >= 0 && frame.body < model.body_count(), "frame '{}': its body {} is not one of model '{}'",
          frame.name, frame.body, model.name());
}

}  // namespace recursions

void operational_inertia(const Model& model, const Parameters<double>& parameters, Workspace<double>& ws, In<double> q,
                         const Frame& frame, OutMatrix<double> inertia) {
  Eigen::Matrix<double, 6, 6> inverse;
  operational_inertia_inverse(model, parameters, ws, q, frame, inverse);
  const Eigen::FullPivLU<Eigen::Matrix<double, 6, 6>> factors(inverse);
  if (!factors.isInvertible()) {
    throw NumericalError(
        fmt::format("frame '{}': it can move in {} directions only, so that it has no operational "
                    "inertia; its inverse exists",
                    frame.name, factors.rank()));
  }
  inertia = factors.inverse();
}

}  // namespace tandem

#include <tandem/ocp/lq/growth.hpp>

#include <tandem/ocp/lq/eigenvalues.hpp>

#include <fmt/core.h>

namespace tandem::lq {

Growth growth(const Eigen::MatrixXd& a) {
  const Eigen::VectorXcd modes = eigenvalues(a);
  Eigen::Index worst = 0;
  const double abscissa = modes.real().maxCoeff(&worst), fastest = modes.cwiseAbs().maxCoeff();
  return {fastest > 0.0 ? abscissa / fastest : 0.0, fmt::format("mode {:.4g}{:+.4g}i", abscissa, modes(worst).imag())};
}

}  // namespace tandem::lq

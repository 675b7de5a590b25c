#include <tandem/ocp/answers/equality_size.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {

double size_of_terms(const Played& played, const GenericFunction& equality) {
  constexpr int kInstants = 9;
  const Eigen::VectorXd x_sizes = played.state_scales();
  const Eigen::VectorXd u_sizes = played.series().controls.cwiseAbs().rowwise().maxCoeff();
  double most = 0.0;
  for (int i = 0; i < kInstants; ++i) {
    const int k = i * (played.intervals() - 1) / (kInstants - 1);
    Eigen::VectorXd x = played.state(k, 0.5), u = played.control(k, 0.5);
    const auto value = [&] { return played.value(equality, x, u, played.time(k, 0.5)); };
    const double here = value();
    double sum = 0.0;
    const auto move_each = [&](Eigen::VectorXd& z, const Eigen::VectorXd& sizes) {
      for (Eigen::Index j = 0; j < z.size(); ++j) {
        const double kept = z(j);
        z(j) += sizes(j);
        sum += std::abs(value() - here);
        z(j) = kept;
      }
    };
    move_each(x, x_sizes);
    move_each(u, u_sizes);
    if (std::isfinite(sum)) most = std::max(most, sum);
  }
  return most;
}

}  // namespace tandem

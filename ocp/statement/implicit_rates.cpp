#include <tandem/ocp/statement/implicit_rates.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <limits>

namespace tandem {
namespace {

constexpr int kMostSteps = 50;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

void solve_rates(std::span<double> rates, const std::function<void(ImplicitCall&)>& evaluate) {
  const auto n = static_cast<Eigen::Index>(rates.size());
  ImplicitCall call{{rates.begin(), rates.end()}, std::vector<double>(n), std::vector<double>(n * n)};
  Eigen::Map<Eigen::VectorXd> at(call.rates.data(), n);
  for (int step = 0; step < kMostSteps; ++step) {
    evaluate(call);
    const Eigen::Map<const Eigen::VectorXd> residual(call.residual.data(), n);
    const Eigen::Map<const RowMajor> jacobian(call.jacobian.data(), n, n);
    const Eigen::VectorXd change = jacobian.partialPivLu().solve(residual);
    if (!change.allFinite()) break;
    at -= change;
    if (change.cwiseAbs().maxCoeff() <= 1e-15 * (1.0 + at.cwiseAbs().maxCoeff()) ||
        (step > 0 && residual.isZero(0.0))) {
      std::copy(call.rates.begin(), call.rates.end(), rates.begin());
      return;
    }
    // Rounding can keep the last digit moving; quadratic convergence is long over by then.
    if (step >= 10 && change.cwiseAbs().maxCoeff() <= 1e-12 * (1.0 + at.cwiseAbs().maxCoeff())) {
      std::copy(call.rates.begin(), call.rates.end(), rates.begin());
      return;
    }
  }
  std::fill(rates.begin(), rates.end(), std::numeric_limits<double>::quiet_NaN());
}

}  // namespace tandem

#include <tandem/ocp/statement/carriers.hpp>

#include <Eigen/Core>

namespace tandem {
namespace {

constexpr double kProbes[] = {0.3, -0.7, 1.1};

}  // namespace

std::vector<int> carried_by(const Phase& phase, std::span<const double> numbers) {
  const int n = phase.state_count;
  std::vector<int> carried(n, -1);
  Eigen::MatrixXi same = Eigen::MatrixXi::Ones(n, n);
  std::vector<double> x(n), u(phase.control_count), rates(n);
  for (const double probe : kProbes) {
    for (int i = 0; i < n; ++i) x[i] = probe + 0.01 * i;
    for (double& one : u) one = 0.5 * probe;
    phase.dynamics(KnotView<double>{x, u, 0.1, numbers}, rates);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) same(i, j) = same(i, j) && i != j && rates[i] == x[j];
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = n; i-- > 0;) carried[j] = same(i, j) ? i : carried[j];
  }
  return carried;
}

}  // namespace tandem

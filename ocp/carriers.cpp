#include <tandem/ocp/carriers.hpp>

#include <tandem/core/error.hpp>

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

std::vector<int> velocities_ahead(const Phase& phase, const Tableau& tableau, std::span<const double> numbers) {
  std::vector<int> ahead(phase.state_count, -1);
  if (!tableau.velocities_ahead) return ahead;
  const std::vector<int> carried = carried_by(phase, numbers);
  for (int j = 0; j < phase.state_count; ++j) {
    if (carried[j] >= 0) ahead[carried[j]] = j;
  }
  for (int i = 0; i < phase.state_count; ++i) {
    if (ahead[i] >= 0 && ahead[ahead[i]] >= 0) ahead[i] = -1;  // of a chain x'' = ..., the last pair
    require(ahead[i] >= 0 || carried[i] >= 0,
            "phase '{}': transcription '{}' is of second-order dynamics; state '{}' is no velocity and has none",
            phase.name, tableau.name, phase.states[i].name);
  }
  return ahead;
}

}  // namespace tandem

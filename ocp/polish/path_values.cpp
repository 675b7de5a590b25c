#include <tandem/ocp/polish/path_values.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kProbe = 1e-3;  ///< of a control's size

}  // namespace

double path_value(const Played& replay, const Constraint& constraint, int k, const Eigen::VectorXd& u) {
  const auto x = replay.series().states.col(k);
  double value = 0.0;
  constraint.function({{x.data(), static_cast<std::size_t>(x.size())},
                       {u.data(), static_cast<std::size_t>(u.size())},
                       replay.series().time(k),
                       replay.numbers()},
                      std::span<double>(&value, 1));
  return value;
}

bool depends_on(const Played& replay, const Constraint& constraint, int control) {
  for (int k = 0; k < replay.intervals(); ++k) {
    const Eigen::VectorXd u = replay.control(k, 0.5);
    Eigen::VectorXd moved = u;
    moved(control) += kProbe * std::max(1.0, std::abs(u(control)));
    if (path_value(replay, constraint, k, moved) != path_value(replay, constraint, k, u)) return true;
  }
  return false;
}

std::vector<bool> tied_controls(const Played& replay) {
  std::vector<bool> tied(replay.phase().control_count, false);
  for (const Constraint& constraint : replay.phase().path_constraints) {
    if (constraint.is_residual) continue;
    for (int i = 0; i < std::ssize(tied); ++i) tied[i] = tied[i] || depends_on(replay, constraint, i);
  }
  return tied;
}

}  // namespace tandem

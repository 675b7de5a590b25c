#include <tandem/ocp/search/polish/path_values.hpp>

#include <tandem/core/dice.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kValueProbe = 1e-3;  ///< of a control's size
constexpr int kProbes = 5;

}  // namespace

double path_value(const Played& replay, const Constraint& constraint, int k, const Eigen::VectorXd& u) {
  return replay.value(constraint.function, replay.series().states.col(k), u, replay.series().time(k));
}

std::optional<int> state_of(const Phase& phase, const Constraint& constraint, std::span<const double> numbers) {
  Dice dice(1);
  std::vector<bool> is_it(phase.state_count, !constraint.is_residual);
  std::vector<double> x(phase.state_count), u(phase.control_count);
  for (int probe = 0; probe < kProbes; ++probe) {
    for (double& entry : x) entry = dice.within(0.5, 1.5);
    for (double& entry : u) entry = dice.within(0.5, 1.5);
    double value = 0.0;
    constraint.function({x, u, dice.within(0.5, 1.5), numbers}, std::span<double>(&value, 1));
    for (int i = 0; i < phase.state_count; ++i) is_it[i] = is_it[i] && value == x[i];
  }
  const auto found = std::find(is_it.begin(), is_it.end(), true);
  return found == is_it.end() ? std::nullopt : std::optional(static_cast<int>(found - is_it.begin()));
}

bool depends_on(const Played& replay, const Constraint& constraint, int control) {
  for (int k = 0; k < replay.intervals(); ++k) {
    const Eigen::VectorXd u = replay.control(k, 0.5);
    Eigen::VectorXd moved = u;
    moved(control) += kValueProbe * std::max(1.0, std::abs(u(control)));
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

#include <tandem/cli/output.hpp>
#include <tandem/cli/simulation_file.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/models/reference_states.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace tandem::cli {
namespace {

/// A number of the table, or a dash.
std::string number_or_dash(std::optional<double> value) { return value ? fmt::format("{:.2e}", *value) : "-"; }

/// The largest departure of the last state from the one stored, each number's over 1 plus its size.
double distance(const Simulation& simulation, const ReferenceState& reference) {
  const Eigen::Index last = simulation.time.size() - 1;
  Eigen::VectorXd x(simulation.q.rows() + simulation.v.rows());
  x << simulation.q.col(last), simulation.v.col(last);
  require(x.size() == std::ssize(reference.x), "model '{}': its stored state has {} numbers, it has {}",
          reference.model, reference.x.size(), x.size());
  double worst = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    worst = std::max(worst, std::abs(x(i) - reference.x[i]) / (1 + std::abs(reference.x[i])));
  }
  return worst;
}

/// Moves one model and prints its row; whether all of it is within the limit.
bool simulate_row(const ReferenceState& reference, SimulationOptions options, double limit, std::size_t width) {
  const ModelExample example = make_model_example(reference.model);
  options.duration = reference.time;
  const Simulation simulation = simulate(example.model, example.q, example.v, options);
  const SimulationAudit& audit = simulation.audit;
  const double from_reference = distance(simulation, reference);
  const bool holds = audit.worst() <= limit && from_reference <= limit;
  say("{:<{}}  {:>8}  {:>6.3g}  {:>9}  {:>9}  {:>9}  {:>9}  {}\n", reference.model, width, example.model.nv(),
      reference.time, number_or_dash(audit.energy), number_or_dash(audit.linear_momentum),
      number_or_dash(audit.angular_momentum), number_or_dash(from_reference), holds ? "ok" : "FAILS");
  return holds;
}

}  // namespace

bool simulate_every_model(const SimulationOptions& options, double limit) {
  std::size_t width = 5;
  for (const ReferenceState& reference : reference_states()) width = std::max(width, reference.model.size());
  say("{:<{}}  {:>8}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}\n", "model", width, "freedoms", "time s", "energy", "linear",
      "angular", "distance");
  bool all_hold = true;
  for (const ReferenceState& reference : reference_states()) {
    if (!simulate_row(reference, options, limit, width)) all_hold = false;
    if (ending::is_due()) return false;
  }
  say("drift of energy and of linear and angular momentum, distance from the stored state; limit {:.0e}\n", limit);
  return all_hold;
}

}  // namespace tandem::cli

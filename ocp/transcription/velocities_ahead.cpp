#include <tandem/ocp/transcription/velocities_ahead.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/statement/carriers.hpp>

namespace tandem {

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

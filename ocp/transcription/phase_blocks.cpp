#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <utility>

namespace tandem {
namespace {

void append(KnotBlocks& blocks, const std::vector<Constraint>& constraints) {
  for (const Constraint& constraint : constraints) blocks.blocks.emplace_back(constraint.function, constraint.name);
}

}  // namespace

KnotBlocks blocks_along(const Phase& phase, std::vector<double> numbers, std::vector<int> free_numbers) {
  KnotBlocks blocks{phase.state_count, phase.control_count, {}, std::move(numbers), std::move(free_numbers)};
  blocks.blocks.emplace_back(phase.dynamics, "dynamics");
  if (phase.running_cost) blocks.blocks.emplace_back(phase.running_cost, "running cost");
  append(blocks, phase.path_constraints);
  append(blocks, phase.integral_constraints);
  return blocks;
}

KnotBlocks blocks_at_end(const Phase& phase, std::vector<double> numbers, std::vector<int> free_numbers) {
  KnotBlocks blocks{phase.state_count, 0, {}, std::move(numbers), std::move(free_numbers)};
  if (phase.end_cost) blocks.blocks.emplace_back(phase.end_cost, "end cost");
  append(blocks, phase.end_constraints);
  return blocks;
}

}  // namespace tandem

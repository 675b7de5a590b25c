#pragma once

#include <tandem/ocp/transcription/phase_layout.hpp>

namespace tandem::test {

/// The layout of a phase that is the whole problem: its border follows its own unknowns.
inline PhaseLayout lone_layout(const Mesh& mesh, const PhaseSizes& sizes, bool start_free, bool end_free,
                               int free_numbers) {
  PhaseLayout layout(mesh, sizes, 0, 0, 0);
  int next = layout.own_variables();
  PhaseBorder border;
  if (start_free) border.start_time = next++;
  if (end_free) border.end_time = next++;
  for (int i = 0; i < free_numbers; ++i) border.numbers.push_back(next++);
  layout.set_border(border);
  return layout;
}

/// How many unknowns it has with its border.
inline int variables_of(const PhaseLayout& layout) { return layout.own_variables() + layout.border(); }

}  // namespace tandem::test

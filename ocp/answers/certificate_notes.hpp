#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/answers/phase_flow.hpp>
#include <tandem/ocp/answers/worst.hpp>

namespace tandem {

/// What is told beside the verdict of one phase.
struct PhaseNotes {
  Worst open_loop_miss;        ///< at the end, from the start in one go; in the state's own unit
  double amplification = 1.0;  ///< norm of the product of the intervals' transition matrices
  Worst hamiltonian_drift;     ///< over the knots, where nothing depends on time; by H's largest term
  bool is_autonomous = false;
};

/// Cost: some thirty evaluations of the dynamics an interval.
PhaseNotes examine_notes(PhaseFlow& flow);

/// How far the derivatives of `functions` differ from those of tapes, block by block over the block's norm, at one
/// instant of each interval of the answer. Blocks that only one way serves are not compared.
Worst compare_with_tapes(PhaseFlow& flow);

}  // namespace tandem

#pragma once

#include <tandem/ocp/transcription/staged_nlp.hpp>

namespace tandem {

/// Multipliers of a StagedNlp's equations as far as a guess knows them: those of explicit steps, minus the costates at
/// the steps' ends (L = f + multipliers' g, g = x_{k+1} - phi); 0 for all others. Empty where the guess has no costates
/// or the transcription no explicit steps.
Eigen::VectorXd multipliers_from(const StagedNlp& nlp, const Guess& guess);

}  // namespace tandem

#pragma once

#include <tandem/ocp/transcription/scaling.hpp>

#include <string>

namespace tandem {

/// A table of what solvers will see: unknowns, equations and non-zeros by phase, the border by name, and the sizes
/// that things are measured by where these are not 1.
std::string structure_of(const StagedNlp& nlp, const Scaling& scaling);

}  // namespace tandem

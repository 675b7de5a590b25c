#pragma once

#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/transcription/mesh.hpp>

#include <vector>

namespace tandem {

/// The meshes of a finer round, by the parts of the certificate's error bar: the fewest intervals that hold nine tenths
/// of it, and each of them more than a tenth of its share of `tolerance` (relative to the objective's scale), are cut,
/// by the order of the transcription into two to four, or at the place where a control switches inside; neighbours
/// whose parts are negligible are joined. Cost: O(N log N).
std::vector<Mesh> refined_meshes(const Solution& solution, double tolerance);

/// Whether an answer is solved and fails, and by nothing but lines that a finer mesh may mend; transversality among
/// them, since costates are only as good as the mesh.
bool wants_refinement(const Solution& solution);

}  // namespace tandem

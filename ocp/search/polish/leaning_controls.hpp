#pragma once

#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/search/polish/detect_arcs.hpp>

#include <vector>

namespace tandem {

/// The pieces of a singular control along its arc `replay`: one at a bound where its first or last nodes, half an
/// interval's and more, lean on that bound, which is an arc that is missing between the singular one and its neighbour.
std::vector<ControlArc> pieces_of_singular(const Played& replay, int control);

}  // namespace tandem

#pragma once

#include <tandem/ocp/search/homotopy/homotopy.hpp>

namespace tandem {

/// Follows a bang-bang or bang-singular answer in its polished form: the unknowns are the arcs and the times between
/// them (ocp/search/polish), so that values are right to rounding and an arc more or less is a change of structure, not
/// of hundreds of active bounds.
///
/// The predictor is the line through the arcs of the last two points. Where it gives arcs negative lengths, they are
/// unfolded (predicted_arcs.hpp): that is how the path goes through a change of structure, which is located where the
/// shortest of the arcs that pass is zero. The corrector is `polish`, whose repair adds and drops arcs by the sign of
/// dH/du; a point counts if its structure is confirmed and its certificate passes. Steps are natural, in the number;
/// they grow and shrink with what the corrector takes.
///
/// The first answer's arcs come from the problem's own mesh (arc_search.hpp), and so do those beyond a value where the
/// known ones end and none that grow from them take their place; with `restarts` off the path ends there.
/// `HomotopyOptions` as for follow_number, but for barrier and folds_first, which have no meaning here: a path that
/// turns back (a fold) ends as failed, with the reason.
Homotopy follow_polished(const Problem& problem, const std::string& over, double from, double to,
                         const HomotopyOptions& options = {});

}  // namespace tandem

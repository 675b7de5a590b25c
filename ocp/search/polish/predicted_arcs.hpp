#pragma once

#include <tandem/ocp/search/polish/arcs.hpp>
#include <tandem/ocp/statement/guess.hpp>

namespace tandem {

/// The arcs on the line through two structures of the same holds: `before` at 0, `now` at 1. Beyond 1 an arc that
/// shrinks may come to a negative length, which `unfolded` understands.
ArcStructure extrapolated_arcs(const ArcStructure& before, const ArcStructure& now, double at);

/// The same structure without negative lengths. Where an arc's end comes before its start, time runs back along it and
/// its control counts with the opposite sign, as its integral does: what covers an instant is summed, and the sign of
/// the sum is what the control does there. For the end of a system linear in its controls this changes nothing to first
/// order, and nothing at all where the sum is one bound: arcs that have passed through zero are dropped where their
/// neighbours hold the same (+ - + becomes +), and come out on the other side where a whole group passes through it
/// (+ - + - with the inner two negative is + - + - again).
ArcStructure unfolded(const ArcStructure& arcs);

/// The edges of `arcs` put in the order in which `unfolded` puts those of `folded`, where as many arcs are left: a
/// structure before a group of arcs passed through zero, in the words of the one after.
ArcStructure reordered(const ArcStructure& arcs, const ArcStructure& folded);

/// A trajectory whose times move as those of the arcs do, where both structures have the same holds; else all of each
/// phase is stretched alike.
Guess stretched_guess(Guess trajectory, const ArcStructure& from, const ArcStructure& to);

}  // namespace tandem

#pragma once

#include <tandem/ocp/search/homotopy/answer_path.hpp>
#include <tandem/ocp/search/homotopy/homotopy_options.hpp>

#include <string>

namespace tandem {

/// Refuses what no path can be followed for: unknown numbers, values that the problem does not take, design numbers,
/// and options out of range.
void check_path(const Problem& problem, const std::string& over, double from, double to,
                const HomotopyOptions& options);

/// Follows the answer of a problem from one value of a named number to another: any number, wherever it stands
/// (dynamics, costs, bounds, end conditions, times). IPOPT solves the problem at `from`; then Newton's method follows
/// the optimality conditions, smoothed by a small barrier (ocp/search/homotopy/kkt_system.hpp), by tangents from the
/// sweep's factors; and IPOPT solves the last point exactly. Natural steps first, pseudo-arclength where these fail.
/// Where multipliers grow without bound they are normalised (fritz_john.hpp), which finds the end of feasibility. Where
/// a minimum ends at a fold another one is looked for just beyond it; if there is none the path goes on round the fold.
/// Refuses unknown numbers and values that the problem does not take.
Homotopy follow_number(const Problem& problem, const std::string& over, double from, double to,
                       const HomotopyOptions& options = {});

/// Goes on with a path that stopped (`leg`), of the same problem with the same options but for the step limit, which
/// counts from the start: the points are those of a path that never stopped. Refuses a path that has no leg, or one of
/// another problem or mesh.
Homotopy go_on(const Problem& problem, const Homotopy& stopped, const HomotopyOptions& options = {});

}  // namespace tandem

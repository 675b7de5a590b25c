#pragma once

#include <tandem/ocp/search/closed_loop/trials.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// What the runs came to: an envelope of the kind "trials", whose objective and certificate are the plan's, and the
/// series of the first run:
///
///   plant {number: value}, tolerance, hold, held {with_feedback, without_feedback}
///   runs [{seed, pushes [{time, jumps {state: jump}}], with_feedback | without_feedback
///          {holds, miss, miss_of, miss_at_plan_end, past_bounds, past_bounds_of, saturated, trouble}}]
///   series {with_feedback | without_feedback {time [], states {name: []}, controls {name: []}}}
///
/// A distance that is infinite is null. `plant` is the problem with the numbers that the runs had.
std::string to_json(const Problem& problem, const Solution& plan, const Problem& plant, const Trials& trials);

void save_json(const Problem& problem, const Solution& plan, const Problem& plant, const Trials& trials,
               const std::filesystem::path& file);

}  // namespace tandem

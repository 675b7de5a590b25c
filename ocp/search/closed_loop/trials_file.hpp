#pragma once

#include <tandem/ocp/search/closed_loop/trials.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// What the runs came to as versioned JSON ("format": 1), with the series of the first one:
///
///   problem, plan {number: value}, plant {number: value}, tolerance, hold, held {with_feedback, without_feedback}
///   runs [{seed, pushes [{time, jumps {state: jump}}], with_feedback | without_feedback
///          {holds, miss, miss_of, miss_at_plan_end, past_bounds, past_bounds_of, saturated, trouble}}]
///   series {with_feedback | without_feedback {time [], states {name: []}, controls {name: []}}}
///
/// A distance that is infinite is null.
std::string to_json(const Problem& problem, const std::vector<double>& plant, const Trials& trials);

void save_json(const Problem& problem, const std::vector<double>& plant, const Trials& trials,
               const std::filesystem::path& file);

}  // namespace tandem

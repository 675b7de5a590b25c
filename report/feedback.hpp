#pragma once

#include <tandem/ocp/search/closed_loop/trials.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// One self-contained page about a plan under disturbances: how many runs hold with feedback and without, both motions
/// of the first run side by side, their series over those of the plan, and a table of all runs. `plant` is the plant's
/// numbers, in the order of the problem.
std::string report_html(const Problem& problem, const std::vector<double>& plant, const Solution& plan,
                        const Trials& trials);

/// What the page shows, as JSON: kind "feedback"; title, problem, source, teaches; held, runs, tolerance, hold,
/// plan_end, objective, plan_numbers, numbers (the plant's) as for answers; trials [{seed, pushes, with, without
/// {holds, at_plan_end, at_end, state, trouble}}]; pushes, the first run's times; phases, one whose series have besides
/// `beside` [{name, times, samples}]; motion and motion_without.
std::string feedback_json(const Problem& problem, const std::vector<double>& plant, const Solution& plan,
                          const Trials& trials);

/// Writes the page; refuses, by its name, a file that cannot be written.
void save_report(const Problem& problem, const std::vector<double>& plant, const Solution& plan, const Trials& trials,
                 const std::filesystem::path& file);

}  // namespace tandem

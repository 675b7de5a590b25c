#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <string>

namespace tandem {

/// Everything that the page shows, as JSON. Values that are not finite are null. Objects:
///
///   title, problem, source, teaches, reference {objective, tolerance, source}, maximised
///   status, message, certified, objective, error_bar (its own unit, or null), final_time, iterations, transcription,
///   degree, intervals, seconds {} numbers  [{name, value, unit, meaning, role}] certificate {verdict, kind, lines
///   [{name, value, limit, in_verdict, holds, where}], reasons [], notes []} history  {iteration [], objective [],
///   infeasibility [], stationarity [], barrier []} phases   [{name, knots [], control_knots [], samples [],
///              states | controls | costates [{name, unit, knots [], samples [], lower, upper, start, end}]}]
///   motion   {times [], structures [[{kind, points, width, height, role}]], frames [{structure, numbers []}],
///             traced}, or null
///
/// Samples are taken on each interval by itself, both its ends included, so that jumps at knots stay jumps.
std::string report_json(const Problem& problem, const Solution& solution);

/// Refuses a solution that is not one of `problem`.
void require_fit(const Problem& problem, const Solution& solution);

}  // namespace tandem

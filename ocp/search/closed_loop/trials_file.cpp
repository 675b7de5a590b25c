#include <tandem/ocp/search/closed_loop/trials_file.hpp>

#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/envelope.hpp>

#include <fmt/core.h>

#include <string>
#include <vector>

namespace tandem {
namespace {

Json outcome_json(const RolledOut& motion, double tolerance) {
  return {{"holds", motion.holds(tolerance)},  {"miss", motion.at_end.distance},
          {"miss_of", motion.at_end.state},    {"miss_at_plan_end", motion.at_plan_end.distance},
          {"past_bounds", motion.past_bounds}, {"past_bounds_of", motion.past_bounds_of},
          {"saturated", motion.saturated},     {"trouble", motion.trouble}};
}

Json push_json(const Phase& phase, const Push& push) {
  Json jumps = Json::object();
  for (int i = 0; i < push.jump.size(); ++i) {
    if (push.jump(i) != 0.0) jumps[phase.states[i].name] = push.jump(i);
  }
  return {{"time", push.time}, {"jumps", std::move(jumps)}};
}

Json run_json(const Phase& phase, const Trial& trial, double tolerance) {
  Json pushes = Json::array();
  for (const Push& push : trial.pushes) pushes.push_back(push_json(phase, push));
  return {{"seed", trial.seed},
          {"pushes", std::move(pushes)},
          {"with_feedback", outcome_json(trial.with, tolerance)},
          {"without_feedback", outcome_json(trial.without, tolerance)}};
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& named) {
  std::vector<std::string> names;
  for (const Named& one : named) names.push_back(one.name);
  return names;
}

Json series_json(const Phase& phase, const RolledOut& motion) {
  return {{"time", motion.time},
          {"states", named_rows(names_of(phase.states), motion.states)},
          {"controls", named_rows(names_of(phase.controls), motion.controls)}};
}

}  // namespace

std::string to_json(const Problem& problem, const Solution& plan, const Problem& plant, const Trials& trials) {
  const Phase& phase = problem.phases().front();
  const bool holds = trials.all_hold();
  Json json = envelope_json({.kind = "trials",
                             .problem = problem.name(),
                             .numbers = numbers_json(problem.numbers()),
                             .status = holds ? "held" : "failed",
                             .message = fmt::format("with feedback it holds in {} of {} runs, without in {}",
                                                    trials.held_with(), trials.runs.size(), trials.held_without()),
                             .objective = plan.objective,
                             .certificate = &plan.certificate});
  json["plant"] = numbers_json(plant.numbers());
  json["tolerance"] = trials.tolerance;
  json["hold"] = trials.hold;
  json["held"] = {{"with_feedback", trials.held_with()}, {"without_feedback", trials.held_without()}};
  json["runs"] = Json::array();
  for (const Trial& trial : trials.runs) json["runs"].push_back(run_json(phase, trial, trials.tolerance));
  json["series"] = {{"with_feedback", series_json(phase, trials.runs.front().with)},
                    {"without_feedback", series_json(phase, trials.runs.front().without)}};
  return json.dump(1) + "\n";
}

void save_json(const Problem& problem, const Solution& plan, const Problem& plant, const Trials& trials,
               const std::filesystem::path& file) {
  write_text(to_json(problem, plan, plant, trials), file);
}

}  // namespace tandem

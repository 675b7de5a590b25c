#include <tandem/ocp/search/closed_loop/trials_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>

namespace tandem {
namespace {

Json numbers_json(const Problem& problem, std::span<const double> values) {
  Json all = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) all[problem.numbers()[i].name] = values[i];
  return all;
}

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
Json rows_json(const std::vector<Named>& named, const Eigen::MatrixXd& rows) {
  Json all = Json::object();
  for (int i = 0; i < rows.rows(); ++i) {
    const Eigen::VectorXd row = rows.row(i);
    all[named[i].name] = std::vector<double>(row.begin(), row.end());
  }
  return all;
}

Json series_json(const Phase& phase, const RolledOut& motion) {
  return {{"time", motion.time},
          {"states", rows_json(phase.states, motion.states)},
          {"controls", rows_json(phase.controls, motion.controls)}};
}

}  // namespace

std::string to_json(const Problem& problem, const std::vector<double>& plant, const Trials& trials) {
  const Phase& phase = problem.phases().front();
  Json runs = Json::array();
  for (const Trial& trial : trials.runs) runs.push_back(run_json(phase, trial, trials.tolerance));
  const Json json{{"format", 1},
                  {"problem", problem.name()},
                  {"plan", numbers_json(problem, problem.number_values())},
                  {"plant", numbers_json(problem, plant)},
                  {"tolerance", trials.tolerance},
                  {"hold", trials.hold},
                  {"held", {{"with_feedback", trials.held_with()}, {"without_feedback", trials.held_without()}}},
                  {"runs", std::move(runs)},
                  {"series",
                   {{"with_feedback", series_json(phase, trials.runs.front().with)},
                    {"without_feedback", series_json(phase, trials.runs.front().without)}}}};
  return json.dump(1) + "\n";
}

void save_json(const Problem& problem, const std::vector<double>& plant, const Trials& trials,
               const std::filesystem::path& file) {
  write_text(to_json(problem, plant, trials), file);
}

}  // namespace tandem

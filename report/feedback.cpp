#include <tandem/report/feedback.hpp>

#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/report/json_parts.hpp>
#include <tandem/report/motion.hpp>
#include <tandem/report/page.hpp>
#include <tandem/report/report_data.hpp>

#include <utility>

namespace tandem {
namespace {

constexpr const char *kPlan = "plan", *kWithout = "without feedback";

Json outcome_json(const RolledOut& motion, double tolerance) {
  return {{"holds", motion.holds(tolerance)},
          {"at_plan_end", motion.at_plan_end.distance},
          {"at_end", motion.at_end.distance},
          {"state", motion.at_end.state},
          {"trouble", motion.trouble}};
}

Json trials_json(const Trials& trials) {
  Json all = Json::array();
  for (const Trial& trial : trials.runs) {
    all.push_back({{"seed", trial.seed},
                   {"pushes", trial.pushes.size()},
                   {"with", outcome_json(trial.with, trials.tolerance)},
                   {"without", outcome_json(trial.without, trials.tolerance)}});
  }
  return all;
}

/// Another line in a chart.
Json beside(const char* name, const Json& times, const Eigen::VectorXd& samples) {
  return {{"name", name}, {"times", times}, {"samples", array_of(samples)}};
}

/// The plan's controls with both ends of each interval, so that what is held looks held.
struct Steps {
  std::vector<double> times;
  Eigen::MatrixXd controls;
};

Steps steps_of(const Problem& problem, const Solution& plan) {
  const Played replay(problem, plan);
  Steps steps;
  steps.controls.resize(replay.phase().control_count, 2 * replay.intervals());
  for (int k = 0; k < replay.intervals(); ++k) {
    for (const double end : {0.0, 1.0}) {
      steps.controls.col(static_cast<Eigen::Index>(steps.times.size())) = replay.control(k, end);
      steps.times.push_back(replay.time(k, end));
    }
  }
  return steps;
}

/// Series of the first run with feedback; the plan and the run without lie beside.
Json phase_json(const Problem& problem, const Solution& plan, const std::vector<double>& plant, const Trial& trial) {
  const Phase& phase = problem.phases().front();
  const PhaseSolution& series = plan.phases.front();
  const Steps steps = steps_of(problem, plan);
  const Json knots = array_of(series.time), step_times = steps.times, times = trial.without.time;
  Json states = Json::array(), controls = Json::array();
  for (int i = 0; i < series.states.rows(); ++i) {
    const State& state = phase.states[i];
    Json one = series_json(state.name, state.unit, Eigen::VectorXd(), trial.with.states.row(i));
    one["bounds"] = range_json(state.range(), plant);
    one["start"] = nullptr;
    one["end"] = range_json(state.end, plant);
    one["beside"] = {beside(kPlan, knots, series.states.row(i)), beside(kWithout, times, trial.without.states.row(i))};
    states.push_back(std::move(one));
  }
  for (int i = 0; i < series.controls.rows(); ++i) {
    const Control& control = phase.controls[i];
    Json one = series_json(control.name, control.unit, Eigen::VectorXd(), trial.with.controls.row(i));
    one["bounds"] = range_json(control.range(), plant);
    one["beside"] = Json::array({beside(kPlan, step_times, steps.controls.row(i))});
    controls.push_back(std::move(one));
  }
  Json ticks = Json::array({trial.with.time.front()});  // where the pushes are
  for (const Push& push : trial.pushes) ticks.push_back(push.time);
  ticks.push_back(trial.with.time.back());
  return {{"name", phase.name},         {"knots", std::move(ticks)},   {"control_knots", Json::array()},
          {"samples", trial.with.time}, {"states", std::move(states)}, {"controls", std::move(controls)},
          {"costates", Json::array()}};
}

Json motion_of(const Phase& phase, const RolledOut& motion, const std::vector<double>& plant) {
  return motion_json(phase, {motion.time, motion.states, motion.controls}, plant);
}

}  // namespace

std::string feedback_json(const Problem& problem, const std::vector<double>& plant, const Solution& plan,
                          const Trials& trials) {
  require_fit(problem, plan);
  const Description& about = problem.description();
  const Trial& first = trials.runs.front();
  Json pushes = Json::array();
  for (const Push& push : first.pushes) pushes.push_back(push.time);
  Json data{{"kind", "feedback"},
            {"problem", problem.name()},
            {"title", about.title},
            {"source", about.source},
            {"teaches", about.teaches},
            {"held_with", trials.held_with()},
            {"held_without", trials.held_without()},
            {"tolerance", trials.tolerance},
            {"hold", trials.hold},
            {"plan_end", plan.final_time},
            {"objective", plan.objective},
            {"intervals", plan.intervals()},
            {"plan_numbers", problem.number_values()},
            {"numbers", described_numbers(problem, plant)},
            {"trials", trials_json(trials)},
            {"pushes", std::move(pushes)},
            {"phases", Json::array({phase_json(problem, plan, plant, first)})}};
  const Phase& phase = problem.phases().front();
  data["motion"] = motion_of(phase, first.with, plant);
  data["motion_without"] = motion_of(phase, first.without, plant);
  return data.dump();
}

std::string report_html(const Problem& problem, const std::vector<double>& plant, const Solution& plan,
                        const Trials& trials) {
  return page_html(problem.name() + " with feedback", feedback_json(problem, plant, plan, trials));
}

void save_report(const Problem& problem, const std::vector<double>& plant, const Solution& plan, const Trials& trials,
                 const std::filesystem::path& file) {
  write_text(report_html(problem, plant, plan, trials), file);
}

}  // namespace tandem

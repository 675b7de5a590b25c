#include <tandem/report/report_data.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/report/json_parts.hpp>
#include <tandem/report/motion.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tandem {
namespace {

/// On each interval by itself, both its ends included: enough for smooth curves on a screen.
std::vector<Played::Instant> samples_of(const Played& played) {
  const int parts = std::clamp(600 / played.intervals(), 2, 60);
  std::vector<Played::Instant> samples;
  for (int k = 0; k < played.intervals(); ++k) {
    for (int i = 0; i <= parts; ++i) samples.push_back({k, static_cast<double>(i) / parts});
  }
  return samples;
}

/// One row a sample; `at` gives all series of one kind.
template <class At>
Eigen::MatrixXd sampled(const std::vector<Played::Instant>& samples, const At& at) {
  Eigen::MatrixXd rows;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Eigen::VectorXd values = at(samples[i].interval, samples[i].fraction);
    if (i == 0) rows.resize(static_cast<Eigen::Index>(samples.size()), values.size());
    rows.row(static_cast<Eigen::Index>(i)) = values.transpose();
  }
  return rows;
}

/// A costate is in units of the objective per unit of its state; the objective's unit is not known.
std::string costate_unit(const std::string& unit) { return unit.empty() ? "" : "per " + unit; }

Json states_json(const Phase& phase, const PhaseSolution& series, const Eigen::MatrixXd& samples,
                 const std::vector<double>& numbers) {
  Json all = Json::array();
  for (Eigen::Index i = 0; i < series.states.rows(); ++i) {
    const State& state = phase.states[i];
    Json one = series_json(state.name, state.unit, series.states.row(i), samples.col(i));
    one["bounds"] = range_json(state.range(), numbers);
    one["start"] = range_json(state.start, numbers);
    one["end"] = range_json(state.end, numbers);
    all.push_back(std::move(one));
  }
  return all;
}

Json controls_json(const Phase& phase, const PhaseSolution& series, const Eigen::MatrixXd& samples,
                   const std::vector<double>& numbers) {
  Json all = Json::array();
  for (Eigen::Index i = 0; i < series.controls.rows(); ++i) {
    const Control& control = phase.controls[i];
    Json one = series_json(control.name, control.unit, series.controls.row(i), samples.col(i));
    one["bounds"] = range_json(control.range(), numbers);
    all.push_back(std::move(one));
  }
  return all;
}

Json phase_json(const Played& played, const std::vector<double>& numbers) {
  const Phase& phase = played.phase();
  const PhaseSolution& series = played.series();
  const std::vector<Played::Instant> at = samples_of(played);
  Json times = Json::array(), costates = Json::array();
  for (const auto& [interval, fraction] : at) times.push_back(played.time(interval, fraction));
  const Eigen::MatrixXd states = sampled(at, [&](int k, double s) { return played.node_state(k, s); });
  const Eigen::MatrixXd controls = sampled(at, [&](int k, double s) { return played.control(k, s); });
  if (series.costates.cols() == series.time.size() && series.costates_before.cols() == series.time.size()) {
    const Eigen::MatrixXd samples = sampled(at, [&](int k, double s) { return played.costate(k, s); });
    for (Eigen::Index i = 0; i < series.costates.rows(); ++i) {
      const State& state = phase.states[i];
      costates.push_back(series_json(state.name, costate_unit(state.unit), series.costates.row(i), samples.col(i)));
    }
  }
  return {{"name", phase.name},
          {"knots", array_of(series.time)},
          {"control_knots", array_of(series.control_time)},
          {"samples", std::move(times)},
          {"states", states_json(phase, series, states, numbers)},
          {"controls", controls_json(phase, series, controls, numbers)},
          {"costates", std::move(costates)}};
}

Json certificate_json(const Certificate& certificate) {
  Json lines = Json::array();
  for (const CertificateLine& line : certificate.lines) {
    lines.push_back({{"name", line.name},
                     {"value", line.value},
                     {"limit", line.limit},
                     {"in_verdict", line.in_verdict},
                     {"holds", line.holds},
                     {"where", line.where}});
  }
  return {{"verdict", certificate.passes() ? "pass" : "fail"},
          {"kind", certificate.kind},
          {"lines", std::move(lines)},
          {"reasons", certificate.reasons},
          {"notes", certificate.notes}};
}

Json history_json(const History& history) {
  Json columns{{"iteration", Json::array()},
               {"objective", Json::array()},
               {"infeasibility", Json::array()},
               {"stationarity", Json::array()},
               {"barrier", Json::array()}};
  for (const Progress& line : history) {
    columns["iteration"].push_back(line.iteration);
    columns["objective"].push_back(line.objective);
    columns["infeasibility"].push_back(line.infeasibility);
    columns["stationarity"].push_back(line.stationarity);
    columns["barrier"].push_back(line.barrier);
  }
  return columns;
}

Json head_json(const Problem& problem, const Solution& solution) {
  const Description& about = problem.description();
  Json head{{"problem", problem.name()},
            {"title", about.title},
            {"source", about.source},
            {"teaches", about.teaches},
            {"reference", nullptr},
            {"maximised", problem.is_maximised()},
            {"status", to_string(solution.status)},
            {"message", solution.message},
            {"certified", is_certified(solution)},
            {"objective", solution.objective},
            {"error_bar", solution.certificate.error_bar ? Json(solution.certificate.error_bar->bar) : Json(nullptr)},
            {"final_time", solution.final_time},
            {"iterations", solution.iterations},
            {"transcription", solution.transcription},
            {"degree", solution.degree},
            {"intervals", std::max(solution.intervals(), 0)}};
  if (const auto reference = problem.reference()) {
    head["reference"] = {
        {"objective", reference->objective}, {"tolerance", reference->tolerance}, {"source", reference->source}};
  }
  const Seconds& s = solution.seconds;
  head["seconds"] = {{"setup", s.setup},   {"evaluation", s.evaluation},   {"linear_algebra", s.linear_algebra},
                     {"solver", s.solver}, {"certificate", s.certificate}, {"total", s.total}};
  return head;
}

}  // namespace

void require_fit(const Problem& problem, const Solution& solution) {
  const std::string& name = problem.name();
  require(solution.problem == name, "report of '{}': the solution is one of '{}'", name, solution.problem);
  const std::size_t phases = solution.phases.size();
  require(phases == 0 || phases == problem.phases().size(), "report of '{}': the solution has {} phases instead of {}",
          name, phases, problem.phases().size());
  for (std::size_t i = 0; i < phases; ++i) {
    const Phase& phase = problem.phases()[i];
    const PhaseSolution& series = solution.phases[i];
    const auto knots = series.time.size();
    require(knots >= 2, "phase '{}': a report needs at least two knots, the solution has {}", phase.name, knots);
    require(series.states.rows() == std::ssize(phase.states) && series.states.cols() == knots,
            "phase '{}': the states are a {} x {} table instead of {} x {}", phase.name, series.states.rows(),
            series.states.cols(), phase.states.size(), knots);
    require(series.controls.rows() == std::ssize(phase.controls) &&
                (phase.controls.empty() || series.controls.cols() == series.control_time.size()),
            "phase '{}': the controls are a {} x {} table instead of {} x {}", phase.name, series.controls.rows(),
            series.controls.cols(), phase.controls.size(), series.control_time.size());
  }
}

std::string report_json(const Problem& problem, const Solution& solution) {
  require_fit(problem, solution);
  const std::vector<double> numbers = numbers_of(problem, solution);
  std::vector<Played> phases;
  for (int i = 0; i < std::ssize(solution.phases); ++i) phases.emplace_back(problem, solution, i);

  Json data = head_json(problem, solution);
  data["numbers"] = described_numbers(problem, numbers);
  data["certificate"] = certificate_json(solution.certificate);
  data["history"] = history_json(solution.history);
  data["phases"] = Json::array();
  for (const Played& played : phases) data["phases"].push_back(phase_json(played, numbers));
  data["motion"] = motion_json(phases, numbers);
  // Names may hold bytes that are not UTF-8: they are replaced, not refused.
  return data.dump();
}

}  // namespace tandem

#include <tandem/ocp/answers/solution_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>
#include <tandem/ocp/answers/envelope.hpp>
#include <tandem/ocp/answers/played.hpp>

namespace tandem {
namespace {

/// The rows of an object of equally long lists, and their names in order.
Eigen::MatrixXd read_rows(const Json& object, int columns, const std::string& what, std::vector<std::string>* names) {
  Eigen::MatrixXd rows(static_cast<int>(object.size()), columns);
  int row = 0;
  for (const auto& [name, values] : object.items()) {
    require(static_cast<int>(values.size()) == columns, "solution file: {} '{}' has {} values, {} were expected", what,
            name, values.size(), columns);
    rows.row(row++) = vector_from(values).transpose();
    if (names != nullptr) names->push_back(name);
  }
  return rows;
}

Eigen::MatrixXd read_matrix(const Json& rows, const char* key, const PhaseSolution& phase) {
  Eigen::MatrixXd matrix(static_cast<int>(rows.size()), rows.empty() ? 0 : static_cast<int>(rows[0].size()));
  for (int i = 0; i < matrix.rows(); ++i) {
    const Eigen::VectorXd row = vector_from(rows[i]);
    require(row.size() == matrix.cols(), "solution file: '{}' of phase '{}' have different lengths", key, phase.name);
    matrix.row(i) = row.transpose();
  }
  return matrix;
}

Json phase_json(const PhaseSolution& phase) {
  Json json{{"name", phase.name},
            {"time", Json::list_of(phase.time)},
            {"states", named_rows(phase.state_names, phase.states)},
            {"costates", named_rows(phase.state_names, phase.costates)},
            {"costates_before", named_rows(phase.state_names, phase.costates_before)},
            {"control_time", Json::list_of(phase.control_time)},
            {"controls", named_rows(phase.control_names, phase.controls)},
            {"path_multipliers", rows_json(phase.path_multipliers)},
            {"interval_ends", Json::list_of(phase.interval_ends)},
            {"integrals", named_rows(phase.integral_names, phase.integrals)},
            {"interval_costs", Json::list_of(phase.interval_costs)},
            {"inner_states", rows_json(phase.inner_states)},
            {"inner_pushes", rows_json(phase.inner_pushes)}};
  if (phase.costs_are_stated) json["costs_are_stated"] = true;
  for (const Eigen::MatrixXd& gain : phase.feedback) json["feedback"].push_back(rows_json(gain));
  return json;
}

Eigen::MatrixXd read_costates(const Json& json, const char* key, const PhaseSolution& phase) {
  std::vector<std::string> names;
  Eigen::MatrixXd costates = read_rows(json.at(key), static_cast<int>(phase.time.size()), "costate", &names);
  require(names == phase.state_names, "solution file: '{}' of phase '{}' are not those of its states", key, phase.name);
  return costates;
}

PhaseSolution read_phase(const Json& json) {
  PhaseSolution phase;
  json.at("name").get_to(phase.name);
  phase.time = vector_from(json.at("time"));
  phase.control_time = vector_from(json.at("control_time"));
  const int knots = static_cast<int>(phase.time.size()), controls = static_cast<int>(phase.control_time.size());
  phase.states = read_rows(json.at("states"), knots, "state", &phase.state_names);
  phase.costates = read_costates(json, "costates", phase);
  phase.costates_before = read_costates(json, "costates_before", phase);
  phase.controls = read_rows(json.at("controls"), controls, "control", &phase.control_names);
  phase.integrals = read_rows(json.at("integrals"), knots, "integral", &phase.integral_names);
  json.at("interval_ends").get_to(phase.interval_ends);
  phase.path_multipliers = read_matrix(json.at("path_multipliers"), "path_multipliers", phase);
  const Json none = Json::array();  // files of earlier versions lack these
  phase.interval_costs = vector_from(json.value("interval_costs", none));
  phase.costs_are_stated = json.value("costs_are_stated", false);
  phase.inner_states = read_matrix(json.value("inner_states", none), "inner_states", phase);
  phase.inner_pushes = read_matrix(json.value("inner_pushes", none), "inner_pushes", phase);
  for (const Json& gain : json.value("feedback", Json::array())) {
    phase.feedback.push_back(read_matrix(gain, "feedback", phase));
  }
  return phase;
}

Json switches_json(const std::vector<Switch>& switches) {
  Json list = Json::array();
  for (const Switch& one : switches) {
    list.push_back(
        {{"time", one.time}, {"phase", one.phase}, {"control", one.control}, {"from", one.from}, {"to", one.to}});
  }
  return list;
}

Json rounds_json(const std::vector<RefinementRound>& rounds) {
  Json list = Json::array();
  for (const RefinementRound& round : rounds) {
    list.push_back({{"intervals", round.intervals},
                    {"objective", round.objective},
                    {"bar", round.bar},
                    {"status", to_string(round.status)},
                    {"certified", round.certified}});
  }
  return list;
}

std::vector<Switch> read_switches(const Json& json) {
  std::vector<Switch> switches;
  for (const Json& one : json) {
    Switch& read = switches.emplace_back();
    one.at("time").get_to(read.time);
    one.at("phase").get_to(read.phase);
    one.at("control").get_to(read.control);
    one.at("from").get_to(read.from);
    one.at("to").get_to(read.to);
  }
  return switches;
}

Status read_status(const std::string& word) {
  for (const Status status : {Status::solved, Status::acceptable, Status::infeasible, Status::iteration_limit,
                              Status::time_limit, Status::stopped, Status::failed}) {
    if (to_string(status) == word) return status;
  }
  refuse("solution file: no status is called '{}'", word);
}

Solution read_solution(const Json& json) {
  check_envelope(json, "motion", "solution file");
  Solution solution;
  json.at("problem").get_to(solution.problem);
  for (const auto& [name, value] : json.at("numbers").items()) value.get_to(solution.numbers[name]);
  solution.status = read_status(json.at("status").get<std::string>());
  json.at("message").get_to(solution.message);
  json.at("objective").get_to(solution.objective);
  json.at("final_time").get_to(solution.final_time);
  json.at("iterations").get_to(solution.iterations);
  json.at("last_regularization").get_to(solution.last_regularization);
  solution.costates_fitted = json.value("costates_fitted", false);
  json.at("mesh").at("transcription").get_to(solution.transcription);
  json.at("mesh").at("degree").get_to(solution.degree);
  const Json& seconds = json.at("seconds");
  seconds.at("setup").get_to(solution.seconds.setup);
  seconds.at("evaluation").get_to(solution.seconds.evaluation);
  seconds.at("linear_algebra").get_to(solution.seconds.linear_algebra);
  seconds.at("solver").get_to(solution.seconds.solver);
  seconds.at("certificate").get_to(solution.seconds.certificate);
  seconds.at("total").get_to(solution.seconds.total);
  solution.certificate = certificate_from(json.at("certificate"));
  for (const Json& round : json.value("refinement", Json::array())) {
    RefinementRound& read = solution.rounds.emplace_back();
    round.at("intervals").get_to(read.intervals);
    round.at("objective").get_to(read.objective);
    round.at("bar").get_to(read.bar);
    read.status = read_status(round.at("status").get<std::string>());
    round.at("certified").get_to(read.certified);
  }
  if (json.contains("switches")) solution.switches = read_switches(json.at("switches"));
  for (const Json& phase : json.at("phases")) solution.phases.push_back(read_phase(phase));
  for (const auto& [name, values] : json.at("multipliers").items()) values.get_to(solution.multipliers[name]);
  return solution;
}

}  // namespace

Json solution_json(const Solution& solution) {
  Envelope envelope{.kind = "motion",
                    .problem = solution.problem,
                    .status = to_string(solution.status),
                    .message = solution.message,
                    .objective = solution.objective,
                    .certificate = &solution.certificate};
  for (const auto& [name, value] : solution.numbers) envelope.numbers[name] = value;
  Json json = envelope_json(envelope);
  json["final_time"] = solution.final_time;
  json["iterations"] = solution.iterations;
  if (solution.costates_fitted) json["costates_fitted"] = true;
  json["last_regularization"] = solution.last_regularization;
  json["mesh"] = {
      {"transcription", solution.transcription}, {"intervals", solution.intervals()}, {"degree", solution.degree}};
  json["seconds"] = {{"setup", solution.seconds.setup},
                     {"evaluation", solution.seconds.evaluation},
                     {"linear_algebra", solution.seconds.linear_algebra},
                     {"solver", solution.seconds.solver},
                     {"certificate", solution.seconds.certificate},
                     {"total", solution.seconds.total}};
  json["phases"] = Json::array();
  for (const PhaseSolution& phase : solution.phases) json["phases"].push_back(phase_json(phase));
  if (!solution.rounds.empty()) json["refinement"] = rounds_json(solution.rounds);
  if (!solution.switches.empty()) json["switches"] = switches_json(solution.switches);
  json["multipliers"] = Json::object();
  for (const auto& [name, values] : solution.multipliers) json["multipliers"][name] = values;
  return json;
}

std::string to_json(const Solution& solution) { return solution_json(solution).dump(1) + "\n"; }

Solution solution_from_json(const std::string& text) {
  try {
    return read_solution(Json::parse(text));
  } catch (const JsonError& error) {
    refuse("solution file: {}", error.what());
  }
}

void save_json(const Solution& solution, const std::filesystem::path& file) { write_text(to_json(solution), file); }

Solution load_json(const std::filesystem::path& file) { return solution_from_json(read_text(file)); }

void save_csv(const Solution& solution, const std::filesystem::path& file) {
  std::string out;
  const auto add = [&out](double value) { fmt::format_to(std::back_inserter(out), ",{:.17g}", value); };
  const Tableau tableau = make_tableau(solution.transcription, solution.degree);
  for (const PhaseSolution& phase : solution.phases) {
    out += "phase,time";
    for (const std::string& name : phase.state_names) out += ',' + name;
    for (const std::string& name : phase.control_names) out += ',' + name;
    for (const std::string& name : phase.state_names) out += ",costate_" + name;
    out += '\n';
    for (int k = 0; k < phase.time.size(); ++k) {
      out += phase.name;
      add(phase.time(k));
      for (double value : phase.states.col(k)) add(value);
      if (phase.controls.rows() > 0) {
        const bool last = k + 1 == phase.time.size();
        for (double value : stored_control(phase, tableau, last ? k - 1 : k, last ? 1.0 : 0.0)) add(value);
      }
      for (double value : phase.costates.col(k)) add(value);
      out += '\n';
    }
  }
  write_text(out, file);
}

}  // namespace tandem

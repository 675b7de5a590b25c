#include <tandem/ocp/solution_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/certificate_json.hpp>

#include <tandem/ocp/played.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

namespace tandem {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormat = 1;

// JSON has no infinity and no NaN: they are written as null and come back as NaN.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

double read_number(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

template <class Values>
Json numbers(const Values& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(number(value));
  return list;
}

std::vector<double> read_numbers(const Json& json) {
  std::vector<double> values;
  for (const Json& entry : json) values.push_back(read_number(entry));
  return values;
}

Json named_rows(const std::vector<std::string>& names, const Eigen::MatrixXd& rows) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) object[names[i]] = numbers(rows.row(static_cast<int>(i)));
  return object;
}

Eigen::VectorXd read_vector(const Json& json) {
  const std::vector<double> values = read_numbers(json);
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<int>(values.size()));
}

/// The rows of an object of equally long lists, and their names in order.
Eigen::MatrixXd read_rows(const Json& object, int columns, const std::string& what, std::vector<std::string>* names) {
  Eigen::MatrixXd rows(static_cast<int>(object.size()), columns);
  int row = 0;
  for (const auto& [name, values] : object.items()) {
    require(static_cast<int>(values.size()) == columns, "solution file: {} '{}' has {} values, {} were expected", what,
            name, values.size(), columns);
    rows.row(row++) = read_vector(values).transpose();
    if (names != nullptr) names->push_back(name);
  }
  return rows;
}

Json matrix_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows(); ++i) rows.push_back(numbers(matrix.row(i)));
  return rows;
}

Eigen::MatrixXd read_matrix(const Json& rows, const char* key, const PhaseSolution& phase) {
  Eigen::MatrixXd matrix(static_cast<int>(rows.size()), rows.empty() ? 0 : static_cast<int>(rows[0].size()));
  for (int i = 0; i < matrix.rows(); ++i) {
    const Eigen::VectorXd row = read_vector(rows[i]);
    require(row.size() == matrix.cols(), "solution file: '{}' of phase '{}' have different lengths", key, phase.name);
    matrix.row(i) = row.transpose();
  }
  return matrix;
}

Json phase_json(const PhaseSolution& phase) {
  Json json{{"name", phase.name},
            {"time", numbers(phase.time)},
            {"states", named_rows(phase.state_names, phase.states)},
            {"costates", named_rows(phase.state_names, phase.costates)},
            {"costates_before", named_rows(phase.state_names, phase.costates_before)},
            {"control_time", numbers(phase.control_time)},
            {"controls", named_rows(phase.control_names, phase.controls)},
            {"path_multipliers", matrix_json(phase.path_multipliers)},
            {"interval_ends", numbers(phase.interval_ends)},
            {"integrals", named_rows(phase.integral_names, phase.integrals)},
            {"interval_costs", numbers(phase.interval_costs)},
            {"inner_states", matrix_json(phase.inner_states)},
            {"inner_pushes", matrix_json(phase.inner_pushes)}};
  if (phase.costs_are_stated) json["costs_are_stated"] = true;
  for (const Eigen::MatrixXd& gain : phase.feedback) json["feedback"].push_back(matrix_json(gain));
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
  phase.name = json.at("name");
  phase.time = read_vector(json.at("time"));
  phase.control_time = read_vector(json.at("control_time"));
  const int knots = static_cast<int>(phase.time.size()), controls = static_cast<int>(phase.control_time.size());
  phase.states = read_rows(json.at("states"), knots, "state", &phase.state_names);
  phase.costates = read_costates(json, "costates", phase);
  phase.costates_before = read_costates(json, "costates_before", phase);
  phase.controls = read_rows(json.at("controls"), controls, "control", &phase.control_names);
  phase.integrals = read_rows(json.at("integrals"), knots, "integral", &phase.integral_names);
  phase.interval_ends = read_numbers(json.at("interval_ends"));
  phase.path_multipliers = read_matrix(json.at("path_multipliers"), "path_multipliers", phase);
  const Json none = Json::array();  // files of earlier versions lack these
  phase.interval_costs = read_vector(json.value("interval_costs", none));
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
    list.push_back({{"time", number(one.time)},
                    {"phase", one.phase},
                    {"control", one.control},
                    {"from", one.from},
                    {"to", one.to}});
  }
  return list;
}

Json rounds_json(const std::vector<RefinementRound>& rounds) {
  Json list = Json::array();
  for (const RefinementRound& round : rounds) {
    list.push_back({{"intervals", round.intervals},
                    {"objective", number(round.objective)},
                    {"bar", number(round.bar)},
                    {"status", to_string(round.status)},
                    {"certified", round.certified}});
  }
  return list;
}

std::vector<Switch> read_switches(const Json& json) {
  std::vector<Switch> switches;
  for (const Json& one : json) {
    switches.push_back({read_number(one.at("time")), one.at("phase"), one.at("control"), one.at("from"), one.at("to")});
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
  require(json.is_object() && json.contains("format"), "solution file: it has no 'format'");
  require(json.at("format") == kFormat, "solution file: its format is {}, this version reads {}",
          json.at("format").dump(), kFormat);
  Solution solution;
  solution.problem = json.at("problem");
  for (const auto& [name, value] : json.at("numbers").items()) solution.numbers[name] = read_number(value);
  solution.status = read_status(json.at("status"));
  solution.message = json.at("message");
  solution.objective = read_number(json.at("objective"));
  solution.final_time = read_number(json.at("final_time"));
  solution.iterations = json.at("iterations");
  solution.last_regularization = read_number(json.at("last_regularization"));
  solution.costates_fitted = json.value("costates_fitted", false);
  solution.transcription = json.at("mesh").at("transcription");
  solution.degree = json.at("mesh").at("degree");
  const Json& seconds = json.at("seconds");
  solution.seconds = {read_number(seconds.at("setup")),          read_number(seconds.at("evaluation")),
                      read_number(seconds.at("linear_algebra")), read_number(seconds.at("solver")),
                      read_number(seconds.at("certificate")),    read_number(seconds.at("total"))};
  solution.certificate = certificate_from(json.at("certificate"));
  for (const Json& round : json.value("refinement", Json::array())) {
    solution.rounds.push_back({round.at("intervals"), read_number(round.at("objective")), read_number(round.at("bar")),
                               read_status(round.at("status")), round.at("certified")});
  }
  if (json.contains("switches")) solution.switches = read_switches(json.at("switches"));
  for (const Json& phase : json.at("phases")) solution.phases.push_back(read_phase(phase));
  for (const auto& [name, values] : json.at("multipliers").items()) solution.multipliers[name] = read_numbers(values);
  return solution;
}

std::ofstream open_for_writing(const std::filesystem::path& file) {
  std::ofstream out(file);
  require(out.good(), "cannot write to '{}'", file.string());
  return out;
}

}  // namespace

std::string to_json(const Solution& solution) {
  Json json{{"format", kFormat}, {"problem", solution.problem}};
  json["numbers"] = Json::object();
  for (const auto& [name, value] : solution.numbers) json["numbers"][name] = number(value);
  json["status"] = to_string(solution.status);
  json["message"] = solution.message;
  json["objective"] = number(solution.objective);
  json["final_time"] = number(solution.final_time);
  json["iterations"] = solution.iterations;
  if (solution.costates_fitted) json["costates_fitted"] = true;
  json["last_regularization"] = number(solution.last_regularization);
  json["mesh"] = {
      {"transcription", solution.transcription}, {"intervals", solution.intervals()}, {"degree", solution.degree}};
  json["seconds"] = {{"setup", solution.seconds.setup},
                     {"evaluation", solution.seconds.evaluation},
                     {"linear_algebra", solution.seconds.linear_algebra},
                     {"solver", solution.seconds.solver},
                     {"certificate", solution.seconds.certificate},
                     {"total", solution.seconds.total}};
  json["certificate"] = certificate_json(solution.certificate);
  json["phases"] = Json::array();
  for (const PhaseSolution& phase : solution.phases) json["phases"].push_back(phase_json(phase));
  if (!solution.rounds.empty()) json["refinement"] = rounds_json(solution.rounds);
  if (!solution.switches.empty()) json["switches"] = switches_json(solution.switches);
  json["multipliers"] = Json::object();
  for (const auto& [name, values] : solution.multipliers) json["multipliers"][name] = numbers(values);
  return json.dump(1) + "\n";
}

Solution solution_from_json(const std::string& text) {
  try {
    return read_solution(Json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    refuse("solution file: {}", error.what());
  }
}

void save_json(const Solution& solution, const std::filesystem::path& file) {
  open_for_writing(file) << to_json(solution);
}

Solution load_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  require(in.good(), "cannot read '{}'", file.string());
  return solution_from_json(std::string(std::istreambuf_iterator<char>(in), {}));
}

void save_csv(const Solution& solution, const std::filesystem::path& file) {
  std::ofstream out = open_for_writing(file);
  const Tableau tableau = make_tableau(solution.transcription, solution.degree);
  for (const PhaseSolution& phase : solution.phases) {
    out << "phase,time";
    for (const std::string& name : phase.state_names) out << ',' << name;
    for (const std::string& name : phase.control_names) out << ',' << name;
    for (const std::string& name : phase.state_names) out << ",costate_" << name;
    out << '\n';
    for (int k = 0; k < phase.time.size(); ++k) {
      out << phase.name << fmt::format(",{:.17g}", phase.time(k));
      for (double value : phase.states.col(k)) out << fmt::format(",{:.17g}", value);
      if (phase.controls.rows() > 0) {
        const bool last = k + 1 == phase.time.size();
        const Eigen::VectorXd controls = stored_control(phase, tableau, last ? k - 1 : k, last ? 1.0 : 0.0);
        for (double value : controls) out << fmt::format(",{:.17g}", value);
      }
      for (double value : phase.costates.col(k)) out << fmt::format(",{:.17g}", value);
      out << '\n';
    }
  }
}

}  // namespace tandem

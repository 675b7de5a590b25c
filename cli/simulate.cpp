#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include <tandem/cli/commands.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/names.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/dynamics/simulation.hpp>

namespace tandem::cli {
namespace {

/// Writes settings NAME=VALUE into the entries of a vector that bear the names.
void set_by_name(const std::vector<std::string>& settings, const char* option, const std::vector<std::string>& names,
                 Eigen::VectorXd& vector) {
  for (const std::string& setting : settings) {
    const auto [name, value] = setting_from(setting, option);
    const auto found = std::find(names.begin(), names.end(), name);
    require(found != names.end(), "{}: the model has no '{}'{}", option, name, did_you_mean(name, names));
    vector(found - names.begin()) = number_from(value, name);
  }
}

std::vector<std::string> coordinate_names(const Model& model) {
  std::vector<std::string> names;
  for (int i = 0; i < model.nq(); ++i) names.push_back(model.coordinate_name(i));
  return names;
}

std::vector<std::string> velocity_names(const Model& model) {
  std::vector<std::string> names;
  for (int i = 0; i < model.nv(); ++i) names.push_back(model.velocity_name(i));
  return names;
}

SimulationOptions options_from(const Arguments& arguments) {
  SimulationOptions options;
  options.integrator = integrator_named(arguments.integrator);
  if (arguments.time) options.duration = *arguments.time;
  if (arguments.step) options.step = *arguments.step;
  return options;
}

Parameters<double> parameters_from(const Model& model, const Arguments& arguments) {
  Parameters<double> parameters = model.parameters();
  if (!arguments.gravity.empty()) {
    parameters.set_gravity({arguments.gravity[0], arguments.gravity[1], arguments.gravity[2]});
  }
  return parameters;
}

/// One line of the audit.
struct Line {
  const char* name;
  double drift;
  bool holds;
};

std::vector<Line> audit_lines(const SimulationAudit& audit, double limit) {
  std::vector<Line> lines{{"energy", audit.energy, audit.energy <= limit}};
  if (audit.linear_momentum)
    lines.push_back({"linear momentum", *audit.linear_momentum, *audit.linear_momentum <= limit});
  if (audit.angular_momentum) {
    lines.push_back({"angular momentum", *audit.angular_momentum, *audit.angular_momentum <= limit});
  }
  return lines;
}

void print(const Model& model, const Simulation& s, const SimulationOptions& options, double limit, bool passes) {
  const Eigen::Index last = s.time.size() - 1;
  fmt::print("{}: {} bodies, {} freedoms\n", model.name(), model.body_count() - 1, model.nv());
  fmt::print("  {:.6g} s by {}: {} steps, {} taken back, {} evaluations\n", s.time(last), name_of(options.integrator),
             s.steps, s.rejected, s.evaluations);
  fmt::print("  {:<16} {:>14} {:>14}\n", "energy (J)", "at start", "at end");
  fmt::print("    {:<14} {:>14.8g} {:>14.8g}\n", "kinetic", s.kinetic(0), s.kinetic(last));
  fmt::print("    {:<14} {:>14.8g} {:>14.8g}\n", "potential", s.potential(0), s.potential(last));
  fmt::print("    {:<14} {:>14.8g} {:>14.8g}\n", "work done", s.work(0), s.work(last));
  fmt::print("  audit  {}\n", passes ? "PASS" : "FAIL");
  for (const Line& line : audit_lines(s.audit, limit)) {
    fmt::print("    {:<18} {:>9.2e}  limit {:.0e}  {}\n", line.name, line.drift, limit, line.holds ? "ok" : "FAILS");
  }
}

/// A model moves freely; a plan of a problem is followed on a disturbed plant. Neither has the other's options.
void refuse_options_of_the_other(const Arguments& a) {
  const bool of_model[] = {!a.start.empty(),   !a.rates.empty(),   !a.gravity.empty(),  a.base.has_value(),
                           a.time.has_value(), a.step.has_value(), a.limit.has_value(), !a.csv.empty()};
  const char* const names_of_model[] = {"--start", "--rate", "--gravity", "--base",
                                        "--time",  "--step", "--limit",   "--csv"};
  for (std::size_t i = 0; a.feedback && i < std::size(of_model); ++i) {
    require(!of_model[i], "{} is of the simulation of models; a problem with --feedback does not take it",
            names_of_model[i]);
  }
  const bool of_feedback[] = {!a.solution.empty(),  a.gains != "plan",   !a.plant.empty(),        a.push.has_value(),
                              a.pushes.has_value(), a.hold.has_value(),  a.within.has_value(),    a.runs.has_value(),
                              a.seed.has_value(),   !a.settings.empty(), a.intervals.has_value(), !a.report.empty()};
  const char* const names_of_feedback[] = {"--solution", "--gains", "--plant", "--push", "--pushes",    "--hold",
                                           "--within",   "--runs",  "--seed",  "--set",  "--intervals", "--report"};
  for (std::size_t i = 0; !a.feedback && i < std::size(of_feedback); ++i) {
    require(!of_feedback[i], "{} is of --feedback, the simulation of a problem's plan", names_of_feedback[i]);
  }
}

/// time, coordinates, velocities as "d NAME/dt", energies: a column each.
void save_csv(const Model& model, const Simulation& s, const std::filesystem::path& file) {
  std::string out = "time";
  for (const std::string& name : coordinate_names(model)) out += ',' + name;
  for (const std::string& name : velocity_names(model)) out += ",rate:" + name;
  out += ",kinetic,potential,work\n";
  for (Eigen::Index k = 0; k < s.time.size(); ++k) {
    out += fmt::format("{:.17g}", s.time(k));
    for (const double value : s.q.col(k)) out += fmt::format(",{:.17g}", value);
    for (const double value : s.v.col(k)) out += fmt::format(",{:.17g}", value);
    out += fmt::format(",{:.17g},{:.17g},{:.17g}\n", s.kinetic(k), s.potential(k), s.work(k));
  }
  write_text(out, file);
}

Json series(const std::vector<std::string>& names, const Eigen::MatrixXd& rows) {
  Json json = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Eigen::VectorXd row = rows.row(static_cast<Eigen::Index>(i));
    json[names[i]] = std::vector<double>(row.begin(), row.end());
  }
  return json;
}

void save_json(const Model& model, const Simulation& s, const SimulationOptions& options, double limit, bool passes,
               const std::filesystem::path& file) {
  Json audit;
  for (const Line& line : audit_lines(s.audit, limit)) {
    std::string key = line.name;
    std::replace(key.begin(), key.end(), ' ', '_');
    audit[key] = line.drift;
  }
  audit["quaternion"] = s.audit.quaternion;
  audit["limit"] = limit;
  audit["passes"] = passes;
  const std::vector<double> time(s.time.begin(), s.time.end());
  const Json json{
      {"format", 1},
      {"model", model.name()},
      {"integrator", name_of(options.integrator)},
      {"steps", s.steps},
      {"rejected", s.rejected},
      {"evaluations", s.evaluations},
      {"audit", audit},
      {"time", time},
      {"coordinates", series(coordinate_names(model), s.q)},
      {"velocities", series(velocity_names(model), s.v)},
      {"energy", series({"kinetic", "potential", "work"}, (Eigen::MatrixXd(3, s.time.size()) << s.kinetic.transpose(),
                                                           s.potential.transpose(), s.work.transpose())
                                                              .finished())},
      {"momentum", series({"angular_x", "angular_y", "angular_z", "linear_x", "linear_y", "linear_z"}, s.momentum)}};
  write_text(json.dump(1) + "\n", file);
}

}  // namespace

int simulate(const Arguments& arguments, const Problems& problems) {
  refuse_options_of_the_other(arguments);
  if (arguments.feedback) return simulate_feedback(arguments, problems);
  require(!arguments.name.empty(), "simulate needs a NAME ('tandem list --models' lists them), or --feedback");
  const std::vector<std::string> known = problems.names();
  require(std::find(known.begin(), known.end(), arguments.name) == known.end(),
          "'{}' is a problem, not a model: --feedback simulates its plan", arguments.name);
  ModelExample example = model_from(arguments);
  const Model& model = example.model;
  set_by_name(arguments.start, "--start", coordinate_names(model), example.q);
  set_by_name(arguments.rates, "--rate", velocity_names(model), example.v);
  const Parameters<double> parameters = parameters_from(model, arguments);
  const SimulationOptions options = options_from(arguments);
  // A fixed step drifts by its order; whether that is much is for who chose it to say.
  const double limit = arguments.limit.value_or(options.integrator == Integrator::kRk4 ? 1e-3 : 1e-9);
  require(limit > 0.0, "--limit is {}: it must be positive", limit);

  const Simulation simulation = tandem::simulate(model, parameters, example.q, example.v, options);
  const bool passes = simulation.audit.worst() <= limit;
  if (!arguments.quiet) print(model, simulation, options, limit, passes);
  if (!arguments.csv.empty()) save_csv(model, simulation, arguments.csv);
  if (!arguments.json.empty()) save_json(model, simulation, options, limit, passes, arguments.json);
  return passes ? kCertified : kNotCertified;
}

}  // namespace tandem::cli

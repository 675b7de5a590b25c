#include <tandem/cli/simulation_file.hpp>

#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/envelope.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tandem::cli {
namespace {

Json energy_json(const Simulation& s) {
  Eigen::MatrixXd energy(3, s.time.size());
  energy << s.kinetic.transpose(), s.potential.transpose(), s.work.transpose();
  return named_rows({"kinetic", "potential", "work"}, energy);
}

Json audit_json(const AuditedMotion& motion) {
  Json audit;
  for (const AuditLine& line : motion.lines()) {
    std::string key = line.name;
    std::replace(key.begin(), key.end(), ' ', '_');
    audit[key] = line.drift;
  }
  audit["quaternion"] = motion.simulation.audit.quaternion;
  audit["limit"] = motion.limit;
  audit["passes"] = motion.passes();
  return audit;
}

}  // namespace

std::vector<AuditLine> AuditedMotion::lines() const {
  const SimulationAudit& audit = simulation.audit;
  std::vector<AuditLine> lines;
  const auto add = [&](const char* name, std::optional<double> drift) {
    if (drift) lines.push_back({name, *drift, *drift <= limit});
  };
  add("energy", audit.energy);
  add("linear momentum", audit.linear_momentum);
  add("angular momentum", audit.angular_momentum);
  return lines;
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

void save_csv(const AuditedMotion& motion, const std::filesystem::path& file) {
  const Simulation& s = motion.simulation;
  std::string out = "time";
  for (const std::string& name : coordinate_names(motion.model)) out += ',' + name;
  for (const char* what : {",rate:", ",acceleration:", ",force:"}) {
    for (const std::string& name : velocity_names(motion.model)) out += what + name;
  }
  out += ",kinetic,potential,work\n";
  for (Eigen::Index k = 0; k < s.time.size(); ++k) {
    out += fmt::format("{:.17g}", s.time(k));
    for (const double value : s.q.col(k)) out += fmt::format(",{:.17g}", value);
    for (const double value : s.v.col(k)) out += fmt::format(",{:.17g}", value);
    for (const double value : s.a.col(k)) out += fmt::format(",{:.17g}", value);
    for (const double value : s.tau.col(k)) out += fmt::format(",{:.17g}", value);
    out += fmt::format(",{:.17g},{:.17g},{:.17g}\n", s.kinetic(k), s.potential(k), s.work(k));
  }
  write_text(out, file);
}

void save_json(const AuditedMotion& motion, const std::filesystem::path& file) {
  const Simulation& s = motion.simulation;
  Json json = envelope_json({.kind = "simulation",
                             .problem = motion.model.name(),
                             .status = motion.passes() ? "passed" : "failed",
                             .message = motion.passes() ? "nothing drifts" : "something drifts that should not"});
  json["integrator"] = name_of(motion.options.integrator);
  json["steps"] = s.steps;
  json["rejected"] = s.rejected;
  json["evaluations"] = s.evaluations;
  json["audit"] = audit_json(motion);
  json["time"] = Json::list_of(s.time);
  json["coordinates"] = named_rows(coordinate_names(motion.model), s.q);
  json["velocities"] = named_rows(velocity_names(motion.model), s.v);
  json["energy"] = energy_json(s);
  json["momentum"] =
      named_rows({"angular_x", "angular_y", "angular_z", "linear_x", "linear_y", "linear_z"}, s.momentum);
  write_text(json.dump(1) + "\n", file);
}

}  // namespace tandem::cli

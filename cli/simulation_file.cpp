#include <tandem/cli/simulation_file.hpp>

#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tandem::cli {
namespace {

Json series(const std::vector<std::string>& names, const Eigen::MatrixXd& rows) {
  Json json = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Eigen::VectorXd row = rows.row(static_cast<Eigen::Index>(i));
    json[names[i]] = std::vector<double>(row.begin(), row.end());
  }
  return json;
}

Json energy_json(const Simulation& s) {
  Eigen::MatrixXd energy(3, s.time.size());
  energy << s.kinetic.transpose(), s.potential.transpose(), s.work.transpose();
  return series({"kinetic", "potential", "work"}, energy);
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
  for (const std::string& name : velocity_names(motion.model)) out += ",rate:" + name;
  out += ",kinetic,potential,work\n";
  for (Eigen::Index k = 0; k < s.time.size(); ++k) {
    out += fmt::format("{:.17g}", s.time(k));
    for (const double value : s.q.col(k)) out += fmt::format(",{:.17g}", value);
    for (const double value : s.v.col(k)) out += fmt::format(",{:.17g}", value);
    out += fmt::format(",{:.17g},{:.17g},{:.17g}\n", s.kinetic(k), s.potential(k), s.work(k));
  }
  write_text(out, file);
}

void save_json(const AuditedMotion& motion, const std::filesystem::path& file) {
  const Simulation& s = motion.simulation;
  const Json json{
      {"format", 1},
      {"model", motion.model.name()},
      {"integrator", name_of(motion.options.integrator)},
      {"steps", s.steps},
      {"rejected", s.rejected},
      {"evaluations", s.evaluations},
      {"audit", audit_json(motion)},
      {"time", std::vector<double>(s.time.begin(), s.time.end())},
      {"coordinates", series(coordinate_names(motion.model), s.q)},
      {"velocities", series(velocity_names(motion.model), s.v)},
      {"energy", energy_json(s)},
      {"momentum", series({"angular_x", "angular_y", "angular_z", "linear_x", "linear_y", "linear_z"}, s.momentum)}};
  write_text(json.dump(1) + "\n", file);
}

}  // namespace tandem::cli

#pragma once

#include <tandem/dynamics/model.hpp>
#include <tandem/dynamics/simulation.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::cli {

/// One line of the audit: how far from constant something was.
struct AuditLine {
  const char* name;
  double drift;
  bool holds;
};

/// A model's motion, and the drift that passes.
struct AuditedMotion {
  const Model& model;
  const Simulation& simulation;
  SimulationOptions options;
  double limit = 0.0;

  std::vector<AuditLine> lines() const;  ///< energy, and momenta where they are to be kept
  bool passes() const { return simulation.audit.worst() <= limit; }
};

/// A table of all models of the collection, each moved as long as its stored reference state says: drifts and the
/// distance from that state. Whether all are within the limit.
bool simulate_every_model(const SimulationOptions& options, double limit);

std::vector<std::string> coordinate_names(const Model& model);
std::vector<std::string> velocity_names(const Model& model);

/// A table: time, coordinates, velocities as "rate:NAME", accelerations, forces of drives, energies, a column each.
void save_csv(const AuditedMotion& motion, const std::filesystem::path& file);

/// Series and audit.
void save_json(const AuditedMotion& motion, const std::filesystem::path& file);

}  // namespace tandem::cli

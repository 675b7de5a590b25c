#include <tandem/dynamics/simulation_audit.hpp>

#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/kinematics.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tandem {
namespace {

/// Quotient of a departure and its bound; nothing can depart where the bound is zero.
double relative(double departure, double bound) { return bound > 0 ? departure / bound : departure; }

}  // namespace

bool floats_freely(const Model& model) {
  return model.nv() > 0 &&
         std::all_of(model.free_root().begin(), model.free_root().end(), [](int root) { return root >= 0; });
}

double SimulationAudit::worst() const {
  return std::max({energy, linear_momentum.value_or(0), angular_momentum.value_or(0)});
}

void audit_simulation(const Model& model, const Parameters<double>& parameters, Simulation& s) {
  Workspace<double> ws(model);
  std::vector<Transform<double>> placements(model.body_count());
  const Eigen::Index count = s.time.size();
  s.kinetic.resize(count);
  s.potential.resize(count);
  s.momentum.resize(6, count);
  double linear_bound = 0, angular_bound = 0;
  for (Eigen::Index k = 0; k < count; ++k) {
    s.kinetic(k) = kinetic_energy<double>(model, parameters, ws, s.q.col(k), s.v.col(k));
    s.potential(k) = potential_energy<double>(model, parameters, ws, s.q.col(k));
    s.momentum.col(k) = momentum<double>(model, parameters, ws, s.q.col(k), s.v.col(k)).eigen();
    body_placements<double>(model, parameters, ws, s.q.col(k), placements);
    Inertia<double> total = Inertia<double>::zero();
    for (int i = 1; i < model.body_count(); ++i) total += to_parent(placements[i], parameters.inertia(i));
    const double polar = 0.5 * (total.rotational.xx + total.rotational.yy + total.rotational.zz);
    linear_bound = std::max(linear_bound, std::sqrt(2 * total.mass * s.kinetic(k)));
    angular_bound = std::max(angular_bound, std::sqrt(2 * polar * s.kinetic(k)));
  }
  const Eigen::ArrayXd energy = (s.kinetic + s.potential - s.work).array();
  const Eigen::ArrayXd change = s.potential.array() - s.potential(0);
  s.audit.energy = relative((energy - energy(0)).abs().maxCoeff(), s.kinetic.maxCoeff() + change.abs().maxCoeff());
  if (!floats_freely(model)) return;
  const Eigen::MatrixXd kept = s.momentum - s.impulse;
  const Eigen::MatrixXd departure = kept.colwise() - kept.col(0);
  s.audit.angular_momentum = relative(departure.topRows<3>().colwise().norm().maxCoeff(), angular_bound);
  s.audit.linear_momentum = relative(departure.bottomRows<3>().colwise().norm().maxCoeff(), linear_bound);
}

}  // namespace tandem

#include <tandem/dynamics/structures/absorber.hpp>

#include <tandem/core/error.hpp>

#include <cmath>

namespace tandem::structures {

using Eigen::Index;
using Eigen::MatrixXd;

Absorber tuned_absorber(double frequency, double shape, double mass, double parasitic_mass) {
  require(frequency > 0.0 && std::isfinite(frequency), "absorber: the mode's frequency {} should be positive",
          frequency);
  require(mass > 0.0 && parasitic_mass >= 0.0, "absorber: a proof mass of {} with {} of dead mass makes no sense", mass,
          parasitic_mass);
  require(shape != 0.0 && std::isfinite(shape), "absorber: the mode does not move where the absorber is (shape {})",
          shape);
  const double mu_t = parasitic_mass * shape * shape, mu_a = mass * shape * shape, sum = 1.0 + mu_t + mu_a;
  const double square = frequency * frequency * (1.0 + mu_t) / (sum * sum);
  return {mass, mass * square, mass * frequency * std::sqrt(mu_a * (1.0 + mu_t) / (sum * sum * sum)),
          std::sqrt(square)};
}

SecondOrder with_absorber(const SecondOrder& structure, int freedom, const Absorber& absorber, double parasitic_mass) {
  const Index n = structure.mass.rows();
  require(freedom >= 0 && freedom < n, "absorber: there is no freedom {}, there are {}", freedom, n);
  const auto grown = [n](const MatrixXd& a) {
    MatrixXd b = MatrixXd::Zero(n + 1, n + 1);
    b.topLeftCorner(n, n) = a;
    return b;
  };
  SecondOrder all{grown(structure.mass), grown(structure.damping), grown(structure.stiffness)};
  all.mass(freedom, freedom) += parasitic_mass;
  all.mass(n, n) = absorber.mass;
  const auto join = [&](MatrixXd& a, double value) {
    a(freedom, freedom) += value, a(n, n) += value;
    a(freedom, n) -= value, a(n, freedom) -= value;
  };
  join(all.damping, absorber.damping);
  join(all.stiffness, absorber.stiffness);
  return all;
}

}  // namespace tandem::structures

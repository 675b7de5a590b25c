#include <tandem/dynamics/spanning.hpp>

#include <tandem/dynamics/configuration.hpp>

namespace tandem {

Eigen::VectorXd closed_at(const Model& model, In<double> q) {
  if (!model.has_loops()) return q;
  constexpr double kLongest = 0.05;  // rad or m: two steps of Newton's method leave its eighth power
  Eigen::VectorXd at = model.neutral_configuration(), way(model.nv()), next(model.nq());
  difference<double>(model, at, q, way);
  const int parts = 1 + static_cast<int>(way.cwiseAbs().maxCoeff() / kLongest);
  for (int part = 0; part < parts; ++part) {
    integrate<double>(model, at, way / parts, next);
    at = next;
  }
  return at;
}

}  // namespace tandem

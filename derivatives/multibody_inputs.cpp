#include <tandem/derivatives/multibody_inputs.hpp>

namespace tandem {

MultibodyInputs::MultibodyInputs(const MultibodyDynamics& dynamics, int controls, const std::vector<int>& free_numbers)
    : nq(dynamics.model().nq()),
      nv(dynamics.model().nv()),
      nx(dynamics.states()),
      nu(controls),
      count(nx + nu + 1 + static_cast<int>(free_numbers.size())) {
  if (nu > 0) drive(dynamics);
  for (std::size_t i = 0; i < free_numbers.size(); ++i) {
    all_numbers.push_back({nx + nu + 1 + static_cast<int>(i), free_numbers[i]});
    if (dynamics.depends_on(free_numbers[i])) numbers.push_back(all_numbers.back());
  }
}

void MultibodyInputs::drive(const MultibodyDynamics& dynamics) {
  for (const auto& [freedom, control, gear] : dynamics.actuation()) known.push_back({freedom, nx + control, gear});
  for (const auto& [freedom, first, size, control] : dynamics.integrators()) {
    known.push_back({freedom, first, 1.0});
    for (int i = first; i < first + size - 1; ++i) integrated.push_back({i, i + 1});
    integrated.push_back({first + size - 1, nx + control});
  }
}

}  // namespace tandem

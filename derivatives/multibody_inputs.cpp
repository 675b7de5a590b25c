#include <tandem/derivatives/multibody_inputs.hpp>

namespace tandem {

MultibodyInputs::MultibodyInputs(const MultibodyDynamics& dynamics, int controls, const std::vector<int>& free_numbers)
    : nq(dynamics.model().nq()),
      nv(dynamics.model().nv()),
      nu(controls),
      count(nq + nv + nu + 1 + static_cast<int>(free_numbers.size())) {
  for (std::size_t i = 0; i < free_numbers.size(); ++i) {
    all_numbers.push_back({nq + nv + nu + 1 + static_cast<int>(i), free_numbers[i]});
    if (dynamics.depends_on(free_numbers[i])) numbers.push_back(all_numbers.back());
  }
}

}  // namespace tandem

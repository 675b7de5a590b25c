#pragma once

#include <tandem/derivatives/multibody_dynamics.hpp>

#include <vector>

namespace tandem {

/// Where a multibody function finds its inputs [q; v; u; time; free numbers].
struct MultibodyInputs {
  MultibodyInputs(const MultibodyDynamics& dynamics, int controls, const std::vector<int>& free_numbers);

  /// A free named number that moves the model.
  struct FreeNumber {
    int input, index;
  };

  int nq, nv, nu, count;
  std::vector<FreeNumber> numbers;
  std::vector<FreeNumber> all_numbers;  ///< those that do not, too
};

}  // namespace tandem

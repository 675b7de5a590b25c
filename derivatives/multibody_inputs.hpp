#pragma once

#include <tandem/derivatives/multibody_dynamics.hpp>

#include <vector>

namespace tandem {

/// Where a multibody function finds its inputs [q; v; derivatives of smooth motions; u; time; free numbers]. At the
/// ends of a phase there are no controls, and nothing is known or integrated.
struct MultibodyInputs {
  MultibodyInputs(const MultibodyDynamics& dynamics, int controls, const std::vector<int>& free_numbers);

  /// A free named number that moves the model.
  struct FreeNumber {
    int input, index;
  };

  /// What is known in hybrid dynamics is the sum of gear * input over these.
  struct KnownInput {
    int freedom, input;
    double gear;
  };

  /// The rate of a derivative of a smooth motion is the next one, or a control.
  struct Integrated {
    int state, input;
  };

  int nq, nv, nx, nu, count;
  std::vector<KnownInput> known;
  std::vector<Integrated> integrated;
  std::vector<FreeNumber> numbers;
  std::vector<FreeNumber> all_numbers;  ///< those that do not, too

 private:
  void drive(const MultibodyDynamics& dynamics);
};

}  // namespace tandem

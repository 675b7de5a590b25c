#pragma once

#include "tree.hpp"

#include <string>
#include <vector>

namespace tandem::bench {

enum class Task {
  inverse_dynamics,     ///< tau of (q, v, a)
  forward_dynamics,     ///< accelerations of (q, v, tau = the state's a)
  mass_matrix,          ///< column by column
  mass_matrix_inverse,  ///< column by column
  inverse_derivatives,  ///< of tau by q, v and a, column by column
  forward_derivatives,  ///< of accelerations by q, v and tau, column by column
  hybrid_derivatives,   ///< the same with every other joint motion-driven; tandem only
  number_derivatives,   ///< those of forward dynamics, and by the ten inertial numbers of a body; tandem only
  frame_jacobian,       ///< of the last body's frame, (angular; linear) in its axes, column by column
  centre_of_mass        ///< in the world
};

/// One implementation, compiled one way, with one tree and its states. It lives in a shared library that shows nothing
/// but its make_...(): inline functions of Eigen compiled for one processor must not stand in for those of another.
class Contestant {
 public:
  virtual ~Contestant() = default;
  /// Some implementations have only some of the tasks.
  virtual bool can(Task task) const = 0;
  /// All states, `sweeps` times: what is timed.
  virtual void run(Task task, int sweeps) = 0;
  /// The numbers for one state in tandem's conventions: what is compared.
  virtual std::vector<double> answer(Task task, int state) = 0;
};

/// Ways to do the same within one library.
enum class Variant {
  plain,  ///< tandem with double; Pinocchio as it does unless told
  pack4,  ///< tandem: four states at once
  local   ///< Pinocchio's forward dynamics and mass matrix in the bodies' frames instead of the world's
};

/// Keeps the compiler from dropping work whose result nobody reads.
inline void clobber_memory() { asm volatile("" : : : "memory"); }

}  // namespace tandem::bench

extern "C" {
using MakeContestant = tandem::bench::Contestant*(const tandem::bench::Tree&,
                                                  const std::vector<tandem::bench::TreeState>&, tandem::bench::Variant);
MakeContestant make_pinocchio_native, make_pinocchio_avx2, make_tandem_native, make_tandem_avx2;
}

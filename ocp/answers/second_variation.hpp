#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <optional>
#include <string>

namespace tandem {

/// The second variation of the objective along an answer in continuous time: whether the motion is better than all near
/// ones (in the controls, that bounds leave free), as a differential equation tells it and not the inertia of one mesh.
struct SecondVariation {
  bool applies = false;
  std::string why_not;  ///< a sentence, where it does not

  /// How many directions make the objective smaller: the index of the second variation, 0 at a minimum.
  int negative_directions = 0;
  /// The latest conjugate point, seen from the end: at an earlier start with the state fixed there, and free times and
  /// numbers held, the rest of the motion is no minimum any more.
  std::optional<double> conjugate_time;
  /// The least of the ratios second variation : integral of v'H_uu v / 2, its own part from the controls alone. It has
  /// no unit, does not change with the units of controls and objective, is negative where the motion is no minimum and
  /// positive where it is one. The ratios of all directions accumulate at 1; kMostRatio stands for itself and above.
  double least_ratio = 0.0;
  static constexpr double kMostRatio = 0.9;

  bool is_minimum() const { return applies && least_ratio > 0.0; }
};

/// Sweeps Jacobi's fields back along one phase (jacobi_fields.hpp) of the accessory problem (accessory_problem.hpp).
/// Bryson and Ho, Applied Optimal Control, sections 6.3 and 6.4; Zeidan and Zezza, J. Optim. Theory Appl. 58 (1988).
/// Needs H_uu > 0 where controls are free. It does not apply, and says so, to bang-bang and singular arcs, arcs along
/// state bounds and path constraints, several phases, linkages, implicit dynamics and finite problems. Cost: two
/// Hessians an interval and about ten sweeps of 20 products of 2n x 2n by 2n x n an interval.
SecondVariation second_variation(const Problem& problem, const Solution& solution, int phase = 0);

}  // namespace tandem

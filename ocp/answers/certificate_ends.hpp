#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/answers/worst.hpp>

#include <Eigen/Core>

#include <cmath>
#include <vector>

namespace tandem {

/// What ends that are missed cost: to first order their multipliers times the misses, and how far the misses are, over
/// the sizes of what is missed.
struct EndMisses {
  double cost = 0.0, moved = 0.0;
  Worst worst;  ///< the largest of the cost's terms

  template <class Place>
  void see(double miss, double multiplier, double size, const Place& place) {
    if (miss == 0.0) return;
    cost += std::abs(multiplier) * miss;
    moved += miss / size;
    worst.see(std::abs(multiplier) * miss, place);
  }
};

/// Of states that are given at the ends of a phase and of its end constraints. Cost: one evaluation of the end's
/// functions.
void see_end_misses(const Problem& problem, const Solution& solution, int phase, EndMisses& misses);

/// End cost and end constraints of one phase at an answer's end, by tapes, with their derivatives by the end's
/// [states; time; design numbers].
class EndFunctions {
 public:
  EndFunctions(const Played& played, const std::vector<int>& design_numbers);

  /// As stated; 0 where there is none.
  double cost() const { return costs_ > 0 ? batch_.values(0, 0) : 0.0; }
  double constraint(int i) const { return batch_.values(costs_ + i, 0); }
  /// How far the ranges of the states and the duration can move a constraint, or its bounds' size: what its violation
  /// is measured by.
  double constraint_size(int i) const { return sizes_(i); }
  /// Derivatives of cost_weight * cost + weights' constraints.
  Eigen::VectorXd gradient(double cost_weight, const Eigen::VectorXd& weights) const;

 private:
  int costs_ = 0, inputs_ = 0;
  KnotBatch batch_;
  Eigen::VectorXd sizes_;
};

}  // namespace tandem

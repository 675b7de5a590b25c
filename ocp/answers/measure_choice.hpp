#pragma once

#include <tandem/ocp/answers/played_costates.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// What the minimum principle finds along all intervals of a phase: CostateResult's parts, a column an interval.
struct ChosenCostates {
  Eigen::ArrayXXd affine;
  Eigen::ArrayXd curved;
  Eigen::MatrixXd miss, switching;
  std::vector<MeshEvent> switches;  ///< in the order of the intervals

  double total(int interval) const { return affine.col(interval).sum() + curved(interval); }
};

/// The minimum principle along all intervals of a phase, the measure of what pushes at each knot placed where the
/// excess of the whole is least: at the knot, shared between its neighbours, or all in one of them. Dynamic programming
/// along the knots; intervals without a push beside them are looked at once. A stretch is done with at a knot where
/// nothing pushes, so that only its ways are kept meanwhile.
ChosenCostates choose_measures(PlayedCostates& costates, const Played& answer, double objective_scale);

}  // namespace tandem

#pragma once

#include <tandem/ocp/answers/certificate_ends.hpp>
#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/answers/worst.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// What linkages add to the first-order conditions: the multipliers' derivatives by what the linkages see.
struct LinkagePushes {
  std::vector<Eigen::VectorXd> by_start, by_end;  ///< of each phase: by its states there and the time
  Eigen::VectorXd by_numbers;                     ///< by the design numbers
};
Worst examine_linkages(const Problem& problem, const Solution& solution);  ///< violation, by how far the ends move them
void see_linkage_misses(const Problem& problem, const Solution& solution, EndMisses& misses);
/// Multipliers with a wrong sign or off their bound, times the size of their linkage.
Worst examine_linkage_multipliers(const Problem& problem, const Solution& solution);
LinkagePushes linkage_pushes(const Problem& problem, const Solution& solution);

}  // namespace tandem

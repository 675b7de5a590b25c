#include <tandem/ocp/answers/series/played_costs.hpp>

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/played_phase.hpp>

namespace tandem {

Eigen::VectorXd played_costs(const Problem& problem, const Solution& solution, int index) {
  const Played played(problem, solution, index);
  const auto function =
      make_knot_function(blocks_along(played.phase(), numbers_of(problem, solution), {}), kDefaultPlug);
  const std::vector<double> no_multipliers(played.phase().integral_constraints.size(), 0.0);
  PhaseFlow flow(played, *function, {}, 1.0, no_multipliers);
  return play(flow).costs;
}

}  // namespace tandem

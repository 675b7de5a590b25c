#pragma once

#include <tandem/ocp/answers/path.hpp>

#include <span>
#include <string>
#include <vector>

namespace tandem {

/// A Pareto optimum: the least (1 - lambda) J_s + lambda J_c near the path.
struct ParetoPoint {
  double lambda = 0.0;
  double structure_cost = 0.0, control_cost = 0.0, objective = 0.0;
  Eigen::VectorXd design;
  Certificate certificate = {};  ///< of a structure: certify_design.hpp; of a motion: its own
};

/// As a point of a front, whose measures are "structure_cost" and "control_cost".
PathPoint on_front(const ParetoPoint& point);

/// A front that has no points yet, over these weights in rising order.
Path front_over(const std::string& weight, const std::vector<double>& weights, const std::string& problem,
                std::span<const NamedNumber> numbers);

/// Says how many of the points that were wanted are there; where some are missing the front ended as `otherwise`.
void sum_up(Path& front, std::size_t wanted, PathStatus otherwise);

}  // namespace tandem

#pragma once

#include <tandem/dynamics/cluster.hpp>
#include <tandem/dynamics/loop_statements.hpp>

#include <memory>
#include <vector>

namespace tandem {

/// What of a tree becomes a model's, once its loops are closed.
struct AssembledLoops {
  std::shared_ptr<const Clusters> clusters;
  std::vector<int> coordinates, velocities;  ///< of each body's joint, those that the model keeps
  Eigen::VectorXd neutral;
};

/// Ties bodies to clusters, closes the loops from the guesses, leaves out equations that follow from others (Gauss with
/// pivots), and takes for dependent what has the largest pivots where no joint is named as independent.
AssembledLoops assemble_loops(const Model& tree, const LoopStatements& statements);

}  // namespace tandem

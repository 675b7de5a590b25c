#pragma once

#include <tandem/dynamics/cluster.hpp>
#include <tandem/dynamics/loop_couplings.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// Closes the loops of a cluster, whose carried freedoms are all that do not follow, from the tree's configuration q:
/// leaves out equations that follow from others, and takes for dependent what has the largest pivots but for freedoms
/// of the bodies that are named independent. With loops or without, every freedom's shares come out.
void close_cluster(const Model& tree, const std::vector<Relation>& relations, const std::vector<int>& named,
                   Cluster& cluster, Eigen::VectorXd& q);

}  // namespace tandem

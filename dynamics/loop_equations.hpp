#pragma once

#include <tandem/dynamics/arguments.hpp>
#include <tandem/dynamics/cluster.hpp>

#include <string>
#include <vector>

namespace tandem {

/// Of loops the equations that determine their dependent joints, or all that were stated.
enum class LoopRows { needed, stated };

/// What ties the joints of a model's tree together, every joint moving for itself: with the tree's coordinates q and
/// velocities x',
///   gap(q) = 0,   A x' = 0,   A x'' + turning = 0
/// (Nikravesh, Gim, Arabyan and Rein, 3rd Annual Conf. on Aerospace Computational Control, JPL 1989, (11)-(14), where A
/// is C). A row for each freedom that follows by a coupling and for each equation of a loop, clusters in their order.
class LoopEquations {
 public:
  explicit LoopEquations(const Model& model, LoopRows which = LoopRows::needed);

  /// All three at a state of the tree. O(rows x freedoms of a cluster).
  void evaluate(const Parameters<double>& parameters, Workspace<double>& ws, In<double> tree_q, In<double> tree_v);

  int rows() const { return static_cast<int>(names_.size()); }
  const Eigen::VectorXd& gap() const { return gap_; }
  const Eigen::MatrixXd& jacobian() const { return jacobian_; }
  const Eigen::VectorXd& turning() const { return turning_; }
  /// "loop 'pin'", "coupling of 'wheel'".
  const std::string& name_of(int row) const { return names_[row]; }
  /// Of its gap: "m" or "rad".
  const char* unit_of(int row) const { return is_turn_[row] ? "rad" : "m"; }
  bool is_coupling(int row) const { return is_coupling_[row]; }
  const std::vector<Cluster>& clusters() const { return clusters_; }

 private:
  void couple(const Cluster& cluster, const double* q, int row);
  void close(const Cluster& cluster, const Parameters<double>& parameters, Workspace<double>& ws, int row);

  const Model& model_;
  std::vector<Cluster> clusters_;
  std::vector<std::string> names_;
  std::vector<bool> is_turn_, is_coupling_;
  Eigen::VectorXd gap_, turning_;
  Eigen::MatrixXd jacobian_;
};

}  // namespace tandem

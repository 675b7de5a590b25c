#include <tandem/dynamics/loop_multipliers.hpp>

#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include <Eigen/QR>

#include <algorithm>

namespace tandem {

LoopMultipliers::LoopMultipliers(const Model& model)
    : model_(model),
      equations_(model, LoopRows::stated),
      tree_ws_(model.tree()),
      bias_(model.tree().nv()),
      multipliers_(Eigen::VectorXd::Zero(equations_.rows())) {
  const int n = model.tree().nv(), m = equations_.rows();
  kkt_ = Eigen::MatrixXd::Zero(n + m, n + m);
  right_ = Eigen::VectorXd::Zero(n + m);
}

void LoopMultipliers::find_rank() {
  rank_ = 0;
  left_over_.clear();
  if (equations_.rows() == 0) return;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(1e-9);
  qr.compute(equations_.jacobian().transpose());
  rank_ = static_cast<int>(qr.rank());
  const auto order = qr.colsPermutation().indices();
  for (int k = rank_; k < equations_.rows(); ++k) left_over_.push_back(order(k));
}

void LoopMultipliers::accelerate(const Parameters<double>& parameters, Workspace<double>& ws, In<double> tree_q,
                                 In<double> tree_v, In<double> tree_tau, Out<double> tree_a,
                                 ExternalWrenches<double> wrenches) {
  const Model& tree = model_.tree();
  const int n = tree.nv(), m = equations_.rows();
  check_length(model_, "forces of all joints", tree_tau.size(), n);
  check_length(model_, "accelerations of all joints", tree_a.size(), n);
  equations_.evaluate(parameters, ws, tree_q, tree_v);
  find_rank();
  mass_matrix<double>(tree, parameters, tree_ws_, tree_q, kkt_.topLeftCorner(n, n));
  bias<double>(tree, parameters, tree_ws_, tree_q, tree_v, bias_, wrenches);
  kkt_.topRightCorner(n, m) = equations_.jacobian().transpose();
  kkt_.bottomLeftCorner(m, n) = equations_.jacobian();
  right_.head(n) = tree_tau - bias_;
  right_.tail(m) = -equations_.turning();
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(1e-12);
  factors.compute(kkt_);
  const Eigen::VectorXd solution = factors.solve(right_);
  tree_a = solution.head(n);
  multipliers_ = -solution.tail(m);
}

std::vector<RedundantLoop> LoopMultipliers::redundant() const {
  std::vector<RedundantLoop> loops;
  for (const int row : left_over_) {
    const std::string& name = equations_.name_of(row);
    const auto known =
        std::find_if(loops.begin(), loops.end(), [&](const RedundantLoop& loop) { return loop.loop == name; });
    if (known == loops.end()) {
      loops.push_back({name, 1});
    } else {
      ++known->count;
    }
  }
  return loops;
}

}  // namespace tandem

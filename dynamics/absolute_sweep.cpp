#include <tandem/dynamics/absolute_sweep.hpp>

#include <Eigen/LU>
#include <Eigen/QR>

#include <span>
#include <utility>

namespace tandem {
namespace {

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// V = velocity + velocity_by_parent V_parent, and the same of the joint's multipliers.
struct Eliminated {
  Columns velocity;
  Matrix6 velocity_by_parent;
  Eigen::MatrixXd multipliers;
  Eigen::MatrixXd multipliers_by_parent;
};

class Sweep {
 public:
  explicit Sweep(const AbsoluteSystem& system)
      : system_(system), links_(system.tree->links()), own_(system.own), right_(system.own.size()) {
    for (const LinkBlock& loop : system.loops) loop_rows_ += loop.right.size();
    for (std::size_t i = 0; i < right_.size(); ++i) {
      right_[i] = Columns::Zero(6, 1 + loop_rows_);
      right_[i].col(0) = system.right[i];
    }
    add_loops();
  }

  AbsoluteSolution solve() {
    eliminated_.resize(own_.size());
    for (int i = static_cast<int>(own_.size()) - 1; i > 0; --i) eliminate(i);
    expand();
    return combine(close_loops());
  }

 private:
  /// Right-hand sides of units of the loops' multipliers.
  void add_loops() {
    long column = 1;
    for (std::size_t l = 0; l < system_.loops.size(); ++l) {
      const LinkBlock& loop = system_.loops[l];
      const long n = loop.right.size();
      right_[system_.loop_bodies[l][0]].middleCols(column, n) += loop.pushes_first.transpose();
      right_[system_.loop_bodies[l][1]].middleCols(column, n) += loop.pushes_second.transpose();
      column += n;
    }
  }

  void eliminate(int i) {
    const LinkBlock& joint = system_.joints[i - 1];
    const long m = joint.right.size(), columns = 1 + loop_rows_;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 12, 12> K = Eigen::MatrixXd::Zero(6 + m, 6 + m);
    K.topLeftCorner<6, 6>() = own_[i];
    K.topRightCorner(6, m) = -joint.pushes_second.transpose();
    K.bottomLeftCorner(m, 6) = joint.asks_second;
    Eigen::MatrixXd right = Eigen::MatrixXd::Zero(6 + m, columns + 6);
    right.topLeftCorner(6, columns) = right_[i];
    right.col(0).tail(m) = joint.right;
    right.topRightCorner<6, 6>() = -system_.by_parent[i];
    right.bottomRightCorner(m, 6) = -joint.asks_first;
    const Eigen::MatrixXd solution = K.partialPivLu().solve(right);
    Eliminated& e = eliminated_[i];
    e.velocity = solution.topLeftCorner(6, columns);
    e.velocity_by_parent = solution.topRightCorner<6, 6>();
    e.multipliers = solution.bottomLeftCorner(m, columns);
    e.multipliers_by_parent = solution.bottomRightCorner(m, 6);
    const int parent = links_[i].parent;
    if (parent == kWorld) return;
    own_[parent] +=
        system_.on_parent[i] * e.velocity_by_parent - joint.pushes_first.transpose() * e.multipliers_by_parent;
    right_[parent] += joint.pushes_first.transpose() * e.multipliers - system_.on_parent[i] * e.velocity;
  }

  /// Velocities by all right-hand sides, outward.
  void expand() {
    for (int i = 1; i < static_cast<int>(own_.size()); ++i) {
      Eliminated& e = eliminated_[i];
      if (links_[i].parent == kWorld) continue;
      const Columns& parent = eliminated_[links_[i].parent].velocity;
      e.velocity += e.velocity_by_parent * parent;
      e.multipliers += e.multipliers_by_parent * parent;
    }
  }

  /// The least multipliers of loops with which they get what they ask for.
  Eigen::VectorXd close_loops() const {
    if (loop_rows_ == 0) return {};
    Eigen::MatrixXd asked(loop_rows_, 1 + loop_rows_);
    Eigen::VectorXd right(loop_rows_);
    long row = 0;
    for (std::size_t l = 0; l < system_.loops.size(); ++l) {
      const LinkBlock& loop = system_.loops[l];
      const long n = loop.right.size();
      asked.middleRows(row, n).setZero();
      const auto [first, second] = system_.loop_bodies[l];
      if (first != kWorld) asked.middleRows(row, n) += loop.asks_first * eliminated_[first].velocity;
      if (second != kWorld) asked.middleRows(row, n) += loop.asks_second * eliminated_[second].velocity;
      right.segment(row, n) = loop.right;
      row += n;
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
    factors.setThreshold(1e-9);
    factors.compute(asked.rightCols(loop_rows_));
    return factors.solve(right - asked.col(0));
  }

  AbsoluteSolution combine(Eigen::VectorXd loops) const {
    AbsoluteSolution solution;
    solution.velocities.assign(own_.size(), Eigen::Matrix<double, 6, 1>::Zero());
    for (std::size_t i = 1; i < own_.size(); ++i) {
      const Eliminated& e = eliminated_[i];
      solution.velocities[i] = e.velocity.col(0);
      solution.joints.emplace_back(e.multipliers.col(0));
      if (loop_rows_ == 0) continue;
      solution.velocities[i] += e.velocity.rightCols(loop_rows_) * loops;
      solution.joints.back() += e.multipliers.rightCols(loop_rows_) * loops;
    }
    solution.loops = std::move(loops);
    return solution;
  }

  const AbsoluteSystem& system_;
  std::span<const Link> links_;
  std::vector<Matrix6> own_;
  std::vector<Columns> right_;
  std::vector<Eliminated> eliminated_;
  long loop_rows_ = 0;
};

}  // namespace

AbsoluteSolution solve(const AbsoluteSystem& system) { return Sweep(system).solve(); }

Eigen::MatrixXd AbsoluteSystem::dense() const {
  const long bodies = std::ssize(own) - 1;
  long size = 6 * bodies;
  for (const std::vector<LinkBlock>* links : {&joints, &loops}) {
    for (const LinkBlock& link : *links) size += link.right.size();
  }
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(size, size);
  long row = 6 * bodies;
  const auto add_link = [&](const LinkBlock& link, int first, int second) {
    const long m = link.right.size();
    if (first != kWorld) {
      K.block(6 * (first - 1), row, 6, m) = -link.pushes_first.transpose();
      K.block(row, 6 * (first - 1), m, 6) = link.asks_first;
    }
    if (second != kWorld) {
      K.block(6 * (second - 1), row, 6, m) = -link.pushes_second.transpose();
      K.block(row, 6 * (second - 1), m, 6) = link.asks_second;
    }
    row += m;
  };
  for (int i = 1; i <= bodies; ++i) {
    const int parent = tree->links()[i].parent;
    K.block<6, 6>(6 * (i - 1), 6 * (i - 1)) += own[i];
    if (parent != kWorld) {
      K.block<6, 6>(6 * (i - 1), 6 * (parent - 1)) += by_parent[i];
      K.block<6, 6>(6 * (parent - 1), 6 * (i - 1)) += on_parent[i];
    }
    add_link(joints[i - 1], parent, i);
  }
  for (std::size_t l = 0; l < loops.size(); ++l) add_link(loops[l], loop_bodies[l][0], loop_bodies[l][1]);
  return K;
}

Eigen::VectorXd AbsoluteSystem::dense_right() const {
  AbsoluteSolution as_solution;
  as_solution.velocities = right;
  for (const LinkBlock& joint : joints) as_solution.joints.push_back(joint.right);
  long rows = 0;
  for (const LinkBlock& loop : loops) rows += loop.right.size();
  as_solution.loops.resize(rows);
  rows = 0;
  for (const LinkBlock& loop : loops) {
    as_solution.loops.segment(rows, loop.right.size()) = loop.right;
    rows += loop.right.size();
  }
  return as_solution.dense();
}

Eigen::VectorXd AbsoluteSolution::dense() const {
  long size = 6 * (std::ssize(velocities) - 1) + loops.size();
  for (const Eigen::VectorXd& joint : joints) size += joint.size();
  Eigen::VectorXd all(size);
  long row = 0;
  for (std::size_t i = 1; i < velocities.size(); ++i, row += 6) all.segment<6>(row) = velocities[i];
  for (const Eigen::VectorXd& joint : joints) {
    all.segment(row, joint.size()) = joint;
    row += joint.size();
  }
  all.tail(loops.size()) = loops;
  return all;
}

}  // namespace tandem

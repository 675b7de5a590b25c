#include <tandem/dynamics/loop_closing.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/recursions/closed.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <set>
#include <utility>

namespace tandem {
namespace {

int index_of(const std::vector<int>& all, int wanted) {
  return static_cast<int>(std::find(all.begin(), all.end(), wanted) - all.begin());
}

/// Shares of all freedoms, once it is known in which order freedoms are carried.
void share_out(const std::vector<Relation>& relations, Cluster& cluster) {
  for (int f = 0; f < cluster.freedom_count(); ++f) cluster.shares[f].clear();
  for (std::size_t u = 0; u < cluster.carried.size(); ++u) {
    cluster.shares[cluster.carried[u]].push_back({static_cast<int>(u), 1.0});
  }
  for (const Relation& relation : relations) {
    const int f = index_of(cluster.freedoms, relation.follower);
    if (f == cluster.freedom_count()) continue;
    for (const auto& [leader, ratio] : relation.leaders) {
      cluster.shares[f].push_back({index_of(cluster.carried, index_of(cluster.freedoms, leader)), ratio});
    }
  }
}

/// One cluster on its way to being closed.
class Closing {
 public:
  Closing(const Model& tree, const std::vector<Relation>& relations, Cluster& cluster, Eigen::VectorXd& q)
      : tree_(tree), relations_(relations), cluster_(cluster), q_(q), ws_(tree) {}

  void close(const std::vector<int>& named) {
    std::vector<int> wanted;
    for (const int f : cluster_.carried) {
      if (std::find(named.begin(), named.end(), cluster_.body_of[f]) == named.end()) wanted.push_back(f);
    }
    evaluate();
    if (state_.rows == 0) return;
    move(wanted);
    keep_rows();
    choose(wanted);
  }

 private:
  /// [Y_u | gap] with the rows and carried freedoms as they are now.
  void evaluate() {
    share_out(relations_, cluster_);
    state_ = ClusterState<double>(cluster_);
    recursions::closed::evaluate<double>(tree_, cluster_, tree_.parameters(), ws_, q_.data(), state_);
  }
  Eigen::Map<const Eigen::MatrixXd> equations() const {
    return {state_.equations.data(), state_.rows, std::ssize(cluster_.carried)};
  }
  Eigen::Map<const Eigen::VectorXd> gap() const {
    return {state_.equations.data() + state_.rows * cluster_.carried.size(), state_.rows};
  }
  Eigen::MatrixXd columns_of(const std::vector<int>& freedoms) const {
    Eigen::MatrixXd columns(state_.rows, std::ssize(freedoms));
    for (long j = 0; j < columns.cols(); ++j) columns.col(j) = equations().col(index_of(cluster_.carried, freedoms[j]));
    return columns;
  }

  /// Levenberg and Marquardt.
  void move(const std::vector<int>& wanted) {
    double damping = 1e-6;
    for (int step = 0; step < 200 && gap().norm() > 1e-14 && damping < 1e6; ++step) {
      const Eigen::VectorXd start = q_;
      const double miss = gap().norm();
      const Eigen::VectorXd change = damped_step(columns_of(wanted), damping);
      for (long j = 0; j < change.size(); ++j) q_(cluster_.coordinates[wanted[j]]) += change(j);
      evaluate();
      if (gap().norm() < miss) {
        damping /= 10;
        continue;
      }
      if (miss < 1e-12) return;
      damping *= 10;
      q_ = start;
      evaluate();
    }
    check_closed(wanted);
  }

  /// Least |J x + gap|^2 + damping^2 |x|^2.
  Eigen::VectorXd damped_step(const Eigen::MatrixXd& J, double damping) const {
    Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(J.rows() + J.cols(), J.cols());
    stacked.topRows(J.rows()) = J;
    stacked.bottomRows(J.cols()).diagonal().setConstant(damping);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(stacked.rows());
    right.head(J.rows()) = -gap();
    return stacked.householderQr().solve(right);
  }

  void check_closed(const std::vector<int>& wanted) const {
    int e = 0;
    for (const Loop& loop : cluster_.loops) {
      const int rows = static_cast<int>(loop.rows.size());
      const double miss = gap().segment(e, rows).norm();
      if (!(miss < 1e-10)) {
        check_named(wanted, equations().colPivHouseholderQr().rank());
        const bool is_turn = loop.rows.back().shift.eigen().isZero();
        refuse("model '{}': loop '{}': cannot be closed from here, it misses by {:.3g} {}", tree_.name(), loop.name,
               miss, is_turn ? "rad" : "m");
      }
      e += rows;
    }
  }

  void check_named(const std::vector<int>& wanted, long equations) const {
    const long left = std::ssize(cluster_.carried) - equations;
    const long named = std::ssize(cluster_.carried) - std::ssize(wanted);
    require(named <= left, "model '{}': loop '{}' leaves {} of its freedoms independent, {} were named", tree_.name(),
            cluster_.loops.front().name, left, named);
  }

  /// Leaves out equations that follow from others.
  void keep_rows() {
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
    qr.setThreshold(1e-9);
    qr.compute(equations().transpose());
    const auto order = qr.colsPermutation().indices();
    std::set<int> kept;
    for (long k = 0; k < qr.rank(); ++k) kept.insert(order(k));
    int e = 0;
    for (Loop& loop : cluster_.loops) {
      std::vector<LoopRow> rows;
      for (const LoopRow& row : loop.rows) {
        if (kept.contains(e++)) rows.push_back(row);
      }
      loop.redundant = static_cast<int>(loop.rows.size() - rows.size());
      loop.stated = std::exchange(loop.rows, std::move(rows));
    }
    evaluate();
  }

  /// Dependent freedoms are those of the largest pivots.
  void choose(const std::vector<int>& wanted) {
    const int rows = state_.rows;
    check_named(wanted, rows);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
    qr.setThreshold(1e-9);
    qr.compute(columns_of(wanted));
    const auto order = qr.colsPermutation().indices();
    std::vector<int> dependent;
    for (int k = 0; k < rows; ++k) dependent.push_back(wanted[order(k)]);
    std::sort(dependent.begin(), dependent.end());
    std::vector<int> carried = dependent;
    for (const int f : cluster_.carried) {
      if (std::find(dependent.begin(), dependent.end(), f) == dependent.end()) carried.push_back(f);
    }
    cluster_.carried = std::move(carried);
    cluster_.by_loops = rows;
    evaluate();
    if (qr.rank() < rows) report_change_point(tree_, cluster_, equations());
  }

  const Model& tree_;
  const std::vector<Relation>& relations_;
  Cluster& cluster_;
  Eigen::VectorXd& q_;
  Workspace<double> ws_;
  ClusterState<double> state_;
};

}  // namespace

void close_cluster(const Model& tree, const std::vector<Relation>& relations, const std::vector<int>& named,
                   Cluster& cluster, Eigen::VectorXd& q) {
  Closing(tree, relations, cluster, q).close(named);
}

}  // namespace tandem

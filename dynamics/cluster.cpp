#include <tandem/dynamics/cluster.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

std::string loop_names(const Cluster& cluster) {
  std::string names = cluster.loops.size() == 1 ? "loop" : "loops";
  for (const Loop& loop : cluster.loops) {
    names += fmt::format("{} '{}'", &loop == cluster.loops.data() ? "" : ",", loop.name);
  }
  return names;
}

/// The least of what is left of columns once those before them are taken off, to their length.
double least_pivot(const Eigen::MatrixXd& columns) {
  const Eigen::MatrixXd R = Eigen::HouseholderQR<Eigen::MatrixXd>(columns).matrixQR();
  double least = 1;
  for (long j = 0; j < columns.cols(); ++j) least = std::min(least, std::abs(R(j, j)) / columns.col(j).norm());
  return std::isfinite(least) ? least : 0.0;
}

}  // namespace

void report_change_point(const Model& tree, const Cluster& cluster, const Eigen::MatrixXd& equations) {
  const long n = equations.rows();
  std::string sentence = fmt::format("{} {} at a change point (pivot {:.1g})", loop_names(cluster),
                                     cluster.loops.size() == 1 ? "is" : "are", least_pivot(equations.leftCols(n)));
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(equations);
  const auto order = qr.colsPermutation().indices();
  Eigen::MatrixXd best(n, n);
  for (long j = 0; j < n; ++j) best.col(j) = equations.col(order(j));
  const double pivot = least_pivot(best);
  if (pivot > 1e-6) {
    std::string names;
    for (long j = n; j < equations.cols(); ++j) {
      const int freedom = cluster.carried[order(j)];
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", tree.velocity_name(cluster.freedoms[freedom]));
    }
    sentence += fmt::format("; {} as independent joint has {:.2g}", names, pivot);
  }
  throw NumericalError(fmt::format("model '{}': {}", tree.name(), sentence));
}

}  // namespace tandem

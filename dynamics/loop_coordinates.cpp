#include <tandem/dynamics/loop_coordinates.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/recursions/closure.tpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem {
namespace {

constexpr double kPivot = 1e-9;

/// Velocities of all bodies but the world.
Eigen::MatrixXd body_velocities(const Model& tree, const Parameters<double>& parameters, Workspace<double>& ws,
                                In<double> q) {
  Eigen::MatrixXd B(6 * (tree.body_count() - 1), tree.nv());
  for (int i = 1; i < tree.body_count(); ++i) {
    frame_jacobian<double>(tree, parameters, ws, q, Frame{tree.body(i).name, i}, B.middleRows(6 * (i - 1), 6));
  }
  return B;
}

/// A wrench in the world's axes as a row on the velocities of a body.
void add_to_row(Eigen::MatrixXd& D, int row, int body, const Transform<double>& world_from_body,
                const Wrench<double>& f, double sign) {
  if (body == kWorld) return;
  D.row(row).segment(6 * (body - 1), 6) += sign * to_child(world_from_body, f).eigen().transpose();
}

/// Rows of loops, those of couplings left at zero.
Eigen::MatrixXd cut_joints(const Model& tree, const LoopEquations& equations, const Parameters<double>& parameters,
                           Workspace<double>& ws, In<double> q) {
  std::vector<Transform<double>> world_from_body(tree.body_count());
  body_placements<double>(tree, parameters, ws, q, world_from_body);
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(equations.rows(), 6 * (tree.body_count() - 1));
  int row = 0;
  for (const Cluster& cluster : equations.clusters()) {
    row += static_cast<int>(cluster.followers.size());
    for (const Loop& loop : cluster.loops) {
      const int first_body = loop.first.body, second_body = loop.second.body;
      const Transform<double> first = world_from_body[first_body] * loop.first.placement;
      const Transform<double> X = inverse(first) * world_from_body[second_body] * loop.second.placement;
      for (const LoopRow& equation : loop.rows) {
        const Wrench<double> f = to_parent(first, recursions::wrench_of(equation, X));
        add_to_row(D, row, first_body, world_from_body[first_body], f, -1);
        add_to_row(D, row, second_body, world_from_body[second_body], f, 1);
        ++row;
      }
    }
  }
  return D;
}

/// Rows that do not follow from others, in their order.
std::vector<int> independent_rows(const Eigen::MatrixXd& matrix) {
  if (matrix.rows() == 0) return {};
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(kPivot);
  qr.compute(matrix.transpose());
  const auto order = qr.colsPermutation().indices();
  std::vector<int> rows(order.data(), order.data() + qr.rank());
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Freedoms whose columns of C have the largest pivots, none of them of a joint that is named.
std::vector<int> dependent_freedoms(const Model& model, const Eigen::MatrixXd& C,
                                    const std::vector<std::string>& named) {
  const Model& tree = model.tree();
  std::vector<int> bodies, free;
  for (const std::string& name : named) bodies.push_back(tree.joint_index(name));
  for (int d = 0; d < tree.nv(); ++d) {
    if (std::find(bodies.begin(), bodies.end(), tree.body_of_velocity(d)) == bodies.end()) free.push_back(d);
  }
  const Eigen::MatrixXd columns = C(Eigen::all, free);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(kPivot);
  qr.compute(columns);
  const long rank = qr.maxPivot() > kPivot * C.norm() ? qr.rank() : 0;
  require(rank == C.rows(), "model '{}': with '{}' independent, {} of its {} equations of loops determine nothing",
          model.name(), fmt::join(named, "', '"), C.rows() - rank, C.rows());
  const auto order = qr.colsPermutation().indices();
  std::vector<int> dependent;
  for (long k = 0; k < C.rows(); ++k) dependent.push_back(free[order(k)]);
  std::sort(dependent.begin(), dependent.end());
  return dependent;
}

void write_shares(LoopCoordinates& coordinates) {
  const long n = coordinates.C.cols();
  for (int d = 0; d < n; ++d) {
    const bool depends = std::binary_search(coordinates.dependent.begin(), coordinates.dependent.end(), d);
    if (!depends) coordinates.independent.push_back(d);
  }
  coordinates.E = Eigen::MatrixXd::Zero(n, std::ssize(coordinates.independent));
  for (long y = 0; y < coordinates.E.cols(); ++y) coordinates.E(coordinates.independent[y], y) = 1;
  if (coordinates.dependent.empty()) return;
  const Eigen::MatrixXd C_d = coordinates.C(Eigen::all, coordinates.dependent);
  const Eigen::MatrixXd C_i = coordinates.C(Eigen::all, coordinates.independent);
  coordinates.E(coordinates.dependent, Eigen::all) = -C_d.partialPivLu().solve(C_i);
}

}  // namespace

LoopCoordinates loop_coordinates(const Model& model, const Parameters<double>& parameters, In<double> tree_q,
                                 In<double> tree_v, const std::vector<std::string>& independent) {
  const Model& tree = model.tree();
  LoopEquations equations(model, LoopRows::stated);
  Workspace<double> ws(model), tree_ws(tree);
  equations.evaluate(parameters, ws, tree_q, tree_v);
  LoopCoordinates coordinates;
  coordinates.B = body_velocities(tree, parameters, tree_ws, tree_q);
  coordinates.D = cut_joints(tree, equations, parameters, tree_ws, tree_q);
  Eigen::MatrixXd all = coordinates.D * coordinates.B;
  for (int row = 0; row < equations.rows(); ++row) {
    if (equations.is_coupling(row)) all.row(row) = equations.jacobian().row(row);
  }
  coordinates.rows = independent_rows(all);
  coordinates.C = all(coordinates.rows, Eigen::all);
  coordinates.turning = equations.turning()(coordinates.rows);
  coordinates.dependent = dependent_freedoms(model, coordinates.C, independent);
  write_shares(coordinates);
  return coordinates;
}

Eigen::VectorXd accelerate_independent(const Model& model, const Parameters<double>& parameters,
                                       const LoopCoordinates& coordinates, In<double> tree_q, In<double> tree_v,
                                       In<double> tree_tau) {
  const Model& tree = model.tree();
  Workspace<double> ws(tree);
  Eigen::MatrixXd M(tree.nv(), tree.nv());
  Eigen::VectorXd bias_force(tree.nv()), turning = Eigen::VectorXd::Zero(tree.nv());
  mass_matrix<double>(tree, parameters, ws, tree_q, M);
  bias<double>(tree, parameters, ws, tree_q, tree_v, bias_force);
  if (!coordinates.dependent.empty()) {
    const Eigen::MatrixXd C_d = coordinates.C(Eigen::all, coordinates.dependent);
    turning(coordinates.dependent) = -C_d.partialPivLu().solve(coordinates.turning);
  }
  const Eigen::MatrixXd& E = coordinates.E;
  const Eigen::VectorXd force = E.transpose() * (tree_tau - bias_force - M * turning);
  return turning + E * (E.transpose() * M * E).ldlt().solve(force);
}

}  // namespace tandem

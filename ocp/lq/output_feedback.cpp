#include <tandem/ocp/lq/output_feedback.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

#include <iterator>
#include <vector>

namespace tandem::lq {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

void check(const FeedbackPlant& plant, const MatrixXd& gain) {
  const MatrixXd &a = plant.a.value, &b = plant.b.value, &v = plant.v.value, &c = plant.outputs, &w = plant.watched;
  const int seeds = plant.a.seeds();
  require(plant.b.seeds() == seeds && plant.v.seeds() == seeds,
          "output feedback: A, B and V depend on {}, {} and {} design numbers", seeds, plant.b.seeds(),
          plant.v.seeds());
  const auto fits = [n = a.rows()](const MatrixXd& matrix) { return matrix.rows() == n && matrix.cols() == n; };
  require(fits(a) && fits(v) && b.rows() == a.rows() && c.cols() == a.rows() && w.cols() == a.rows(),
          "output feedback: A is {} x {}, V {} x {}, B has {} rows, and outputs and watched {} and {} columns",
          a.rows(), a.cols(), v.rows(), v.cols(), b.rows(), c.cols(), w.cols());
  require(gain.rows() == b.cols() && gain.cols() == c.rows(),
          "output feedback: the gain is {} x {}, it should be {} x {}", gain.rows(), gain.cols(), b.cols(), c.rows());
  require(gain.allFinite(), "output feedback: the gain is not finite");
}

/// tr(Y (A_c,j X + X A_c,j' + V_j)) for all j, with A_c,j = A_j - B_j K C.
VectorXd by_design(const FeedbackPlant& plant, const MatrixXd& kc, const MatrixXd& x, const MatrixXd& adjoint) {
  VectorXd slopes(plant.a.seeds());
  const MatrixXd yx = adjoint * x, by_b = yx * kc.transpose();
  for (int j = 0; j < slopes.size(); ++j) {
    slopes(j) = 2.0 * contraction(yx, plant.a.by(j)) - 2.0 * contraction(by_b, plant.b.by(j)) +
                contraction(adjoint, plant.v.by(j));
  }
  return slopes;
}

}  // namespace

std::optional<FeedbackSquares> feedback_squares(const FeedbackPlant& plant, const MatrixXd& gain) {
  check(plant, gain);
  const MatrixXd &b = plant.b.value, &c = plant.outputs, &w = plant.watched;
  const MatrixXd kc = gain * c;
  const Lyapunov loop(plant.a.value - b * kc);
  if (!loop.is_stable()) return std::nullopt;
  const MatrixXd x = loop.solve(plant.v.value);
  const MatrixXd y = loop.solve_transposed(kc.transpose() * kc), z = loop.solve_transposed(w.transpose() * w);
  FeedbackSquares found;
  found.effort = (kc * x * kc.transpose()).trace();
  found.response = (w * x * w.transpose()).trace();
  found.effort_by_design = by_design(plant, kc, x, y);
  found.response_by_design = by_design(plant, kc, x, z);
  const MatrixXd xc = x * c.transpose();
  found.effort_by_gain = 2.0 * (kc - b.transpose() * y) * xc;
  found.response_by_gain = -2.0 * b.transpose() * z * xc;
  return found;
}

namespace {

/// How one unknown moves the loop: A_i, V_i and M_i.
struct Move {
  MatrixXd a, v, m;
};

void add(MatrixXd& sum, const MatrixXd& term) {
  if (term.size() > 0) sum += term;
}

std::vector<Move> moves_of(const FeedbackPlant& plant, const MatrixXd& gain, double effort_factor) {
  const MatrixXd &b = plant.b.value, &c = plant.outputs, kc = gain * c;
  const Index n = plant.a.value.rows();
  std::vector<Move> moves(plant.a.seeds(), {MatrixXd::Zero(n, n), MatrixXd::Zero(n, n), MatrixXd::Zero(n, n)});
  for (int i = 0; i < plant.a.seeds(); ++i) {
    add(moves[i].a, plant.a.by(i));
    if (plant.b.by(i).size() > 0) moves[i].a -= plant.b.by(i) * kc;
    add(moves[i].v, plant.v.by(i));
  }
  for (Index row = 0; row < gain.rows(); ++row) {
    for (Index col = 0; col < gain.cols(); ++col) {
      const MatrixXd half = effort_factor * kc.row(row).transpose() * c.row(col);
      moves.push_back({-b.col(row) * c.row(col), MatrixXd::Zero(n, n), half + half.transpose()});
    }
  }
  return moves;
}

/// <M_ij, X> + 2 <Y A_ij, X> + <Y, V_ij>.
MatrixXd own_part(const FeedbackPlant& plant, const MatrixXd& gain, const MatrixXd& x, const MatrixXd& y,
                  double effort_factor) {
  const int n = plant.a.seeds();
  const Index rows = gain.rows(), cols = gain.cols();
  const MatrixXd yx = y * x, by_b = yx * (gain * plant.outputs).transpose();
  const MatrixXd yxc = yx * plant.outputs.transpose(), cxc = plant.outputs * x * plant.outputs.transpose();
  MatrixXd own = MatrixXd::Zero(n + rows * cols, n + rows * cols);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      own(i, j) = own(j, i) = 2.0 * contraction(yx, plant.a.by(i, j)) - 2.0 * contraction(by_b, plant.b.by(i, j)) +
                              contraction(y, plant.v.by(i, j));
    }
    if (plant.b.by(i).size() == 0) continue;
    const MatrixXd mixed = -2.0 * plant.b.by(i).transpose() * yxc;
    for (Index row = 0; row < rows; ++row) {
      own.row(i).segment(n + row * cols, cols) = mixed.row(row);
      own.col(i).segment(n + row * cols, cols) = mixed.row(row).transpose();
    }
  }
  for (Index row = 0; row < rows; ++row)
    own.block(n + row * cols, n + row * cols, cols, cols) = 2.0 * effort_factor * cxc;
  return own;
}

}  // namespace

MatrixXd feedback_hessian(const FeedbackPlant& plant, const MatrixXd& gain, double effort_factor,
                          double response_factor) {
  check(plant, gain);
  const MatrixXd &w = plant.watched, kc = gain * plant.outputs;
  const Lyapunov loop(plant.a.value - plant.b.value * kc);
  require(loop.is_stable(), "output feedback: a loop that is not stable has no mean squares, nor their Hessian");
  const MatrixXd x = loop.solve(plant.v.value);
  const MatrixXd y = loop.solve_transposed(effort_factor * kc.transpose() * kc + response_factor * w.transpose() * w);
  const std::vector<Move> moves = moves_of(plant, gain, effort_factor);
  const Index count = std::ssize(moves), size = x.size();
  MatrixXd g(size, count), x_moved(size, count);
  for (Index i = 0; i < count; ++i) {
    const Move& move = moves[i];
    const MatrixXd ax = move.a * x, ya = y * move.a;
    x_moved.col(i) = loop.solve(ax + ax.transpose() + move.v).reshaped();
    g.col(i) = (move.m + ya + ya.transpose()).reshaped();
  }
  const MatrixXd mixed = g.transpose() * x_moved;
  return mixed + mixed.transpose() + own_part(plant, gain, x, y, effort_factor);
}

}  // namespace tandem::lq

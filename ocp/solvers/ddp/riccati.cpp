#include <tandem/ocp/solvers/ddp/riccati.hpp>

#include <tandem/ocp/solvers/ddp/box_rule.hpp>
#include <tandem/ocp/solvers/ddp/definite_factor.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// A number that is not finite goes with every product on to the last state and the first costate.
bool is_finite(const LqStep& step) {
  return step.states.rightCols(1).allFinite() && step.costates.leftCols(1).allFinite() && step.border.allFinite() &&
         step.nu.allFinite();
}

}  // namespace

Riccati::Riccati(const LqProblem& shape)
    : border_(shape.border()), start_(shape), q_(shape.states(), shape.controls()) {
  const int nx = shape.states(), nu = shape.controls(), nb = border_ + shape.equations();
  Stage stage;
  stage.P = MatrixXd::Zero(nx, nx);
  stage.Pi = MatrixXd::Zero(nx, nb);
  stage.K = stage.Hux = MatrixXd::Zero(nu, nx);
  stage.K_border = stage.Hub = MatrixXd::Zero(nu, nb);
  stage.Huu = MatrixXd::Zero(nu, nu);
  stage.p = VectorXd::Zero(nx);
  stage.k = stage.Hu = VectorXd::Zero(nu);
  stage.held.assign(nu, 0);
  stages_.assign(shape.steps() + 1, stage);
  W_.setZero(nb, nb);
  w_.setZero(nb);
  b_.setZero(nb);
  h_.setZero(nx);
  PC_.setZero(nx, border_);
  factor_.setZero(nu, nu);
  right_.setZero(nx + nb + 1, nu);
  free_.reserve(nu);
}

void Riccati::release_all() {
  for (Stage& stage : stages_) std::fill(stage.held.begin(), stage.held.end(), 0);
  start_.release_all();
}

void Riccati::hold(const LqProblem& problem, const MatrixXd& by_control, const VectorXd& by_start,
                   const VectorXd& by_border, double tolerance) {
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    for (int i = 0; i < problem.controls(); ++i) {
      stages_[k].held[i] = held_at(by_control(i, k), lq.lower(i), lq.upper(i), tolerance);
    }
  }
  start_.hold(problem, by_start, by_border, tolerance);
}

BackwardResult Riccati::solve(const LqProblem& problem, const Convexity& convexity, const VectorXd& nu_before,
                              LqStep& step, int most_passes) {
  const int end = problem.steps() - 1;
  for (passes_ = 1;; ++passes_) {
    int failed = -1;
    // Value functions after the last change are those of the pass before; the border's sums are of all steps.
    const int from = passes_ == 1 || b_.size() > 0 ? end : last_changed_;
    if (from == end) begin_backward(problem, convexity.end_weight);
    if (!backward(problem, convexity, from, failed)) return {BackwardResult::Kind::not_convex, failed};
    const StartSaddle::Result saddle = start_.solve(problem, start_value(), convexity, nu_before, step);
    if (saddle == StartSaddle::Result::not_convex) return {BackwardResult::Kind::not_convex, 0};
    if (saddle == StartSaddle::Result::out_of_reach) return {BackwardResult::Kind::end_out_of_reach, 0};
    b_ << step.border, step.nu;
    forward(problem, step);
    if (convexity.regularization > 0.0) find_costates_alone(problem, convexity.end_weight, step);
    start_.find_pushes(start_value(), step);
    settled_ = change_sets(problem, step) == 0;
    if (settled_ || passes_ >= most_passes) break;
  }
  if (!settled_) clip(problem, step);
  if (!is_finite(step)) return {BackwardResult::Kind::not_finite, -1};
  return {};
}

void Riccati::begin_backward(const LqProblem& problem, double end_weight) {
  W_.setZero();
  W_.topLeftCorner(border_, border_) = problem.Y;
  w_.setZero();
  w_.head(border_) = problem.y;
  Stage& end = stages_.back();
  end.P = problem.Q;
  end.p = problem.q;
  end.Pi.setZero();
  end.Pi.leftCols(border_) = problem.T;
  add_equations_of_states(problem, end_weight, problem.steps());
}

bool Riccati::backward(const LqProblem& problem, const Convexity& convexity, int from, int& failed) {
  for (int k = from; k >= 0; --k) {
    const LqStage& lq = problem.stages[k];
    Stage& stage = stages_[k];
    for (int i = 0; i < problem.controls(); ++i) {  // what a bound holds stands where the bound is now
      if (lq.lower(i) == lq.upper(i)) stage.held[i] = 1;
      stage.k(i) = held_value(stage.held[i], lq.lower(i), lq.upper(i));
    }
    if (!step_back(problem, convexity, k)) {
      failed = k;
      return false;
    }
  }
  return true;
}

bool Riccati::step_back(const LqProblem& problem, const Convexity& convexity, int k) {
  const LqStage& lq = problem.stages[k];
  const Stage& next = stages_[k + 1];
  Stage& stage = stages_[k];
  // Q-function: H = l + V+(A dx + B du + C dp + c, b), Pi+ C of the border as P+ C.
  q_.make(lq, next.P, next.p, stage.Huu, stage.Hux, stage.Hu);
  if (convexity.regularization > 0.0) stage.Huu.diagonal().array() += convexity.regularization;
  if (b_.size() > 0) {
    add_border_of_controls(lq, next, stage);
    add_equations_of_controls(problem, convexity.end_weight, k);
  }
  if (!solve_free(stage)) return false;

  // du = k + K dx + K_border b put into H.
  q_.reduce(stage.Hux, stage.K, stage.k, convexity.regularization, stage.P, stage.p);
  if (b_.size() > 0) {
    add_border_of_states(lq, next, stage);
    add_equations_of_states(problem, convexity.end_weight, k);
  }
  return true;
}

void Riccati::add_border_of_controls(const LqStage& lq, const Stage& next, Stage& stage) {
  PC_.noalias() = next.P * lq.C;
  stage.Hub.noalias() = lq.B.transpose() * next.Pi;
  stage.Hub.leftCols(border_) += lq.U;
  stage.Hub.leftCols(border_).noalias() += lq.B.transpose() * PC_;
}

void Riccati::add_border_of_states(const LqStage& lq, const Stage& next, Stage& stage) {
  h_ = next.p;
  h_.noalias() += next.P * lq.c;
  stage.Pi.noalias() = lq.A.transpose() * next.Pi;
  stage.Pi.noalias() += stage.Hux.transpose() * stage.K_border;
  stage.Pi.leftCols(border_) += lq.T;
  stage.Pi.leftCols(border_).noalias() += lq.A.transpose() * PC_;
  W_.topRows(border_).noalias() += lq.C.transpose() * next.Pi;
  W_.leftCols(border_).noalias() += next.Pi.transpose() * lq.C;
  W_.topLeftCorner(border_, border_).noalias() += lq.C.transpose() * PC_;
  W_.noalias() += stage.Hub.transpose() * stage.K_border;
  w_.head(border_).noalias() += lq.C.transpose() * h_;
  w_.noalias() += next.Pi.transpose() * lq.c;
  w_.noalias() += stage.Hub.transpose() * stage.k;
}

/// nu'(E dx + F du + G dp + e) + weight |E dx + F du + G dp + e|^2 / 2 of the equations at knot k: what has du.
void Riccati::add_equations_of_controls(const LqProblem& problem, double weight, int k) {
  Stage& stage = stages_[k];
  for (int i = 0; i < problem.equations(); ++i) {
    if (problem.knots[i] != k) continue;
    const auto F = problem.F.row(i);
    stage.Huu.noalias() += weight * F.transpose() * F;
    stage.Hux.noalias() += weight * F.transpose() * problem.E.row(i);
    stage.Hu += weight * problem.e(i) * F.transpose();
    stage.Hub.leftCols(border_).noalias() += weight * F.transpose() * problem.G.row(i);
    stage.Hub.col(border_ + i) += F.transpose();
  }
}

/// The rest of it.
void Riccati::add_equations_of_states(const LqProblem& problem, double weight, int k) {
  Stage& stage = stages_[k];
  for (int i = 0; i < problem.equations(); ++i) {
    if (problem.knots[i] != k) continue;
    const auto E = problem.E.row(i), G = problem.G.row(i);
    stage.P.noalias() += weight * E.transpose() * E;
    stage.p += weight * problem.e(i) * E.transpose();
    stage.Pi.leftCols(border_).noalias() += weight * E.transpose() * G;
    stage.Pi.col(border_ + i) += E.transpose();
    W_.topLeftCorner(border_, border_).noalias() += weight * G.transpose() * G;
    W_.row(border_ + i).head(border_) += G;
    W_.col(border_ + i).head(border_) += G.transpose();
    w_.head(border_) += weight * problem.e(i) * G.transpose();
    w_(border_ + i) += problem.e(i);
  }
}

/// Free controls: Huu_ff du_f = -(Hux dx + Hub b + Hu + Huu_fh du_h)_f. A row of that is a column of `right_`, so that
/// substitution goes through whole columns.
bool Riccati::solve_free(Stage& stage) {
  const auto nx = stage.K.cols(), nb = stage.K_border.cols();
  if (stage.k.size() == 1 && stage.held[0] == 0) return solve_single(stage);
  free_.clear();
  for (int i = 0; i < stage.k.size(); ++i) {
    if (stage.held[i] == 0) free_.push_back(i);
  }
  const int count = static_cast<int>(free_.size());
  if (count < stage.k.size()) {
    stage.K.setZero();
    stage.K_border.setZero();
  }
  for (int a = 0; a < count; ++a) {
    const int row = free_[a];
    double* const to = right_.col(a).data();
    for (int b = 0; b < count; ++b) factor_(a, b) = stage.Huu(row, free_[b]);
    for (Eigen::Index j = 0; j < nx; ++j) to[j] = -stage.Hux(row, j);
    for (Eigen::Index j = 0; j < nb; ++j) to[nx + j] = -stage.Hub(row, j);
    double own = stage.Hu(row);
    for (int i = 0; i < stage.k.size(); ++i) own += stage.Huu(row, i) * stage.k(i);  // k is 0 where free
    to[nx + nb] = -own;
  }
  if (!factorise_small(factor_, count)) return false;
  solve_small(factor_, count, right_);
  for (int a = 0; a < count; ++a) {
    const int row = free_[a];
    const double* const from = right_.col(a).data();
    for (Eigen::Index j = 0; j < nx; ++j) stage.K(row, j) = from[j];
    for (Eigen::Index j = 0; j < nb; ++j) stage.K_border(row, j) = from[nx + j];
    stage.k(row) = from[nx + nb];
  }
  return true;
}

bool Riccati::solve_single(Stage& stage) {
  const double curvature = stage.Huu(0, 0), inverse = -1.0 / curvature;
  if (!(curvature > 0.0) || !std::isfinite(curvature)) return false;
  for (Eigen::Index j = 0; j < stage.K.size(); ++j) stage.K(j) = inverse * stage.Hux(j);
  for (Eigen::Index j = 0; j < stage.K_border.size(); ++j) stage.K_border(j) = inverse * stage.Hub(j);
  stage.k(0) = inverse * stage.Hu(0);
  return true;
}

}  // namespace tandem::ddp

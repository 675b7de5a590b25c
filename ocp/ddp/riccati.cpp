#include <tandem/ocp/ddp/riccati.hpp>

#include <tandem/ocp/ddp/box_rule.hpp>
#include <tandem/ocp/ddp/definite_factor.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

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

BackwardResult Riccati::solve(const LqProblem& problem, const Convexity& convexity, const VectorXd& nu_before,
                              LqStep& step, int most_passes) {
  for (passes_ = 1;; ++passes_) {
    int failed = -1;
    if (!backward(problem, convexity, failed)) return {BackwardResult::Kind::not_convex, failed};
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
  return {};
}

// ---- backward -------------------------------------------------------------------------------------------------------

bool Riccati::backward(const LqProblem& problem, const Convexity& convexity, int& failed) {
  W_.setZero();
  W_.topLeftCorner(border_, border_) = problem.Y;
  w_.setZero();
  w_.head(border_) = problem.y;
  Stage& end = stages_.back();
  end.P = problem.Q;
  end.p = problem.q;
  end.Pi.setZero();
  end.Pi.leftCols(border_) = problem.T;
  add_equations_of_states(problem, convexity.end_weight, problem.steps());
  for (int k = problem.steps() - 1; k >= 0; --k) {
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
  stage.Huu.diagonal().array() += convexity.regularization;
  if (b_.size() > 0) add_border_of_controls(lq, next, stage);
  add_equations_of_controls(problem, convexity.end_weight, k);
  if (!solve_free(stage)) return false;

  // du = k + K dx + K_border b put into H.
  q_.reduce(stage.Hux, stage.K, stage.k, convexity.regularization, stage.P, stage.p);
  if (b_.size() > 0) add_border_of_states(lq, next, stage);
  add_equations_of_states(problem, convexity.end_weight, k);
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

// ---- forward --------------------------------------------------------------------------------------------------------

void Riccati::forward(const LqProblem& problem, LqStep& step) const {
  const bool has_border = b_.size() > 0;
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    const Stage& stage = stages_[k];
    auto du = step.controls.col(k), next = step.states.col(k + 1);
    const double* const dx = step.states.col(k).data();
    if (!has_border && q_.kernels()) {
      q_.kernels().advance(lq, stage.K, stage.k, dx, du.data(), next.data());
    } else {
      du = stage.k;
      add_product(stage.K, dx, du.data());
      if (has_border) du.noalias() += stage.K_border * b_;
      next = lq.c;
      add_product(lq.A, dx, next.data());
      add_product(lq.B, du.data(), next.data());
      if (has_border) next.noalias() += lq.C * step.border;
    }
    push_controls(stage, step, k);
  }
  for (int k = 0; k <= problem.steps(); ++k) {
    auto costate = step.costates.col(k);
    if (!has_border && q_.kernels()) {
      q_.kernels().look_back(stages_[k].P, stages_[k].p, step.states.col(k).data(), costate.data());
      continue;
    }
    costate = stages_[k].p;
    add_product(stages_[k].P, step.states.col(k).data(), costate.data());
    if (has_border) costate.noalias() += stages_[k].Pi * b_;
  }
}

/// lambda_k = q + Q dx + S'du + T dp + E'(nu + end weight (what is left)) + A'lambda_{k+1}: dV/dx, less what the
/// regularization adds to it, which is no part of the problem's multipliers.
void Riccati::find_costates_alone(const LqProblem& problem, double end_weight, LqStep& step) const {
  for (int k = problem.steps(); k >= 0; --k) {
    auto costate = step.costates.col(k);
    const auto dx = step.states.col(k);
    if (k == problem.steps()) {
      costate = problem.q;
      costate.noalias() += problem.Q * dx;
      costate.noalias() += problem.T * step.border;
    } else {
      const LqStage& lq = problem.stages[k];
      costate = lq.q;
      costate.noalias() += lq.Q * dx;
      costate.noalias() += lq.S.transpose() * step.controls.col(k);
      costate.noalias() += lq.T * step.border;
      costate.noalias() += lq.A.transpose() * step.costates.col(k + 1);
    }
    for (int i = 0; i < problem.equations(); ++i) {
      if (problem.knots[i] != k) continue;
      costate += (step.nu(i) + end_weight * left_of(problem, step, i)) * problem.E.row(i).transpose();
    }
  }
}

/// -dH/du of controls that are held.
void Riccati::push_controls(const Stage& stage, LqStep& step, int k) const {
  auto push = step.pushes.col(k);
  push.setZero();
  if (std::all_of(stage.held.begin(), stage.held.end(), [](int held) { return held == 0; })) return;
  push = -stage.Hu;
  push.noalias() -= stage.Huu * step.controls.col(k);
  push.noalias() -= stage.Hux * step.states.col(k);
  push.noalias() -= stage.Hub * b_;
  for (int i = 0; i < push.size(); ++i) push(i) = stage.held[i] == 0 ? 0.0 : push(i);
}

int Riccati::change_sets(const LqProblem& problem, const LqStep& step) {
  int changes = 0;
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    for (int i = 0; i < problem.controls(); ++i) {
      int& held = stages_[k].held[i];
      const int next = held_next(held, step.controls(i, k), step.pushes(i, k), lq.lower(i), lq.upper(i));
      changes += held != next;
      held = next;
    }
  }
  return changes + start_.change_set(problem, step);
}

/// Everything into its box. The first state and the border have none that a step leaves, but where sets do not settle.
void Riccati::clip(const LqProblem& problem, LqStep& step) const {
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    step.controls.col(k) = step.controls.col(k).cwiseMax(lq.lower).cwiseMin(lq.upper);
  }
  step.states.col(0) = step.states.col(0).cwiseMax(problem.start_lower).cwiseMin(problem.start_upper);
  step.border = step.border.cwiseMax(problem.border_lower).cwiseMin(problem.border_upper);
}

}  // namespace tandem::ddp

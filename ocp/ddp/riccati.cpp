#include <tandem/ocp/ddp/riccati.hpp>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Block = Eigen::Ref<MatrixXd>;

/// Lower factor in place of a symmetric matrix; false where it is not positive definite, to rounding.
bool factorise(Block matrix) {
  const double most = matrix.diagonal().cwiseAbs().maxCoeff();
  const Eigen::LLT<Block> factor(matrix);
  if (factor.info() != Eigen::Success || !std::isfinite(most)) return false;
  return matrix.diagonal().cwiseAbs2().minCoeff() > 1e-15 * most;
}

/// x <- (L L')^-1 x.
void solve_with(const Block& lower, Block x) {
  lower.triangularView<Eigen::Lower>().solveInPlace(x);
  lower.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
}

void make_symmetric(MatrixXd& matrix) {
  for (int j = 0; j < matrix.cols(); ++j) {
    for (int i = 0; i < j; ++i) matrix(i, j) = matrix(j, i) = 0.5 * (matrix(i, j) + matrix(j, i));
  }
}

}  // namespace

Riccati::Riccati(const LqProblem& shape) {
  const int nx = shape.states(), nu = shape.controls(), ne = shape.end_rows();
  Stage stage{MatrixXd::Zero(nx, nx), MatrixXd::Zero(nx, ne), MatrixXd::Zero(nu, nx), MatrixXd::Zero(nu, ne),
              MatrixXd::Zero(nu, nu), MatrixXd::Zero(nu, nx), MatrixXd::Zero(nu, ne), VectorXd::Zero(nx),
              VectorXd::Zero(nu),     VectorXd::Zero(nu),     std::vector<int>(nu, 0)};
  stages_.assign(shape.steps() + 1, stage);
  start_held_.assign(nx, 0);
  W_.setZero(ne, ne);
  w_.setZero(ne);
  h_.setZero(nx);
  gradient_.setZero(nx);
  start_value_.setZero(nx);
  nu_.setZero(ne);
  PA_.setZero(nx, nx);
  PB_.setZero(nx, nu);
  factor_.setZero(nu, nu);
  right_.setZero(nu, nx + ne + 1);
  start_factor_.setZero(nx, nx);
  start_right_.setZero(nx, ne + 1);
  end_right_.setZero(ne);
  end_remainder_.setZero(ne);
  reach_.setZero(ne, ne);
  reach_factor_.setZero(ne, ne);
  free_.reserve(std::max(nx, nu));
}

void Riccati::release_all() {
  for (Stage& stage : stages_) std::fill(stage.held.begin(), stage.held.end(), 0);
  std::fill(start_held_.begin(), start_held_.end(), 0);
}

BackwardResult Riccati::solve(const LqProblem& problem, const Convexity& convexity, const VectorXd& end_before,
                              LqStep& step, int most_passes) {
  for (passes_ = 1;; ++passes_) {
    int failed = -1;
    if (!backward(problem, convexity, failed)) return {BackwardResult::Kind::not_convex, failed};
    bool out_of_reach = false;
    if (!start(problem, convexity, end_before, step, out_of_reach)) {
      return {out_of_reach ? BackwardResult::Kind::end_out_of_reach : BackwardResult::Kind::not_convex, 0};
    }
    forward(problem, step);
    settled_ = change_sets(problem, step) == 0;
    if (settled_ || passes_ >= most_passes) break;
  }
  for (int k = 0; !settled_ && k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    step.controls.col(k) = step.controls.col(k).cwiseMax(lq.lower).cwiseMin(lq.upper);
  }
  return {};
}

// ---- backward -------------------------------------------------------------------------------------------------------

bool Riccati::backward(const LqProblem& problem, const Convexity& convexity, int& failed) {
  Stage& end = stages_.back();
  end.P = problem.Q;
  end.P.noalias() += convexity.end_weight * problem.E.transpose() * problem.E;
  end.p = problem.q;
  end.p.noalias() += convexity.end_weight * problem.E.transpose() * problem.e;
  end.Pi = problem.E.transpose();
  W_.setZero();
  w_ = problem.e;
  for (int k = problem.steps() - 1; k >= 0; --k) {
    const LqStage& lq = problem.stages[k];
    Stage& stage = stages_[k];
    for (int i = 0; i < problem.controls(); ++i) {  // what a bound holds stands where the bound is now
      if (lq.lower(i) == lq.upper(i)) stage.held[i] = 1;
      stage.k(i) = stage.held[i] == 0 ? 0.0 : stage.held[i] > 0 ? lq.upper(i) : lq.lower(i);
    }
    if (!step_back(lq, convexity.regularization, stage, stages_[k + 1])) {
      failed = k;
      return false;
    }
  }
  return true;
}

bool Riccati::step_back(const LqStage& lq, double regularization, Stage& stage, const Stage& next) {
  // Q-function: H = l + V+(A dx + B du + c), h = p+ + P+ c.
  h_ = next.p;
  h_.noalias() += next.P * lq.c;
  PA_.noalias() = next.P * lq.A;
  PB_.noalias() = next.P * lq.B;
  stage.Huu = lq.R;
  stage.Huu.noalias() += lq.B.transpose() * PB_;
  stage.Huu.diagonal().array() += regularization;
  stage.Hux = lq.S;
  stage.Hux.noalias() += lq.B.transpose() * PA_;
  stage.Hu = lq.r;
  stage.Hu.noalias() += lq.B.transpose() * h_;
  stage.Hun.noalias() = lq.B.transpose() * next.Pi;
  if (!solve_free(stage)) return false;

  // du = k + K dx + K_end nu put into H.
  stage.P = lq.Q;
  stage.P.diagonal().array() += regularization;
  stage.P.noalias() += lq.A.transpose() * PA_;
  stage.P.noalias() += stage.Hux.transpose() * stage.K;
  make_symmetric(stage.P);
  stage.p = lq.q;
  stage.p.noalias() += lq.A.transpose() * h_;
  stage.p.noalias() += stage.Hux.transpose() * stage.k;
  stage.Pi.noalias() = lq.A.transpose() * next.Pi;
  stage.Pi.noalias() += stage.Hux.transpose() * stage.K_end;
  W_.noalias() += stage.Hun.transpose() * stage.K_end;
  w_.noalias() += next.Pi.transpose() * lq.c;
  w_.noalias() += stage.Hun.transpose() * stage.k;
  return true;
}

/// Free controls: Huu_ff du_f = -(Hux dx + Hun nu + Hu + Huu_fh du_h)_f.
bool Riccati::solve_free(Stage& stage) {
  const int nx = static_cast<int>(stage.K.cols()), ne = static_cast<int>(stage.K_end.cols());
  free_.clear();
  for (int i = 0; i < stage.k.size(); ++i) {
    if (stage.held[i] == 0) free_.push_back(i);
  }
  stage.K.setZero();
  stage.K_end.setZero();
  const int count = static_cast<int>(free_.size());
  if (count == 0) return true;
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) factor_(a, b) = stage.Huu(free_[a], free_[b]);
    right_.row(a).head(nx) = -stage.Hux.row(free_[a]);
    right_.row(a).segment(nx, ne) = -stage.Hun.row(free_[a]);
    right_(a, nx + ne) = -(stage.Hu(free_[a]) + stage.Huu.row(free_[a]).dot(stage.k));  // k is 0 where free
  }
  if (!factorise(factor_.topLeftCorner(count, count))) return false;
  solve_with(factor_.topLeftCorner(count, count), right_.topRows(count));
  for (int a = 0; a < count; ++a) {
    stage.K.row(free_[a]) = right_.row(a).head(nx);
    stage.K_end.row(free_[a]) = right_.row(a).segment(nx, ne);
    stage.k(free_[a]) = right_(a, nx + ne);
  }
  return true;
}

// ---- start and forward ----------------------------------------------------------------------------------------------

/// The saddle of V_0(dx, nu): free parts of the first state, and the end's multipliers.
bool Riccati::start(const LqProblem& problem, const Convexity& convexity, const VectorXd& end_before, LqStep& step,
                    bool& out_of_reach) {
  const Stage& first = stages_.front();
  const int ne = problem.end_rows();
  free_.clear();
  for (int i = 0; i < problem.states(); ++i) {
    const double lower = problem.start_lower(i), upper = problem.start_upper(i);
    if (lower == upper) start_held_[i] = 1;
    if (start_held_[i] == 0) free_.push_back(i);
    start_value_(i) = start_held_[i] == 0 ? 0.0 : start_held_[i] > 0 ? upper : lower;
  }
  const int count = static_cast<int>(free_.size());
  reach_ = -W_;
  reach_.diagonal().array() += convexity.end_slack;
  nu_ = w_ + convexity.end_slack * end_before;
  nu_.noalias() += first.Pi.transpose() * start_value_;
  gradient_ = first.p;
  gradient_.noalias() += first.P * start_value_;
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) start_factor_(a, b) = first.P(free_[a], free_[b]);
    start_factor_(a, a) += convexity.regularization;
    start_right_.row(a).head(ne) = -first.Pi.row(free_[a]);
    start_right_(a, ne) = -gradient_(free_[a]);
  }
  if (count > 0) {
    if (!factorise(start_factor_.topLeftCorner(count, count))) return false;
    solve_with(start_factor_.topLeftCorner(count, count), start_right_.topRows(count));
    for (int a = 0; a < count; ++a) {
      reach_.noalias() -= first.Pi.row(free_[a]).transpose() * start_right_.row(a).head(ne);
      nu_ += first.Pi.row(free_[a]).transpose() * start_right_(a, ne);
    }
  }
  out_of_reach = !solve_end(nu_);
  if (out_of_reach) return false;
  step.end = nu_;
  step.states.col(0) = start_value_;
  for (int a = 0; a < count; ++a) {
    step.states(free_[a], 0) = start_right_(a, ne) + start_right_.row(a).head(ne).dot(nu_);
  }
  return true;
}

/// reach nu = w, reach = -W positive definite where the controls reach all end conditions. Conditions that say the same
/// share a multiplier: a little is added, up to a part of 1e-8 of the largest. What then does not solve the equations
/// is out of reach.
bool Riccati::solve_end(VectorXd& nu) {
  if (nu.size() == 0) return true;
  end_right_ = nu;
  make_symmetric(reach_);
  const double most = reach_.diagonal().cwiseAbs().maxCoeff();
  for (double part = 0.0; part <= 1e-8; part = std::max(100.0 * part, 1e-14)) {
    reach_factor_ = reach_;
    reach_factor_.diagonal().array() += part * most;
    if (!factorise(reach_factor_)) continue;
    nu = end_right_;
    solve_with(reach_factor_, nu);
    end_remainder_ = end_right_;
    end_remainder_.noalias() -= reach_ * nu;
    return nu.allFinite() && end_remainder_.norm() <= 1e-6 * end_right_.norm();
  }
  return false;
}

void Riccati::forward(const LqProblem& problem, LqStep& step) const {
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    const Stage& stage = stages_[k];
    auto dx = step.states.col(k), du = step.controls.col(k), costate = step.costates.col(k);
    du = stage.k;
    du.noalias() += stage.K * dx;
    du.noalias() += stage.K_end * step.end;
    step.states.col(k + 1) = lq.c;
    step.states.col(k + 1).noalias() += lq.A * dx;
    step.states.col(k + 1).noalias() += lq.B * du;
    costate = stage.p;
    costate.noalias() += stage.P * dx;
    costate.noalias() += stage.Pi * step.end;
    auto push = step.pushes.col(k);
    push = -stage.Hu;
    push.noalias() -= stage.Huu * du;
    push.noalias() -= stage.Hux * dx;
    push.noalias() -= stage.Hun * step.end;
    for (int i = 0; i < du.size(); ++i) push(i) = stage.held[i] == 0 ? 0.0 : push(i);
  }
  const Stage& end = stages_.back();
  auto costate = step.costates.col(problem.steps());
  costate = end.p;
  costate.noalias() += end.P * step.states.col(problem.steps());
  costate.noalias() += end.Pi * step.end;
  for (int i = 0; i < problem.states(); ++i) {
    step.start_pushes(i) = start_held_[i] == 0 ? 0.0 : -step.costates(i, 0);
  }
}

// ---- active sets ----------------------------------------------------------------------------------------------------

/// A free number past a bound is held there; one that is held against a push away from the bound is let go.
int Riccati::wanted(int held, double value, double push, double lower, double upper) {
  if (lower == upper) return 1;
  const double slack = 1e-13 * std::max(1.0, std::abs(value));
  if (held == 0) return value > upper + slack ? 1 : value < lower - slack ? -1 : 0;
  return held * push < 0.0 ? 0 : held;
}

int Riccati::change_sets(const LqProblem& problem, const LqStep& step) {
  int changes = 0;
  const auto change = [&](int& held, int to) {
    changes += held != to;
    held = to;
  };
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    for (int i = 0; i < problem.controls(); ++i) {
      int& held = stages_[k].held[i];
      change(held, wanted(held, step.controls(i, k), step.pushes(i, k), lq.lower(i), lq.upper(i)));
    }
  }
  for (int i = 0; i < problem.states(); ++i) {
    change(start_held_[i], wanted(start_held_[i], step.states(i, 0), step.start_pushes(i), problem.start_lower(i),
                                  problem.start_upper(i)));
  }
  return changes;
}

}  // namespace tandem::ddp

#include <tandem/ocp/solvers/ddp/start_saddle.hpp>

#include <tandem/ocp/solvers/ddp/box_rule.hpp>
#include <tandem/ocp/solvers/ddp/definite_factor.hpp>

#include <algorithm>

namespace tandem::ddp {

StartSaddle::StartSaddle(const LqProblem& shape)
    : states_(shape.states()), border_(shape.border()), equations_(shape.equations()) {
  const int size = states_ + border_;
  held_.assign(size, 0);
  free_.reserve(size);
  hessian_.setZero(size, size);
  coupling_.setZero(size, equations_);
  factor_.setZero(size, size);
  right_.setZero(size, equations_ + 1);
  gradient_.setZero(size);
  lower_ = upper_ = value_ = gradient_;
  reach_.setZero(equations_, equations_);
  reach_factor_ = reach_;
  nu_.setZero(equations_);
  reach_right_ = remainder_ = nu_;
}

void StartSaddle::release_all() { std::fill(held_.begin(), held_.end(), 0); }

void StartSaddle::hold(const LqProblem& problem, const Eigen::VectorXd& by_state, const Eigen::VectorXd& by_border,
                       double tolerance) {
  for (int i = 0; i < states_; ++i) {
    held_[i] = held_at(by_state(i), problem.start_lower(i), problem.start_upper(i), tolerance);
  }
  for (int i = 0; i < border_; ++i) {
    held_[states_ + i] = held_at(by_border(i), problem.border_lower(i), problem.border_upper(i), tolerance);
  }
}

StartSaddle::Result StartSaddle::solve(const LqProblem& problem, const StartValue& value, const Convexity& convexity,
                                       const Eigen::VectorXd& nu_before, LqStep& step) {
  gather(problem, value);
  reach_ = -value.W.bottomRightCorner(equations_, equations_);
  reach_.diagonal().array() += convexity.end_slack;
  nu_ = value.w.tail(equations_) + convexity.end_slack * nu_before;
  nu_.noalias() += coupling_.transpose() * value_;
  if (!eliminate_free(convexity.regularization)) return Result::not_convex;
  if (!solve_reach()) return Result::out_of_reach;
  step.nu = nu_;
  for (std::size_t a = 0; a < free_.size(); ++a) {
    const int row = static_cast<int>(a);
    value_(free_[a]) = right_(row, equations_) + right_.row(row).head(equations_).dot(nu_);
  }
  step.states.col(0) = value_.head(states_);
  step.border = value_.tail(border_);
  return Result::done;
}

/// [dx_0; dp] as one: 1/2 s'H s + g's + s'D nu.
void StartSaddle::gather(const LqProblem& problem, const StartValue& value) {
  const auto border_columns = value.Pi.leftCols(border_);
  hessian_.topLeftCorner(states_, states_) = value.P;
  hessian_.topRightCorner(states_, border_) = border_columns;
  hessian_.bottomLeftCorner(border_, states_) = border_columns.transpose();
  hessian_.bottomRightCorner(border_, border_) = value.W.topLeftCorner(border_, border_);
  coupling_.topRows(states_) = value.Pi.rightCols(equations_);
  coupling_.bottomRows(border_) = value.W.topRightCorner(border_, equations_);
  gradient_.head(states_) = value.p;
  gradient_.tail(border_) = value.w.head(border_);
  lower_.head(states_) = problem.start_lower;
  upper_.head(states_) = problem.start_upper;
  lower_.tail(border_) = problem.border_lower;
  upper_.tail(border_) = problem.border_upper;
  free_.clear();
  for (int i = 0; i < states_ + border_; ++i) {
    if (lower_(i) == upper_(i)) held_[i] = 1;
    if (held_[i] == 0) free_.push_back(i);
    value_(i) = held_value(held_[i], lower_(i), upper_(i));
  }
}

/// Free ones: s_f = -H_ff^-1 (g + H value)_f - H_ff^-1 D_f nu, put into the equations of nu.
bool StartSaddle::eliminate_free(double regularization) {
  const int count = static_cast<int>(free_.size());
  if (count == 0) return true;
  gradient_.noalias() += hessian_ * value_;  // value is 0 where free
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) factor_(a, b) = hessian_(free_[a], free_[b]);
    factor_(a, a) += regularization;
    right_.row(a).head(equations_) = -coupling_.row(free_[a]);
    right_(a, equations_) = -gradient_(free_[a]);
  }
  if (!factorise(factor_.topLeftCorner(count, count))) return false;
  solve_with(factor_.topLeftCorner(count, count), right_.topRows(count));
  for (int a = 0; a < count; ++a) {
    reach_.noalias() -= coupling_.row(free_[a]).transpose() * right_.row(a).head(equations_);
    nu_ += coupling_.row(free_[a]).transpose() * right_(a, equations_);
  }
  return true;
}

/// reach nu = right, reach positive definite where free controls and border meet all equations. Equations that say the
/// same share a multiplier: a little is added, up to a part of 1e-8 of the largest. What then does not solve them is
/// out of reach.
bool StartSaddle::solve_reach() {
  if (equations_ == 0) return true;
  reach_right_ = nu_;
  make_symmetric(reach_);
  const double most = reach_.diagonal().cwiseAbs().maxCoeff();
  for (double part = 0.0; part <= 1e-8; part = std::max(100.0 * part, 1e-14)) {
    reach_factor_ = reach_;
    reach_factor_.diagonal().array() += part * most;
    if (!factorise(reach_factor_)) continue;
    nu_ = reach_right_;
    solve_with(reach_factor_, nu_);
    remainder_ = reach_right_;
    remainder_.noalias() -= reach_ * nu_;
    return nu_.allFinite() && remainder_.norm() <= 1e-6 * reach_right_.norm();
  }
  return false;
}

void StartSaddle::find_pushes(const StartValue& value, LqStep& step) const {
  for (int i = 0; i < states_; ++i) step.start_pushes(i) = held_[i] == 0 ? 0.0 : -step.costates(i, 0);
  for (int i = 0; i < border_; ++i) {
    if (held_[states_ + i] == 0) {
      step.border_pushes(i) = 0.0;
      continue;
    }
    double slope = value.w(i) + value.W.row(i).head(border_).dot(step.border);
    slope += value.W.row(i).tail(equations_).dot(step.nu) + value.Pi.col(i).dot(step.states.col(0));
    step.border_pushes(i) = -slope;
  }
}

int StartSaddle::change_set(const LqProblem& problem, const LqStep& step) {
  int changes = 0;
  const auto change = [&](int& held, double value, double push, double lower, double upper) {
    const int next = held_next(held, value, push, lower, upper);
    changes += held != next;
    held = next;
  };
  for (int i = 0; i < states_; ++i) {
    change(held_[i], step.states(i, 0), step.start_pushes(i), problem.start_lower(i), problem.start_upper(i));
  }
  for (int i = 0; i < border_; ++i) {
    change(held_[states_ + i], step.border(i), step.border_pushes(i), problem.border_lower(i), problem.border_upper(i));
  }
  return changes;
}

}  // namespace tandem::ddp

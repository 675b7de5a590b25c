// Along the value functions: steps, costates, and which bounds hold in the next pass.
#include <tandem/ocp/solvers/ddp/box_rule.hpp>
#include <tandem/ocp/solvers/ddp/riccati.hpp>

namespace tandem::ddp {

void Riccati::forward(const LqProblem& problem, LqStep& step) const {
  const bool has_border = b_.size() > 0;
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    const Stage& stage = stages_[k];
    auto du = step.controls.col(k), next = step.states.col(k + 1);
    const double* const dx = step.states.col(k).data();
    if (!has_border && q_.kernels()) {
      q_.kernels().advance(lq, stage.K, stage.k, dx, du.data(), next.data());
      q_.kernels().look_back(stage.P, stage.p, dx, step.costates.col(k).data());
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
  for (int k = !has_border && q_.kernels() ? problem.steps() : 0; k <= problem.steps(); ++k) {
    auto costate = step.costates.col(k);
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
  double* const pushes = step.pushes.col(k).data();
  const double *const dx = step.states.col(k).data(), *const du = step.controls.col(k).data();
  const auto controls = stage.Hu.size();
  for (Eigen::Index i = 0; i < controls; ++i) {
    pushes[i] = 0.0;
    if (stage.held[i] == 0) continue;
    double slope = stage.Hu(i);
    for (Eigen::Index j = 0; j < controls; ++j) slope += stage.Huu(i, j) * du[j];
    for (Eigen::Index j = 0; j < stage.Hux.cols(); ++j) slope += stage.Hux(i, j) * dx[j];
    for (Eigen::Index j = 0; j < b_.size(); ++j) slope += stage.Hub(i, j) * b_(j);
    pushes[i] = -slope;
  }
}

int Riccati::change_sets(const LqProblem& problem, const LqStep& step) {
  int changes = 0;
  const int controls = problem.controls();
  last_changed_ = -1;
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    int* const held = stages_[k].held.data();
    const double *const du = step.controls.col(k).data(), *const pushes = step.pushes.col(k).data();
    for (int i = 0; i < controls; ++i) {
      const int next = held_next(held[i], du[i], pushes[i], lq.lower(i), lq.upper(i));
      if (held[i] == next) continue;
      held[i] = next;
      last_changed_ = k;
      ++changes;
    }
  }
  return changes + start_.change_set(problem, step);
}

/// Everything into its box, but for the states after the first: rolled out anew from clipped controls they run away
/// from the ends that the set did not find the controls for (docs/notes/ddp.md, "What did not work"). The first state
/// and the border have no box that a step leaves, but where sets do not settle.
void Riccati::clip(const LqProblem& problem, LqStep& step) const {
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    step.controls.col(k) = step.controls.col(k).cwiseMax(lq.lower).cwiseMin(lq.upper);
  }
  step.states.col(0) = step.states.col(0).cwiseMax(problem.start_lower).cwiseMin(problem.start_upper);
  step.border = step.border.cwiseMax(problem.border_lower).cwiseMin(problem.border_upper);
}

}  // namespace tandem::ddp

#include <tandem/ocp/solvers/ddp/implicit_steps.hpp>

#include <algorithm>
#include <utility>

namespace tandem::ddp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kSmallPivot = 1e-12;  // D is 1 but for a step's length

/// D <- L and U of D = P'L U, by rows that swap; the smallest pivot, by the largest or by 1. (Eigen's
/// permutations allocate.)
double factorise_rows(MatrixXd& D, Eigen::VectorXi& swaps) {
  const auto n = D.rows();
  double least = 1.0, most = 1.0;
  for (Eigen::Index j = 0; j < n; ++j) {
    Eigen::Index below = 0;
    const double pivot = D.col(j).tail(n - j).cwiseAbs().maxCoeff(&below);
    swaps(j) = static_cast<int>(j + below);
    if (below != 0) D.row(j).swap(D.row(j + below));
    least = std::min(least, pivot);
    most = std::max(most, pivot);
    if (!(pivot > 0.0)) return 0.0;
    for (Eigen::Index i = j + 1; i < n; ++i) D(i, j) /= D(j, j);
    for (Eigen::Index k = j + 1; k < n; ++k) D.col(k).tail(n - j - 1) -= D(j, k) * D.col(j).tail(n - j - 1);
  }
  return least / most;
}

/// X <- D^-1 X, a column after the other.
template <class Block>
void solve_rows(const MatrixXd& LU, const Eigen::VectorXi& swaps, Block& X) {
  const auto n = LU.rows();
  for (Eigen::Index c = 0; c < X.cols(); ++c) {
    double* const x = X.data() + c * n;
    for (Eigen::Index j = 0; j < n; ++j) std::swap(x[j], x[swaps(j)]);
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = j + 1; i < n; ++i) x[i] -= LU(i, j) * x[j];
    }
    for (Eigen::Index j = n - 1; j >= 0; --j) {
      x[j] /= LU(j, j);
      for (Eigen::Index i = 0; i < j; ++i) x[i] -= LU(i, j) * x[j];
    }
  }
}

/// x <- D^-T x = P'L^-T U^-T x.
void solve_transposed(const MatrixXd& LU, const Eigen::VectorXi& swaps, VectorXd& x) {
  const auto n = LU.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < j; ++i) x(j) -= LU(i, j) * x(i);
    x(j) /= LU(j, j);
  }
  for (Eigen::Index j = n - 1; j >= 0; --j) {
    for (Eigen::Index i = j + 1; i < n; ++i) x(j) -= LU(i, j) * x(i);
  }
  for (Eigen::Index j = n - 1; j >= 0; --j) std::swap(x(j), x(swaps(j)));
}

}  // namespace

ImplicitSteps::ImplicitSteps(const StagedNlp& nlp, const StageMap& map, const LqProblem& lq) : steps_(map.steps()) {
  const int nx = map.states(), nu = map.controls();
  for (int k = 0; k < map.steps(); ++k) {
    Step& step = steps_[k];
    step.is_implicit = map.is_implicit(nlp, k);
    if (!step.is_implicit) continue;
    any_ = true;
    step.D.setIdentity(nx, nx);
    step.M.setZero(nx, nx);
    step.N.setZero(nx, nu);
    step.LU = step.trial = step.D;
    step.swaps.setZero(nx);
    step.q = lq.stages[k].q;
    step.r = lq.stages[k].r;
    for (int i = 0; i < nx; ++i) {
      if (map.step_row(k, i) < 0) step.idle.push_back(i);
    }
  }
  own_.setZero(nx);
  trial_swaps_.setZero(nx);
}

double& ImplicitSteps::cross(int step, int next, int local) {
  Step& own = steps_[step];
  const int states = static_cast<int>(own.M.cols());
  return local < states ? own.M(next, local) : own.N(next, local - states);
}

void ImplicitSteps::clear() {
  for (Step& step : steps_) {
    if (!step.is_implicit) continue;
    step.D.setZero();
    step.M.setZero();
    step.N.setZero();
  }
}

void ImplicitSteps::solve_for_ends(LqProblem& lq) {
  singular_step_ = -1;
  for (int k = 0; k < static_cast<int>(steps_.size()); ++k) {
    Step& step = steps_[k];
    if (!step.is_implicit) continue;
    for (const int i : step.idle) step.D(i, i) = 1.0;
    step.LU = step.D;
    if (!(factorise_rows(step.LU, step.swaps) > kSmallPivot)) {
      singular_step_ = k;
      return;
    }
    solve_rows(step.LU, step.swaps, lq.stages[k].A);
    solve_rows(step.LU, step.swaps, lq.stages[k].B);
    solve_rows(step.LU, step.swaps, lq.stages[k].C);
  }
}

void ImplicitSteps::begin_trial() {
  for (Step& step : steps_) step.trial.setZero();
}

bool ImplicitSteps::trial_has_ends() {
  for (Step& step : steps_) {
    if (!step.is_implicit) continue;
    for (const int i : step.idle) step.trial(i, i) = 1.0;
    if (!(factorise_rows(step.trial, trial_swaps_) > kSmallPivot)) return false;
  }
  return true;
}

void ImplicitSteps::put_in(LqProblem& lq) {
  for (int k = 0; k < static_cast<int>(steps_.size()); ++k) {
    Step& step = steps_[k];
    if (!step.is_implicit) continue;
    LqStage& stage = lq.stages[k];
    step.q = stage.q;
    step.r = stage.r;
    stage.Q.noalias() += stage.A.transpose() * step.M;
    stage.Q.noalias() += step.M.transpose() * stage.A;
    stage.S.noalias() += stage.B.transpose() * step.M;
    stage.S.noalias() += step.N.transpose() * stage.A;
    stage.R.noalias() += stage.B.transpose() * step.N;
    stage.R.noalias() += step.N.transpose() * stage.B;
    stage.T.noalias() += step.M.transpose() * stage.C;
    stage.U.noalias() += step.N.transpose() * stage.C;
  }
}

void ImplicitSteps::set_gap(int k, LqStage& stage) const {
  const Step& step = steps_[k];
  solve_rows(step.LU, step.swaps, stage.c);
  stage.q = step.q;
  stage.q.noalias() += step.M.transpose() * stage.c;
  stage.r = step.r;
  stage.r.noalias() += step.N.transpose() * stage.c;
}

const VectorXd& ImplicitSteps::to_step(int k, const Eigen::Ref<const VectorXd>& costates) {
  own_ = costates;
  solve_transposed(steps_[k].LU, steps_[k].swaps, own_);
  return own_;
}

const VectorXd& ImplicitSteps::from_step(int k, const Eigen::Ref<const VectorXd>& multipliers) {
  own_.noalias() = steps_[k].D.transpose() * multipliers;
  return own_;
}

void ImplicitSteps::complete_costates(LqStep& step) const {
  for (int k = 0; k < static_cast<int>(steps_.size()); ++k) {
    if (!steps_[k].is_implicit) continue;
    step.costates.col(k + 1).noalias() += steps_[k].M * step.states.col(k);
    step.costates.col(k + 1).noalias() += steps_[k].N * step.controls.col(k);
  }
}

}  // namespace tandem::ddp

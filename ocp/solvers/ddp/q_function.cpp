#include <tandem/ocp/solvers/ddp/q_function.hpp>

#include <tandem/ocp/solvers/sweep/rank_update.hpp>

namespace tandem::ddp {
namespace {

sweep::Columns columns_of(const Eigen::MatrixXd& matrix) { return {matrix.data(), static_cast<int>(matrix.rows())}; }

}  // namespace

QFunction::QFunction(int states, int controls)
    : states_(states), controls_(controls), kernels_(stage_kernels(states, controls)) {
  const int size = states + controls;
  step_.setZero(size + 1, states);
  carried_.setZero(size + 1, states);
  H_.setZero(size + 1, size);
  g_.setZero(size);
  Hxx_.setZero(states, states);
  left_.setZero(states, controls);
  right_.setZero(states, controls);
}

void QFunction::make(const LqStage& step, const Eigen::MatrixXd& P, const Eigen::VectorXd& p, Eigen::MatrixXd& Huu,
                     Eigen::MatrixXd& Hux, Eigen::VectorXd& Hu) {
  if (kernels_) {
    kernels_.make(step, P, p, Hxx_, Hux, Huu, g_, Hu);
    return;
  }
  make_large(step, P, p);
  copy_controls(Huu, Hux, Hu);
}

void QFunction::make_large(const LqStage& step, const Eigen::MatrixXd& P, const Eigen::VectorXd& p) {
  const int nx = states_, nu = controls_, size = nx + nu;
  for (int i = 0; i < nx; ++i) {
    double* const column = step_.data() + static_cast<std::ptrdiff_t>(i) * (size + 1);
    for (int j = 0; j < nx; ++j) column[j] = step.A(i, j);
    for (int j = 0; j < nu; ++j) column[nx + j] = step.B(i, j);
    column[size] = step.c(i);
  }
  for (int j = 0; j < nx; ++j) {
    double* const column = H_.data() + static_cast<std::ptrdiff_t>(j) * (size + 1);
    for (int i = j; i < nx; ++i) column[i] = step.Q(i, j);
    for (int i = 0; i < nu; ++i) column[nx + i] = step.S(i, j);
    column[size] = step.q(j);
  }
  for (int j = 0; j < nu; ++j) {
    double* const column = H_.data() + static_cast<std::ptrdiff_t>(nx + j) * (size + 1);
    for (int i = j; i < nu; ++i) column[nx + i] = step.R(i, j);
    column[size] = step.r(j);
  }
  carried_.setZero();
  sweep::subtract_product(carried_.data(), size + 1, size + 1, nx, columns_of(step_), columns_of(P), nx);
  // H + step_ P step_', whose last row is g but for [A B]'p.
  sweep::subtract_product_below(H_.data(), size + 1, size + 1, size, columns_of(step_), columns_of(carried_), nx);
  for (int j = 0; j < size; ++j) g_(j) = H_(size, j);
  for (int i = 0; i < nx; ++i) {
    const double* const column = step_.data() + static_cast<std::ptrdiff_t>(i) * (size + 1);
    for (int j = 0; j < size; ++j) g_(j) += column[j] * p(i);
  }
}

void QFunction::copy_controls(Eigen::MatrixXd& Huu, Eigen::MatrixXd& Hux, Eigen::VectorXd& Hu) const {
  for (int j = 0; j < states_; ++j) {
    for (int i = 0; i < controls_; ++i) Hux(i, j) = H_(states_ + i, j);
  }
  for (int j = 0; j < controls_; ++j) {
    for (int i = j; i < controls_; ++i) Huu(i, j) = Huu(j, i) = H_(states_ + i, states_ + j);
    Hu(j) = g_(states_ + j);
  }
}

void QFunction::reduce(const Eigen::MatrixXd& Hux, const Eigen::MatrixXd& K, const Eigen::VectorXd& k,
                       double regularization, Eigen::MatrixXd& P, Eigen::VectorXd& p) {
  if (kernels_) {
    kernels_.reduce(Hxx_, g_, Hux, K, k, regularization, P, p);
    return;
  }
  const int nx = states_, nu = controls_;
  for (int j = 0; j < nx; ++j) {
    for (int i = j; i < nx; ++i) P(i, j) = H_(i, j);
    P(j, j) += regularization;
    double sum = g_(j);
    for (int i = 0; i < nu; ++i) {
      sum += Hux(i, j) * k(i);
      left_(j, i) = Hux(i, j);
      right_(j, i) = -K(i, j);
    }
    p(j) = sum;
  }
  sweep::subtract_product_below(P.data(), nx, nx, nx, columns_of(left_), columns_of(right_), nu);
  for (int j = 0; j < nx; ++j) {
    for (int i = 0; i < j; ++i) P(i, j) = P(j, i);
  }
}

}  // namespace tandem::ddp

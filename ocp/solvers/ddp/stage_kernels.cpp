#include <tandem/ocp/solvers/ddp/stage_kernels.hpp>

#include <array>
#include <utility>

namespace tandem::ddp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

template <int kRows, int kCols>
using Fixed = Eigen::Matrix<double, kRows, kCols>;

template <int kRows, int kCols>
Eigen::Map<const Fixed<kRows, kCols>> view(const MatrixXd& matrix) {
  return Eigen::Map<const Fixed<kRows, kCols>>(matrix.data());
}

template <int kRows>
Eigen::Map<const Fixed<kRows, 1>> view(const double* vector) {
  return Eigen::Map<const Fixed<kRows, 1>>(vector);
}

template <int kRows, int kCols>
Eigen::Map<Fixed<kRows, kCols>> out(MatrixXd& matrix) {
  return Eigen::Map<Fixed<kRows, kCols>>(matrix.data());
}

template <int kRows>
Eigen::Map<Fixed<kRows, 1>> out(double* vector) {
  return Eigen::Map<Fixed<kRows, 1>>(vector);
}

template <int kX, int kU>
void make(const LqStage& step, const MatrixXd& P, const VectorXd& p, MatrixXd& Hxx, MatrixXd& Hux, MatrixXd& Huu,
          VectorXd& gx, VectorXd& gu) {
  const Fixed<kX, kX> A = view<kX, kX>(step.A), value = view<kX, kX>(P);
  const Fixed<kX, kU> B = view<kX, kU>(step.B);
  const Fixed<kX, kX> PA = value.lazyProduct(A);
  const Fixed<kX, kU> PB = value.lazyProduct(B);
  const Fixed<kX, 1> h = view<kX>(p.data()) + value.lazyProduct(view<kX>(step.c.data()));
  out<kX, kX>(Hxx) = view<kX, kX>(step.Q) + A.transpose().lazyProduct(PA);
  out<kU, kX>(Hux) = view<kU, kX>(step.S) + B.transpose().lazyProduct(PA);
  out<kU, kU>(Huu) = view<kU, kU>(step.R) + B.transpose().lazyProduct(PB);
  out<kX>(gx.data()) = view<kX>(step.q.data()) + A.transpose().lazyProduct(h);
  out<kU>(gu.data()) = view<kU>(step.r.data()) + B.transpose().lazyProduct(h);
}

template <int kX, int kU>
void reduce(const MatrixXd& Hxx, const VectorXd& gx, const MatrixXd& Hux, const MatrixXd& K, const VectorXd& k,
            double regularization, MatrixXd& P, VectorXd& p) {
  const Fixed<kU, kX> cross = view<kU, kX>(Hux);
  Fixed<kX, kX> sum = view<kX, kX>(Hxx) + cross.transpose().lazyProduct(view<kU, kX>(K));
  sum.diagonal().array() += regularization;
  out<kX, kX>(P) = 0.5 * (sum + sum.transpose());
  out<kX>(p.data()) = view<kX>(gx.data()) + cross.transpose().lazyProduct(view<kU>(k.data()));
}

template <int kX, int kU>
void advance(const LqStage& step, const MatrixXd& K, const VectorXd& k, const double* dx, double* du, double* next) {
  const Fixed<kX, 1> x = view<kX>(dx);
  const Fixed<kU, 1> u = view<kU>(k.data()) + view<kU, kX>(K).lazyProduct(x);
  out<kU>(du) = u;
  out<kX>(next) = view<kX>(step.c.data()) + view<kX, kX>(step.A).lazyProduct(x) + view<kX, kU>(step.B).lazyProduct(u);
}

template <int kX>
void look_back(const MatrixXd& P, const VectorXd& p, const double* dx, double* costate) {
  out<kX>(costate) = view<kX>(p.data()) + view<kX, kX>(P).lazyProduct(view<kX>(dx));
}

template <int kX, int kU>
double see(const LqStage& step, const double* costate, const double* next, double* by_state, double* by_control) {
  const Fixed<kX, 1> after = view<kX>(next);
  const Fixed<kX, 1> sum = view<kX>(by_state) + view<kX>(step.q.data()) - view<kX>(costate) +
                           view<kX, kX>(step.A).transpose().lazyProduct(after);
  out<kX>(by_state) = sum;
  out<kU>(by_control) += view<kU>(step.r.data()) + view<kX, kU>(step.B).transpose().lazyProduct(after);
  return sum.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

template <int kX, int kU>
void write_step(const double* jacobian, int outputs, double h, const int* ahead, LqStage& step) {
  using Rows = Eigen::Map<const Fixed<kX, kX + kU>, 0, Eigen::OuterStride<>>;
  Fixed<kX, kX + kU> by = h * Rows(jacobian, Eigen::OuterStride<>(outputs));
  by.template leftCols<kX>().diagonal().array() += 1.0;
  for (int i = 0; i < kX; ++i) {
    if (ahead[i] < 0) continue;
    by.row(i) = h * by.row(ahead[i]);
    by(i, i) += 1.0;
  }
  out<kX, kX>(step.A) = by.template leftCols<kX>();
  out<kX, kU>(step.B) = by.template rightCols<kU>();
  out<kX, kX>(step.Q).setZero();
  out<kU, kX>(step.S).setZero();
  out<kU, kU>(step.R).setZero();
  out<kX>(step.q.data()).setZero();
  out<kU>(step.r.data()).setZero();
}

template <std::size_t... kPlaces>
constexpr std::array<StageKernels, sizeof...(kPlaces)> all_kernels(std::index_sequence<kPlaces...>) {
  return {StageKernels{&make<kPlaces / kMostKernelControls + 1, kPlaces % kMostKernelControls + 1>,
                       &reduce<kPlaces / kMostKernelControls + 1, kPlaces % kMostKernelControls + 1>,
                       &advance<kPlaces / kMostKernelControls + 1, kPlaces % kMostKernelControls + 1>,
                       &look_back<kPlaces / kMostKernelControls + 1>,
                       &see<kPlaces / kMostKernelControls + 1, kPlaces % kMostKernelControls + 1>,
                       &write_step<kPlaces / kMostKernelControls + 1, kPlaces % kMostKernelControls + 1>}...};
}

}  // namespace

StageKernels stage_kernels(int states, int controls) {
  static constexpr auto kKernels = all_kernels(std::make_index_sequence<kMostKernelStates * kMostKernelControls>());
  if (states < 1 || states > kMostKernelStates || controls < 1 || controls > kMostKernelControls) return {};
  return kKernels[static_cast<std::size_t>((states - 1) * kMostKernelControls + controls - 1)];
}

}  // namespace tandem::ddp

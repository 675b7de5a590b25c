#include <tandem/ocp/solvers/ddp/stage_kernels.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

// Plain loops of constant bounds over columns: Eigen's expressions of the same compile eighteen times as long
// (docs/notes/compile-budget.md).
namespace tandem::ddp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// kRows x kCols numbers, column after column.
template <int kRows, int kCols>
using Block = std::array<double, static_cast<std::size_t>(kRows* kCols)>;

template <int kCount>
void copy(const double* from, double* to) {
  for (int i = 0; i < kCount; ++i) to[i] = from[i];
}

/// c += a b.
template <int kRows, int kInner, int kCols>
void add_product(const double* a, const double* b, double* c) {
  for (int j = 0; j < kCols; ++j) {
    for (int k = 0; k < kInner; ++k) {
      for (int i = 0; i < kRows; ++i) c[j * kRows + i] += a[k * kRows + i] * b[j * kInner + k];
    }
  }
}

/// c += a'b.
template <int kRows, int kInner, int kCols>
void add_transposed_product(const double* a, const double* b, double* c) {
  for (int j = 0; j < kCols; ++j) {
    for (int i = 0; i < kRows; ++i) {
      double sum = 0.0;
      for (int k = 0; k < kInner; ++k) sum += a[i * kInner + k] * b[j * kInner + k];
      c[j * kRows + i] += sum;
    }
  }
}

/// c = d + a b, through a place of its own: they may be the same.
template <int kRows, int kInner, int kCols>
void set_sum(const double* d, const double* a, const double* b, double* c) {
  Block<kRows, kCols> sum;
  copy<kRows * kCols>(d, sum.data());
  add_product<kRows, kInner, kCols>(a, b, sum.data());
  copy<kRows * kCols>(sum.data(), c);
}

/// c = d + a'b.
template <int kRows, int kInner, int kCols>
void set_transposed_sum(const double* d, const double* a, const double* b, double* c) {
  Block<kRows, kCols> sum;
  copy<kRows * kCols>(d, sum.data());
  add_transposed_product<kRows, kInner, kCols>(a, b, sum.data());
  copy<kRows * kCols>(sum.data(), c);
}

template <int kX, int kU>
void make(const LqStage& step, const MatrixXd& P, const VectorXd& p, MatrixXd& Hxx, MatrixXd& Hux, MatrixXd& Huu,
          VectorXd& gx, VectorXd& gu) {
  Block<kX, kX> PA{};
  Block<kX, kU> PB{};
  Block<kX, 1> h;
  add_product<kX, kX, kX>(P.data(), step.A.data(), PA.data());
  add_product<kX, kX, kU>(P.data(), step.B.data(), PB.data());
  set_sum<kX, kX, 1>(p.data(), P.data(), step.c.data(), h.data());
  set_transposed_sum<kX, kX, kX>(step.Q.data(), step.A.data(), PA.data(), Hxx.data());
  set_transposed_sum<kU, kX, kX>(step.S.data(), step.B.data(), PA.data(), Hux.data());
  set_transposed_sum<kU, kX, kU>(step.R.data(), step.B.data(), PB.data(), Huu.data());
  set_transposed_sum<kX, kX, 1>(step.q.data(), step.A.data(), h.data(), gx.data());
  set_transposed_sum<kU, kX, 1>(step.r.data(), step.B.data(), h.data(), gu.data());
}

template <int kX, int kU>
void reduce(const MatrixXd& Hxx, const VectorXd& gx, const MatrixXd& Hux, const MatrixXd& K, const VectorXd& k,
            double regularization, MatrixXd& P, VectorXd& p) {
  Block<kX, kX> sum;
  set_transposed_sum<kX, kU, kX>(Hxx.data(), Hux.data(), K.data(), sum.data());
  for (int i = 0; i < kX; ++i) sum[i * kX + i] += regularization;
  double* const out = P.data();
  for (int j = 0; j < kX; ++j) {
    for (int i = 0; i <= j; ++i) out[j * kX + i] = out[i * kX + j] = 0.5 * (sum[j * kX + i] + sum[i * kX + j]);
  }
  set_transposed_sum<kX, kU, 1>(gx.data(), Hux.data(), k.data(), p.data());
}

template <int kX, int kU>
void advance(const LqStage& step, const MatrixXd& K, const VectorXd& k, const double* dx, double* du, double* next) {
  Block<kU, 1> u;
  Block<kX, 1> sum;
  set_sum<kU, kX, 1>(k.data(), K.data(), dx, u.data());
  set_sum<kX, kX, 1>(step.c.data(), step.A.data(), dx, sum.data());
  copy<kU>(u.data(), du);
  set_sum<kX, kU, 1>(sum.data(), step.B.data(), u.data(), next);
}

template <int kX>
void look_back(const MatrixXd& P, const VectorXd& p, const double* dx, double* costate) {
  set_sum<kX, kX, 1>(p.data(), P.data(), dx, costate);
}

template <int kX, int kU>
double see(const LqStage& step, const double* costate, const double* next, double* by_state, double* by_control) {
  Block<kX, 1> sum;
  for (int i = 0; i < kX; ++i) sum[i] = by_state[i] + step.q.data()[i] - costate[i];
  add_transposed_product<kX, kX, 1>(step.A.data(), next, sum.data());
  copy<kX>(sum.data(), by_state);
  for (int i = 0; i < kU; ++i) by_control[i] += step.r.data()[i];
  add_transposed_product<kU, kX, 1>(step.B.data(), next, by_control);
  double largest = 0.0;
  for (int i = 0; i < kX; ++i) {
    const double size = std::abs(sum[i]);
    if (!(size <= largest)) largest = size;  // NaN stays: nothing is larger
    if (std::isnan(largest)) break;
  }
  return largest;
}

template <int kX, int kU>
void write_step(const double* jacobian, int outputs, double h, const int* ahead, LqStage& step) {
  Block<kX, kX + kU> by;
  for (int j = 0; j < kX + kU; ++j) {
    for (int i = 0; i < kX; ++i) by[j * kX + i] = h * jacobian[j * outputs + i];
  }
  for (int i = 0; i < kX; ++i) by[i * kX + i] += 1.0;
  for (int i = 0; i < kX; ++i) {
    if (ahead[i] < 0) continue;
    for (int j = 0; j < kX + kU; ++j) by[j * kX + i] = h * by[j * kX + ahead[i]];
    by[i * kX + i] += 1.0;
  }
  copy<kX * kX>(by.data(), step.A.data());
  copy<kX * kU>(by.data() + kX * kX, step.B.data());
  step.Q.setZero(), step.S.setZero(), step.R.setZero();
  step.q.setZero(), step.r.setZero();
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

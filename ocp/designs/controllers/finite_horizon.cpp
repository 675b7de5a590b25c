#include <tandem/ocp/designs/controllers/finite_horizon.hpp>

#include <tandem/core/error.hpp>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace tandem::controllers {

using Eigen::MatrixXd;

namespace {

constexpr int kTerms = 20;           // (|a| h)^20 2^20 / 21! < 1e-19 at |a| h = 1/2
constexpr int kMostDoublings = 200;  // a thousand do not fit a double anyway

/// h^k / k!
std::array<double, 2 * kTerms + 3> coefficients(double h) {
  std::array<double, 2 * kTerms + 3> c{1.0};
  for (std::size_t k = 1; k < c.size(); ++k) c[k] = c[k - 1] * h / static_cast<double>(k);
  return c;
}

/// D^k q of D q = a q + q a', for a symmetric q.
std::vector<MatrixXd> powers(const MatrixXd& a, const MatrixXd& q) {
  std::vector<MatrixXd> all{q};
  for (int k = 1; k < kTerms; ++k) {
    const MatrixXd half = a * all.back();
    all.emplace_back(half + half.transpose());
  }
  return all;
}

/// The state at one time, and derivatives of the result by it.
struct Grown {
  MatrixXd phi, x;
};

Grown first_step(const MatrixXd& a, const std::vector<MatrixXd>& q, double h) {
  const auto c = coefficients(h);
  Grown grown{MatrixXd::Identity(a.rows(), a.rows()), MatrixXd::Zero(a.rows(), a.rows())};
  MatrixXd power = grown.phi;
  for (int k = 1; k < kTerms; ++k) {
    power = (a * power).eval();
    grown.phi += c[k] * power;
  }
  for (int k = 0; k < kTerms; ++k) grown.x += c[k + 1] * q[k];
  return grown;
}

/// X(2h) = X + Phi X Phi', Phi(2h) = Phi Phi, backwards.
Grown halved(const Grown& at, const Grown& bar) {
  const MatrixXd xbar_phi = bar.x * at.phi;
  return {2.0 * xbar_phi * at.x + bar.phi * at.phi.transpose() + at.phi.transpose() * bar.phi,
          bar.x + at.phi.transpose() * xbar_phi};
}

/// Derivatives by a and by q = b b' of what has those of `bar` by (Phi(h), X(h)). Of X: by q the sum of
/// h^(k+1) / (k+1)! D*^k bar, by a twice the sum of h^(j+k+2) / (j+k+2)! D*^k bar D^j q, D* that of a'. Of Phi: by a
/// the sum of h^(k+1) / (k+1)! times the sum over i + j = k of a'^i bar a'^j.
std::pair<MatrixXd, MatrixXd> by_first_step(const MatrixXd& a, const std::vector<MatrixXd>& q, double h,
                                            const Grown& bar) {
  const auto c = coefficients(h);
  const std::vector<MatrixXd> adjoint = powers(a.transpose(), bar.x);
  const auto n = a.rows();
  MatrixXd by_a = MatrixXd::Zero(n, n), by_q = MatrixXd::Zero(n, n);
  for (int k = 0; k < kTerms; ++k) {
    by_q += c[k + 1] * adjoint[k];
    MatrixXd sum = MatrixXd::Zero(n, n);
    for (int j = 0; j < kTerms; ++j) sum += c[j + k + 2] * q[j];
    by_a += 2.0 * adjoint[k] * sum;
  }
  // M_k = sum over i + j = k of a'^i bar a'^j = a' M_(k-1) + bar a'^k.
  MatrixXd term = bar.phi, tail = bar.phi;
  for (int k = 0; k < kTerms; ++k) {
    by_a += c[k + 1] * term;
    tail = (tail * a.transpose()).eval();
    term = (a.transpose() * term + tail).eval();
  }
  return {by_a, by_q};
}

}  // namespace

std::optional<FiniteSquare> finite_square(const Loop& loop, double horizon) {
  require(std::isfinite(horizon) && horizon > 0.0, "finite horizon: {} should be positive and finite", horizon);
  const double size = loop.a.lpNorm<1>() > 0.0 ? loop.a.cwiseAbs().rowwise().sum().maxCoeff() : 1.0;
  int doublings = 0;
  double h = horizon;
  for (; h * size > 0.5 && doublings < kMostDoublings; ++doublings) h *= 0.5;
  const std::vector<MatrixXd> q = powers(loop.a, loop.b * loop.b.transpose());
  std::vector<Grown> chain{first_step(loop.a, q, h)};
  for (int k = 0; k < doublings; ++k) {
    const auto& [phi, x] = chain.back();
    chain.push_back({phi * phi, x + phi * x * phi.transpose()});
  }
  const MatrixXd& x = chain.back().x;
  Grown bar{MatrixXd::Zero(x.rows(), x.cols()), loop.c.transpose() * loop.c};
  for (int k = doublings - 1; k >= 0; --k) bar = halved(chain[k], bar);
  const auto [by_a, by_q] = by_first_step(loop.a, q, h, bar);
  FiniteSquare found{(loop.c * x * loop.c.transpose()).trace(), {by_a, 2.0 * by_q * loop.b, 2.0 * loop.c * x}};
  if (!std::isfinite(found.value) || !by_a.allFinite()) return std::nullopt;
  return found;
}

}  // namespace tandem::controllers

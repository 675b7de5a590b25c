#include <tandem/ocp/lq/riccati.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/named_number.hpp>
#include <tandem/ocp/lq/balance.hpp>
#include <tandem/ocp/lq/doubling.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>
#include <tandem/ocp/lq/modes_at_fault.hpp>
#include <tandem/ocp/lq/schur.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <complex>

namespace tandem::lq {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kIndefinite = 1e-10;  // of the largest eigenvalue: what rounding may leave below zero
constexpr double kWrong = 1e-6;        // relative residual: no solution was found
constexpr double kRounding = 1e-15;    // a Newton step, relative to P
constexpr double kNear = 1e-8;         // from here on steps that do not shrink are rounding
constexpr int kMostNewtonSteps = 60;

// ---- what is refused ------------------------------------------------------------------------------------------------

void require_symmetric(const MatrixXd& m, const char* name, const RiccatiWords& words) {
  require((m - m.transpose()).norm() <= 1e-9 * m.norm(), "{}: {} is not symmetric", words.equation, name);
}

void check(const Regulator& regulator, const RiccatiWords& words) {
  const auto& [a, b, q, r] = regulator;
  const Index n = a.rows(), m = b.cols();
  const auto require_size = [&](const MatrixXd& matrix, const char* name, Index size) {
    require(matrix.rows() == size && matrix.cols() == size, "{}: {} is {} x {}, it should be {} x {}", words.equation,
            name, matrix.rows(), matrix.cols(), size, size);
  };
  require(n > 0 && a.cols() == n, "{}: A is {} x {}, it should be square", words.equation, a.rows(), a.cols());
  require(b.rows() == n && m > 0, "{}: {} is {} x {}, it should have {} rows", words.equation, words.b, b.rows(),
          b.cols(), n);
  require_size(q, words.q, n);
  require_size(r, words.r, m);
  require(a.allFinite() && b.allFinite() && q.allFinite() && r.allFinite(),
          "{}: A, {}, {} or {} has an entry that is not finite", words.equation, words.b, words.q, words.r);
  require_symmetric(q, words.q, words);
  require_symmetric(r, words.r, words);
  const Eigen::LLT<MatrixXd> factor(r);
  require(factor.info() == Eigen::Success, "{}: {} is not positive definite (its least eigenvalue is {:.3g})",
          words.equation, words.r, symmetric_eigenvalues(r)(0));
  const VectorXd values = symmetric_eigenvalues(q);
  require(values(0) >= -kIndefinite * values.cwiseAbs().maxCoeff(),
          "{}: {} is indefinite (its least eigenvalue is {:.3g})", words.equation, words.q, values(0));
}

[[noreturn]] void refuse_without_solution(const std::string& fault, double residual, const RiccatiWords& words) {
  if (!fault.empty()) refuse("{}: {}", words.equation, fault);
  throw NumericalError(
      fmt::format("{}: no stabilising solution was found (relative residual {:.2g})", words.equation, residual));
}

// ---- scaling --------------------------------------------------------------------------------------------------------

/// x = D x~, t = t~ / rate, P = D^-1 P~ D^-1 weight: the equation in which all terms are of one size. G = F F' is kept
/// in factors: where controls are cheap P F is small though P is not, and P G P by way of G has no correct digit.
struct Scaled {
  VectorXd d;
  double rate = 1.0, weight = 1.0;
  MatrixXd a, f, q;
};

Scaled scaled(const MatrixXd& a, const MatrixXd& f, const MatrixXd& q) {
  Scaled s{balance(a, f * f.transpose(), q), 1.0, 1.0, {}, {}, {}};
  const VectorXd inverse = s.d.cwiseInverse();
  s.a = inverse.asDiagonal() * a * s.d.asDiagonal();
  s.f = inverse.asDiagonal() * f;
  s.q = s.d.asDiagonal() * q * s.d.asDiagonal();
  const double size_g = s.f.squaredNorm(), size_q = s.q.norm();
  if (size_g > 0.0 && size_q > 0.0) s.weight = std::sqrt(size_q / size_g);
  const double size = std::max(s.a.norm(), size_g * s.weight);
  if (size > 0.0) s.rate = size;
  s.a /= s.rate;
  s.f *= std::sqrt(s.weight / s.rate);
  s.q /= s.weight * s.rate;
  return s;
}

// ---- solution of the scaled equation --------------------------------------------------------------------------------

/// A'P + P A - P G P + Q.
MatrixXd defect(const Scaled& s, const MatrixXd& p) {
  const MatrixXd pa = p * s.a, pf = p * s.f;
  return pa + pa.transpose() - pf * pf.transpose() + s.q;
}

MatrixXd closed_loop(const Scaled& s, const MatrixXd& p) { return s.a - s.f * (s.f.transpose() * p); }

double relative_residual(const Scaled& s, const MatrixXd& p, const MatrixXd& f) {
  const double terms = 2.0 * (p * s.a).norm() + (p * s.f).squaredNorm() + s.q.norm();
  return terms > 0.0 ? f.norm() / terms : 0.0;
}

/// The stable invariant subspace (X; Y) of the Hamiltonian gives P = Y X^-1 (Laub, IEEE Trans. AC 24, 1979). That of
/// the n eigenvalues with the least real parts, so that rounding near the axis does not change their number.
MatrixXd by_schur(const Scaled& s) {
  const Index n = s.a.rows();
  MatrixXd hamiltonian(2 * n, 2 * n);
  hamiltonian << s.a, -s.f * s.f.transpose(), -s.q, -s.a.transpose();
  SchurForm form = schur(hamiltonian);
  VectorXd parts = form.t.diagonal().real();
  std::sort(parts.begin(), parts.end());
  const double edge = 0.5 * (parts(n - 1) + parts(n));
  bring_first(form, [&](std::complex<double> eigenvalue) { return eigenvalue.real() < edge; });
  const Eigen::PartialPivLU<Eigen::MatrixXcd> x(form.u.topLeftCorner(n, n).transpose());
  const MatrixXd p = x.solve(form.u.bottomLeftCorner(n, n).transpose()).real();
  return 0.5 * (p + p.transpose());
}

/// Newton's method (Kleinman 1968) from a P that stabilises, until rounding rules. Its steps go down to the solution
/// from the first on; as long as they shrink fast, they keep the Schur form that they have.
bool sharpen(const Scaled& s, RiccatiSolution& solution) {
  MatrixXd& p = solution.p;
  const auto closes_stably = [&] {
    if (!p.allFinite()) return false;
    solution.closed_loop.emplace(closed_loop(s, p));
    return solution.closed_loop->is_stable();
  };
  if (!closes_stably()) return false;
  double before = kInfinity;
  for (int step = 0; step < kMostNewtonSteps; ++step) {
    const MatrixXd change = solution.closed_loop->solve_transposed(defect(s, p));
    const double size = change.norm() / std::max(p.norm(), 1e-300);
    if (size >= 0.5 * before && before < kNear) break;
    p += change;
    ++solution.newton_steps;
    if (size <= kRounding) break;
    if ((size > 1e-3 * before || step == 0) && !closes_stably()) return false;
    before = size;
  }
  const bool is_stable = closes_stably();
  if (is_stable) solution.residual = relative_residual(s, p, defect(s, p));
  return is_stable && solution.residual <= kWrong;
}

}  // namespace

RiccatiSolution solve_riccati(const Regulator& regulator, const RiccatiWords& words) {
  check(regulator, words);
  const auto& [a, b, q, r] = regulator;
  const Eigen::LLT<MatrixXd> r_factor(r);
  const MatrixXd f = r_factor.matrixL().solve(b.transpose()).transpose();
  const Scaled s = scaled(a, f, 0.5 * (q + q.transpose()));
  RiccatiSolution solution;
  solution.residual = kInfinity;
  solution.p = by_schur(s);
  if (!sharpen(s, solution)) refuse_without_solution(mode_at_fault(regulator, false, words), solution.residual, words);
  const VectorXd inverse = s.d.cwiseInverse();
  const MatrixXd scaled_p = 0.5 * (solution.p + solution.p.transpose());
  solution.p = s.weight * inverse.asDiagonal() * scaled_p * inverse.asDiagonal();
  solution.gain = r_factor.solve(b.transpose() * solution.p);
  solution.closed_loop.emplace(s.rate * closed_loop(s, scaled_p), s.d);
  return solution;
}

// ---- discrete equation ----------------------------------------------------------------------------------------------

namespace {

/// Fills in the gain of P and how well P solves the equation; whether the gain stabilises.
bool look_at(const Regulator& regulator, RiccatiSolution& solution) {
  const auto& [a, b, q, r] = regulator;
  const MatrixXd pa = solution.p * a, pb = solution.p * b;
  solution.gain = Eigen::LLT<MatrixXd>(r + b.transpose() * pb).solve(pb.transpose() * a);
  const MatrixXd f = a.transpose() * (pa - pb * solution.gain) + q - solution.p;
  solution.residual = f.norm() / std::max((a.transpose() * pa).norm() + q.norm(), 1e-300);
  return solution.gain.allFinite() && spectral_radius(a - b * solution.gain) < 1.0;
}

bool by_doubling(const Regulator& regulator, RiccatiSolution& solution) {
  const auto& [a, b, q, r] = regulator;
  const MatrixXd g = b * Eigen::LLT<MatrixXd>(r).solve(b.transpose());
  const double size_g = g.norm(), size_q = q.norm();
  const double weight = size_g > 0.0 && size_q > 0.0 ? std::sqrt(size_q / size_g) : 1.0;
  Doubling pencil{a, 0.5 * weight * (g + g.transpose()), 0.5 / weight * (q + q.transpose())};
  if (!double_until_still(pencil)) return false;
  solution.p = weight * pencil.h;
  return look_at(regulator, solution);
}

/// From the gain in `solution`, P of the last loop's own cost and from that the next gain.
bool by_newton(const Regulator& regulator, RiccatiSolution& solution) {
  const auto& [a, b, q, r] = regulator;
  double before = kInfinity;
  for (int step = 0; step < kMostNewtonSteps; ++step) {
    const MatrixXd last = solution.p, &k = solution.gain;
    solution.p = discrete_lyapunov((a - b * k).transpose(), q + k.transpose() * r * k);
    ++solution.newton_steps;
    if (!look_at(regulator, solution)) return false;
    const double size = (solution.p - last).norm() / std::max(solution.p.norm(), 1e-300);
    if (size <= kRounding || (size >= 0.5 * before && before < kNear)) return true;
    before = size;
  }
  return false;
}

}  // namespace

RiccatiSolution solve_discrete_riccati(const Regulator& regulator) {
  const RiccatiWords words;
  check(regulator, words);
  RiccatiSolution solution;
  solution.residual = kInfinity;
  bool is_stable = by_doubling(regulator, solution);
  if (!is_stable && mode_at_fault(regulator, true).empty()) {
    Regulator all = regulator;
    const double size = regulator.q.norm();
    all.q += (size > 0.0 ? size : 1.0) * MatrixXd::Identity(regulator.a.rows(), regulator.a.rows());
    is_stable = by_doubling(all, solution) && by_newton(regulator, solution);
  }
  if (!is_stable || !(solution.residual <= kWrong))
    refuse_without_solution(mode_at_fault(regulator, true), solution.residual, words);
  return solution;
}

}  // namespace tandem::lq

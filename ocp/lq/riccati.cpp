#include <tandem/ocp/lq/riccati.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/named_number.hpp>
#include <tandem/ocp/lq/balance.hpp>
#include <tandem/ocp/lq/doubling.hpp>
#include <tandem/ocp/lq/modes_at_fault.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace tandem::lq {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kIndefinite = 1e-10;  // of the largest eigenvalue: what rounding may leave below zero
constexpr double kWrong = 1e-6;        // relative residual: no solution was found
constexpr double kRounding = 1e-16;
constexpr double kWatch = 1e-3;  // weight on everything, where Q misses something
constexpr int kMostNewtonSteps = 6, kMostKleinmanSteps = 60;

// ---- what is refused ------------------------------------------------------------------------------------------------

void require_symmetric(const MatrixXd& m, const char* name) {
  require((m - m.transpose()).norm() <= 1e-9 * m.norm(), "Riccati: the weight {} is not symmetric", name);
}

void check(const Regulator& regulator) {
  const auto& [a, b, q, r] = regulator;
  const Index n = a.rows(), m = b.cols();
  require(n > 0 && a.cols() == n, "Riccati: A is {} x {}, it should be square", a.rows(), a.cols());
  require(b.rows() == n && m > 0, "Riccati: B is {} x {}, it should have {} rows", b.rows(), b.cols(), n);
  require(q.rows() == n && q.cols() == n, "Riccati: the weight Q is {} x {}, it should be {} x {}", q.rows(), q.cols(),
          n, n);
  require(r.rows() == m && r.cols() == m, "Riccati: the weight R is {} x {}, it should be {} x {}", r.rows(), r.cols(),
          m, m);
  require(a.allFinite() && b.allFinite() && q.allFinite() && r.allFinite(),
          "Riccati: A, B, Q or R has an entry that is not finite");
  require_symmetric(q, "Q");
  require_symmetric(r, "R");
  const Eigen::LLT<MatrixXd> factor(r);
  require(factor.info() == Eigen::Success, "Riccati: the weight R is not positive definite (its least eigenvalue is {:.3g})",
          Eigen::SelfAdjointEigenSolver<MatrixXd>(r, Eigen::EigenvaluesOnly).eigenvalues()(0));
  const VectorXd values = Eigen::SelfAdjointEigenSolver<MatrixXd>(q, Eigen::EigenvaluesOnly).eigenvalues();
  require(values(0) >= -kIndefinite * values.cwiseAbs().maxCoeff(),
          "Riccati: the weight Q is indefinite (its least eigenvalue is {:.3g})", values(0));
}

[[noreturn]] void refuse_without_solution(const std::string& fault, double residual) {
  if (!fault.empty()) refuse("Riccati: the system {}", fault);
  throw NumericalError(fmt::format("Riccati: no stabilising solution was found (relative residual {:.2g})", residual));
}

// ---- scaling --------------------------------------------------------------------------------------------------------

/// x = D x~, t = t~ / rate, P = D^-1 P~ D^-1 weight: the equation in which all terms are of one size.
struct Scaled {
  VectorXd d;
  double rate = 1.0, weight = 1.0;
  MatrixXd a, g, q;
};

Scaled scaled(const MatrixXd& a, const MatrixXd& g, const MatrixXd& q) {
  Scaled s{balance(a), 1.0, 1.0, {}, {}, {}};
  const VectorXd inverse = s.d.cwiseInverse();
  s.a = inverse.asDiagonal() * a * s.d.asDiagonal();
  s.g = inverse.asDiagonal() * g * inverse.asDiagonal();
  s.q = s.d.asDiagonal() * q * s.d.asDiagonal();
  const double size_g = s.g.norm(), size_q = s.q.norm();
  if (size_g > 0.0 && size_q > 0.0) s.weight = std::sqrt(size_q / size_g);
  const double size = std::max(s.a.norm(), size_g * s.weight);
  if (size > 0.0) s.rate = size;
  s.a /= s.rate;
  s.g *= s.weight / s.rate;
  s.q /= s.weight * s.rate;
  return s;
}

// ---- solution of the scaled equation ---------------------------------------------------------------------------------

/// A'P + P A - P G P + Q.
MatrixXd defect(const Scaled& s, const MatrixXd& p) {
  const MatrixXd pa = p * s.a;
  return pa + pa.transpose() - p * s.g * p + s.q;
}

double relative_residual(const Scaled& s, const MatrixXd& p, const MatrixXd& f) {
  const double terms = 2.0 * (p * s.a).norm() + (p * s.g * p).norm() + s.q.norm();
  return terms > 0.0 ? f.norm() / terms : 0.0;
}

/// The geometric mean of the sizes of the Hamiltonian's eigenvalues, half of which are the closed loop's.
double mean_rate(const Scaled& s) {
  const Index n = s.a.rows();
  MatrixXd hamiltonian(2 * n, 2 * n);
  hamiltonian << s.a, -s.g, -s.q, -s.a.transpose();
  const MatrixXd lu = Eigen::PartialPivLU<MatrixXd>(hamiltonian).matrixLU();
  const double mean = std::exp(lu.diagonal().cwiseAbs().array().log().mean());
  return std::isfinite(mean) && mean > 1e-12 ? mean : 1e-3;
}

/// Cayley's transformation with the shift c: with A_c = A - c and W = A_c' + Q A_c^-1 G,
///     A0 = 1 + 2c W^-T,  G0 = 2c A_c^-1 G W^-1,  H0 = 2c W^-1 Q A_c^-1.
Doubling cayley(const Scaled& s, double c) {
  const Index n = s.a.rows();
  const MatrixXd one = MatrixXd::Identity(n, n);
  const Eigen::PartialPivLU<MatrixXd> shifted(s.a - c * one);
  const MatrixXd ag = shifted.solve(s.g), aq = shifted.transpose().solve(s.q);  // A_c^-1 G, A_c^-T Q
  const MatrixXd w = (s.a - c * one).transpose() + s.q * ag;
  const Eigen::PartialPivLU<MatrixXd> wlu(w);
  const MatrixXd w_inverse = wlu.inverse();
  Doubling pencil{one + 2.0 * c * w_inverse.transpose(), 2.0 * c * ag * w_inverse,
                  2.0 * c * w_inverse * aq.transpose()};
  pencil.g = 0.5 * (pencil.g + pencil.g.transpose()).eval();
  pencil.h = 0.5 * (pencil.h + pencil.h.transpose()).eval();
  return pencil;
}

/// Newton's method from a P that stabilises, each step by the Schur form of its closed loop; one that is all but
/// converged keeps that form. Stops where rounding rules.
void polish(const Scaled& s, MatrixXd& p, std::optional<Lyapunov>& loop, double& residual) {
  loop.emplace(s.a - s.g * p);
  MatrixXd f = defect(s, p);
  residual = relative_residual(s, p, f);
  for (int step = 0; step < kMostNewtonSteps && residual > kRounding && loop->is_stable(); ++step) {
    const MatrixXd next = p + loop->solve_transposed(f);
    const MatrixXd next_f = defect(s, next);
    const double next_residual = relative_residual(s, next, next_f);
    if (!(next_residual < residual)) return;
    const bool is_slow = next_residual > 1e-3 * residual;
    p = next, f = next_f, residual = next_residual;
    if (is_slow && residual < 1e-13) return;
    if (is_slow) loop.emplace(s.a - s.g * p);
  }
}

}  // namespace

namespace {

/// By doubling, then polished. A shift at an eigenvalue of A is bad luck; another one is not.
bool find_solution(const Scaled& s, RiccatiSolution& solution) {
  for (const double factor : {1.0, 1.37}) {
    Doubling pencil = cayley(s, factor * mean_rate(s));
    const bool is_found = pencil.a.allFinite() && double_until_still(pencil);
    solution.doublings += pencil.steps;
    if (!is_found) continue;
    solution.p = pencil.h;
    polish(s, solution.p, solution.closed_loop, solution.residual);
    if (solution.residual <= kWrong && solution.closed_loop->is_stable()) return true;
  }
  return false;
}

/// Where Q does not see an unstable mode doubling finds a solution that leaves it alone. With a little weight on
/// everything it finds one that stabilises, and from there Newton's method leads to the greatest one (Kleinman 1968).
bool find_greatest_solution(const Scaled& s, RiccatiSolution& solution) {
  Scaled watched = s;
  watched.q.diagonal().array() += kWatch * std::max(s.q.norm(), 1.0);
  if (!find_solution(watched, solution)) return false;
  for (int step = 0; step < kMostKleinmanSteps; ++step) {
    const MatrixXd f = defect(s, solution.p), change = solution.closed_loop->solve_transposed(f);
    solution.p += change;
    solution.closed_loop.emplace(s.a - s.g * solution.p);
    solution.residual = relative_residual(s, solution.p, defect(s, solution.p));
    if (!solution.closed_loop->is_stable()) return false;
    if (change.norm() <= 1e-13 * solution.p.norm()) return true;
  }
  return solution.residual <= kWrong;
}

}  // namespace

RiccatiSolution solve_riccati(const Regulator& regulator) {
  check(regulator);
  const auto& [a, b, q, r] = regulator;
  const Eigen::LLT<MatrixXd> r_factor(r);
  const MatrixXd g = b * r_factor.solve(b.transpose());
  const Scaled s = scaled(a, 0.5 * (g + g.transpose()), 0.5 * (q + q.transpose()));
  RiccatiSolution solution;
  solution.residual = kInfinity;
  if (!find_solution(s, solution)) {
    const std::string fault = mode_at_fault(regulator, false);
    if (!fault.empty() || !find_greatest_solution(s, solution)) refuse_without_solution(fault, solution.residual);
  }
  const VectorXd inverse = s.d.cwiseInverse();
  solution.p = s.weight * inverse.asDiagonal() * solution.p * inverse.asDiagonal();
  solution.p = 0.5 * (solution.p + solution.p.transpose()).eval();
  solution.gain = r_factor.solve(b.transpose() * solution.p);
  solution.closed_loop.emplace(a - b * solution.gain);
  return solution;
}

RiccatiSolution solve_discrete_riccati(const Regulator& regulator) {
  check(regulator);
  const auto& [a, b, q, r] = regulator;
  const MatrixXd g = b * Eigen::LLT<MatrixXd>(r).solve(b.transpose());
  const double size_g = g.norm(), size_q = q.norm();
  const double weight = size_g > 0.0 && size_q > 0.0 ? std::sqrt(size_q / size_g) : 1.0;
  Doubling pencil{a, 0.5 * weight * (g + g.transpose()), 0.5 / weight * (q + q.transpose())};
  const bool is_found = double_until_still(pencil);
  RiccatiSolution solution;
  solution.doublings = pencil.steps;
  solution.residual = kInfinity;
  if (is_found) {
    solution.p = weight * pencil.h;
    const MatrixXd pa = solution.p * a, pb = solution.p * b;
    solution.gain = Eigen::LLT<MatrixXd>(r + b.transpose() * pb).solve(pb.transpose() * a);
    const MatrixXd f = a.transpose() * (pa - pb * solution.gain) + q - solution.p;
    solution.residual = f.norm() / std::max((a.transpose() * pa).norm() + q.norm(), 1e-300);
  }
  const bool is_stable =
      is_found && Eigen::EigenSolver<MatrixXd>(a - b * solution.gain, false).eigenvalues().cwiseAbs().maxCoeff() < 1.0;
  if (!is_stable || solution.residual > kWrong) refuse_without_solution(mode_at_fault(regulator, true), solution.residual);
  return solution;
}

}  // namespace tandem::lq

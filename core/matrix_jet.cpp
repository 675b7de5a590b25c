#include <tandem/core/matrix_jet.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tandem {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// ---- numbers --------------------------------------------------------------------------------------------------------

NumberJet NumberJet::constant(double value, int seeds) {
  return {value, VectorXd::Zero(seeds), MatrixXd::Zero(seeds, seeds)};
}

NumberJet NumberJet::variable(double value, int seed, int seeds) {
  return {value, VectorXd::Unit(seeds, seed), MatrixXd::Zero(seeds, seeds)};
}

/// df = f' da,  d2f = f' d2a + f'' da da'.
NumberJet NumberJet::chain(const NumberJet& a, double f, double d, double dd) {
  return {f, d * a.gradient, d * a.hessian + dd * a.gradient * a.gradient.transpose()};
}

NumberJet operator+(const NumberJet& a, const NumberJet& b) {
  return {a.value + b.value, a.gradient + b.gradient, a.hessian + b.hessian};
}

NumberJet operator-(const NumberJet& a, const NumberJet& b) {
  return {a.value - b.value, a.gradient - b.gradient, a.hessian - b.hessian};
}

NumberJet operator*(const NumberJet& a, const NumberJet& b) {
  const MatrixXd cross = a.gradient * b.gradient.transpose();
  return {a.value * b.value, a.value * b.gradient + b.value * a.gradient,
          a.value * b.hessian + b.value * a.hessian + cross + cross.transpose()};
}

NumberJet operator/(const NumberJet& a, const NumberJet& b) {
  const double r = 1.0 / b.value;
  return a * NumberJet::chain(b, r, -r * r, 2.0 * r * r * r);
}

NumberJet operator+(const NumberJet& a, double b) { return {a.value + b, a.gradient, a.hessian}; }

NumberJet operator*(double a, const NumberJet& b) { return {a * b.value, a * b.gradient, a * b.hessian}; }

NumberJet exp(const NumberJet& a) {
  const double f = std::exp(a.value);
  return NumberJet::chain(a, f, f, f);
}

NumberJet log(const NumberJet& a) {
  const double r = 1.0 / a.value;
  return NumberJet::chain(a, std::log(a.value), r, -r * r);
}

/// p = exp(x): dp/dx = p, and on the diagonal the second derivative of p comes in.
NumberJet by_logarithms(const NumberJet& a, const VectorXd& p) {
  NumberJet by{a.value, p.cwiseProduct(a.gradient), p.asDiagonal() * a.hessian * p.asDiagonal()};
  by.hessian.diagonal() += by.gradient;
  return by;
}

std::vector<NumberJet> variables(const VectorXd& p) {
  const int n = static_cast<int>(p.size());
  std::vector<NumberJet> all;
  for (int i = 0; i < n; ++i) all.push_back(NumberJet::variable(p(i), i, n));
  return all;
}

// ---- matrices -------------------------------------------------------------------------------------------------------

namespace {

void add_to(MatrixXd& sum, const MatrixXd& term) {
  if (term.size() == 0) return;
  sum.size() == 0 ? void(sum = term) : void(sum += term);
}

void add_product(MatrixXd& sum, const MatrixXd& a, const MatrixXd& b) {
  if (a.size() == 0 || b.size() == 0) return;
  if (sum.size() == 0) sum = MatrixXd::Zero(a.rows(), b.cols());
  sum.noalias() += a * b;
}

/// Every part of a jet through one linear map that keeps zero.
template <class Map>
MatrixJet mapped(const MatrixJet& a, const Map& map) {
  MatrixJet b(map(a.value), a.seeds());
  const auto into = [&](const std::vector<MatrixXd>& from, std::vector<MatrixXd>& to) {
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (from[k].size() > 0) to[k] = map(from[k]);
    }
  };
  into(a.first, b.first);
  into(a.second, b.second);
  return b;
}

}  // namespace

MatrixJet::MatrixJet(MatrixXd constant, int seeds)
    : value(std::move(constant)), first(seeds), second(static_cast<std::size_t>(seeds) * (seeds + 1) / 2) {}

MatrixJet operator+(const MatrixJet& a, const MatrixJet& b) {
  MatrixJet sum = a;
  sum.value += b.value;
  for (std::size_t k = 0; k < b.first.size(); ++k) add_to(sum.first[k], b.first[k]);
  for (std::size_t k = 0; k < b.second.size(); ++k) add_to(sum.second[k], b.second[k]);
  return sum;
}

/// (ab)_i = a_i b + a b_i,  (ab)_ij = a_ij b + a_i b_j + a_j b_i + a b_ij.
MatrixJet operator*(const MatrixJet& a, const MatrixJet& b) {
  const int n = a.seeds();
  MatrixJet c(a.value * b.value, n);
  for (int i = 0; i < n; ++i) {
    add_product(c.first[i], a.first[i], b.value);
    add_product(c.first[i], a.value, b.first[i]);
    for (int j = 0; j <= i; ++j) {
      MatrixXd& second = c.second[MatrixJet::pair(i, j)];
      add_product(second, a.by(i, j), b.value);
      add_product(second, a.by(i), b.by(j));
      add_product(second, a.by(j), b.by(i));
      add_product(second, a.value, b.by(i, j));
    }
  }
  return c;
}

MatrixJet operator*(double a, const MatrixJet& b) {
  return mapped(b, [a](const MatrixXd& part) -> MatrixXd { return a * part; });
}

MatrixJet operator*(const NumberJet& a, const MatrixJet& b) {
  const int n = b.seeds();
  MatrixJet c = a.value * b;
  const auto add = [](MatrixXd& sum, double factor, const MatrixXd& term) {
    if (factor != 0.0 && term.size() > 0) add_to(sum, factor * term);
  };
  for (int i = 0; i < n; ++i) {
    add(c.first[i], a.gradient(i), b.value);
    for (int j = 0; j <= i; ++j) {
      MatrixXd& second = c.second[MatrixJet::pair(i, j)];
      add(second, a.hessian(i, j), b.value);
      add(second, a.gradient(i), b.by(j));
      add(second, a.gradient(j), b.by(i));
    }
  }
  return c;
}

MatrixJet product(const MatrixXd& left, const MatrixJet& a, const MatrixXd& right) {
  return mapped(a, [&](const MatrixXd& part) -> MatrixXd { return left * part * right; });
}

MatrixJet transpose(const MatrixJet& a) {
  return mapped(a, [](const MatrixXd& part) -> MatrixXd { return part.transpose(); });
}

namespace {

/// Pivots are measured by their columns, whatever the units of freedoms.
void require_regular(const MatrixXd& a, const VectorXd& pivots) {
  for (Eigen::Index i = 0; i < pivots.size(); ++i) {
    const double rounding = 1e-15 * static_cast<double>(a.rows()) * a.col(i).cwiseAbs().maxCoeff();
    require(std::abs(pivots(i)) > rounding,
            "structure: a matrix to be inverted is singular: its column {} depends on those before it", i);
  }
}

}  // namespace

/// With b = a^-1 and c_i = b a_i:  b_i = -c_i b,  b_ij = (c_i c_j + c_j c_i - b a_ij) b.
MatrixJet inverse(const MatrixJet& a) {
  const int n = a.seeds();
  const Eigen::PartialPivLU<MatrixXd> lu(a.value);
  require_regular(a.value, lu.matrixLU().diagonal());
  MatrixJet b(lu.inverse(), n);
  std::vector<MatrixXd> c(n);
  for (int i = 0; i < n; ++i) {
    if (a.by(i).size() == 0) continue;
    c[i] = b.value * a.by(i);
    b.first[i] = -c[i] * b.value;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      MatrixXd sum;
      if (a.by(i, j).size() > 0) sum = -(b.value * a.by(i, j));
      add_product(sum, c[i], c[j]);
      add_product(sum, c[j], c[i]);
      add_product(b.second[MatrixJet::pair(i, j)], sum, b.value);
    }
  }
  return b;
}

MatrixJet block(const MatrixJet& a, int row, int col, int rows, int cols) {
  return mapped(a, [&](const MatrixXd& part) -> MatrixXd { return part.block(row, col, rows, cols); });
}

MatrixJet embedded(const MatrixJet& a, int rows, int cols, int row, int col) {
  return mapped(a, [&](const MatrixXd& part) -> MatrixXd {
    MatrixXd whole = MatrixXd::Zero(rows, cols);
    whole.block(row, col, part.rows(), part.cols()) = part;
    return whole;
  });
}

double contraction(const MatrixXd& a, const MatrixXd& b) {
  return a.size() == 0 || b.size() == 0 ? 0.0 : a.cwiseProduct(b).sum();
}

// ---- separable matrices ---------------------------------------------------------------------------------------------

SeparableMatrix::SeparableMatrix(int freedoms, int count)
    : constant(MatrixXd::Zero(freedoms, freedoms)), parts(count, MatrixXd::Zero(freedoms, freedoms)) {}

void SeparableMatrix::add(int k, const MatrixXd& element, std::span<const int> freedoms) {
  require(element.rows() == std::ssize(freedoms) && element.cols() == element.rows(),
          "structure: an element of {} x {} is to stand at {} freedoms", element.rows(), element.cols(),
          freedoms.size());
  require(k < std::ssize(parts), "structure: there is no coefficient {}, there are {}", k, parts.size());
  MatrixXd& part = k < 0 ? constant : parts[k];
  for (int row = 0; row < element.rows(); ++row) {
    for (int col = 0; col < element.cols(); ++col) {
      const int r = freedoms[row], c = freedoms[col];
      require(r < part.rows() && c < part.cols(), "structure: there is no freedom {}, there are {}", std::max(r, c),
              part.rows());
      if (r >= 0 && c >= 0) part(r, c) += element(row, col);
    }
  }
}

MatrixJet SeparableMatrix::at(std::span<const NumberJet> coefficients) const {
  require(coefficients.size() == parts.size(), "structure: {} coefficients are given, there are {}",
          coefficients.size(), parts.size());
  const int n = coefficients.empty() ? 0 : coefficients[0].seeds();
  MatrixJet sum(constant, n);
  for (std::size_t k = 0; k < parts.size(); ++k) sum = sum + coefficients[k] * MatrixJet(parts[k], n);
  return sum;
}

}  // namespace tandem

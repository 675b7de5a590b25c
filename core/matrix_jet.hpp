#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

namespace tandem {

/// A number that depends on n design numbers, with its gradient and Hessian by them. For a handful to some dozens of
/// design numbers whose count is known at run time only; a product costs O(n^2).
struct NumberJet {
  double value = 0.0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;

  int seeds() const { return static_cast<int>(gradient.size()); }
  /// A constant, and design number `seed` of n itself.
  static NumberJet constant(double value, int seeds);
  static NumberJet variable(double value, int seed, int seeds);
  /// f(a) from f, f' and f'' at the value of a.
  static NumberJet chain(const NumberJet& a, double f, double d, double dd);
};

NumberJet operator+(const NumberJet& a, const NumberJet& b);
NumberJet operator-(const NumberJet& a, const NumberJet& b);
NumberJet operator*(const NumberJet& a, const NumberJet& b);
NumberJet operator/(const NumberJet& a, const NumberJet& b);
NumberJet operator+(const NumberJet& a, double b);
NumberJet operator*(double a, const NumberJet& b);
inline NumberJet operator+(double a, const NumberJet& b) { return b + a; }
inline NumberJet operator-(const NumberJet& a, double b) { return a + (-b); }
inline NumberJet operator-(double a, const NumberJet& b) { return a + (-1.0) * b; }
inline NumberJet operator*(const NumberJet& a, double b) { return b * a; }
inline NumberJet operator/(const NumberJet& a, double b) { return (1.0 / b) * a; }
NumberJet exp(const NumberJet& a);
NumberJet log(const NumberJet& a);

/// The same number by x = ln p instead of p.
NumberJet by_logarithms(const NumberJet& a, const Eigen::VectorXd& p);

/// All design numbers, each a variable.
std::vector<NumberJet> variables(const Eigen::VectorXd& p);

/// A matrix that depends on design numbers, with its first and second derivatives by them. A derivative that is zero
/// is an empty matrix and costs nothing.
struct MatrixJet {
  Eigen::MatrixXd value;
  std::vector<Eigen::MatrixXd> first;   ///< by number i
  std::vector<Eigen::MatrixXd> second;  ///< by numbers i and j <= i, at pair(i, j)

  MatrixJet() = default;
  MatrixJet(Eigen::MatrixXd constant, int seeds);

  int seeds() const { return static_cast<int>(first.size()); }
  static int pair(int i, int j) { return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i; }
  const Eigen::MatrixXd& by(int i) const { return first[i]; }
  const Eigen::MatrixXd& by(int i, int j) const { return second[pair(i, j)]; }
};

MatrixJet operator+(const MatrixJet& a, const MatrixJet& b);
MatrixJet operator*(const MatrixJet& a, const MatrixJet& b);
MatrixJet operator*(double a, const MatrixJet& b);
inline MatrixJet operator-(const MatrixJet& a) { return -1.0 * a; }
MatrixJet operator*(const NumberJet& a, const MatrixJet& b);
/// left * a * right, all of it linear in a.
MatrixJet product(const Eigen::MatrixXd& left, const MatrixJet& a, const Eigen::MatrixXd& right);
MatrixJet transpose(const MatrixJet& a);
/// a^-1; refuses an a that is singular. (a^-1)_i = -a^-1 a_i a^-1.
MatrixJet inverse(const MatrixJet& a);
/// The block of `rows` x `cols` that begins at (row, col).
MatrixJet block(const MatrixJet& a, int row, int col, int rows, int cols);
/// Zero but for `a`, which stands at (row, col).
MatrixJet embedded(const MatrixJet& a, int rows, int cols, int row, int col);

/// sum_ij a_ij b_ij, where an empty matrix is zero.
double contraction(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// constant + sum over k of coefficient_k part_k: what finite elements give, where coefficients are numbers of
/// sections (an area, a second moment of area) and parts are geometry. Parts are kept whole: small structures only.
struct SeparableMatrix {
  Eigen::MatrixXd constant;
  std::vector<Eigen::MatrixXd> parts;

  SeparableMatrix() = default;
  SeparableMatrix(int freedoms, int parts);

  /// Adds an element's matrix to part k, or to the constant where k < 0; a freedom of -1 is held.
  void add(int k, const Eigen::MatrixXd& element, std::span<const int> freedoms);
  MatrixJet at(std::span<const NumberJet> coefficients) const;

  /// Its value for coefficients of any scalar.
  template <class S>
  Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> value(std::span<const S> coefficients) const {
    Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> sum = constant.template cast<S>();
    for (std::size_t k = 0; k < parts.size(); ++k) sum += coefficients[k] * parts[k].template cast<S>();
    return sum;
  }
};

}  // namespace tandem

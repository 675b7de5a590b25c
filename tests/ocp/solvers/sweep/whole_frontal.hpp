#pragma once

#include <tandem/ocp/solvers/sweep/dense_frontal.hpp>
#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <Eigen/Core>

#include <random>
#include <vector>

namespace tandem::test {

/// A frontal of a symmetric matrix with the room it needs, and the matrix that its factors stand for.
class WholeFrontal {
 public:
  WholeFrontal(const Eigen::MatrixXd& matrix, int summed)
      : matrix_(matrix), rows_(static_cast<int>(matrix.rows())), ld_(sweep::padded(rows_)) {
    columns_ = Eigen::MatrixXd::Zero(ld_, rows_ + 1);  // packs are read a little beyond the last column
    columns_.topLeftCorner(rows_, rows_) = matrix.triangularView<Eigen::Lower>();
    noise_ = matrix.diagonal().cwiseAbs();
    inverse_ = beside_ = Eigen::VectorXd::Zero(rows_);
    for (int i = 0; i < rows_; ++i) names_.push_back(i);
    frontal_ = {columns_.data(), ld_,           rows_,           summed,        rows_,
                names_.data(),   noise_.data(), inverse_.data(), beside_.data()};
  }
  WholeFrontal(const WholeFrontal&) = delete;

  sweep::DenseFrontal& frontal() { return frontal_; }
  sweep::FrontalRoom& room() { return room_; }
  const std::vector<int>& names() const { return names_; }

  double entry(int i, int j) const { return columns_(i, j); }
  /// The matrix with its rows in the order that the frontal has now.
  Eigen::MatrixXd exchanged() const { return matrix_(names_, names_); }
  /// L D L' of the first pivots.
  Eigen::MatrixXd product(int pivots) const {
    Eigen::MatrixXd l = columns_.topLeftCorner(rows_, pivots), d = Eigen::MatrixXd::Zero(pivots, pivots);
    l.diagonal().setOnes();
    for (int k = 0; k < pivots; ++k) {
      if (beside_[k] != 0.0) {
        const double a = inverse_[k], b = beside_[k], c = inverse_[k + 1], determinant = a * c - b * b;
        d(k, k) = c / determinant;
        d(k + 1, k + 1) = a / determinant;
        d(k, k + 1) = d(k + 1, k) = -b / determinant;
        ++k;
      } else if (inverse_[k] != 0.0) {
        d(k, k) = 1.0 / inverse_[k];
      }
    }
    return l * d * l.transpose();
  }

 private:
  Eigen::MatrixXd matrix_, columns_;
  int rows_, ld_;
  Eigen::VectorXd noise_, inverse_, beside_;
  std::vector<int> names_;
  sweep::DenseFrontal frontal_;
  sweep::FrontalRoom room_;
};

/// Symmetric, of both signs, entries between -1 and 1.
inline Eigen::MatrixXd random_symmetric(int size, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Eigen::MatrixXd matrix(size, size);
  for (int j = 0; j < size; ++j) {
    for (int i = j; i < size; ++i) matrix(i, j) = matrix(j, i) = any(engine);
  }
  return matrix;
}

}  // namespace tandem::test

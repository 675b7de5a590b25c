#pragma once

#include <tandem/ocp/search/continuation/system.hpp>
#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <Eigen/LU>
#include <Eigen/SparseLU>

#include <span>
#include <vector>

namespace tandem::continuation {

/// A dense matrix: P A = L U. A pivot below eps |A| is replaced by eps |A|, which moves A by rounding.
class DenseFactor : public Factor {
 public:
  void factorise(Eigen::MatrixXd a);

  int size() const override { return static_cast<int>(a_.rows()); }
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const override { return a_ * x; }
  Eigen::VectorXd solve(const Eigen::VectorXd& b) override;
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& b) override;
  int determinant_sign() const override { return sign_; }

 private:
  Eigen::MatrixXd a_, lu_;
  Eigen::PermutationMatrix<Eigen::Dynamic> permutation_;
  int sign_ = 1;
};

/// A sparse matrix, by SparseLU; where that finds a zero pivot, of A + eps |A| I.
class SparseFactor : public Factor {
 public:
  using Matrix = Eigen::SparseMatrix<double>;
  void factorise(Matrix a);

  int size() const override { return static_cast<int>(a_.rows()); }
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const override { return a_ * x; }
  Eigen::VectorXd solve(const Eigen::VectorXd& b) override { return lu_.solve(b); }
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& b) override { return lu_.transpose().solve(b); }
  int determinant_sign() const override { return sign_; }

 private:
  Matrix a_;
  Eigen::SparseLU<Matrix, Eigen::COLAMDOrdering<int>> lu_;
  bool is_analysed_ = false;
  int sign_ = 1;
};

/// Where the entries of a symmetric matrix stand, and the stages of its rows (as for sweep::StageChain).
struct StagedPattern {
  int stages = 0;
  std::vector<int> stage_of_row;  ///< the border's label is `stages`
  std::vector<int> rows, cols;    ///< in either triangle; those at one place add up
};

/// A symmetric matrix in a chain of stages, by the sweep. The chain gets its diagonal added: where the sweep finds a
/// zero pivot, each diagonal entry is moved by kShift of the largest in its row and the matrix factorised again.
class StagedFactor : public Factor {
 public:
  explicit StagedFactor(const StagedPattern& pattern);

  /// Values of the triplets, without the diagonal that was added. False where they are not finite.
  bool factorise(std::span<const double> values);

  int size() const override { return factor_.chain().size(); }
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const override;
  Eigen::VectorXd solve(const Eigen::VectorXd& b) override;
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& b) override { return solve(b); }
  int determinant_sign() const override { return factor_.inertia().negative % 2 == 0 ? 1 : -1; }
  const sweep::Inertia& inertia() const { return factor_.inertia(); }

 private:
  static constexpr double kShift = 1e-13;
  void shift_diagonal();

  int given_;  ///< triplets without the diagonal
  sweep::SweepFactor factor_;
  std::vector<double> values_;
};

}  // namespace tandem::continuation

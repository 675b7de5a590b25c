#include <tandem/ocp/search/continuation/factors.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace tandem::continuation {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

std::vector<int> with_diagonal(std::vector<int> places, std::size_t size) {
  places.resize(places.size() + size);
  std::iota(places.end() - static_cast<std::ptrdiff_t>(size), places.end(), 0);
  return places;
}

}  // namespace

// ---- dense ----------------------------------------------------------------------------------------------------------

void DenseFactor::factorise(Eigen::MatrixXd a) {
  a_ = std::move(a);
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(a_);
  lu_ = lu.matrixLU();
  permutation_ = lu.permutationP();
  sign_ = static_cast<int>(permutation_.determinant());
  const double largest = a_.cwiseAbs().maxCoeff(), least = kEps * (largest > 0.0 ? largest : 1.0);
  for (int i = 0; i < size(); ++i) {
    double& pivot = lu_(i, i);
    if (!(std::abs(pivot) >= least)) pivot = std::copysign(least, pivot);
    if (pivot < 0.0) sign_ = -sign_;
  }
}

Eigen::VectorXd DenseFactor::solve(const Eigen::VectorXd& b) {
  Eigen::VectorXd x = permutation_ * b;
  lu_.triangularView<Eigen::UnitLower>().solveInPlace(x);
  lu_.triangularView<Eigen::Upper>().solveInPlace(x);
  return x;
}

Eigen::VectorXd DenseFactor::solve_transposed(const Eigen::VectorXd& b) {
  Eigen::VectorXd x = b;
  lu_.triangularView<Eigen::Upper>().transpose().solveInPlace(x);
  lu_.triangularView<Eigen::UnitLower>().transpose().solveInPlace(x);
  return permutation_.transpose() * x;
}

// ---- sparse ---------------------------------------------------------------------------------------------------------

void SparseFactor::factorise(Matrix a) {
  a_ = std::move(a);
  a_.makeCompressed();
  if (!is_analysed_) lu_.analyzePattern(a_);
  is_analysed_ = true;
  lu_.factorize(a_);
  if (lu_.info() != Eigen::Success) {
    Matrix shifted(a_.rows(), a_.cols());
    shifted.setIdentity();
    shifted = a_ + kEps * std::max(1.0, a_.coeffs().abs().maxCoeff()) * shifted;
    lu_.analyzePattern(shifted);
    lu_.factorize(shifted);
    is_analysed_ = false;  // the next matrix has its own pattern again
  }
  sign_ = lu_.info() == Eigen::Success && lu_.signDeterminant() < 0.0 ? -1 : 1;
}

// ---- staged ---------------------------------------------------------------------------------------------------------

StagedFactor::StagedFactor(const StagedPattern& pattern)
    : given_(static_cast<int>(pattern.rows.size())),
      factor_(sweep::StageChain(pattern.stages, pattern.stage_of_row,
                                with_diagonal(pattern.rows, pattern.stage_of_row.size()),
                                with_diagonal(pattern.cols, pattern.stage_of_row.size()))),
      values_(given_ + pattern.stage_of_row.size(), 0.0) {}

bool StagedFactor::factorise(std::span<const double> values) {
  require(static_cast<int>(values.size()) == given_, "staged matrix: {} values for {} triplets", values.size(), given_);
  std::copy(values.begin(), values.end(), values_.begin());
  std::fill(values_.begin() + given_, values_.end(), 0.0);
  sweep::FactorStatus status = factor_.factorise(values_);
  if (status == sweep::FactorStatus::singular) {
    shift_diagonal();
    status = factor_.factorise(values_);
    std::fill(values_.begin() + given_, values_.end(), 0.0);  // what multiply() must not see
  }
  return status == sweep::FactorStatus::done || status == sweep::FactorStatus::singular;
}

void StagedFactor::shift_diagonal() {
  std::vector<double> largest(size(), 0.0);
  factor_.chain().each_triplet([&](int e, int row, int col) {
    largest[row] = std::max(largest[row], std::abs(values_[e]));
    largest[col] = std::max(largest[col], std::abs(values_[e]));
  });
  for (int i = 0; i < size(); ++i) values_[given_ + i] = kShift * std::max(largest[i], kShift);
}

Eigen::VectorXd StagedFactor::multiply(const Eigen::VectorXd& x) const {
  Eigen::VectorXd y = Eigen::VectorXd::Zero(size());
  factor_.chain().each_triplet([&](int e, int row, int col) {
    if (e >= given_) return;
    y(row) += values_[e] * x(col);
    if (row != col) y(col) += values_[e] * x(row);
  });
  return y;
}

Eigen::VectorXd StagedFactor::solve(const Eigen::VectorXd& b) {
  Eigen::VectorXd x = b;
  factor_.solve(x);
  return x;
}

}  // namespace tandem::continuation

#pragma once

#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace tandem::test {

/// A random symmetric matrix in stages with a border.
struct StagedSystem {
  int stages = 0;
  std::vector<int> stage;  ///< of each row
  std::vector<int> rows, cols;
  std::vector<double> values;

  int size() const { return static_cast<int>(stage.size()); }
  void add(int row, int col, double value) {
    rows.push_back(row);
    cols.push_back(col);
    values.push_back(value);
  }
  sweep::StageChain chain() const { return {stages, stage, rows, cols}; }
  Eigen::MatrixXd dense() const {
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(size(), size());
    for (std::size_t e = 0; e < values.size(); ++e) {
      k(rows[e], cols[e]) += values[e];
      if (rows[e] != cols[e]) k(cols[e], rows[e]) += values[e];
    }
    return k;
  }
};

/// What a system is like: [H A'; A -D] with unknowns and multipliers in stages, as those of optimal control.
struct StagedKind {
  int stages = 10;
  int fewest_unknowns = 1, most_unknowns = 8;
  int fewest_multipliers = 0, most_multipliers = 4;
  int border = 0;
  double curvature = 1.0;       ///< of H's diagonal; negative: wrong inertia
  double zero_curvature = 0.0;  ///< part of the unknowns without an entry of H
  double spread = 0.0;          ///< entries of H's diagonal go over so many decades
  double regularization = 0.0;  ///< D
  bool fixed_start = false;     ///< stage 0 has fewer unknowns than multipliers
};

class StagedBuilder {
 public:
  StagedBuilder(const StagedKind& kind, unsigned seed) : kind_(kind), engine_(seed) {
    system_.stages = kind.stages;
    for (int k = 0; k < kind.stages; ++k) {
      const bool is_short = k == 0 && kind.fixed_start;
      unknowns_.push_back(rows_of(k, is_short ? 1 : between(kind.fewest_unknowns, kind.most_unknowns)));
      multipliers_.push_back(rows_of(k, between(kind.fewest_multipliers, kind.most_multipliers)));
    }
    border_ = rows_of(kind.stages, kind.border);
    for (int k = 0; k < kind.stages; ++k) {
      add_curvature(unknowns_[k]);
      if (k + 1 < kind.stages) add_block(unknowns_[k + 1], unknowns_[k], 0.1);
      add_block(border_, unknowns_[k], 0.1);
      add_block(multipliers_[k], unknowns_[k], 1.0);
      if (k + 1 < kind.stages) add_block(multipliers_[k], unknowns_[k + 1], 1.0);
      add_block(border_, multipliers_[k], 0.3);
      for (const int i : multipliers_[k]) system_.add(i, i, -kind.regularization);
    }
    add_curvature(border_);
  }

  StagedSystem& system() { return system_; }
  const std::vector<std::vector<int>>& unknowns() const { return unknowns_; }
  const std::vector<std::vector<int>>& multipliers() const { return multipliers_; }
  const std::vector<int>& border() const { return border_; }
  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine_); }
  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

 private:
  std::vector<int> rows_of(int stage, int count) {
    std::vector<int> rows;
    for (int i = 0; i < count; ++i) {
      rows.push_back(system_.size());
      system_.stage.push_back(stage);
    }
    return rows;
  }
  /// Two triplets at some places, in either triangle: they add up.
  void add_block(const std::vector<int>& rows, const std::vector<int>& cols, double size) {
    for (const int i : rows) {
      for (const int j : cols) {
        const double value = size * number();
        if (between(0, 9) == 0) {
          system_.add(j, i, 0.25 * value);
          system_.add(i, j, 0.75 * value);
        } else {
          system_.add(i, j, value);
        }
      }
    }
  }
  void add_curvature(const std::vector<int>& rows) {
    for (const int i : rows) {
      if (0.5 * (number() + 1.0) < kind_.zero_curvature) continue;
      const double size = std::pow(10.0, kind_.spread * 0.5 * (number() + 1.0));
      system_.add(i, i, kind_.curvature * size);
      for (const int j : rows) {
        if (j < i) system_.add(i, j, 0.1 * number());
      }
    }
  }

  StagedKind kind_;
  std::mt19937 engine_;
  StagedSystem system_;
  std::vector<std::vector<int>> unknowns_, multipliers_;
  std::vector<int> border_;
};

inline StagedSystem random_system(const StagedKind& kind, unsigned seed) { return StagedBuilder(kind, seed).system(); }

inline Eigen::VectorXd random_vector(int size, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Eigen::VectorXd x(size);
  for (double& entry : x) entry = number(engine);
  return x;
}

/// |b - K x| / (|K| |x| + |b|) in the largest norm, the normwise backward error of Rigal and Gaches.
inline double backward_error(const Eigen::MatrixXd& k, const Eigen::VectorXd& x, const Eigen::VectorXd& b) {
  if (x.size() == 0) return 0.0;
  const double norm = k.cwiseAbs().rowwise().sum().maxCoeff();
  return (b - k * x).cwiseAbs().maxCoeff() / (norm * x.cwiseAbs().maxCoeff() + b.cwiseAbs().maxCoeff());
}

/// Of eigenvalues above and below 1e-10 |K|; what lies between counts as zero.
inline sweep::Inertia dense_inertia(const Eigen::MatrixXd& k) {
  sweep::Inertia inertia;
  if (k.rows() == 0) return inertia;
  const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(k, Eigen::EigenvaluesOnly).eigenvalues();
  const double small = 1e-10 * eigenvalues.cwiseAbs().maxCoeff();
  for (const double one : eigenvalues)
    ++(one > small ? inertia.positive : one < -small ? inertia.negative : inertia.zero);
  return inertia;
}

}  // namespace tandem::test

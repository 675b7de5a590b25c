#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/sweep/lanes.hpp>
#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::sweep {

void SweepFactor::solve(Eigen::Ref<Eigen::MatrixXd> x) {
  require(x.rows() == chain_.size(), "staged matrix: right-hand sides of size {} for a matrix of size {}", x.rows(),
          chain_.size());
  for (Eigen::Index i = 0; i < x.cols(); ++i) {
    double* column = x.col(i).data();
    for (const FrontalFactor& frontal : frontals_) forward(frontal, column);
    for (std::size_t k = frontals_.size(); k-- > 0;) backward(frontals_[k], column);
  }
}

/// x <- D^-1 L^-1 x on the rows of one frontal: packs of pivots stay in registers while they are solved for.
void SweepFactor::forward(const FrontalFactor& frontal, double* x) {
  const int* names = names_.data() + frontal.names;
  const double* l = factor_.data() + frontal.a;
  double* v = local_.data();
  for (int i = 0; i < frontal.rows; ++i) v[i] = x[names[i]];
  for (int first = 0; first < frontal.pivots; first += kLanes) {
    const int count = std::min(kLanes, frontal.pivots - first);
    const double* columns = l + first * frontal.ld;
    Lanes pack = load(v + first), values[kLanes];
    for (int k = 0; k < count; ++k) {
      values[k] = spread(pack, k);
      pack = minus_product(pack, load(columns + first + k * frontal.ld), values[k]);
    }
    store(v + first, pack);
    for (int i = first + kLanes; i < frontal.rows; i += kLanes) {
      Lanes sum = load(v + i);
      for (int k = 0; k < count; ++k) sum = minus_product(sum, load(columns + i + k * frontal.ld), values[k]);
      store(v + i, sum);
    }
  }
  divide(frontal, v);
  for (int i = 0; i < frontal.rows; ++i) x[names[i]] = v[i];
}

/// v <- D^-1 v.
void SweepFactor::divide(const FrontalFactor& frontal, double* v) {
  const double *inverse = inverse_.data() + frontal.first_pivot, *beside = beside_.data() + frontal.first_pivot;
  for (int first = 0; first < frontal.pivots; first += kLanes) {
    const int count = std::min(kLanes, frontal.pivots - first);
    const Mask mask = first_lanes(count);
    if (not_zero(load(beside + first, mask)) == 0 && (first == 0 || beside[first - 1] == 0.0)) {
      store(v + first, load(v + first) * load(inverse + first, mask), mask);
      continue;
    }
    for (int k = first; k < first + count; ++k) {
      if (beside[k] != 0.0) {
        const double above = v[k], below = v[k + 1];
        v[k] = inverse[k] * above + beside[k] * below;
        v[k + 1] = beside[k] * above + inverse[k + 1] * below;
      } else if (k == 0 || beside[k - 1] == 0.0) {
        v[k] *= inverse[k];
      }
    }
  }
}

/// x <- L'^-1 x on the rows of one frontal, a pack of pivots after the other from the last. Within a pack the block of
/// L is turned, so that a value found is taken from all before it at once.
void SweepFactor::backward(const FrontalFactor& frontal, double* x) {
  const int* names = names_.data() + frontal.names;
  const double* l = factor_.data() + frontal.a;
  double* v = local_.data();
  for (int i = 0; i < frontal.rows; ++i) v[i] = x[names[i]];
  for (int i = frontal.rows; i < frontal.ld; ++i) v[i] = 0.0;
  for (int first = (frontal.pivots - 1) / kLanes * kLanes; first >= 0 && frontal.pivots > 0; first -= kLanes) {
    const int count = std::min(kLanes, frontal.pivots - first);
    const double* columns = l + first * frontal.ld;
    Lanes pack = load(v + first), sums[kLanes] = {};
    for (int i = first + kLanes; i < frontal.rows; i += kLanes) {
      const Lanes known = load(v + i);
      for (int k = 0; k < count; ++k) sums[k] = plus_product(sums[k], load(columns + i + k * frontal.ld), known);
    }
    if (first + kLanes < frontal.rows) {
      transpose(sums);
      for (int k = 0; k < kLanes; ++k) pack = minus_product(pack, sums[k], all(1.0));
    }
    Lanes block[kLanes] = {};
    for (int k = 0; k < count; ++k) block[k] = load(columns + first + k * frontal.ld);
    transpose(block);
    for (int k = kLanes - 1; k > 0; --k) pack = minus_product(pack, block[k], spread(pack, k));
    store(v + first, pack);
  }
  for (int k = 0; k < frontal.pivots; ++k) x[names[k]] = v[k];
}

/// residual_ = b - K x; returns its largest part of |b| + |K| |x|.
double SweepFactor::make_residual(std::span<const double> values, const Eigen::Ref<const Eigen::VectorXd>& b,
                                  const Eigen::Ref<const Eigen::VectorXd>& x) {
  residual_ = b;
  residual_size_ = b.cwiseAbs();
  const auto subtract = [&](int i, double product) {
    residual_[i] -= product;
    residual_size_[i] += std::abs(product);
  };
  chain_.each_triplet([&](int e, int row, int col) {
    subtract(row, values[e] * x[col]);
    if (row != col) subtract(col, values[e] * x[row]);
  });
  double error = 0.0;
  for (int i = 0; i < chain_.size(); ++i) {
    if (residual_[i] != 0.0) error = std::max(error, std::abs(residual_[i]) / residual_size_[i]);
  }
  return error;
}

Refinement SweepFactor::solve_refined(std::span<const double> values, const Eigen::Ref<const Eigen::VectorXd>& b,
                                      Eigen::Ref<Eigen::VectorXd> x, int most_steps) {
  require(static_cast<int>(values.size()) == chain_.triplets(), "staged matrix: {} values for {} triplets",
          values.size(), chain_.triplets());
  require(b.size() == chain_.size() && x.size() == chain_.size(),
          "staged matrix: vectors of size {} and {} for a matrix of size {}", b.size(), x.size(), chain_.size());
  x = b;
  solve(x);
  Refinement reached{make_residual(values, b, x), 0};
  while (reached.backward_error > 4.0 * std::numeric_limits<double>::epsilon() && reached.steps < most_steps) {
    previous_ = x;
    solve(residual_);
    x += residual_;
    const double error = make_residual(values, b, x);
    if (!(error < reached.backward_error)) {
      x = previous_;
      break;
    }
    const bool is_slow = error > 0.5 * reached.backward_error;
    reached = {error, reached.steps + 1};
    if (is_slow) break;
  }
  return reached;
}

}  // namespace tandem::sweep

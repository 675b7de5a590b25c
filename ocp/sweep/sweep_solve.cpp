#include <tandem/ocp/sweep/sweep_factor.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/sweep/lanes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::sweep {

void SweepFactor::solve(std::span<double> x, int count) {
  const std::size_t size = chain_.size();
  require(count >= 0 && x.size() == size * count, "staged matrix: {} numbers for {} right-hand sides of size {}",
          x.size(), count, size);
  for (int i = 0; i < count; ++i) {
    double* column = x.data() + i * size;
    for (const FrontFactor& front : fronts_) forward(front, column);
    for (std::size_t k = fronts_.size(); k-- > 0;) backward(fronts_[k], column);
  }
}

/// x <- D^-1 L^-1 x on the rows of one front.
void SweepFactor::forward(const FrontFactor& front, double* x) {
  const int* names = names_.data() + front.names;
  const double* l = factor_.data() + front.a;
  double* v = local_.data();
  for (int i = 0; i < front.rows; ++i) v[i] = x[names[i]];
  for (int k = 0; k < front.pivots; ++k) {
    const Lanes value = all(v[k]);
    const double* column = l + k * front.ld;
    for (int i = k / kLanes * kLanes; i < front.rows; i += kLanes) {
      store(v + i, minus_product(load(v + i), load(column + i), value));
    }
  }
  const double *inverse = inverse_.data() + front.first_pivot, *beside = beside_.data() + front.first_pivot;
  for (int k = 0; k < front.pivots; ++k) {
    if (beside[k] == 0.0) {
      x[names[k]] = inverse[k] * v[k];
    } else {
      x[names[k]] = inverse[k] * v[k] + beside[k] * v[k + 1];
      x[names[k + 1]] = beside[k] * v[k] + inverse[k + 1] * v[k + 1];
      ++k;
    }
  }
  for (int i = front.pivots; i < front.rows; ++i) x[names[i]] = v[i];
}

/// x <- L'^-1 x on the rows of one front.
void SweepFactor::backward(const FrontFactor& front, double* x) {
  const int* names = names_.data() + front.names;
  const double* l = factor_.data() + front.a;
  double* v = local_.data();
  for (int i = 0; i < front.rows; ++i) v[i] = x[names[i]];
  for (int i = front.rows; i < front.ld; ++i) v[i] = 0.0;
  for (int k = front.pivots; k-- > 0;) {
    Lanes product{};
    const double* column = l + k * front.ld;
    for (int i = k / kLanes * kLanes; i < front.rows; i += kLanes) {
      product = plus_product(product, load(column + i), load(v + i));
    }
    v[k] -= sum(product);
  }
  for (int k = 0; k < front.pivots; ++k) x[names[k]] = v[k];
}

/// residual_ = b - K x, residual_size_ = |b| + |K| |x|.
void SweepFactor::make_residual(std::span<const double> values, std::span<const double> b, std::span<const double> x) {
  for (int i = 0; i < chain_.size(); ++i) {
    residual_[i] = b[i];
    residual_size_[i] = std::abs(b[i]);
  }
  const std::vector<int>&rows = chain_.rows(), &cols = chain_.cols();
  const auto subtract = [&](int i, double product) {
    residual_[i] -= product;
    residual_size_[i] += std::abs(product);
  };
  for (std::size_t e = 0; e < values.size(); ++e) {
    subtract(rows[e], values[e] * x[cols[e]]);
    if (rows[e] != cols[e]) subtract(cols[e], values[e] * x[rows[e]]);
  }
}

Refinement SweepFactor::solve_refined(std::span<const double> values, std::span<const double> b, std::span<double> x,
                                      int most_steps) {
  const int size = chain_.size();
  require(static_cast<int>(values.size()) == chain_.triplets(), "staged matrix: {} values for {} triplets",
          values.size(), chain_.triplets());
  require(static_cast<int>(b.size()) == size && static_cast<int>(x.size()) == size,
          "staged matrix: {} and {} numbers for two vectors of size {}", b.size(), x.size(), size);
  std::copy(b.begin(), b.end(), x.begin());
  solve(x);
  Refinement best{std::numeric_limits<double>::infinity(), 0};
  for (;;) {
    make_residual(values, b, x);
    double error = 0.0;
    for (int i = 0; i < size; ++i) {
      if (residual_[i] != 0.0) error = std::max(error, std::abs(residual_[i]) / residual_size_[i]);
    }
    const bool better = error <= 0.5 * best.backward_error;
    best.backward_error = std::min(best.backward_error, error);
    if (!better || error <= 4.0 * std::numeric_limits<double>::epsilon() || best.steps == most_steps) return best;
    solve(residual_);
    for (int i = 0; i < size; ++i) x[i] += residual_[i];
    ++best.steps;
  }
}

}  // namespace tandem::sweep

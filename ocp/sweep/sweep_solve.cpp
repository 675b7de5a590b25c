#include <tandem/ocp/sweep/sweep_factor.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/sweep/lanes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::sweep {

void SweepFactor::solve(Eigen::Ref<Eigen::MatrixXd> x) {
  require(x.rows() == chain_.size(), "staged matrix: right-hand sides of size {} for a matrix of size {}", x.rows(),
          chain_.size());
  for (Eigen::Index i = 0; i < x.cols(); ++i) {
    double* column = x.col(i).data();
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

/// residual_ = b - K x; returns its largest part of |b| + |K| |x|.
double SweepFactor::make_residual(std::span<const double> values, const Eigen::Ref<const Eigen::VectorXd>& b,
                                  const Eigen::Ref<const Eigen::VectorXd>& x) {
  residual_ = b;
  residual_size_ = b.cwiseAbs();
  const std::vector<int>&rows = chain_.rows(), &cols = chain_.cols();
  const auto subtract = [&](int i, double product) {
    residual_[i] -= product;
    residual_size_[i] += std::abs(product);
  };
  for (std::size_t e = 0; e < values.size(); ++e) {
    subtract(rows[e], values[e] * x[cols[e]]);
    if (rows[e] != cols[e]) subtract(cols[e], values[e] * x[rows[e]]);
  }
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

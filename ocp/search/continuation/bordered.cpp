#include <tandem/ocp/search/continuation/bordered.hpp>

#include <tandem/core/error.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace tandem::continuation {
namespace {

constexpr int kMostCorrections = 3;

/// d - c' v; what is below rounding is moved there, which moves M by rounding.
double schur_complement(double d, const Eigen::VectorXd& c, const Eigen::VectorXd& v) {
  const double delta = d - c.dot(v);
  const double rounding = std::numeric_limits<double>::epsilon() * (std::abs(d) + c.cwiseAbs().dot(v.cwiseAbs()));
  return std::abs(delta) >= rounding ? delta : std::copysign(rounding, delta);
}

}  // namespace

Bordered::Bordered(Factor& a, Eigen::VectorXd column, Eigen::VectorXd row, double corner)
    : a_(&a), b_(std::move(column)), c_(std::move(row)), d_(corner) {
  require(b_.size() == a.size() && c_.size() == a.size(),
          "bordered matrix: a column of {} and a row of {} around a matrix of size {}", b_.size(), c_.size(), a.size());
  v_ = a.solve(b_);
  w_ = a.solve_transposed(c_);
  delta_ = schur_complement(d_, c_, v_);
  delta_star_ = schur_complement(d_, b_, w_);
}

Eigen::VectorXd Bordered::multiply(const Eigen::VectorXd& x) const {
  const Eigen::Index n = a_->size();
  Eigen::VectorXd y(n + 1);
  y.head(n) = a_->multiply(x.head(n)) + x(n) * b_;
  y(n) = c_.dot(x.head(n)) + d_ * x(n);
  return y;
}

/// M (x, y) = (f, g): y = y1 + y2, where y1 is what A's transpose sees and y2 corrects what is left,
///
///   y1 = (g - w' f) / delta*,  A xi = f - b y1,  y2 = (g - d y1 - c' xi) / delta,  x = xi - v y2.
Eigen::VectorXd Bordered::solve(const Eigen::VectorXd& b) {
  const Eigen::Index n = a_->size();
  const double y1 = (b(n) - w_.dot(b.head(n))) / delta_star_;
  Eigen::VectorXd x(n + 1);
  x.head(n) = a_->solve(b.head(n) - y1 * b_);
  const double y2 = (b(n) - d_ * y1 - c_.dot(x.head(n))) / delta_;
  x.head(n) -= y2 * v_;
  x(n) = y1 + y2;
  return x;
}

/// The same of M' = [A' c; b' d], in which v and w, delta and delta* have changed places.
Eigen::VectorXd Bordered::solve_transposed(const Eigen::VectorXd& b) {
  const Eigen::Index n = a_->size();
  const double y1 = (b(n) - v_.dot(b.head(n))) / delta_;
  Eigen::VectorXd x(n + 1);
  x.head(n) = a_->solve_transposed(b.head(n) - y1 * c_);
  const double y2 = (b(n) - d_ * y1 - b_.dot(x.head(n))) / delta_star_;
  x.head(n) -= y2 * w_;
  x(n) = y1 + y2;
  return x;
}

Eigen::VectorXd solve_refined(Factor& m, const Eigen::VectorXd& b) {
  Eigen::VectorXd x = m.solve(b);
  Eigen::VectorXd residual = b - m.multiply(x);
  for (int i = 0; i < kMostCorrections && residual.squaredNorm() > 0.0; ++i) {
    const Eigen::VectorXd corrected = x + m.solve(residual);
    const Eigen::VectorXd left = b - m.multiply(corrected);
    if (!(left.norm() < 0.5 * residual.norm())) break;
    x = corrected;
    residual = left;
  }
  return x;
}

}  // namespace tandem::continuation

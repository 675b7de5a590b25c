#include <tandem/ocp/answers/series/cone_least_squares.hpp>

#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {
namespace {

constexpr double kDelta = 1e-12;  // of y: settles what nothing else does
constexpr int kMostSteps = 60;
constexpr double kSmall = 1e-11;  // of complementarity and residuals, beside their first size

using sweep::FactorStatus;
using sweep::StageChain;
using sweep::SweepFactor;

/// The pattern of [I + D, A'; A, -delta - E], D and E diagonal: A's entries, then the diagonal.
StageChain chain_of(const ConeProblem& problem) {
  const int unknowns = static_cast<int>(problem.signs.size()),
            all = unknowns + static_cast<int>(problem.row_signs.size());
  std::vector<int> labels = problem.stage_of_unknown, rows = problem.rows, cols = problem.cols;
  labels.insert(labels.end(), problem.stage_of_row.begin(), problem.stage_of_row.end());
  for (int& row : rows) row += unknowns;
  for (int i = 0; i < all; ++i) rows.push_back(i), cols.push_back(i);
  return {problem.stages, labels, rows, cols};
}

/// Of an unknown or a row with a sign: how far it is from 0 on its side, and its multiplier; their product goes to 0.
struct Pairs {
  Eigen::ArrayXd sign, distance, multiplier;

  explicit Pairs(const std::vector<int>& signs) : sign(static_cast<int>(signs.size())) {
    for (int i = 0; i < sign.size(); ++i) sign(i) = signs[i];
    distance = multiplier = sign.abs();
  }
  bool has(int i) const { return sign(i) != 0.0; }
  double count() const { return sign.abs().sum(); }
  double products() const { return (distance * multiplier).sum(); }
};

class ConeSolver {
 public:
  explicit ConeSolver(const ConeProblem& problem)
      : problem_(problem),
        unknowns_(static_cast<int>(problem.signs.size())),
        rows_(static_cast<int>(problem.row_signs.size())),
        factor_(chain_of(problem)),
        values_(problem.values),
        at_(problem.signs),
        of_rows_(problem.row_signs) {
    values_.resize(values_.size() + unknowns_ + rows_);
    s_ = at_.sign.matrix();
    y_ = -of_rows_.sign.matrix();
  }

  Eigen::VectorXd solve() {
    const double pairs = at_.count() + of_rows_.count();
    const double first = 1.0 + problem_.gradient.lpNorm<Eigen::Infinity>();
    for (int step = 0; step < kMostSteps; ++step) {
      const double mean = pairs > 0.0 ? (at_.products() + of_rows_.products()) / pairs : 0.0;
      if (step > 0 && mean <= kSmall * first && residual() <= kSmall * first) break;
      if (!factorise()) return Eigen::VectorXd::Constant(rows_, std::numeric_limits<double>::quiet_NaN());
      if (pairs == 0.0) {
        advance(direction(0.0, nullptr), 1.0);
        break;
      }
      const Step affine = direction(0.0, nullptr);
      const double length = longest(affine);
      const double after = products_after(affine, length) / pairs;
      const double centring = std::pow(after / mean, 3);
      const Step both = direction(centring * mean, &affine);
      advance(both, std::min(1.0, 0.995 * longest(both)));
    }
    return y_;
  }

 private:
  struct Step {
    Eigen::VectorXd s, y;
    Eigen::ArrayXd distance, multiplier, row_distance, row_multiplier;
  };

  bool factorise() {
    double* const diagonal = values_.data() + problem_.values.size();
    for (int i = 0; i < unknowns_; ++i) diagonal[i] = 1.0 + (at_.has(i) ? at_.multiplier(i) / at_.distance(i) : 0.0);
    for (int r = 0; r < rows_; ++r) {
      diagonal[unknowns_ + r] = -kDelta - (of_rows_.has(r) ? of_rows_.distance(r) / of_rows_.multiplier(r) : 0.0);
    }
    const FactorStatus status = factor_.factorise(values_);
    return status == FactorStatus::done || status == FactorStatus::singular;
  }

  /// g + s + A'y - sign z, and A s - delta y of rows without a sign.
  double residual() const {
    const Eigen::VectorXd dual = problem_.gradient + s_ + transposed(y_) - (at_.sign * at_.multiplier).matrix();
    const Eigen::VectorXd rows = product(s_);
    double worst = dual.lpNorm<Eigen::Infinity>();
    for (int r = 0; r < rows_; ++r) {
      const double aim = of_rows_.has(r) ? of_rows_.sign(r) * of_rows_.distance(r) : kDelta * y_(r);
      worst = std::max(worst, std::abs(rows(r) - aim));
    }
    return worst;
  }

  Eigen::VectorXd product(const Eigen::VectorXd& s) const {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(rows_);
    for (std::size_t e = 0; e < problem_.rows.size(); ++e)
      out(problem_.rows[e]) += problem_.values[e] * s(problem_.cols[e]);
    return out;
  }
  Eigen::VectorXd transposed(const Eigen::VectorXd& y) const {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(unknowns_);
    for (std::size_t e = 0; e < problem_.rows.size(); ++e)
      out(problem_.cols[e]) += problem_.values[e] * y(problem_.rows[e]);
    return out;
  }

  /// Newton's step to products `mu`; with the second order that `affine` finds.
  Step direction(double mu, const Step* affine) {
    Eigen::ArrayXd aim = Eigen::ArrayXd::Constant(unknowns_, mu), row_aim = Eigen::ArrayXd::Constant(rows_, mu);
    if (affine != nullptr) {
      aim -= affine->distance * affine->multiplier;
      row_aim -= affine->row_distance * affine->row_multiplier;
    }
    Eigen::VectorXd right(unknowns_ + rows_), step(unknowns_ + rows_);
    right.head(unknowns_) = -(problem_.gradient + s_ + transposed(y_));
    right.tail(rows_) = kDelta * y_ - product(s_);
    for (int i = 0; i < unknowns_; ++i) {
      if (at_.has(i)) right(i) += at_.sign(i) * aim(i) / at_.distance(i);
    }
    for (int r = 0; r < rows_; ++r) {
      if (of_rows_.has(r)) right(unknowns_ + r) += of_rows_.sign(r) * row_aim(r) / of_rows_.multiplier(r);
    }
    factor_.solve_refined(values_, right, step);
    Step out{step.head(unknowns_), step.tail(rows_), at_.sign * step.head(unknowns_).array(), {}, {}, {}};
    out.row_multiplier = -of_rows_.sign * out.y.array();
    out.multiplier = Eigen::ArrayXd::Zero(unknowns_);
    out.row_distance = Eigen::ArrayXd::Zero(rows_);
    for (int i = 0; i < unknowns_; ++i) {
      if (at_.has(i))
        out.multiplier(i) = (aim(i) - at_.multiplier(i) * out.distance(i)) / at_.distance(i) - at_.multiplier(i);
    }
    for (int r = 0; r < rows_; ++r) {
      if (!of_rows_.has(r)) continue;
      out.row_distance(r) =
          (row_aim(r) - of_rows_.distance(r) * out.row_multiplier(r)) / of_rows_.multiplier(r) - of_rows_.distance(r);
    }
    return out;
  }

  static double longest(const Eigen::ArrayXd& from, const Eigen::ArrayXd& step, double most) {
    for (int i = 0; i < from.size(); ++i) {
      if (step(i) < 0.0 && from(i) > 0.0) most = std::min(most, -from(i) / step(i));
    }
    return most;
  }
  double longest(const Step& step) const {
    double most = longest(at_.distance, step.distance, 1.0 / 0.995);
    most = longest(at_.multiplier, step.multiplier, most);
    most = longest(of_rows_.distance, step.row_distance, most);
    return longest(of_rows_.multiplier, step.row_multiplier, most);
  }

  double products_after(const Step& step, double length) const {
    return ((at_.distance + length * step.distance) * (at_.multiplier + length * step.multiplier)).sum() +
           ((of_rows_.distance + length * step.row_distance) * (of_rows_.multiplier + length * step.row_multiplier))
               .sum();
  }

  void advance(const Step& step, double length) {
    s_ += length * step.s;
    y_ += length * step.y;
    at_.distance += length * step.distance;
    at_.multiplier += length * step.multiplier;
    of_rows_.distance += length * step.row_distance;
    of_rows_.multiplier += length * step.row_multiplier;
  }

  const ConeProblem& problem_;
  int unknowns_, rows_;
  SweepFactor factor_;
  std::vector<double> values_;
  Eigen::VectorXd s_, y_;
  Pairs at_, of_rows_;
};

}  // namespace

Eigen::VectorXd cone_least_squares(const ConeProblem& problem) { return ConeSolver(problem).solve(); }

}  // namespace tandem

#pragma once

#include <tandem/ocp/solvers/sweep/dense_frontal.hpp>
#include <tandem/ocp/solvers/sweep/stage_chain.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace tandem::sweep {

/// How a factorisation ended. A singular matrix has its inertia with zeros counted, and solves leave them out. One is
/// swollen where delayed pivots would take more than most_numbers(): its factors are not made.
enum class FactorStatus { done, singular, not_finite, swollen };

/// What iterative refinement reached: max_i |b - K x|_i / (|K| |x| + |b|)_i, the componentwise backward error of Oettli
/// and Prager, and how many corrections it took.
struct Refinement {
  double backward_error = 0.0;
  int steps = 0;
};

/// L D L' of a symmetric indefinite matrix whose rows stand in a chain of stages with a border: frontal after frontal,
/// pivots that fail the threshold test delayed to the next (multifrontal method: Duff and Reid, ACM TOMS 9, 1983).
/// Time and memory are linear in the stages, cubic and quadratic in the size of one. After the first factorisation
/// nothing is allocated unless more pivots are delayed than ever before, and there is a bound of that; the first
/// refined solve allocates its residuals. Objects share nothing.
class SweepFactor {
 public:
  explicit SweepFactor(StageChain chain);

  const StageChain& chain() const { return chain_; }

  /// Of the pivot test, in (0, 0.5]: larger is more accurate and delays more pivots. Used from the next factorisation;
  /// lowered for the rest of a frontal where more than a few and a quarter of its rows would be delayed.
  double threshold() const { return threshold_; }
  void set_threshold(double threshold);

  /// That the factors may hold: five times what they hold where no pivot is delayed and 64 MB, unless said otherwise.
  std::size_t most_numbers() const { return most_numbers_; }
  void set_most_numbers(std::size_t most) { most_numbers_ = most; }

  /// Factorises the matrix with these values of the triplets, in one array or in the chain's pieces.
  FactorStatus factorise(std::span<const double> values);
  FactorStatus factorise(std::span<const std::span<const double>> pieces);

  /// Of the last factorisation: exact for the factors, by Sylvester's law.
  const Inertia& inertia() const { return inertia_; }
  /// Pivots that were delayed from one frontal to the next, added up over the frontals.
  int delayed() const { return delayed_total_; }

  /// x <- K^-1 x, for each column.
  void solve(Eigen::Ref<Eigen::MatrixXd> x);

  /// Solves K x = b, then corrects x by the residual until the backward error is below 4 eps or halves no
  /// more.
  Refinement solve_refined(std::span<const double> values, const Eigen::Ref<const Eigen::VectorXd>& b,
                           Eigen::Ref<Eigen::VectorXd> x, int most_steps = 10);

 private:
  /// Where a frontal's part of the factors stands.
  struct FrontalFactor {
    std::size_t a = 0;      ///< its columns of L in factor_
    std::size_t names = 0;  ///< the rows' places in the matrix, in names_
    int ld = 0;
    int rows = 0;
    int pivots = 0;
    int first_pivot = 0;  ///< in inverse_ and beside_
  };
  struct Shape {
    int own = 0, delayed = 0, link = 0, border = 0;
    int summed() const { return own + delayed; }
    int rows() const { return summed() + link + border; }
  };

  Shape shape_of(int frontal, int delayed) const;
  std::span<const FrontalEntry> entries_of(const FrontalPlan& plan) const;
  bool is_swollen(int k, int delayed) const;
  void open_frontal(int k, int delayed);
  void pass_on(int k, const Shape& shape, int pivots);
  void pass_on_delayed(int k, const Shape& shape, int pivots);
  void open_border();
  double value_of(const FrontalEntry& entry, const FrontalPlan& plan) const {
    return pieces_[entry.piece][entry.source_in(plan)];
  }
  void load_border(int delayed);
  DenseFrontal frontal(int k);
  void forward(const FrontalFactor& frontal, double* x);
  void divide(const FrontalFactor& frontal, double* v);
  void backward(const FrontalFactor& frontal, double* x);
  double make_residual(std::span<const double> values, const Eigen::Ref<const Eigen::VectorXd>& b,
                       const Eigen::Ref<const Eigen::VectorXd>& x);

  StageChain chain_;
  double threshold_ = 1e-6;
  std::size_t most_numbers_ = 0;
  Inertia inertia_;
  int delayed_total_ = 0;

  std::vector<const double*> pieces_;  ///< the values, while they are factorised
  std::vector<FrontalFactor> frontals_;
  std::size_t factor_end_ = 0, names_end_ = 0;
  Eigen::ArrayXd factor_;
  std::vector<int> names_;
  std::vector<double> inverse_, beside_;

  FrontalRoom room_;
  std::vector<double> noise_, next_noise_, border_noise_;
  Eigen::ArrayXd border_;  ///< the border's own matrix, columns border_ld_ apart
  int border_ld_ = 0;
  Eigen::ArrayXd local_;                                 ///< a frontal's part of a right-hand side
  Eigen::VectorXd residual_, residual_size_, previous_;  ///< of refined solves
};

}  // namespace tandem::sweep

#pragma once

#include <tandem/ocp/search/continuation/system.hpp>
#include <tandem/ocp/search/homotopy/kkt_factor.hpp>
#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <string>
#include <vector>

namespace tandem::homotopy {

/// The optimality conditions of a transcribed problem as equations in one of its named numbers, with inequalities
/// smoothed by a barrier mu and the objective weighed by rho:
///
///     rho grad f + A' y - zl + zu = 0      g_E(z) = c(lambda)       phi(w - l(lambda), zl) = 0
///                 - y_I - zl + zu = 0      g_I(z) = s               phi(u(lambda) - w, zu) = 0
///
/// with w = (z, s) and phi of complementarity.hpp. The number is a path number of the NLP: an unknown that its bounds
/// hold at lambda. So its columns in A and W are there, exact; the factors eliminate it with all others that are held,
/// and dF/dlambda has nothing but the slopes of bounds.
class KktSystem : public continuation::System {
 public:
  /// `number` must have the role path; the nlp must outlive this. `range` is the size lambda is measured by.
  KktSystem(StagedNlp& nlp, std::string number, double barrier, double range);

  int size() const override { return layout_.size(); }
  Eigen::VectorXd residual(const Eigen::VectorXd& x, double lambda) override;
  Eigen::VectorXd slope(const Eigen::VectorXd& x, double lambda) override;
  KktFactor& factorise(const Eigen::VectorXd& x, double lambda) override;

  /// Of z, relative to the answer that was last given; multipliers and slacks follow and are not measured.
  Eigen::VectorXd weights() const override;
  double parameter_weight() const override { return 1.0 / (range_ * range_); }
  /// Stationarity and complementarity relative to the multipliers of the answer that the sizes were measured by.
  double error(const Eigen::VectorXd& f, const Eigen::VectorXd& x) const override;

  const KktLayout& layout() const { return layout_; }
  double barrier() const { return barrier_; }
  void set_barrier(double barrier) { barrier_ = barrier; }
  void set_objective_weight(double rho) { rho_ = rho; }
  /// dF/drho: the gradient of f.
  Eigen::VectorXd objective_column(const Eigen::VectorXd& x, double lambda);
  /// The multipliers of the rows, in x.
  auto multipliers(const Eigen::VectorXd& x) const { return x.segment(layout_.primal(), layout_.rows()); }

  /// A solver's answer as unknowns, with sizes measured by it.
  Eigen::VectorXd unknowns_from(const NlpSolution& answer);
  /// The sizes that an answer was measured by, to be kept and given back.
  const Eigen::VectorXd& sizes() const { return weights_; }
  double multiplier_size() const { return multiplier_size_; }
  void set_sizes(const Eigen::VectorXd& weights, double multiplier_size);
  /// Unknowns as a solver's answer: multipliers divided by rho.
  NlpSolution answer_from(const Eigen::VectorXd& x, double lambda);

 private:
  bool move_to(double lambda);
  void evaluate_products(const Eigen::VectorXd& z, const Eigen::VectorXd& y);
  double gap_below(const Eigen::VectorXd& x, int i) const;
  double gap_above(const Eigen::VectorXd& x, int i) const;
  int below(int i) const { return layout_.inner() + i; }
  int above(int i) const { return below(static_cast<int>(layout_.below().size())) + i; }

  StagedNlp& nlp_;
  std::string number_;
  double barrier_, range_;
  double rho_ = 1.0;
  KktLayout layout_;
  KktFactor factor_;
  NlpBounds slopes_;
  double lambda_;
  Eigen::VectorXd weights_;
  double multiplier_size_ = 1.0;
  Eigen::VectorXd gradient_, values_of_rows_;
  Pattern jacobian_pattern_;
  std::vector<double> entries_;  ///< of W, then A
};

}  // namespace tandem::homotopy

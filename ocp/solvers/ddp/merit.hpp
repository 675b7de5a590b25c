#pragma once

#include <tandem/ocp/solvers/ddp/stage_view.hpp>

#include <vector>

namespace tandem::ddp {

/// What a trajectory is judged by, before it is weighed: sums over the steps of each state's gaps.
struct MeritTerms {
  double cost = 0.0;
  Eigen::VectorXd gaps, equations;
};

/// The exact penalty by which steps are judged:
///
///   cost + augmented rows + sum_i sigma_i sum_k |gap_k,i| + sum_j sigma_j |equation_j|,
///
/// a weight for each state and each equation, kept above the size of its multipliers (Han's merit function;
/// Nocedal and Wright, Numerical Optimization, 2006, section 18.3).
class Merit {
 public:
  explicit Merit(const LqProblem& shape);

  /// All weights 0, as at first.
  void forget();
  /// Lifts the weights above the multipliers of a step's solution, of the gaps (a column a step) and of the equations,
  /// and lets those that are far too large sink.
  void adapt(const Eigen::Ref<const Eigen::MatrixXd>& of_gaps, const Eigen::VectorXd& nu);
  /// Lifts all weights until the merit falls along the step, which closes these gaps, by at least a part of them;
  /// returns the slope that it then has.
  double make_falling(const LqProblem& problem, const Eigen::MatrixXd& gaps, const LqStep& step);

  void measure(const StageView::Values& values, MeritTerms& out) const;
  double value(const MeritTerms& terms) const { return terms.cost + penalty(terms); }
  /// What gaps and equations add to it.
  double penalty(const MeritTerms& terms) const;
  /// The slope along the step, as the linearised problem says: gradient'step - weights'(gaps, equations closed).
  double slope(const LqProblem& problem, const Eigen::MatrixXd& gaps, const LqStep& step) const;

 private:
  double cost_slope(const LqProblem& problem, const LqStep& step) const;
  double closed_gaps(const LqProblem& problem, const Eigen::MatrixXd& gaps, const LqStep& step) const;

  Eigen::VectorXd of_states_, of_equations_;
  Eigen::VectorXd largest_;  ///< room for multipliers of gaps, by state
};

/// The terms of the last few trajectories. A step is taken where the merit falls below their mean, in which later ones
/// weigh more, by the penalty's weights of now (Zhang and Hager, SIAM J. Optim. 14, 2004): along a curved valley of the
/// merit full steps rise now and then, and get along where steps that must fall creep.
class RecentMerits {
 public:
  explicit RecentMerits(const LqProblem& shape, int memory = 8);

  void remember(const MeritTerms& terms);
  void forget() { count_ = 0; }
  /// The mean of those remembered, not below `now`.
  double reference(const Merit& merit, double now) const;

 private:
  std::vector<MeritTerms> terms_;
  int count_ = 0, next_ = 0;
};

}  // namespace tandem::ddp

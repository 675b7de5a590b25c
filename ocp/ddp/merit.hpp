#pragma once

#include <tandem/ocp/ddp/stage_view.hpp>

namespace tandem::ddp {

/// The exact penalty by which steps are judged:
///
///   cost + augmented rows + sum_i sigma_i sum_k |gap_k,i| + sum_j sigma_j |equation_j|,
///
/// a weight for each state and each equation, kept above the size of its multipliers (Han's merit function;
/// Nocedal and Wright, Numerical Optimization, 2006, section 18.3).
class Merit {
 public:
  explicit Merit(const LqProblem& shape);

  /// Lifts the weights above the multipliers of the step's solution, and lets those that are far too large sink.
  void adapt(const LqStep& step);
  /// Lifts all weights until the merit falls along the step by at least a part of the gaps it closes.
  void make_falling(const LqProblem& problem, const LqStep& step);

  double value(const StageView::Values& values) const;
  /// The slope along the step, as the linearised problem says: gradient'step - weights'(gaps, equations closed).
  double slope(const LqProblem& problem, const LqStep& step) const;

 private:
  double cost_slope(const LqProblem& problem, const LqStep& step) const;
  double closed_gaps(const LqProblem& problem, const LqStep& step) const;

  Eigen::VectorXd of_states_, of_equations_;
};

}  // namespace tandem::ddp

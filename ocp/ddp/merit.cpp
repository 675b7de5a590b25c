#include <tandem/ocp/ddp/merit.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

constexpr double kAbove = 1.1;         // weights are that much above the multipliers
constexpr double kPartOfGaps = 0.1;    // the least slope, of the weighted gaps
constexpr double kLeastWeight = 1e-6;  // so that gaps count where nothing else does
constexpr double kFading = 0.85;       // weight of a trajectory by that of the next

double adapted(double weight, double multiplier) {
  const double wanted = std::max(kAbove * multiplier, kLeastWeight);
  return std::max(wanted, 0.5 * (weight + wanted));
}

}  // namespace

Merit::Merit(const LqProblem& shape)
    : of_states_(Eigen::VectorXd::Zero(shape.states())), of_equations_(Eigen::VectorXd::Zero(shape.equations())) {}

void Merit::adapt(const LqStep& step) {
  for (int i = 0; i < of_states_.size(); ++i) {
    of_states_(i) = adapted(of_states_(i), step.costates.row(i).tail(step.controls.cols()).cwiseAbs().maxCoeff());
  }
  for (int i = 0; i < of_equations_.size(); ++i) of_equations_(i) = adapted(of_equations_(i), std::abs(step.nu(i)));
}

void Merit::make_falling(const LqProblem& problem, const LqStep& step) {
  const double gaps = closed_gaps(problem, step), cost = cost_slope(problem, step);
  if (gaps <= 0.0 || cost - gaps <= -kPartOfGaps * gaps) return;
  const double factor = std::max(cost, 0.0) / ((1.0 - kPartOfGaps) * gaps);
  if (!(factor > 1.0) || !std::isfinite(factor)) return;
  of_states_ *= factor;
  of_equations_ *= factor;
}

void Merit::measure(const StageView::Values& values, MeritTerms& out) const {
  out.cost = values.objective + values.augmented;
  out.gaps = values.gaps.cwiseAbs().rowwise().sum();
  out.equations = values.equations.cwiseAbs();
}

double Merit::value(const MeritTerms& terms) const {
  return terms.cost + of_states_.dot(terms.gaps) + of_equations_.dot(terms.equations);
}

double Merit::value(const StageView::Values& values) const {
  return values.objective + values.augmented + penalty(values);
}

double Merit::penalty(const StageView::Values& values) const {
  double sum = 0.0;
  for (int i = 0; i < of_states_.size(); ++i) sum += of_states_(i) * values.gaps.row(i).cwiseAbs().sum();
  for (int i = 0; i < of_equations_.size(); ++i) sum += of_equations_(i) * std::abs(values.equations(i));
  return sum;
}

double Merit::slope(const LqProblem& problem, const LqStep& step) const {
  return cost_slope(problem, step) - closed_gaps(problem, step);
}

double Merit::cost_slope(const LqProblem& problem, const LqStep& step) const {
  double sum = problem.q.dot(step.states.col(problem.steps())) + problem.y.dot(step.border);
  for (int k = 0; k < problem.steps(); ++k) {
    sum += problem.stages[k].q.dot(step.states.col(k)) + problem.stages[k].r.dot(step.controls.col(k));
  }
  return sum;
}

double Merit::closed_gaps(const LqProblem& problem, const LqStep& step) const {
  double sum = 0.0;
  for (const LqStage& stage : problem.stages) sum += of_states_.dot(stage.c.cwiseAbs());
  for (int i = 0; i < problem.equations(); ++i) {
    sum += of_equations_(i) * (std::abs(problem.e(i)) - std::abs(left_of(problem, step, i)));
  }
  return sum;
}

// ---- the last few ---------------------------------------------------------------------------------------------------

RecentMerits::RecentMerits(const LqProblem& shape, int memory)
    : terms_(memory, {0.0, Eigen::VectorXd::Zero(shape.states()), Eigen::VectorXd::Zero(shape.equations())}) {}

void RecentMerits::remember(const MeritTerms& terms) {
  const int memory = static_cast<int>(terms_.size());
  terms_[next_] = terms;
  next_ = (next_ + 1) % memory;
  count_ = std::min(count_ + 1, memory);
}

double RecentMerits::reference(const Merit& merit, double now) const {
  const int memory = static_cast<int>(terms_.size());
  double sum = 0.0, weights = 0.0, weight = 1.0;
  for (int back = 1; back <= count_; ++back, weight *= kFading) {
    sum += weight * merit.value(terms_[(next_ - back + memory) % memory]);
    weights += weight;
  }
  return count_ == 0 ? now : std::max(now, sum / weights);
}

}  // namespace tandem::ddp

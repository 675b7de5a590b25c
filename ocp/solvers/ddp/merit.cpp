#include <tandem/ocp/solvers/ddp/merit.hpp>

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

/// Of a few numbers: Eigen's are made for more.
double dot(const Eigen::VectorXd& a, const double* b) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < a.size(); ++i) sum += a(i) * b[i];
  return sum;
}

}  // namespace

Merit::Merit(const LqProblem& shape)
    : of_states_(Eigen::VectorXd::Zero(shape.states())),
      of_equations_(Eigen::VectorXd::Zero(shape.equations())),
      largest_(of_states_) {}

void Merit::forget() {
  of_states_.setZero();
  of_equations_.setZero();
}

void Merit::adapt(const Eigen::Ref<const Eigen::MatrixXd>& of_gaps, const Eigen::VectorXd& nu) {
  largest_.setZero();
  for (Eigen::Index k = 0; k < of_gaps.cols(); ++k) {
    const double* const column = of_gaps.col(k).data();
    for (Eigen::Index i = 0; i < largest_.size(); ++i) largest_(i) = std::max(largest_(i), std::abs(column[i]));
  }
  for (int i = 0; i < of_states_.size(); ++i) of_states_(i) = adapted(of_states_(i), largest_(i));
  for (int i = 0; i < of_equations_.size(); ++i) of_equations_(i) = adapted(of_equations_(i), std::abs(nu(i)));
}

double Merit::make_falling(const LqProblem& problem, const Eigen::MatrixXd& gaps, const LqStep& step) {
  const double closed = closed_gaps(problem, gaps, step), cost = cost_slope(problem, step);
  if (closed <= 0.0 || cost - closed <= -kPartOfGaps * closed) return cost - closed;
  const double factor = std::max(cost, 0.0) / ((1.0 - kPartOfGaps) * closed);
  if (!(factor > 1.0) || !std::isfinite(factor)) return cost - closed;
  of_states_ *= factor;
  of_equations_ *= factor;
  return cost - factor * closed;
}

void Merit::measure(const StageView::Values& values, MeritTerms& out) const {
  out.cost = values.objective + values.augmented;
  const auto states = of_states_.size();
  out.gaps.setZero(states);
  double* const sums = out.gaps.data();
  const double *gap = values.gaps.data(), *const end = gap + values.gaps.size();
  for (; gap != end; gap += states) {
    for (Eigen::Index i = 0; i < states; ++i) sums[i] += std::abs(gap[i]);
  }
  out.equations = values.equations.cwiseAbs();
}

double Merit::penalty(const MeritTerms& terms) const {
  return of_states_.dot(terms.gaps) + of_equations_.dot(terms.equations);
}

double Merit::slope(const LqProblem& problem, const Eigen::MatrixXd& gaps, const LqStep& step) const {
  return cost_slope(problem, step) - closed_gaps(problem, gaps, step);
}

double Merit::cost_slope(const LqProblem& problem, const LqStep& step) const {
  double sum = problem.q.dot(step.states.col(problem.steps())) + problem.y.dot(step.border);
  const double *dx = step.states.data(), *du = step.controls.data();
  for (const LqStage& stage : problem.stages) {
    sum += dot(stage.q, dx) + dot(stage.r, du);
    dx += stage.q.size();
    du += stage.r.size();
  }
  return sum;
}

double Merit::closed_gaps(const LqProblem& problem, const Eigen::MatrixXd& gaps, const LqStep& step) const {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < gaps.cols(); ++k) {
    const double* const gap = gaps.col(k).data();
    for (Eigen::Index i = 0; i < of_states_.size(); ++i) sum += of_states_(i) * std::abs(gap[i]);
  }
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

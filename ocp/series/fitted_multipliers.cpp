#include <tandem/ocp/series/fitted_multipliers.hpp>

#include <tandem/ocp/series/cone_least_squares.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kOfStates = 1e3, kOfBorder = 1e2;              // how much heavier than controls
constexpr double kStateAtBound = 1e-6, kControlAtBound = 1e-4;  // of their sizes

/// max - min of a row of values, or their magnitude, or 1.
double size_of(const Eigen::VectorXd& values) {
  const double range = values.maxCoeff() - values.minCoeff(), magnitude = values.cwiseAbs().maxCoeff();
  if (range > 1e-9 * magnitude) return range;
  return magnitude > 0.0 ? magnitude : 1.0;
}

/// What each unknown is measured by: its size, and how much heavier than that its row counts.
class Sizes {
  const StagedNlp& nlp_;
  const Eigen::VectorXd& z_;

 public:
  Eigen::VectorXd size, weight, at_bound;

  Sizes(const StagedNlp& nlp, const Eigen::VectorXd& z)
      : nlp_(nlp), z_(z), size(Eigen::VectorXd::Ones(z.size())), weight(size), at_bound(size * kStateAtBound) {
    for (int p = 0; p < nlp.phases(); ++p) see_phase(p);
    for (int i = 0; i < nlp.layout().free_numbers(); ++i) {
      const int at = nlp.layout().free_number(i);
      set(at, std::abs(z(at)) > 0.0 ? std::abs(z(at)) : 1.0, kOfBorder, kStateAtBound);
    }
  }

 private:
  void set(int at, double own_size, double own_weight, double tolerance) {
    size(at) = own_size;
    weight(at) = own_weight;
    at_bound(at) = tolerance * own_size;
  }

  void see_phase(int p) {
    const PhaseLayout& layout = nlp_.layout(p);
    const double duration = std::abs(nlp_.end_time(z_, p) - nlp_.start_time(z_, p));
    for (int i = 0; i < layout.states(); ++i) see_state(p, i);
    for (int i = 0; i < layout.integrals(); ++i) {
      Eigen::VectorXd values(layout.intervals() + 1);
      for (int k = 0; k < values.size(); ++k) values(k) = z_(layout.integral(k) + i);
      for (int k = 0; k < values.size(); ++k) set(layout.integral(k) + i, size_of(values), kOfStates, kStateAtBound);
    }
    see_controls(p);
    if (layout.start_time() >= 0) set(layout.start_time(), duration, kOfBorder, kStateAtBound);
    if (layout.end_time() >= 0) set(layout.end_time(), duration, kOfBorder, kStateAtBound);
  }

  void see_state(int p, int i) {
    const PhaseLayout& layout = nlp_.layout(p);
    Eigen::VectorXd values(layout.intervals() + 1);
    for (int k = 0; k < values.size(); ++k) values(k) = z_(layout.state(k) + i);
    const double own = size_of(values);
    for (int k = 0; k < values.size(); ++k) set(layout.state(k) + i, own, kOfStates, kStateAtBound);
    if (const int copy = nlp_.layout().start_copy(p); copy >= 0) set(copy + i, own, kOfStates, kStateAtBound);
  }

  /// Widths are the integrals of the nodes' basis functions, as the transcription takes them.
  void see_controls(int p) {
    const PhaseLayout& layout = nlp_.layout(p);
    const Mesh& mesh = nlp_.mesh(p);
    const Tableau& tableau = mesh.tableau;
    const Eigen::RowVectorXd share = tableau.weights.transpose() * tableau.control_basis;
    Eigen::VectorXd width = Eigen::VectorXd::Zero(z_.size());
    for (int i = 0; i < layout.controls(); ++i) {
      double least = kInfinity, most = -kInfinity;
      for (int k = 0; k < layout.intervals(); ++k) {
        for (int n = 0; n < tableau.node_controls(); ++n) {
          const int at = layout.node_control(k, n) + i;
          least = std::min(least, z_(at));
          most = std::max(most, z_(at));
          width(at) += std::max(share(n), 1e-3) * mesh.length(k);
        }
      }
      const double own = size_of(Eigen::Vector2d(least, most));
      for (int k = 0; k < layout.intervals(); ++k) {
        for (int n = 0; n < tableau.node_controls(); ++n) {
          const int at = layout.node_control(k, n) + i;
          set(at, own, 1.0 / std::sqrt(width(at)), kControlAtBound);
        }
      }
    }
  }
};

/// -1 at an upper bound, +1 at a lower one, 0 at none.
int side_of(double value, double lower, double upper, double tolerance) {
  const double below = value - lower, above = upper - value;
  if (std::min(below, above) > tolerance) return 0;
  return below <= above ? 1 : -1;
}

class Fit {
 public:
  Fit(StagedNlp& nlp, const Eigen::VectorXd& z)
      : nlp_(nlp), z_(z), sizes_(nlp, z), gradient_(z.size()), values_(nlp.layout().constraints()) {
    nlp_.gradient(z_, gradient_);
    nlp_.constraints(z_, values_);
    jacobian_.resize(nlp_.jacobian_pattern().rows.size());
    nlp_.jacobian(z_, jacobian_);
    scale_ = objective_scale();
  }

  NlpSolution multipliers() {
    measure_rows();
    NlpSolution out;
    out.status = Status::solved;
    out.unknowns = z_;
    out.objective = nlp_.objective(z_);
    out.multipliers = scale_ * row_size_.cwiseInverse().cwiseProduct(cone_least_squares(cone()));
    out.bound_multipliers = pushes(out.multipliers);
    return out;
  }

 private:
  /// Integral of |L| + |end cost|, or 1.
  double objective_scale() {
    double all = 0.0, sum = 0.0;
    for (int p = 0; p < nlp_.phases(); ++p) {
      const Eigen::VectorXd costs = nlp_.interval_costs(z_, p);
      all += costs.cwiseAbs().sum();
      sum += costs.sum();
    }
    const double stated = nlp_.problem().is_maximised() ? -nlp_.objective(z_) : nlp_.objective(z_);
    const double scale = all + std::abs(stated - sum);
    return scale > 0.0 ? scale : 1.0;
  }

  bool is_fixed(int i) const { return nlp_.lower()(i) == nlp_.upper()(i); }
  int sign(int i) const {
    return is_fixed(i) ? 0 : side_of(z_(i), nlp_.lower()(i), nlp_.upper()(i), sizes_.at_bound(i));
  }

  /// A row's size is what the unknowns' sizes make of it.
  void measure_rows() {
    row_size_ = Eigen::VectorXd::Zero(values_.size());
    const Pattern& pattern = nlp_.jacobian_pattern();
    for (int e = 0; e < pattern.size(); ++e) {
      double& own = row_size_(pattern.rows[e]);
      own = std::max(own, std::abs(jacobian_[e]) * sizes_.size(pattern.cols[e]));
    }
    row_size_ = (row_size_.array() > 0.0).select(row_size_, 1.0);
  }

  ConeProblem cone() const {
    ConeProblem cone;
    const NlpLayout& layout = nlp_.layout();
    cone.stages = layout.stages();
    Eigen::VectorXd heavy = sizes_.size.cwiseProduct(sizes_.weight);
    for (int i = 0; i < z_.size(); ++i) {
      cone.stage_of_unknown.push_back(layout.stage_of_variable(i));
      cone.signs.push_back(sign(i));
      if (is_fixed(i)) heavy(i) = 0.0;
    }
    std::vector<bool> pushes(values_.size(), true);
    for (int r = 0; r < values_.size(); ++r) {
      const double lower = nlp_.constraint_lower()(r), upper = nlp_.constraint_upper()(r);
      const int side = lower == upper ? 0 : side_of(values_(r), lower, upper, kStateAtBound * row_size_(r));
      cone.stage_of_row.push_back(layout.stage_of_constraint(r));
      cone.row_signs.push_back(side);
      pushes[r] = lower == upper || side != 0;
    }
    const Pattern& pattern = nlp_.jacobian_pattern();
    cone.rows = pattern.rows;
    cone.cols = pattern.cols;
    for (int e = 0; e < pattern.size(); ++e) {
      const int row = pattern.rows[e];
      cone.values.push_back(pushes[row] ? jacobian_[e] * heavy(pattern.cols[e]) / row_size_(row) : 0.0);
    }
    cone.gradient = gradient_.cwiseProduct(heavy) / scale_;
    return cone;
  }

  /// Of bounds: what is left of the gradient, where it is theirs to explain.
  Eigen::VectorXd pushes(const Eigen::VectorXd& multipliers) const {
    Eigen::VectorXd left = gradient_;
    const Pattern& pattern = nlp_.jacobian_pattern();
    for (int e = 0; e < pattern.size(); ++e) left(pattern.cols[e]) += jacobian_[e] * multipliers(pattern.rows[e]);
    Eigen::VectorXd out = Eigen::VectorXd::Zero(z_.size());
    for (int i = 0; i < z_.size(); ++i) {
      const int side = sign(i);
      if (is_fixed(i)) out(i) = -left(i);
      if (side > 0) out(i) = std::min(0.0, -left(i));
      if (side < 0) out(i) = std::max(0.0, -left(i));
    }
    return out;
  }

  StagedNlp& nlp_;
  const Eigen::VectorXd& z_;
  Sizes sizes_;
  Eigen::VectorXd gradient_, values_, row_size_;
  std::vector<double> jacobian_;
  double scale_ = 1.0;
};

}  // namespace

NlpSolution fitted_multipliers(StagedNlp& nlp, const Eigen::VectorXd& z) { return Fit(nlp, z).multipliers(); }

}  // namespace tandem

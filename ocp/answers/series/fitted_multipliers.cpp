#include <tandem/ocp/answers/series/fitted_multipliers.hpp>

#include <tandem/ocp/answers/series/cone_least_squares.hpp>
#include <tandem/ocp/answers/series/unknown_sizes.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kOfStates = 1e3, kOfBorder = 1e2;  // how much heavier than controls
constexpr double kRowAtBound = 1e-6;                // of its size

class Fit {
 public:
  Fit(StagedNlp& nlp, const Eigen::VectorXd& z)
      : nlp_(nlp),
        z_(z),
        sizes_(unknown_sizes(nlp, z)),
        scale_(objective_size(nlp, z)),
        gradient_(z.size()),
        values_(nlp.layout().constraints()) {
    nlp_.gradient(z_, gradient_);
    nlp_.constraints(z_, values_);
    jacobian_.resize(nlp_.jacobian_entries());
    nlp_.jacobian(z_, jacobian_);
    measure_rows();
  }

  NlpSolution multipliers() {
    NlpSolution out;
    out.status = Status::solved;
    out.unknowns = z_;
    out.objective = nlp_.objective(z_);
    out.multipliers = scale_ * row_size_.cwiseInverse().cwiseProduct(cone_least_squares(cone()));
    out.bound_multipliers = pushes(out.multipliers);
    return out;
  }

 private:
  /// A row's size is what the unknowns' sizes make of it.
  void measure_rows() {
    row_size_ = Eigen::VectorXd::Zero(values_.size());
    const Pattern pattern = nlp_.jacobian_pattern();
    for (int e = 0; e < pattern.size(); ++e) {
      double& own = row_size_(pattern.rows[e]);
      own = std::max(own, std::abs(jacobian_[e]) * sizes_.size(pattern.cols[e]));
    }
    row_size_ = (row_size_.array() > 0.0).select(row_size_, 1.0);
  }

  /// D of each unknown: what a phase's stages hold is states and integrals but for its controls.
  Eigen::VectorXd weights() const {
    Eigen::VectorXd weights = Eigen::VectorXd::Constant(z_.size(), kOfStates);
    for (int p = 0; p < nlp_.phases(); ++p) {
      const PhaseLayout& layout = nlp_.layout(p);
      for (int k = 0; k < layout.intervals(); ++k) {
        for (int n = 0; n < nlp_.mesh(p).tableau.node_controls(); ++n) {
          const int at = layout.node_control(k, n);
          weights.segment(at, layout.controls()) = sizes_.weight.segment(at, layout.controls());
        }
      }
      for (const int at : {layout.start_time(), layout.end_time()}) {
        if (at >= 0) weights(at) = kOfBorder;
      }
    }
    for (int i = 0; i < nlp_.layout().free_numbers(); ++i) weights(nlp_.layout().free_number(i)) = kOfBorder;
    for (int i = 0; i < z_.size(); ++i) weights(i) *= sizes_.is_fixed(i) ? 0.0 : sizes_.size(i);
    return weights;
  }

  ConeProblem cone() const {
    ConeProblem cone;
    const NlpLayout& layout = nlp_.layout();
    const Eigen::VectorXd heavy = weights();
    cone.stages = layout.stages();
    for (int i = 0; i < z_.size(); ++i) {
      cone.stage_of_unknown.push_back(layout.stage_of_variable(i));
      cone.signs.push_back(sizes_.is_fixed(i) ? 0 : sizes_.side(i));
    }
    std::vector<bool> pushes(values_.size(), true);
    for (int r = 0; r < values_.size(); ++r) {
      const double lower = nlp_.constraint_lower()(r), upper = nlp_.constraint_upper()(r);
      const int side = lower == upper ? 0 : side_of(values_(r), lower, upper, kRowAtBound * row_size_(r));
      cone.stage_of_row.push_back(layout.stage_of_constraint(r));
      cone.row_signs.push_back(side);
      pushes[r] = lower == upper || side != 0;
    }
    const Pattern pattern = nlp_.jacobian_pattern();
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
    const Pattern pattern = nlp_.jacobian_pattern();
    for (int e = 0; e < pattern.size(); ++e) left(pattern.cols[e]) += jacobian_[e] * multipliers(pattern.rows[e]);
    Eigen::VectorXd out = Eigen::VectorXd::Zero(z_.size());
    for (int i = 0; i < z_.size(); ++i) {
      if (sizes_.is_fixed(i)) out(i) = -left(i);
      if (sizes_.side(i) == 1) out(i) = std::min(0.0, -left(i));
      if (sizes_.side(i) == -1) out(i) = std::max(0.0, -left(i));
    }
    return out;
  }

  StagedNlp& nlp_;
  const Eigen::VectorXd& z_;
  UnknownSizes sizes_;
  double scale_;
  Eigen::VectorXd gradient_, values_, row_size_;
  std::vector<double> jacobian_;
};

}  // namespace

NlpSolution fitted_multipliers(StagedNlp& nlp, const Eigen::VectorXd& z) { return Fit(nlp, z).multipliers(); }

}  // namespace tandem

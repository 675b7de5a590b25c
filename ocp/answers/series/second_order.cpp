#include <tandem/ocp/answers/series/second_order.hpp>

#include <tandem/ocp/answers/series/unknown_sizes.hpp>
#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

namespace tandem {
namespace {

constexpr double kFlat = 1e-6;      // what singular arcs and rounding may lack
constexpr double kRowDelta = 1e-8;  // of rows that say the same twice, or nothing

/// [D (W / scale) D + shift, D A'; A D, -delta].
class Kkt {
 public:
  Kkt(StagedNlp& nlp, const NlpSolution& answer)
      : variables_(nlp.layout().variables()), rows_(nlp.layout().constraints()) {
    const UnknownSizes sizes = unknown_sizes(nlp, answer.unknowns);
    Eigen::VectorXd d = sizes.size.cwiseProduct(sizes.weight);
    for (int i = 0; i < variables_; ++i) {
      if (sizes.side(i) != 0) d(i) = 0.0;
      stage_.push_back(nlp.layout().stage_of_variable(i));
    }
    for (int r = 0; r < rows_; ++r) stage_.push_back(nlp.layout().stage_of_constraint(r));
    stages_ = nlp.layout().stages();
    add_hessian(nlp, answer, d);
    add_jacobian(nlp, answer, d);
    diagonal_ = values_.size();
    for (int i = 0; i < variables_ + rows_; ++i) add(i, i, 0.0);
  }

  bool is_minimum(double shift) {
    for (int i = 0; i < variables_ + rows_; ++i) values_[diagonal_ + i] = i < variables_ ? shift : -kRowDelta;
    sweep::SweepFactor factor(sweep::StageChain(stages_, stage_, at_rows_, at_cols_));
    return factor.factorise(values_) == sweep::FactorStatus::done && factor.inertia().negative == rows_;
  }

 private:
  void add(int row, int col, double value) {
    at_rows_.push_back(row);
    at_cols_.push_back(col);
    values_.push_back(value);
  }

  void add_hessian(StagedNlp& nlp, const NlpSolution& answer, const Eigen::VectorXd& d) {
    const Pattern pattern = nlp.hessian_pattern();
    std::vector<double> values(pattern.rows.size());
    nlp.hessian(answer.unknowns, 1.0, answer.multipliers, values);
    const double scale = objective_size(nlp, answer.unknowns);
    for (int e = 0; e < pattern.size(); ++e) {
      add(pattern.rows[e], pattern.cols[e], values[e] / scale * d(pattern.rows[e]) * d(pattern.cols[e]));
    }
  }

  /// Of inequalities those that push.
  void add_jacobian(StagedNlp& nlp, const NlpSolution& answer, const Eigen::VectorXd& d) {
    const Pattern pattern = nlp.jacobian_pattern();
    std::vector<double> values(pattern.rows.size());
    nlp.jacobian(answer.unknowns, values);
    Eigen::VectorXd size = Eigen::VectorXd::Constant(rows_, 1e-300);
    for (int e = 0; e < pattern.size(); ++e) {
      double& own = size(pattern.rows[e]);
      own = std::max(own, std::abs(values[e]) * d(pattern.cols[e]));
    }
    for (int e = 0; e < pattern.size(); ++e) {
      const int row = pattern.rows[e];
      const bool holds = nlp.constraint_lower()(row) == nlp.constraint_upper()(row) || answer.multipliers(row) != 0.0;
      add(variables_ + row, pattern.cols[e], holds ? values[e] * d(pattern.cols[e]) / size(row) : 0.0);
    }
  }

  int variables_, rows_, stages_ = 0;
  std::vector<int> stage_, at_rows_, at_cols_;
  std::vector<double> values_;
  std::size_t diagonal_ = 0;
};

}  // namespace

double missing_curvature(StagedNlp& nlp, const NlpSolution& answer) {
  Kkt kkt(nlp, answer);
  if (kkt.is_minimum(kFlat)) return 0.0;
  for (double shift = 1e-5; shift < 2e3; shift *= 10.0) {
    if (kkt.is_minimum(shift)) return shift;
  }
  return kInfinity;
}

}  // namespace tandem

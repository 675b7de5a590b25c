#pragma once

#include <tandem/ocp/statement/guess.hpp>
#include <tandem/ocp/transcription/nlp_layout.hpp>
#include <tandem/ocp/transcription/phase_patterns.hpp>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tandem {

/// One transcribed phase: its share of a StagedNlp's objective, equations and derivatives. Unknowns and multipliers
/// are those of the whole. After construction nothing is allocated, whatever the plug does (CppAD's excepted).
class PhaseNlp {
 public:
  /// `free_numbers` are the indices of the design numbers. The layout is the owner's and must outlive this.
  PhaseNlp(const Problem& problem, int index, Mesh mesh, const PhaseLayout& layout,
           const std::vector<int>& free_numbers, const std::string& plug);
  PhaseNlp(const PhaseNlp&) = delete;  // its parts refer to each other
  PhaseNlp& operator=(const PhaseNlp&) = delete;

  const Mesh& mesh() const { return mesh_; }
  const PhasePatterns& patterns() const { return patterns_; }
  /// The two patterns of the whole, which whoever gathers phases keeps in their place.
  std::pair<Pattern, Pattern> take_patterns() {
    return {std::exchange(patterns_.jacobian, {}), std::exchange(patterns_.hessian, {})};
  }
  void set_numbers(const Problem& problem);
  KnotFunction& function() { return points_->function(); }

  /// Writes a trajectory on this mesh into z, times included.
  void fill_unknowns(const PhaseGuess& guess, Eigen::VectorXd& z);
  /// Integrals so far, as the phase's other unknowns in z say.
  void fill_integrals(Eigen::VectorXd& z);
  /// Refuses, by name and time, functions without a finite value at the last evaluated unknowns.
  void require_finite() const;

  /// Evaluates at z what the functions below need: values, or values and Jacobians.
  void evaluate(const Eigen::VectorXd& z, Level level);

  // ---- at the last evaluated unknowns ---------------------------------------------------------------------------
  double objective() const;
  /// h sum_j w_j L_j of one interval.
  double interval_cost(int interval) const;
  void add_gradient(Eigen::Ref<Eigen::VectorXd> out);
  void constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out);
  /// In the order of the patterns of the whole.
  void jacobian(std::span<double> values);
  void hessian(double objective_factor, const Eigen::VectorXd& multipliers, std::span<double> values);

  /// As StagedNlp::interval_gradients.
  void interval_gradients(const Eigen::VectorXd& multipliers, Eigen::MatrixXd& out);

  double start_time(const Eigen::VectorXd& z) const { return points_->start_of(z); }
  double end_time(const Eigen::VectorXd& z) const { return points_->end_of(z); }

 private:
  void make_room();
  void fill_end_inputs(const Eigen::VectorXd& z);
  double step(int interval) const { return duration_ * mesh_.length(interval); }
  Pack4 lengths(const LaneGroup& intervals) const {
    return intervals.pack([&](int k) { return mesh_.length(k); });
  }
  void add_by_times(const Pack4& by_duration, int row, PackMatrix& out) const;
  void fill_interval_rows(const LaneGroup& intervals);
  /// A state's rate at a point or, where its velocity is ahead, that velocity at the right knot.
  Pack4 rate(int point, const LaneGroup& intervals, int state) const {
    if (ahead_[state] < 0) return tangents_->value(point, intervals, state);
    return intervals.pack([&](int k) { return right_states_(ahead_[state], k); });
  }
  int local_right(int state) const { return layout_.local(0, layout_.state(1)) + state; }
  void add_defect_rows(int point, const LaneGroup& intervals);
  void add_quadrature_rows(int point, const LaneGroup& intervals);
  void fill_cost_row(const LaneGroup& intervals, double factor);
  void fill_values(const Eigen::VectorXd& z, const LaneGroup& intervals);
  void set_weights(double objective_factor, const Eigen::VectorXd& multipliers);
  void set_weights(const LaneGroup& intervals, PackMatrix& rates, double objective_factor,
                   const Eigen::VectorXd& multipliers);
  void fill_output_weights(int point, const LaneGroup& intervals, const Pack4* rates, double objective_factor,
                           const Eigen::VectorXd& multipliers);
  void add_step_curvature(const LaneGroup& intervals, double objective_factor, const Eigen::VectorXd& multipliers);
  void end_hessian(double objective_factor, const Eigen::VectorXd& multipliers, std::span<double> values);

  int index_;
  const Phase* phase_;
  Mesh mesh_;
  const PhaseLayout& layout_;
  PhaseOutputs outputs_;
  double sign_;  ///< -1 where the objective is maximised
  std::unique_ptr<MeshPoints> points_;
  std::unique_ptr<PointTangents> tangents_;
  std::unique_ptr<KnotFunction> end_function_;
  KnotBatch end_batch_;
  std::vector<int> ahead_;  ///< velocities_ahead
  bool has_ahead_ = false;
  Eigen::MatrixXd right_states_;  ///< of each interval, where velocities are ahead
  std::vector<int> end_inputs_;   ///< unknown behind each input of the end function, or -1
  PhasePatterns patterns_;
  double duration_ = 0.0;  ///< at the last evaluated unknowns

  // Four intervals (or knots) side by side, and where their entries stand.
  PackMatrix values_;  ///< 1 x rows of an interval
  PackMatrix rows_, triangle_, knot_rows_, knot_triangle_;
  std::vector<int> row_places_, triangle_places_, knot_row_places_, knot_triangle_places_;
  PackMatrix cost_row_;                               ///< 1 x unknowns of an interval
  PackMatrix output_weights_, input_row_, step_row_;  ///< 1 x outputs, inputs of a point, unknowns of an interval
  SparseRows all_outputs_, any_inputs_;

  std::vector<PackMatrix> rate_adjoints_;  ///< of each group, points x states: adjoints of the products h f_j
};

/// The plug of functions at ends, where there are no dynamics that a plug for multibody dynamics could serve.
const std::string& plug_at_ends(const std::string& plug);

/// When a phase starts and ends where these are fixed.
double fixed_start(const Problem& problem, int phase);
double fixed_end(const Problem& problem, int phase);

}  // namespace tandem

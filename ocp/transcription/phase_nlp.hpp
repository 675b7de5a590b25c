#pragma once

#include <tandem/ocp/statement/guess.hpp>
#include <tandem/ocp/transcription/nlp_layout.hpp>
#include <tandem/ocp/transcription/phase_patterns.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// One transcribed phase: its share of a StagedNlp's objective, equations and derivatives. Unknowns and multipliers
/// are those of the whole. After construction nothing is allocated, whatever the plug does (CppAD's excepted).
///
/// A long mesh is evaluated window after window (MeshPoints), and what was found of it in first order is kept; where
/// the points themselves are needed again (Hessians), each window's are evaluated again.
class PhaseNlp {
 public:
  /// `free_numbers` are the indices of the design numbers. The layout is the owner's and must outlive this.
  PhaseNlp(const Problem& problem, int index, Mesh mesh, const PhaseLayout& layout,
           const std::vector<int>& free_numbers, const std::string& plug, int most_in_window = kMostInWindow);
  PhaseNlp(const PhaseNlp&) = delete;  // its parts refer to each other
  PhaseNlp& operator=(const PhaseNlp&) = delete;

  const Mesh& mesh() const { return mesh_; }
  /// How many entries its derivatives have, and where: written out anew by each call.
  int jacobian_entries() const { return tandem::jacobian_entries(patterns_, layout_); }
  int hessian_entries() const { return tandem::hessian_entries(patterns_, layout_); }
  void append_jacobian_pattern(Pattern& to) const { append_jacobian(patterns_, layout_, *tangents_, end_inputs_, to); }
  void append_hessian_pattern(Pattern& to) const { append_hessian(patterns_, layout_, *tangents_, end_inputs_, to); }
  void set_numbers(const Problem& problem);
  KnotFunction& function() { return points_->function(); }

  /// Writes a trajectory on this mesh into z, times included.
  void fill_unknowns(const PhaseGuess& guess, Eigen::VectorXd& z);
  /// Integrals so far, as the phase's other unknowns in z say.
  void fill_integrals(Eigen::VectorXd& z);

  /// Evaluates at z what the functions below need: values, or values and Jacobians. Where values are known at z
  /// already, the objective and the equations are left as they are.
  void evaluate(const Eigen::VectorXd& z, Level level, bool has_values = false);

  // ---- at z, which were evaluated last ----------------------------------------------------------------------------
  double objective() const;
  /// h sum_j w_j L_j of each interval.
  const Eigen::VectorXd& interval_costs() const { return known_.costs; }
  void add_gradient(Eigen::Ref<Eigen::VectorXd> out) const;
  void constraints(Eigen::Ref<Eigen::VectorXd> out) const;
  /// In the order of the patterns of the whole.
  void jacobian(std::span<double> values) const;
  void hessian(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers,
               std::span<double> values);

  /// As StagedNlp::interval_gradients.
  void interval_gradients(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers, Eigen::MatrixXd& out);

  /// Refuses, by name and time, functions without a finite value.
  void require_finite(const Problem& problem, const Eigen::VectorXd& z);

  double start_time(const Eigen::VectorXd& z) const { return points_->start_of(z); }
  double end_time(const Eigen::VectorXd& z) const { return points_->end_of(z); }

 private:
  /// What is kept of the last evaluated unknowns.
  struct Known {
    Eigen::VectorXd costs;        ///< of each interval
    Eigen::VectorXd constraints;  ///< the phase's own rows
    Eigen::VectorXd gradient;     ///< by the phase's own unknowns, then by the border's
    std::vector<double> jacobian;
  };

  void make_room();
  /// Does the work in each window, at z. If there is only one, its points still hold what was evaluated last.
  template <class Work>
  void each_window(const Eigen::VectorXd& z, Level level, bool with_before, const Work& work);
  void evaluate_window(const Eigen::VectorXd& z, Level level);
  void evaluate_end(const Eigen::VectorXd& z, Level level);
  void find_costs();
  void find_constraints(const Eigen::VectorXd& z);
  void find_gradient();
  void find_jacobian();
  void set_interval_gradients(const LaneGroup& intervals, const Eigen::VectorXd& multipliers, Eigen::MatrixXd& out);
  void find_end_constraints();
  void find_end_gradient();
  void find_end_jacobian();
  void window_hessian(double objective_factor, const Eigen::VectorXd& multipliers, std::span<double> values);
  void require_finite_points(const Problem& problem) const;
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
  Known known_;

  // Four intervals (or knots) side by side, and where their entries stand.
  PackMatrix values_;  ///< 1 x rows of an interval
  PackMatrix rows_, triangle_, knot_rows_, knot_triangle_;
  std::vector<int> row_places_, triangle_places_, knot_row_places_, knot_triangle_places_;
  PackMatrix cost_row_;                               ///< 1 x unknowns of an interval
  PackMatrix output_weights_, input_row_, step_row_;  ///< 1 x outputs, inputs of a point, unknowns of an interval
  SparseRows all_outputs_, any_inputs_;

  std::vector<PackMatrix> rate_adjoints_;  ///< of a window's groups, points x states: adjoints of the products h f_j
};

template <class Work>
void PhaseNlp::each_window(const Eigen::VectorXd& z, Level level, bool with_before, const Work& work) {
  if (points_->windows() == 1) return work();
  for (int w = 0; w < points_->windows(); ++w) {
    points_->open(w, with_before);
    evaluate_window(z, level);
    work();
  }
}

/// The plug of functions at ends, where there are no dynamics that a plug for multibody dynamics could serve.
const std::string& plug_at_ends(const std::string& plug);

/// When a phase starts and ends where these are fixed.
double fixed_start(const Problem& problem, int phase);
double fixed_end(const Problem& problem, int phase);

}  // namespace tandem

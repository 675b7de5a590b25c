#pragma once

#include <tandem/ocp/statement/guess.hpp>
#include <tandem/ocp/statement/problem.hpp>
#include <tandem/ocp/transcription/linkage_rows.hpp>
#include <tandem/ocp/transcription/nlp_bounds.hpp>
#include <tandem/ocp/transcription/nlp_layout.hpp>
#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// The one thing that solvers see: a transcribed problem
///
///   minimise f(z)  subject to  constraint_lower <= g(z) <= constraint_upper,  lower <= z <= upper,
///
/// with unknowns and equations in stages (layout()), linked only to the next stage and to the border. A maximised
/// objective enters with its sign changed. Exact first and second derivatives; evaluation costs O(intervals), and
/// allocates nothing. Each belongs to one thread; several may be solved at once, but are built one after another (CppAD
/// tells their patterns, and keeps its memory for one thread).
class StagedNlp {
 public:
  /// Validates the problem, builds its knot functions with the derivatives of `plug`. One mesh a phase, or one for
  /// all of them. `most_in_window` (a multiple of four) intervals are evaluated at a time; answers are the same for
  /// any.
  StagedNlp(Problem problem, std::vector<Mesh> meshes, const std::string& plug = kDefaultPlug,
            int most_in_window = kMostInWindow);
  StagedNlp(Problem problem, const Mesh& mesh, const std::string& plug = kDefaultPlug);
  StagedNlp(const StagedNlp&) = delete;  // its parts refer to each other
  StagedNlp& operator=(const StagedNlp&) = delete;

  const Problem& problem() const { return problem_; }
  /// What differentiates its functions.
  const std::string& plug() const { return plug_; }
  int phases() const { return static_cast<int>(phases_.size()); }
  const Phase& phase(int i = 0) const { return problem_.phases()[i]; }
  const Mesh& mesh(int phase = 0) const { return phases_[phase]->mesh(); }

  /// Gives a named number another value, without building anything anew.
  void set_number(std::string_view name, double value);

  const NlpLayout& layout() const { return layout_; }
  const PhaseLayout& layout(int phase) const { return layout_.phase(phase); }

  const Eigen::VectorXd& lower() const { return bounds_.lower; }
  const Eigen::VectorXd& upper() const { return bounds_.upper; }
  const Eigen::VectorXd& constraint_lower() const { return bounds_.constraint_lower; }
  const Eigen::VectorXd& constraint_upper() const { return bounds_.constraint_upper; }

  /// How the bounds change with a named number.
  NlpBounds bound_slopes(std::string_view name) const;

  /// A trajectory on this mesh, moved into the bounds (refused if its lengths do not fit or it is not finite).
  Eigen::VectorXd unknowns_from(const Guess& guess);

  /// Refuses, by name and time, functions without a finite value at z.
  void require_finite_at(const Eigen::VectorXd& z);

  /// What solvers ask for, at z. Repeated calls at the same z cost nothing for what is already known.
  double objective(const Eigen::VectorXd& z);
  void gradient(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out);
  void constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out);
  int jacobian_entries() const;
  void jacobian(const Eigen::VectorXd& z, std::span<double> values);
  int hessian_entries() const;
  void hessian(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers,
               std::span<double> values);

  /// Where the entries stand, of the Hessian's lower triangle those at one place adding up: written out anew by each
  /// call, as they follow from what one interval has. O(intervals).
  Pattern jacobian_pattern() const;
  Pattern hessian_pattern() const;

  /// Gradients of all intervals' Lagrangians (their shares of the cost + multipliers' their defects, quadratures and
  /// path constraints) by their unknowns [stage k; x_{k+1}; u_{k+1}; q_{k+1}; border], a column each. The x_k part is
  /// the costate just after knot k, minus the x_{k+1} part that just before knot k + 1 (H = L + lambda' f, L as
  /// minimised).
  Eigen::MatrixXd interval_gradients(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers, int phase = 0);

  /// The integrals of the running cost over the intervals by the transcription's quadrature, as stated.
  Eigen::VectorXd interval_costs(const Eigen::VectorXd& z, int phase = 0);

  /// [dynamics; running cost; path constraints; integrands] of a phase with the solver's own derivatives: to be
  /// evaluated on batches of the caller's.
  KnotFunction& function(int phase = 0) { return phases_[phase]->function(); }

  double start_time(const Eigen::VectorXd& z, int phase = 0) const { return phases_[phase]->start_time(z); }
  double end_time(const Eigen::VectorXd& z, int phase = 0) const { return phases_[phase]->end_time(z); }

 private:
  void ensure(const Eigen::VectorXd& z, Level level);

  Problem problem_;
  std::string plug_;
  std::vector<int> free_numbers_;
  NlpLayout layout_;
  std::vector<std::unique_ptr<PhaseNlp>> phases_;
  LinkageRows linkages_;
  NlpBounds bounds_;

  Eigen::VectorXd last_z_;
  bool known_ = false;
  Level known_level_ = Level::values;
};

}  // namespace tandem

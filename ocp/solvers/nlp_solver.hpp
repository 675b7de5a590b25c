#pragma once

#include <tandem/ocp/transcription/scaling.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// How a solve ended.
enum class Status { solved, acceptable, infeasible, iteration_limit, time_limit, stopped, failed };

/// The word for a status in files and messages: "solved", "iteration_limit", ...
std::string to_string(Status status);

/// One line of progress.
struct Progress {
  int iteration = 0;
  double objective = 0.0;  ///< as stated
  double infeasibility = 0.0;
  double stationarity = 0.0;
  double barrier = 0.0;  ///< of interior points
  double step = 0.0;
  double regularization = 0.0;  ///< of DDP
};

/// Called once an iteration; returning false stops the solve.
using ProgressCallback = std::function<bool(const Progress&)>;

/// What solves IPOPT's linear systems: "sweep" (ocp/solvers/sweep), along the stages, which hands over to MUMPS where
/// delayed pivots swell its factors; "mumps"; or "shadow": MUMPS
/// steers, and the sweep solves the same systems to be compared.
std::vector<std::string> linear_solvers();
inline constexpr const char* kDefaultLinearSolver = "sweep";

/// How the sweep's answers to IPOPT's linear systems differed from MUMPS's.
struct ShadowReport {
  static constexpr double kSameStep = 1e-6;  ///< relative to the largest component
  int systems = 0;
  int status_differences = 0;   ///< singular for one of the two only
  int inertia_differences = 0;  ///< another number of negative eigenvalues
  int step_differences = 0;     ///< steps further apart than kSameStep
  double worst_step = 0.0;
  /// Largest |b - K x| / (|x| + |b|) of MUMPS's steps and the sweep's, before IPOPT refines them. Where steps differ
  /// and these are small, the system has no better answer.
  double worst_residual = 0.0, worst_sweep_residual = 0.0;
  bool is_clean() const { return status_differences + inertia_differences + step_differences == 0; }
};

/// Methods: "ipopt", interior points on any transcription; "ddp" (ocp/solvers/ddp), differential dynamic programming on
/// transcriptions of one step an interval.
std::vector<std::string> solvers();
inline constexpr const char* kDefaultSolver = "ipopt";

/// What is taken for the Hessian of the Lagrangian: "exact", all of it; or, with DDP, "gauss-newton", without the
/// curvature of the steps, and of costs that are squares of residuals the products of first derivatives only.
std::vector<std::string> hessians();
inline constexpr const char* kDefaultHessian = "exact";

struct SolverOptions {
  std::string linear_solver = kDefaultLinearSolver;
  std::optional<std::size_t> most_sweep_numbers = {};  ///< before it hands over; SweepFactor's own where none is said
  double tolerance = 1e-10;
  int max_iterations = 3000;
  double time_limit = kInfinity;             ///< seconds
  std::map<std::string, std::string> ipopt;  ///< IPOPT's own options, by its names
  std::string hessian = kDefaultHessian;     ///< one of hessians(); other than exact with DDP only
  bool verbose = false;                      ///< the solver's own table on standard output
  ProgressCallback progress;
  Eigen::VectorXd multipliers;     ///< of the constraints, to start from (DDP only); none where they are not known
  std::optional<Scaling> scaling;  ///< sizes by which the solver measures; tolerances are of what it then sees
};

/// What a solver returns: unknowns and multipliers of a StagedNlp, L = f + multipliers' g + bound_multipliers' z.
struct NlpSolution {
  Status status = Status::failed;
  std::string message;  ///< the solver's own words
  Eigen::VectorXd unknowns;
  Eigen::VectorXd multipliers;
  Eigen::VectorXd bound_multipliers;  ///< positive at an upper bound, negative at a lower one
  double objective = 0.0;             ///< as minimised
  int iterations = 0;
  double last_regularization = 0.0;  ///< what the last KKT matrix needed to have a minimum's inertia
  double evaluation_seconds = 0.0;
  double linear_algebra_seconds = 0.0;
  double total_seconds = 0.0;
  std::optional<int> handed_over;         ///< the iteration from which on MUMPS solved the sweep's linear systems
  std::optional<ShadowReport> shadow;     ///< of the linear solver "shadow"
  std::vector<Eigen::MatrixXd> feedback;  ///< of DDP, as PhaseSolution::feedback
};

/// IPOPT with exact Hessians, from `start`. Refuses linear solvers and options that are not known.
NlpSolution solve_with_ipopt(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options);

}  // namespace tandem

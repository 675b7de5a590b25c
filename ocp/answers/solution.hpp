#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/ocp/statement/guess.hpp>

#include <Eigen/Core>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// The named series of one phase. Rows follow the order of the statement.
struct PhaseSolution {
  std::string name;
  std::vector<std::string> state_names;
  std::vector<std::string> control_names;
  std::vector<std::string> integral_names;
  std::vector<double> interval_ends;  ///< fractions of the duration
  Eigen::VectorXd time;               ///< of the knots
  Eigen::MatrixXd states;             ///< states x knots
  Eigen::MatrixXd costates;           ///< just after each knot (at the last one: just before)
  Eigen::MatrixXd costates_before;    ///< just before each knot (at the first one: just after); differ where a state
                                      ///< bound or a path constraint at the knot pushes
  Eigen::VectorXd control_time;
  Eigen::MatrixXd controls;          ///< controls x control times
  Eigen::MatrixXd path_multipliers;  ///< path constraints x (interval, point), per unit of time
  Eigen::MatrixXd integrals;         ///< integral constraints x knots: the integrals so far
  Eigen::VectorXd interval_costs;    ///< the transcription's own integral of the running cost, as stated; may be empty
  bool costs_are_stated = false;     ///< by another tool: not what the transcription makes of states and controls
  Eigen::MatrixXd inner_states;      ///< states x (interval, interior node state); empty where there are none
  Eigen::MatrixXd inner_pushes;      ///< multipliers of the states' bounds there: positive at an upper bound
  /// Of DDP, one matrix an interval: control = its series + feedback (state - its series), where a bound holds the
  /// control 0. Columns are [states; integrals]; where controls are held linearly [states; controls at the left knot;
  /// integrals], and the control is that at the right knot. Empty from other solvers.
  std::vector<Eigen::MatrixXd> feedback;

  int intervals() const { return static_cast<int>(interval_ends.size()) - 1; }
};

/// Where the time of a solve went.
struct Seconds {
  double setup = 0.0;
  double evaluation = 0.0;
  double linear_algebra = 0.0;
  double solver = 0.0;  ///< all of the solver, the two above included
  double certificate = 0.0;
  double total = 0.0;
};

/// A control goes from one place to another: "lower" and "upper" are its bounds, "inside" is between them.
struct Switch {
  double time = 0.0;
  std::string phase = {};  ///< that starts with the switch
  std::string control = {};
  std::string from = {}, to = {};
};

/// One round of a refinement: what it came to.
struct RefinementRound {
  int intervals = 0;
  double objective = 0.0;
  double bar = 0.0;  ///< relative to the objective's scale
  Status status = Status::failed;
  bool certified = false;
};

/// One line of the solver's history.
using History = std::vector<Progress>;

/// An answer, complete enough to look at, to test and to restart from.
struct Solution {
  std::string problem;
  std::map<std::string, double> numbers;
  Status status = Status::failed;
  std::string message;
  double objective = 0.0;   ///< as stated: a maximum is positive
  double final_time = 0.0;  ///< when the last phase ends
  int iterations = 0;
  double last_regularization = 0.0;
  std::string transcription;  ///< of all phases
  int degree = 0;
  std::vector<PhaseSolution> phases;
  std::map<std::string, std::vector<double>> multipliers;  ///< by "phase/kind/name" and "linkage/name"
  std::vector<Switch> switches;                            ///< of a polished answer, in the order of time
  Seconds seconds;
  std::optional<ShadowReport> shadow;  ///< of the linear solver "shadow"
  History history;
  std::vector<RefinementRound> rounds;  ///< of a refinement, after the first solve
  bool costates_fitted = false;         ///< to the motion, by least squares: the tool that found it gave none
  Certificate certificate;

  int intervals() const;  ///< of all phases
  /// The multiplier of that name (its first, where it has several), or 0 where there is none.
  double multiplier(const std::string& name) const;
  bool is_solved() const { return status == Status::solved || status == Status::acceptable; }
};

/// Its solver finished, and its certificate passes: what the exit code of a command says.
inline bool is_certified(const Solution& solution) { return solution.is_solved() && solution.certificate.passes(); }

/// Names the parts of a solver's answer; costates are the derivatives of each interval's Lagrangian.
Solution make_solution(StagedNlp& nlp, const NlpSolution& answer);

/// Adds what an earlier answer took (iterations, seconds) to the one that it led to.
void add_effort(const Solution& earlier, Solution& later);

/// The solution as a guess, for another mesh or other numbers.
Guess guess_from(const Solution& solution);

}  // namespace tandem

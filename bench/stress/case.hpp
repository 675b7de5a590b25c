#pragma once

#include <tandem/ocp/search/solve.hpp>

#include <support/truths.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::stress {

/// One way of solving a problem: what the certificate is tried on.
struct Case {
  std::string group;  ///< "meshes", "numbers" or "table"
  std::string problem;
  std::map<std::string, double> numbers = {};  ///< those that differ from the problem's own
  std::optional<std::string> transcription = {};
  std::optional<int> degree = {};
  std::optional<int> intervals = {};
  std::optional<double> refine = {};
};

Problem problem_of(const Case& one);
SolveOptions options_of(const Case& one);
/// What a person would type.
std::string command_of(const Case& one);

/// What is known of the optimum that an answer should be.
struct Optimum {
  double objective = 0.0;
  double uncertainty = 0.0;  ///< absolute
  std::string how = {};
  bool is_only = false;  ///< there is no other local minimum
};

/// What came of a case, as far as it is looked at. Errors are relative to the scale of the objective.
struct Outcome {
  Case tried;
  test::Nature nature = test::Nature::smooth;
  bool is_maximised = false;
  std::string status = "crashed";
  std::string message = {};  ///< of a refusal
  int intervals = 0;         ///< of all phases, as solved
  std::string transcription = {};
  int degree = 0;
  double objective = 0.0;
  std::optional<Optimum> optimum = {};
  double scale = 0.0;
  std::optional<double> bar = {};     ///< as the objective, not relative
  std::optional<double> better = {};  ///< the objective that the certificate proposes
  std::string verdict = "none";
  std::vector<std::string> failing = {};  ///< lines in the verdict that do not hold: "costates 0.02"
  double seconds = 0.0;

  bool is_solved() const { return status == "solved" || status == "acceptable"; }
  bool passes() const { return verdict == "pass"; }
  bool is_known() const { return is_solved() && optimum.has_value(); }
  double error() const;          ///< (objective - optimum) / scale; positive where the answer costs more
  double uncertainty() const;    ///< of the error
  bool is_wrong() const;         ///< by more than 1e-4, whatever the optimum's uncertainty
  bool is_right() const;         ///< to 1e-6
  double effectivity() const;    ///< bar / |true error|
  bool better_improves() const;  ///< the certificate's better objective is nearer to the truth
  bool fails_by(const std::string& line) const;
  /// Smooth, the true error above 1e-9 and above its uncertainty; and an extremal of its own discrete problem, whose
  /// costates are those of the motion to the certificate's limit: the bar is made with them.
  bool measures_effectivity() const;
};

/// One line of JSON, and back.
std::string to_line(const Outcome& outcome);
Outcome outcome_from(const std::string& line);

}  // namespace tandem::stress

#pragma once

#include <tandem/ocp/designs/codesign/dense_nlp.hpp>

#include <functional>
#include <vector>

namespace tandem::codesign {

/// One step of the constraints' continuation.
struct SlpStep {
  double gamma = 0.0;
  double objective = 0.0;
  double violation = 0.0;  ///< of the constraints as they stand at gamma
  int programs = 0;        ///< linear programs solved
  int bisections = 0;      ///< of steps to where a function has no value
};

struct SlpOptions {
  double first_move = 0.05;  ///< limits of a step, in each unknown
  double shrink = 0.75;      ///< of the limits, from one program to the next
  int most_programs = 15;    ///< for each gamma, thrice as many for the last; the limits begin anew
  double tolerance = 1e-5;   ///< of the objective's change, and of a violation: then gamma goes on
  std::function<bool(const SlpStep&)> progress = {};  ///< returning false stops
};

struct SlpSolution {
  bool is_feasible = false;
  Eigen::VectorXd unknowns;
  double objective = 0.0, violation = 0.0;
  std::vector<SlpStep> path;
  int programs = 0, evaluations = 0, bisections = 0;
};

/// gamma of McLaren and Slater's 75 steps: by 0.01 to 0.5, then by 0.02 to 1.
std::vector<double> slater_schedule();

/// Continuation of the constraints with sequential linear programming (McLaren and Slater 1989): for each gamma
///     minimise f(x)  subject to  g(x) - (1 - gamma) max(g(x_0), 0) <= 0,
/// from the last gamma's solution, by linear programs within limits of a step that shrink. The start meets the
/// constraints of gamma = 0; those of gamma = 1 are the problem's. A step to where a function has no value (a loop that
/// is not stable) is bisected, so that every iterate is stable if the start is. Where a linear program has no solution
/// its violation is priced. First order only: it stops near a minimum, not at it.
SlpSolution solve_by_slp(const DenseNlp& nlp, const Eigen::VectorXd& start, const std::vector<double>& gammas,
                         const SlpOptions& options = {});

}  // namespace tandem::codesign

#pragma once

#include <tandem/ocp/search/continuation/step_control.hpp>
#include <tandem/ocp/search/continuation/system.hpp>

#include <Eigen/Core>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem::continuation {

/// What is held while a step is corrected: lambda (natural), or the distance along the predicted direction
/// (pseudo-arclength: goes round folds). Automatic steps are natural until one fails.
enum class Parametrisation { automatic, natural, arclength };

/// Where a step is looked for: along the tangent, or along the line through the last two points.
enum class Predictor { tangent, secant };

/// A function whose zeros along the curve are wanted.
struct Event {
  std::string name;
  std::function<double(const Eigen::VectorXd& x, double lambda)> function;
  bool ends_path = false;
};

/// One line of the log: a step that was tried.
struct StepReport {
  int step = 0;  ///< how many were accepted, this one included if it was
  double lambda = 0.0;
  double rate = 0.0;    ///< dlambda/ds
  double length = 0.0;  ///< of the step
  int corrections = 0;
  bool was_natural = false;
  bool was_accepted = false;
};

struct FollowOptions {
  double direction = 1.0;  ///< the sign of dlambda/ds at the start
  Parametrisation parametrisation = Parametrisation::automatic;
  Predictor predictor = Predictor::tangent;
  StepRules steps = {};
  CorrectorOptions corrector = {};
  double start_error = 1e-6;  ///< a start that is further from the curve is refused

  std::optional<double> goal = {};               ///< of lambda: the curve ends here, reached exactly
  int folds_first = 0;                           ///< the goal counts after that many folds
  double lower = -kInfinity, upper = kInfinity;  ///< of lambda: the curve ends there
  std::vector<double> targets = {};              ///< of lambda: points to be found exactly on the way
  std::vector<Event> events = {};
  bool stops_at_fold = false;
  int most_steps = 1000;                            ///< in all
  std::function<bool(const StepReport&)> log = {};  ///< called once a step; returning false stops the curve
};

}  // namespace tandem::continuation

#pragma once

#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/search/continuation/path.hpp>

#include <Eigen/Core>

#include <optional>
#include <string>
#include <vector>

namespace tandem {

enum class HomotopyStatus { reached, end_of_feasibility, step_limit, failed };

struct HomotopyPoint {
  double value = 0.0;                ///< of the number
  double objective = 0.0;            ///< as stated
  int iterations = 0;                ///< Newton steps, IPOPT's included where it solved the point
  Certificate certificate = {};      ///< of its answer, without the parts of the bar; none where nothing was looked at
  std::optional<int> switches = {};  ///< of a polished path
};

/// Where arcs of a polished path change: the number of switches before and after it. Equal ones mean that arcs passed
/// through zero and came out on the other side.
struct StructureChange {
  double value = 0.0;  ///< of the number
  int switches_before = 0, switches_after = 0;
};

/// Where a path stopped: the piece of it that was being followed. Enough to go on with the same points.
struct HomotopyLeg {
  continuation::Path path;       ///< of smoothed conditions at one barrier
  double from = 0.0, way = 1.0;  ///< value of the number at its start, and where to
  bool may_smooth = true;        ///< with a larger barrier, where steps get short
  bool is_normalised = false;    ///< with normalised multipliers
  bool went_round = false;       ///< a fold, after which it is on its way back
  int folds_before = 0;
  int rejected = 0;  ///< steps, by which it is judged too rough
  double barrier = 0.0, usual_multipliers = 1.0;
  int restarts = 0;
  Eigen::VectorXd weights;  ///< sizes by which the conditions are measured
  double multiplier_size = 1.0;
};

/// A path of answers.
struct Homotopy {
  std::string problem, over;
  double from = 0.0, to = 0.0;
  HomotopyStatus status = HomotopyStatus::failed;
  std::string reason;
  std::vector<HomotopyPoint> points;
  std::vector<double> folds;             ///< values of the number where the path turned back
  std::vector<double> branch_points;     ///< and where another path crosses: a minimum may become a saddle
  std::vector<StructureChange> changes;  ///< of a polished path
  int rejected_steps = 0;
  int iterations = 0;  ///< all Newton steps, of rejected steps and of locating folds too
  /// Of the last point that IPOPT solved; at the end of feasibility the one motion that is left.
  std::optional<Solution> solution;
  std::optional<HomotopyLeg> leg;    ///< where it stopped, at the caller's wish or at the step limit
  std::optional<Problem> statement;  ///< that the solution answers, where that is a polished one
};

}  // namespace tandem

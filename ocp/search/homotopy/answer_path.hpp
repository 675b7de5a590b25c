#pragma once

#include <tandem/ocp/answers/path.hpp>
#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/search/continuation/curve.hpp>

#include <Eigen/Core>

#include <optional>

namespace tandem {

/// Where a path stopped: the piece of it that was being followed. Enough to go on with the same points.
struct HomotopyLeg {
  continuation::Curve curve;     ///< of smoothed conditions at one barrier
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

/// A path of motions, with what it takes to look at its end and to go on from there.
struct Homotopy : Path {
  /// Of the last point that IPOPT solved; at the end of feasibility the one motion that is left.
  std::optional<Solution> solution = {};
  std::optional<HomotopyLeg> leg = {};    ///< where it stopped, at the caller's wish or at the step limit
  std::optional<Problem> statement = {};  ///< that the solution answers, where that is a polished one
};

}  // namespace tandem

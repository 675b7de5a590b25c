#pragma once

#include <tandem/ocp/continuation/follow.hpp>
#include <tandem/ocp/solve.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// One line of a homotopy's progress: a step that was tried.
struct HomotopyProgress {
  int step = 0;
  double value = 0.0;  ///< of the number
  int iterations = 0;
  bool was_natural = false;
  bool was_accepted = false;
};

struct HomotopyOptions {
  SolveOptions solve = {};       ///< mesh, scales and solver of the problem at both ends
  double barrier = 1e-8;         ///< mu of the smoothed conditions; larger where steps get short
  double first_step = 0.1;       ///< of the path: 1 is all of the range, or all of the answer changed once
  int most_steps = 1000;         ///< in all
  int folds_first = 0;           ///< the target counts after that many folds
  bool restarts = true;          ///< at a fold or an end, look for another minimum just beyond it first
  bool certifies_points = true;  ///< each of them; else only those that IPOPT solved
  std::function<bool(const HomotopyProgress&)> progress = {};  ///< returning false stops
};

enum class HomotopyStatus { reached, end_of_feasibility, step_limit, failed };
std::string to_string(HomotopyStatus status);

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

/// Refuses what no path can be followed for: unknown numbers, values that the problem does not take, design numbers,
/// and options out of range.
void check_path(const Problem& problem, const std::string& over, double from, double to,
                const HomotopyOptions& options);

/// Follows the answer of a problem from one value of a named number to another: any number, wherever it stands
/// (dynamics, costs, bounds, end conditions, times). IPOPT solves the problem at `from`; then Newton's method follows
/// the optimality conditions, smoothed by a small barrier (ocp/homotopy/kkt_system.hpp), by tangents from the sweep's
/// factors; and IPOPT solves the last point exactly. Natural steps first, pseudo-arclength where these fail. Where
/// multipliers grow without bound they are normalised (fritz_john.hpp), which finds the end of feasibility. Where a
/// minimum ends at a fold another one is looked for just beyond it; if there is none the path goes on round the fold.
/// Refuses unknown numbers and values that the problem does not take.
Homotopy follow_number(const Problem& problem, const std::string& over, double from, double to,
                       const HomotopyOptions& options = {});

/// Goes on with a path that stopped (`leg`), of the same problem with the same options but for the step limit, which
/// counts from the start: the points are those of a path that never stopped. Refuses a path that has no leg, or one of
/// another problem or mesh.
Homotopy go_on(const Problem& problem, const Homotopy& stopped, const HomotopyOptions& options = {});

}  // namespace tandem

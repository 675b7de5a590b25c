#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/ocp/answers/certificate.hpp>

#include <Eigen/Core>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// A point of a path: an answer at one value of the number that the path goes over.
struct PathPoint {
  double value = 0.0;             ///< of the number
  double objective = 0.0;         ///< as stated
  int iterations = 0;             ///< that led here
  Certificate certificate = {};   ///< of its answer, without the parts of the bar; none where nothing was looked at
  Eigen::VectorXd measures = {};  ///< what else is known of it, in the order of the path's `measures`
  Eigen::VectorXd designs = {};   ///< the numbers that were chosen, in the order of the path's `designs`
};

/// What happens on a path at a value of its number: it turns back; another path crosses, and a minimum may become a
/// saddle; arcs of a polished motion change; it is begun anew.
enum class Mark { fold, branch_point, structure_change, restart };
std::string to_string(Mark mark);

struct PathMark {
  Mark mark = Mark::fold;
  double value = 0.0;  ///< of the number
  /// Switches on both sides of a change of structure. Equal ones mean that arcs passed through zero and came out on the
  /// other side.
  int switches_before = 0, switches_after = 0;
};

/// Why a path ended.
enum class PathStatus { reached, end_of_feasibility, step_limit, stopped, failed };
std::string to_string(PathStatus status);

/// Answers of one problem as a number changes: motions, structures or controllers. Of a front, whose number weighs two
/// costs against each other, every point is an answer that was wanted; of another path, the last.
struct Path {
  std::string problem = {}, over = {};
  bool is_front = false;
  double from = 0.0, to = 0.0;
  std::map<std::string, double> numbers = {};  ///< of the statement where the path begins
  std::vector<std::string> measures = {};      ///< names of what else is known of every point
  std::vector<std::string> designs = {};       ///< names of the numbers that were chosen for every point
  PathStatus status = PathStatus::failed;
  std::string reason = {};  ///< a sentence
  std::vector<PathPoint> points = {};
  std::vector<PathMark> marks = {};
  int rejected_steps = 0;
  int iterations = 0;    ///< all of them, of rejected steps and of locating folds too
  int evaluations = 0;   ///< of costs, where they are counted
  double seconds = 0.0;  ///< where they are measured

  /// The values of the number at which that happens.
  std::vector<double> at(Mark mark) const;
  /// The measure of that name at a point; refuses names that are none.
  double measure(const std::string& name, const PathPoint& point) const;
  int certified_points() const;
};

/// A path that has not begun, of a problem with these numbers.
Path path_over(const std::string& over, double from, double to, const std::string& problem,
               std::span<const NamedNumber> numbers);

/// Of a path its last point's certificate; of a front all points' together, each line where it is worst.
Certificate certificate_of(const Path& path);

/// It came where it was to go, and its certificate passes.
bool is_certified(const Path& path);

}  // namespace tandem

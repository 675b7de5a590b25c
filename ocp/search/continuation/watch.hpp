#pragma once

#include <tandem/ocp/search/continuation/follow_options.hpp>
#include <tandem/ocp/search/continuation/path.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem::continuation {

/// Something that a step may pass: a function of the point that changes sign there, and what it means.
struct Watch {
  std::function<double(const PathPoint&)> value;
  Special kind = Special::event;
  std::string name = {};
  std::optional<double> lambda = {};  ///< where lambda is known exactly
  PathEnd end = PathEnd::open;        ///< how the path ends there, or open
  std::string reason = {};
  bool is_listed = true;  ///< among the path's special points
};

/// What options ask to be watched for on a step from the path's last point.
std::vector<Watch> watches_for(const FollowOptions& options, const Path& path);

/// Values of lambda that a step should not pass unseen: goal, targets, bounds.
std::vector<double> marks_of(const FollowOptions& options, const Path& path);

/// Whether the step from one point to the next passes it.
bool is_passed(const Watch& watch, const PathPoint& from, const PathPoint& to);

}  // namespace tandem::continuation

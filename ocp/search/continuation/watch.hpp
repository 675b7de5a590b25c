#pragma once

#include <tandem/ocp/search/continuation/curve.hpp>
#include <tandem/ocp/search/continuation/follow_options.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem::continuation {

/// Something that a step may pass: a function of the point that changes sign there, and what it means.
struct Watch {
  std::function<double(const CurvePoint&)> value;
  Special kind = Special::event;
  std::string name = {};
  std::optional<double> lambda = {};  ///< where lambda is known exactly
  CurveEnd end = CurveEnd::open;      ///< how the curve ends there, or open
  std::string reason = {};
  bool is_listed = true;  ///< among the curve's special points
};

/// What options ask to be watched for on a step from the curve's last point.
std::vector<Watch> watches_for(const FollowOptions& options, const Curve& curve);

/// Values of lambda that a step should not pass unseen: goal, targets, bounds.
std::vector<double> marks_of(const FollowOptions& options, const Curve& curve);

/// Whether the step from one point to the next passes it.
bool is_passed(const Watch& watch, const CurvePoint& from, const CurvePoint& to);

}  // namespace tandem::continuation

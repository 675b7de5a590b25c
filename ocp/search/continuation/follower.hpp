#pragma once

#include <tandem/ocp/search/continuation/corrector.hpp>
#include <tandem/ocp/search/continuation/curve.hpp>
#include <tandem/ocp/search/continuation/follow_options.hpp>
#include <tandem/ocp/search/continuation/watch.hpp>

#include <Eigen/Core>

#include <optional>
#include <string>

namespace tandem::continuation {

/// Walks along a curve and writes it down: steps are tried, shortened until they are good, and looked through for what
/// they pass. All three must outlive this.
class Follower {
 public:
  Follower(System& system, Curve& curve, const FollowOptions& options)
      : system_(system), curve_(curve), options_(options), metric_(system) {}

  void run();

 private:
  struct Trial {
    Correction correction;
    CurvePoint point;
    double excess = kInfinity;
    bool is_good() const { return correction.converged && excess <= kTooMuch; }
  };

  const CurvePoint& last() const { return curve_.points.back(); }
  Eigen::VectorXd last_y() const { return joined(last().x, last().lambda); }

  /// One step: tried, shortened until it is good, looked through for what it passes, written down.
  void advance();
  Eigen::VectorXd predicted_direction() const;
  /// A step whose prediction would pass a mark of lambda ends there.
  double length_to_next_mark(double length, double rate) const;
  Trial attempt(const Eigen::VectorXd& direction, double length, bool is_natural);
  /// lambda is exact where the prediction is for a mark.
  Eigen::VectorXd predicted(const Eigen::VectorXd& direction, double length) const;
  /// A first Newton step that the corrector would not have taken says nothing about the predictor.
  Correction without_noise(const Correction& correction) const;
  CurvePoint surveyed(const Correction& correction);
  void reject(const Trial& trial);
  void shorten(const Trial& trial, double length);
  void accept(Trial trial, double length);
  /// Finds and writes down what lies between the last point and `to`, in its order. True if the curve ends on the way:
  /// then the end is its last point.
  bool pass(const CurvePoint& to);
  /// The last point is this special point, to rounding: a curve that stopped at it has gone on.
  bool is_known(const Watch& watch) const;
  /// The plane at the start at right angles to the curve; being in it again, close by, is being there again.
  std::optional<Watch> closing_watch(const CurvePoint& from, const CurvePoint& to) const;
  bool is_the_start(const CurvePoint& point) const;
  /// The zero of a watch between two points: a search over the distance along the tangent of the first.
  SpecialPoint locate(const Watch& watch, const CurvePoint& from, const CurvePoint& to);
  /// The same point with lambda exactly as wanted, unless a fold is in the way.
  void settle_at(double lambda, CurvePoint& point);
  /// The caller may stop the curve here.
  void log(const CurvePoint& point, double length, int corrections, bool was_accepted);
  void finish(CurveEnd end, std::string reason);

  System& system_;
  Curve& curve_;
  const FollowOptions& options_;
  Metric metric_;
};

}  // namespace tandem::continuation

#pragma once

#include <tandem/ocp/search/continuation/follow_options.hpp>
#include <tandem/ocp/search/homotopy/exact_solves.hpp>
#include <tandem/ocp/search/homotopy/fritz_john.hpp>
#include <tandem/ocp/search/homotopy/record.hpp>

#include <cmath>
#include <memory>
#include <string>

namespace tandem::homotopy {

/// Newton's method on the smoothed conditions: half-smooth, it takes bounds into and out of the active set in a few
/// steps or not at all, and says little about that beforehand.
continuation::CorrectorOptions corrector_options(int most_corrections = 10);

/// Walks from one value of a number to another, leg by leg, and writes down where it came. A leg is a path of one
/// system at one barrier; what its end asks for begins the next one.
class Walk {
 public:
  /// The number is a path number of the problem, with the value `from`. The options must outlive this.
  Walk(Problem problem, const std::string& over, double from, double to, const HomotopyOptions& options);

  Homotopy walk();
  /// On from where another walk stopped.
  Homotopy resume(const Homotopy& stopped);

 private:
  double range() const { return std::abs(found_.to - found_.from); }
  double direction() const { return found_.to > found_.from ? 1.0 : -1.0; }
  /// "limit = 0.1"
  std::string at(double value) const;

  // Legs (walk.cpp).
  void follow_from(const NlpSolution& answer, double value);
  void follow_leg(const Eigen::VectorXd& unknowns, double value, double way);
  void follow_smoother(const Eigen::VectorXd& unknowns, double value, double way);
  void follow_normalised(const continuation::PathPoint& from);
  void begin_leg(double value, double way);
  continuation::Correction smoothed(const Eigen::VectorXd& unknowns, double value);
  continuation::FollowOptions leg_options();
  continuation::FollowOptions normalised_options(FritzJohnSystem& system);
  continuation::Event growing_multipliers() const;
  void set_home(continuation::FollowOptions& options, double here) const;
  bool goes_on(const continuation::StepReport& report);
  int steps_left() const { return wished_.most_steps + 1 - static_cast<int>(found_.points.size()); }
  bool can_smooth_more() const;
  void write(const continuation::Path& path);

  // What their ends ask for (walk_ends.cpp).
  void end_forth(continuation::Path& path);
  void end_round(const continuation::Path& path);
  void end_normalised(FritzJohnSystem& system, const continuation::Path& path);
  void end_leg(const continuation::Path& path);
  bool is_rough(const continuation::Path& path) const;
  void look_again(continuation::Path& path);
  void go_round(continuation::Path& path);
  bool restart_beyond(const continuation::PathPoint& turn);
  void locate_end(FritzJohnSystem& system, const continuation::PathPoint& end_point);
  void finish(const continuation::Path& path);
  void finish_at_target(const continuation::PathPoint& last);
  void keep_leg(const continuation::Path& path);

  const HomotopyOptions& wished_;
  StagedNlp nlp_;
  Record record_;
  Homotopy& found_ = record_.found;
  ExactSolves exact_;
  std::unique_ptr<KktSystem> kkt_;
  HomotopyLeg leg_;                                 ///< the present one, without its path
  std::size_t written_ = 1, written_specials_ = 0;  ///< of the leg's points
  int restarts_ = 0;
  bool is_crawling_ = false;  ///< the leg was stopped because too many of its steps were rejected
};

}  // namespace tandem::homotopy

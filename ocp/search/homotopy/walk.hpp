#pragma once

#include <tandem/ocp/search/continuation/follow_options.hpp>
#include <tandem/ocp/search/homotopy/exact_solves.hpp>
#include <tandem/ocp/search/homotopy/fritz_john.hpp>
#include <tandem/ocp/search/homotopy/record.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <string>

namespace tandem::homotopy {

/// Newton's method on the smoothed conditions: half-smooth, it takes bounds into and out of the active set in a few
/// steps or not at all, and says little about that beforehand.
continuation::CorrectorOptions corrector_options(int most_corrections = 10);

/// Where a leg of a walk begins: at a point of its own, or on a curve that is under way.
struct LegStart {
  Eigen::VectorXd unknowns = {};
  double value = 0.0;  ///< of the number
  double way = 1.0;    ///< where to
  bool is_normalised = false;
  std::optional<continuation::Curve> under_way = {};
};

/// Walks from one value of a number to another, leg by leg, and writes down where it came. A leg is a curve of one
/// system at one barrier; what its end asks for is the start of the next one.
class Walk {
 public:
  /// The number is a path number of the problem, with the value `from`. The options must outlive this.
  Walk(Problem problem, const std::string& over, double from, double to, const HomotopyOptions& options);

  Homotopy walk();
  /// On from where another walk stopped.
  Homotopy resume(const Homotopy& stopped);

 private:
  using Next = std::optional<LegStart>;  ///< the next leg; none where the path has ended

  double range() const { return std::abs(found_.to - found_.from); }
  double direction() const { return found_.to > found_.from ? 1.0 : -1.0; }
  /// "limit = 0.1"
  std::string at(double value) const;

  // Legs (walk.cpp).
  void run(Next leg);
  LegStart start_from(const NlpSolution& answer, double value);
  LegStart smoother(const Eigen::VectorXd& unknowns, double value, double way);
  std::optional<continuation::Curve> follow(const LegStart& start);
  continuation::Curve follow_on(continuation::Curve curve);
  continuation::Curve follow_normalised(const LegStart& start);
  void begin_leg(double value, double way);
  continuation::Correction smoothed(const Eigen::VectorXd& unknowns, double value);
  continuation::FollowOptions leg_options();
  continuation::FollowOptions normalised_options();
  continuation::Event growing_multipliers() const;
  void set_home(continuation::FollowOptions& options, double here) const;
  bool goes_on(const continuation::StepReport& report);
  int steps_left() const { return wished_.most_steps + 1 - static_cast<int>(found_.points.size()); }
  bool can_smooth_more() const;
  void write(const continuation::Curve& curve);

  // What their ends ask for (walk_ends.cpp).
  Next after(continuation::Curve curve);
  Next after_no_start(const LegStart& start);
  Next after_fold(continuation::Curve curve);
  Next after_normalised(const continuation::Curve& curve);
  Next after_leg(const continuation::Curve& curve);
  bool is_rough(const continuation::Curve& curve) const;
  Next look_again(continuation::Curve& curve);
  Next beyond(const continuation::CurvePoint& turn);
  void locate_end(const continuation::CurvePoint& end_point);
  void finish(const continuation::Curve& curve);
  void finish_at_target(const continuation::CurvePoint& last);
  void keep_leg(const continuation::Curve& curve);

  const HomotopyOptions& wished_;
  StagedNlp nlp_;
  Record record_;
  Homotopy& found_ = record_.found;
  ExactSolves exact_;
  std::unique_ptr<KktSystem> kkt_;
  std::optional<FritzJohnSystem> normalised_;       ///< the same system with normalised multipliers
  HomotopyLeg leg_;                                 ///< the present one, without its curve
  std::size_t written_ = 1, written_specials_ = 0;  ///< of the leg's points
  int restarts_ = 0;
  bool is_crawling_ = false;  ///< the leg was stopped because too many of its steps were rejected
};

}  // namespace tandem::homotopy

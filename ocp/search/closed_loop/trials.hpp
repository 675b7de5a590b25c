#pragma once

#include <tandem/ocp/search/closed_loop/roll_out.hpp>

#include <algorithm>

namespace tandem {

/// How plans are disturbed.
struct Disturbance {
  std::vector<double> numbers;  ///< of the plant
  int pushes = 3;               ///< at random times of the plan
  double size = 0.02;           ///< of a push: of each velocity's range over the plan, at most
};

/// The pushes that `seed` throws: times all over the plan; each velocity (a state that is another's rate; of a plant
/// that has none, each state) jumps by up to `size` of its range either way.
std::vector<Push> random_pushes(const Problem& problem, const Solution& plan, const Disturbance& disturbance,
                                unsigned seed);

/// The same plant and pushes, once with the gains and once without. Of many runs the first alone keeps its series.
struct Trial {
  unsigned seed = 0;
  std::vector<Push> pushes;
  RolledOut with, without;
};

/// Whose gains: those of the plan's own DDP, or those of a regulator along it (tracking_gains).
enum class Gains { plan, tracking };

struct TrialOptions {
  Disturbance disturbance;
  Gains gains = Gains::plan;
  unsigned seed = 1;
  int runs = 1;                ///< seeds seed, seed + 1, ...
  std::optional<double> hold;  ///< s after the plan's end; if not given the plan's duration, 0 where it does not rest
  double tolerance = 0.02;     ///< distance from the wanted end (Miss) up to which a motion has got there
};

/// A plan under disturbances, counted.
struct Trials {
  std::vector<Trial> runs;
  double hold = 0.0, tolerance = 0.0;
  std::optional<EndRegulator> end_regulator;

  int held_with() const { return held(&Trial::with); }
  int held_without() const { return held(&Trial::without); }
  bool all_hold() const { return held_with() == static_cast<int>(runs.size()); }

 private:
  int held(RolledOut Trial::*motion) const {
    const auto holds = [&](const Trial& one) { return (one.*motion).holds(tolerance); };
    return static_cast<int>(std::count_if(runs.begin(), runs.end(), holds));
  }
};

/// Refuses counts below 1 (pushes: 0), sizes and tolerances that are not positive (size: negative) or not finite.
void check_options(const Problem& problem, const TrialOptions& options);

/// Refuses what check_options, roll_out and end_regulator refuse.
Trials try_feedback(const Problem& problem, const Solution& plan, const TrialOptions& options);

}  // namespace tandem

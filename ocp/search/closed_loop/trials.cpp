#include <tandem/ocp/search/closed_loop/trials.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/statement/carriers.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kMostPushes = 10'000, kMostRuns = 100'000;
constexpr int kPushesOfSeed = 7;  // keeps the dice apart from those of random guesses

/// Which states a push moves.
std::vector<bool> pushed_states(const Phase& phase, std::span<const double> numbers) {
  const std::vector<int> carried = carried_by(phase, numbers);
  std::vector<bool> pushed;
  for (const int one : carried) pushed.push_back(one >= 0);
  if (std::none_of(pushed.begin(), pushed.end(), [](bool one) { return one; })) pushed.assign(pushed.size(), true);
  return pushed;
}

void drop_series(Trial& trial) {
  for (RolledOut* const motion : {&trial.with, &trial.without}) {
    motion->time = {};
    motion->states.resize(0, 0);
    motion->controls.resize(0, 0);
  }
}

}  // namespace

std::vector<Push> random_pushes(const Problem& problem, const Solution& plan, const Disturbance& disturbance,
                                unsigned seed) {
  const Played replay(problem, plan);
  const PhaseSolution& series = replay.series();
  const std::vector<bool> pushed = pushed_states(replay.phase(), disturbance.numbers);
  const Eigen::VectorXd ranges = series.states.rowwise().maxCoeff() - series.states.rowwise().minCoeff();
  Dice dice(seed, kPushesOfSeed);
  std::vector<Push> pushes;
  for (int i = 0; i < disturbance.pushes; ++i) {
    Push push{dice.within(series.time(0), series.time(replay.intervals())), Eigen::VectorXd::Zero(ranges.size())};
    for (int s = 0; s < ranges.size(); ++s) {
      if (pushed[s]) push.jump(s) = disturbance.size * ranges(s) * dice.sign_and_size();
    }
    pushes.push_back(std::move(push));
  }
  std::sort(pushes.begin(), pushes.end(), [](const Push& a, const Push& b) { return a.time < b.time; });
  return pushes;
}

void check_options(const Problem& problem, const TrialOptions& options) {
  const std::string& name = problem.name();
  const Disturbance& d = options.disturbance;
  require(d.pushes >= 0 && d.pushes <= kMostPushes, "problem '{}': {} pushes were asked for; from 0 to {} are possible",
          name, d.pushes, kMostPushes);
  require(std::isfinite(d.size) && d.size >= 0.0, "problem '{}': the size of a push is {}; it must be 0 or positive",
          name, d.size);
  require(options.runs >= 1 && options.runs <= kMostRuns,
          "problem '{}': {} runs were asked for; from 1 to {} are possible", name, options.runs, kMostRuns);
  require(std::isfinite(options.tolerance) && options.tolerance > 0.0,
          "problem '{}': the tolerance of the end is {}; it must be positive", name, options.tolerance);
  require(!options.hold || (std::isfinite(*options.hold) && *options.hold >= 0.0),
          "problem '{}': it cannot be held for {} s after its end", name, options.hold.value_or(0.0));
}

Trials try_feedback(const Problem& problem, const Solution& plan, const TrialOptions& options) {
  check_options(problem, options);
  require_one_phase(problem, plan);
  Solution followed = plan;
  if (options.gains == Gains::plan) {
    require_gains(problem, plan);
  } else {
    followed.phases.front().feedback = tracking_gains(problem, plan, end_regulator(problem, plan));
  }
  const Eigen::VectorXd& time = plan.phases.front().time;
  const double duration = time(time.size() - 1) - time(0);
  const bool rests = control_at_rest(problem, plan).has_value();
  Trials trials;
  trials.tolerance = options.tolerance;
  trials.hold = options.hold.value_or(rests ? duration : 0.0);
  if (trials.hold > 0.0) trials.end_regulator = end_regulator(problem, plan);
  RollOut choice{options.disturbance.numbers};
  choice.hold = trials.hold;
  choice.end_regulator = trials.end_regulator;
  for (int i = 0; i < options.runs; ++i) {
    Trial trial{options.seed + static_cast<unsigned>(i), {}, {}, {}};
    trial.pushes = random_pushes(problem, plan, options.disturbance, trial.seed);
    choice.pushes = trial.pushes;
    choice.feedback = true;
    trial.with = roll_out(problem, followed, choice);
    choice.feedback = false;
    trial.without = roll_out(problem, followed, choice);
    if (i > 0) drop_series(trial);
    trials.runs.push_back(std::move(trial));
    if (ending::is_due()) break;
  }
  return trials;
}

}  // namespace tandem

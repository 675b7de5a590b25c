#include <tandem/ocp/answers/certificate_transversality.hpp>

#include <tandem/ocp/answers/certificate_ends.hpp>
#include <tandem/ocp/answers/certificate_linkages.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tandem {
namespace {

Range both(const Range& bounds, const std::optional<Range>& end, std::span<const double> numbers) {
  if (!end) return bounds;
  return Range(std::max(bounds.lower.at(numbers), end->lower.at(numbers)),
               std::min(bounds.upper.at(numbers), end->upper.at(numbers)));
}

/// The first-order conditions at the ends of the phases, then of what phases have in common.
class TransversalityExaminer {
 public:
  TransversalityExaminer(const Problem& problem, const Solution& solution, const std::vector<BorderShare>& shares,
                         double scale)
      : problem_(problem),
        solution_(solution),
        scale_(scale),
        sign_(problem.is_maximised() ? -1.0 : 1.0),
        design_(problem.design_numbers()),
        numbers_(numbers_of(problem, solution)),
        linkages_(linkage_pushes(problem, solution)),
        shares_(shares) {}

  Worst examine() {
    for (int i = 0; i < std::ssize(problem_.phases()); ++i) examine_phase(i);
    const Worst linkages = examine_linkage_multipliers(problem_, solution_);
    worst_.see(linkages.value / scale_, [&] { return linkages.where; });
    see_free_times();
    see_numbers();
    return worst_;
  }

 private:
  double multiplier(int phase, const char* kind, const std::string& name) const {
    return solution_.multiplier(problem_.phases()[phase].name + "/" + kind + "/" + name);
  }

  /// `size` is the range of what is pushed.
  void see_push(int phase, double push, double value, const Range& range, double size, const std::string& what) {
    worst_.see(unexplained_push(push, value, range, numbers_, size) * size / scale_,
               [&] { return phase_prefix(problem_, phase) + what; });
  }

  /// lambda(tf) = d(end cost + multipliers' end constraints and linkages)/dx + bound multiplier,
  /// lambda(t0) = -d(multipliers' linkages)/dx - bound multiplier.
  void examine_phase(int index) {
    const Played played(problem_, solution_, index);
    const Phase& phase = played.phase();
    const PhaseSolution& series = played.series();
    const int last = played.intervals(), nx = phase.state_count;
    const EndFunctions ends(played, design_);
    Eigen::VectorXd weights(std::ssize(phase.end_constraints));
    for (int i = 0; i < weights.size(); ++i) {
      const Constraint& constraint = phase.end_constraints[i];
      weights(i) = multiplier(index, "end", constraint.name);
      see_push(index, weights(i), ends.constraint(i), constraint.bounds, ends.constraint_size(i),
               fmt::format("multiplier of end constraint '{}'", constraint.name));
    }
    Eigen::VectorXd gradient = ends.gradient(sign_, weights);
    gradient.head(nx + 1) += linkages_.by_end[index];
    const Eigen::VectorXd sizes = played.state_scales();
    for (int i = 0; i < nx; ++i) {
      const State& state = phase.states[i];
      const std::string what = fmt::format("costate of '{}' at ", state.name);
      see_push(index, -series.costates(i, 0) - linkages_.by_start[index](i), series.states(i, 0),
               both(state.bounds, state.start, numbers_), sizes(i), what + fmt::format("{:.4g}", played.start()));
      see_push(index, series.costates_before(i, last) - gradient(i), series.states(i, last),
               both(state.bounds, state.end, numbers_), sizes(i), what + fmt::format("{:.4g}", played.end()));
    }
    see_integrals(index, played);
    BorderShare& share = shares_[index];
    const double duration_multiplier = multiplier(index, "time", "duration");
    const double duration = played.end() - played.start();
    see_push(index, duration_multiplier, duration, phase.time.duration.value_or(Range(0.0, kInfinity)), duration,
             "multiplier of the duration");
    share.by_end_time += gradient(nx) + duration_multiplier;
    share.by_start_time += linkages_.by_start[index](nx) - duration_multiplier;
    share.by_numbers += gradient.tail(share.by_numbers.size());
  }

  /// The multiplier of an integral pushes only at a bound, and the right way.
  void see_integrals(int index, const Played& played) {
    const Phase& phase = played.phase();
    for (std::size_t i = 0; i < phase.integral_constraints.size(); ++i) {
      const Constraint& constraint = phase.integral_constraints[i];
      const auto so_far = played.series().integrals.row(static_cast<int>(i));
      const double range = so_far.maxCoeff() - so_far.minCoeff();
      see_push(index, multiplier(index, "integral", constraint.name), so_far(played.intervals()) - so_far(0),
               constraint.bounds, std::max(range, so_far.cwiseAbs().maxCoeff()),
               fmt::format("multiplier of integral constraint '{}'", constraint.name));
    }
  }

  /// Where a time is free, the derivative of the Lagrangian by it, with the motion stretched, balances: for an end the
  /// integral over s of H + s T dH/dt + d(end cost + multipliers' end constraints and linkages)/dt. That equals H(tf)
  /// by the costate equation, and holds on a mesh whose knots miss the switches. A time that two phases share balances
  /// for both together.
  void see_free_times() {
    const int count = static_cast<int>(shares_.size());
    for (int i = 0; i < count; ++i) {
      const PhaseTime& own = problem_.phases()[i].time;
      const Eigen::VectorXd& time = solution_.phases[i].time;
      const double duration = time(time.size() - 1) - time(0);
      if (!own.continues) {
        see_push(i, -shares_[i].by_start_time, time(0), own.start, duration, "H at the free start time");
      }
      double by_end = shares_[i].by_end_time;
      if (i + 1 < count && problem_.phases()[i + 1].time.continues) by_end += shares_[i + 1].by_start_time;
      see_push(i, -by_end, time(time.size() - 1), own.end, duration, "H at the free end time");
    }
  }

  /// The derivative of the Lagrangian by each design number vanishes, unless a bound holds the number.
  void see_numbers() {
    for (int i = 0; i < std::ssize(design_); ++i) {
      const NamedNumber& number = problem_.numbers()[design_[i]];
      double sum = linkages_.by_numbers(i);
      for (const BorderShare& share : shares_) sum += share.by_numbers(i);
      const double value = numbers_[design_[i]];
      const double push = unexplained_push(-sum, value, Range(number.lower, number.upper), numbers_, std::abs(value));
      worst_.see(push * std::abs(value) / scale_, [&] { return fmt::format("design number '{}'", number.name); });
    }
  }

  const Problem& problem_;
  const Solution& solution_;
  double scale_, sign_;
  std::vector<int> design_;
  std::vector<double> numbers_;
  LinkagePushes linkages_;
  std::vector<BorderShare> shares_;
  Worst worst_;
};

}  // namespace

Worst examine_transversality(const Problem& problem, const Solution& solution, const std::vector<BorderShare>& shares,
                             double objective_scale) {
  return TransversalityExaminer(problem, solution, shares, objective_scale).examine();
}

}  // namespace tandem

#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/certificate_ends.hpp>
#include <tandem/ocp/certificate_stationarity.hpp>
#include <tandem/ocp/phase_blocks.hpp>
#include <tandem/ocp/phase_hamiltonian.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

/// One phase's share of what phases have in common: derivatives of the Lagrangian by its times and the numbers.
struct PhaseShare {
  double by_start_time = 0.0, by_end_time = 0.0, time_scale = 1.0;
  Eigen::VectorXd by_numbers, number_scale;
};

PhaseShare make_share(const PhaseStationarity& along, const PhaseEnds& ends, const Eigen::VectorXd& linkage_start) {
  const auto nx = linkage_start.size() - 1;
  const double end_by_time = ends.end_gradient(nx);
  const auto end_by_numbers = ends.end_gradient.tail(along.by_numbers.size());
  PhaseShare share;
  share.by_end_time = along.mean_to_end + end_by_time + ends.duration_multiplier;
  share.by_start_time = linkage_start(nx) - along.mean_to_start - ends.duration_multiplier;
  share.time_scale = std::max({1.0, along.largest_term, std::abs(end_by_time)});
  share.by_numbers = along.by_numbers + end_by_numbers;
  share.number_scale = along.number_scale.cwiseMax(end_by_numbers.cwiseAbs());
  return share;
}

/// H is constant along a phase in which nothing depends on time.
Worst hamiltonian_drift(PhaseHamiltonian& hamiltonian) {
  double least = kInfinity, most = -kInfinity, scale = 1.0;
  for (int k = 0; k <= hamiltonian.replay().intervals(); ++k) {
    const Hamiltonian h = hamiltonian.at_knot(k);
    least = std::min(least, h.value);
    most = std::max(most, h.value);
    scale = std::max(scale, h.largest_term);
  }
  Worst drift;
  drift.see((most - least) / scale, [] { return std::string("over the knots"); });
  return drift;
}

/// The first-order conditions of a whole answer: phase after phase, then what they have in common.
class OptimalityExaminer {
 public:
  OptimalityExaminer(const Problem& problem, const Solution& solution)
      : problem_(problem),
        solution_(solution),
        linkages_(linkage_pushes(problem, solution)),
        numbers_(numbers_of(problem, solution)) {
    all_.autonomous = true;
  }

  OptimalityEvidence examine() {
    for (int i = 0; i < std::ssize(problem_.phases()); ++i) examine_phase(i);
    all_.transversality.see(examine_linkage_multipliers(problem_, solution_));
    see_free_times();
    see_numbers();
    return std::move(all_);
  }

 private:
  void examine_phase(int phase) {
    const std::string prefix = phase_prefix(problem_, phase);
    const Eigen::VectorXd& linkage_start = linkages_.by_start[phase];
    PhaseHamiltonian hamiltonian(problem_, solution_, phase);
    const PhaseEnds ends = examine_ends(hamiltonian, solution_, linkage_start, linkages_.by_end[phase]);
    all_.transversality.see(ends.transversality, prefix);
    if (hamiltonian.is_autonomous()) all_.hamiltonian_drift.see(hamiltonian_drift(hamiltonian), prefix);
    all_.autonomous = all_.autonomous && hamiltonian.is_autonomous();
    all_.interval_stationarities.emplace_back();
    if (hamiltonian.replay().tableau().discrete) {
      shares_.push_back(make_share(examine_discrete_border(problem_, solution_, phase), ends, linkage_start));
      return;
    }
    PhaseStationarity along = examine_stationarity(hamiltonian, costate_scale(hamiltonian.series()));
    all_.stationarity.see(along.worst, prefix);
    for (const std::string& note : along.notes) all_.notes.push_back(prefix + note);
    shares_.push_back(make_share(along, ends, linkage_start));
    all_.interval_stationarities.back() = std::move(along.of_intervals);
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
      if (!own.continues) see_time(-shares_[i].by_start_time, shares_[i].time_scale, time(0), own.start, i, "start");
      double by_end = shares_[i].by_end_time, scale = shares_[i].time_scale;
      if (i + 1 < count && problem_.phases()[i + 1].time.continues) {
        by_end += shares_[i + 1].by_start_time;
        scale = std::max(scale, shares_[i + 1].time_scale);
      }
      see_time(-by_end, scale, time(time.size() - 1), own.end, i, "end");
    }
  }

  void see_time(double push, double scale, double time, const Range& range, int phase, const char* what) {
    all_.transversality.see(unexplained_push(push, time, range, numbers_) / scale, [&] {
      return fmt::format("{}H at the free {} time", phase_prefix(problem_, phase), what);
    });
  }

  /// The derivative of the Lagrangian by each design number vanishes, unless a bound holds the number.
  void see_numbers() {
    const std::vector<int> design = problem_.design_numbers();
    for (int i = 0; i < std::ssize(design); ++i) {
      const NamedNumber& number = problem_.numbers()[design[i]];
      double sum = linkages_.by_numbers(i), scale = std::abs(sum);
      for (const PhaseShare& share : shares_) {
        sum += share.by_numbers(i);
        scale = std::max(scale, share.number_scale(i));
      }
      const Range bounds(number.lower, number.upper);
      all_.transversality.see(unexplained_push(-sum, numbers_[design[i]], bounds, numbers_) / scale,
                              [&] { return fmt::format("design number '{}'", number.name); });
    }
  }

  const Problem& problem_;
  const Solution& solution_;
  LinkagePushes linkages_;
  std::vector<double> numbers_;
  std::vector<PhaseShare> shares_;
  OptimalityEvidence all_;
};

}  // namespace

double unexplained_push(double push, double value, const Range& range, std::span<const double> numbers) {
  const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
  const double tolerance = 1e-5 * std::max(1.0, std::abs(value));
  if (lower == upper) return 0.0;
  if (push > 0.0 && value >= upper - tolerance) return 0.0;
  if (push < 0.0 && value <= lower + tolerance) return 0.0;
  return std::isnan(push) ? push : std::abs(push);
}

std::unique_ptr<KnotFunction> knot_function_of(const Played& replay, const std::vector<int>& free_numbers) {
  return make_knot_function(
      blocks_along(replay.phase(), {replay.numbers().begin(), replay.numbers().end()}, free_numbers), "tape");
}

OptimalityEvidence examine_optimality(const Problem& problem, const Solution& solution) {
  return OptimalityExaminer(problem, solution).examine();
}

}  // namespace tandem

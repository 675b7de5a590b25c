#include <tandem/core/error.hpp>

#include "contest.hpp"
#include "robots.hpp"

#include <cmath>
#include <limits>

namespace tandem::bench {
namespace {

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double number : x) sum += number * number;
  return std::sqrt(sum);
}

double distance(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size()) return std::numeric_limits<double>::infinity();
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return std::sqrt(sum);
}

}  // namespace

const char* name_of(Task task) {
  switch (task) {
    case Task::inverse_dynamics:
      return "inverse_dynamics";
    case Task::forward_dynamics:
      return "forward_dynamics";
    case Task::mass_matrix:
      return "mass_matrix";
    case Task::mass_matrix_inverse:
      return "mass_matrix_inverse";
    case Task::inverse_derivatives:
      return "inverse_dynamics_derivatives";
    case Task::forward_derivatives:
      return "forward_dynamics_derivatives";
    case Task::hybrid_derivatives:
      return "hybrid_dynamics_derivatives";
    case Task::number_derivatives:
      return "forward_dynamics_derivatives by ten numbers too";
    case Task::frame_jacobian:
      return "frame_jacobian";
    case Task::centre_of_mass:
      return "centre_of_mass";
  }
  return "unknown";
}

Contest::Contest(const Tree& tree, int state_count, Sides sides)
    : tree_(tree), states_(random_states(tree, state_count)) {
  const auto add = [&](const char* name, MakeContestant& make, Variant variant) {
    contestants_.push_back({name, std::unique_ptr<Contestant>(make(tree_, states_, variant))});
  };
  if (sides == Sides::both) {
    add("Pinocchio native", make_pinocchio_native, Variant::plain);
    add("Pinocchio native local", make_pinocchio_native, Variant::local);
#ifdef TANDEM_BENCH_AVX2
    add("Pinocchio AVX2", make_pinocchio_avx2, Variant::plain);
    add("Pinocchio AVX2 local", make_pinocchio_avx2, Variant::local);
#endif
  }
  add("tandem native", make_tandem_native, Variant::plain);
  add("packs native", make_tandem_native, Variant::pack4);
#ifdef TANDEM_BENCH_AVX2
  add("tandem AVX2", make_tandem_avx2, Variant::plain);
  add("packs AVX2", make_tandem_avx2, Variant::pack4);
#endif
}

void Contest::compare(Task task, double tolerance) const {
  for (int state = 0; state < static_cast<int>(states_.size()); ++state) {
    const std::vector<double> expected = peer_answer(task, state);
    for (const Named& other : contestants_) {
      if (!other.contestant->can(task)) continue;
      const std::vector<double> answer = other.contestant->answer(task, state);
      const double difference = distance(answer, expected) / norm(expected);
      if (difference <= tolerance) continue;  // false for NaN
      throw NumericalError(
          fmt::format("{}, {}: '{}' and '{}' differ by {:.2g} of the answer at state {}; {:.0g} is allowed", tree_.name,
                      name_of(task), other.name, contestants_[0].name, difference, state, tolerance));
    }
  }
}

std::vector<Entrant> Contest::race(Task task, const BatchOptions& options) const {
  std::vector<Entrant> entrants;
  for (const Named& named : contestants_) {
    Contestant* contestant = named.contestant.get();
    if (!contestant->can(task)) continue;
    entrants.push_back({named.name, [=](int sweeps) { contestant->run(task, sweeps); }});
  }
  bench::race(entrants, static_cast<int>(states_.size()), options);
  return entrants;
}

std::vector<double> Contest::peer_answer(Task task, int state) const {
  return contestants_[0].contestant->answer(task, state);
}

}  // namespace tandem::bench

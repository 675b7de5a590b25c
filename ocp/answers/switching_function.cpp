#include <tandem/ocp/answers/switching_function.hpp>

#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/answers/interval_hamiltonians.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>

namespace tandem {
namespace {

constexpr int kSamples = 8;  ///< of an interval, at which held controls are examined

SwitchingFunctions no_samples(int controls, int samples) {
  return {Eigen::VectorXd(samples), Eigen::MatrixXd::Zero(controls, samples), Eigen::VectorXd::Zero(controls),
          Eigen::VectorXd::Zero(controls)};
}

void see_sizes(const Hamiltonian& h, SwitchingFunctions& functions) {
  functions.terms = functions.terms.cwiseMax(h.control_terms);
  functions.curvatures = functions.curvatures.cwiseMax(h.control_curvature.diagonal().cwiseAbs());
}

/// 1 where the control is held at the lower end of what it may do, -1 at the upper one, 0 where it is not held: the
/// sign that dH/du must have there.
double wanted_sign(const Control& control, std::span<const double> numbers) {
  if (!control.allowed) return 0.0;
  const double at = control.bounds.lower.at(numbers);
  const double lower = control.allowed->lower.at(numbers), upper = control.allowed->upper.at(numbers);
  if (at != control.bounds.upper.at(numbers) || lower == upper) return 0.0;
  if (at == lower) return 1.0;
  return at == upper ? -1.0 : 0.0;
}

/// What the controls of one name do along all phases.
struct OneName {
  double largest_term = 0.0;
  Worst wrong;
};

void examine_phase(const Problem& problem, const Solution& solution, int phase, std::map<std::string, OneName>& names) {
  PhaseHamiltonian hamiltonian(problem, solution, phase);
  const SwitchingFunctions found = sample_switching_functions(hamiltonian, kSamples);
  for (int i = 0; i < hamiltonian.phase().control_count; ++i) {
    const Control& control = hamiltonian.phase().controls[i];
    OneName& one = names[control.name];
    one.largest_term = std::max(one.largest_term, found.terms(i));
    const double sign = wanted_sign(control, hamiltonian.replay().numbers());
    for (int k = 0; sign != 0.0 && k < found.time.size(); ++k) {
      one.wrong.see(-sign * found.slopes(i, k), [&] {
        return fmt::format("{}control '{}' at {:.4g}", phase_prefix(problem, phase), control.name, found.time(k));
      });
    }
  }
}

}  // namespace

SwitchingFunctions mean_switching_functions(PhaseHamiltonian& hamiltonian) {
  const Played& replay = hamiltonian.replay();
  SwitchingFunctions functions = no_samples(hamiltonian.phase().control_count, replay.intervals());
  IntervalHamiltonians hamiltonians(hamiltonian);
  for (int k = 0; k < replay.intervals(); ++k) {
    functions.time(k) = replay.time(k, 0.5);
    const std::vector<Hamiltonian> all = hamiltonians.at_points(k);
    for (int j = 0; j < replay.tableau().point_count(); ++j) {
      functions.slopes.col(k) += replay.tableau().weights(j) * all[j].by_control;
      see_sizes(all[j], functions);
    }
  }
  return functions;
}

SwitchingFunctions sample_switching_functions(PhaseHamiltonian& hamiltonian, int count) {
  const Played& replay = hamiltonian.replay();
  SwitchingFunctions functions = no_samples(hamiltonian.phase().control_count, count * replay.intervals());
  const Eigen::VectorXd fractions = Eigen::VectorXd::LinSpaced(count, 0.5 / count, 1.0 - 0.5 / count);
  IntervalHamiltonians hamiltonians(hamiltonian);
  for (int k = 0; k < replay.intervals(); ++k) {
    const std::vector<Hamiltonian> all = hamiltonians.at(k, fractions);
    for (int i = 0; i < count; ++i) {
      functions.time(k * count + i) = replay.time(k, fractions(i));
      functions.slopes.col(k * count + i) = all[i].by_control;
      see_sizes(all[i], functions);
    }
  }
  return functions;
}

HeldControls examine_held_controls(const Problem& problem, const Solution& solution) {
  HeldControls held;
  for (const Phase& phase : problem.phases()) {
    for (const Control& control : phase.controls) held.any = held.any || control.allowed;
  }
  if (!held.any) return held;
  std::map<std::string, OneName> names;
  for (int i = 0; i < std::ssize(problem.phases()); ++i) examine_phase(problem, solution, i, names);
  for (const auto& [name, one] : names) {
    const Worst& wrong = one.wrong;
    held.worst.see(wrong.value / std::max(one.largest_term, 1e-300), [&] { return wrong.where; });
  }
  return held;
}

}  // namespace tandem

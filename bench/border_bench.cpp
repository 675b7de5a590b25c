#include <tandem/ocp/solve.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

/// What design numbers cost: the same chain of masses on springs, calmed by one force, with ten of its numbers held and
/// with ten of them free (one column of the border each). Milliseconds an iteration, the least of some solves of each
/// in turn, and non-zeros. Hermite-Simpson, 200 intervals.
namespace tandem::bench {
namespace {

constexpr int kNumbers = 10, kRounds = 7;

/// x_i'' = k_i (x_{i-1} - x_i) + k_{i+1} (x_{i+1} - x_i) - c_i x_i' (+ u at the first), with stiffness and damping from
/// ten numbers in turn, which cost something.
template <int kMasses>
Problem chain_of_masses(Role role) {
  Problem problem("chain-of-masses");
  std::array<Number, kNumbers> p;
  for (int i = 0; i < kNumbers; ++i) {
    p[i] = problem.number({fmt::format("p{}", i), 1.0 + 0.05 * i, "", "stiffness or damping", role, 0.2, 5.0});
  }
  auto phase = problem.phase<2 * kMasses, 1>("settle");
  phase.time({.start = 0.0, .end = 4.0});
  for (int i = 0; i < kMasses; ++i) phase.state(fmt::format("x{}", i), {.start = 1.0 / (i + 1)});
  for (int i = 0; i < kMasses; ++i) phase.state(fmt::format("v{}", i), {.start = 0.0});
  phase.control("force", {});
  phase.dynamics([=](const auto& k) {
    std::array<std::decay_t<decltype(k.t)>, 2 * kMasses> rate;
    for (int i = 0; i < kMasses; ++i) {
      rate[i] = k.x[kMasses + i];
      auto force = -0.1 * k[p[(2 * i + 1) % kNumbers]] * k.x[kMasses + i] - k[p[(2 * i) % kNumbers]] * sin(k.x[i]);
      if (i > 0) force = force + k[p[(2 * i + 2) % kNumbers]] * (k.x[i - 1] - k.x[i]);
      if (i + 1 < kMasses) force = force + k[p[(2 * i + 4) % kNumbers]] * (k.x[i + 1] - k.x[i]);
      rate[kMasses + i] = i == 0 ? force + k.u[0] : force;
    }
    return rate;
  });
  phase.running_cost([=](const auto& k) {
    auto cost = square(k.u[0]) + square(k.x[0]);
    for (int i = 1; i < 2 * kMasses; ++i) cost = cost + square(k.x[i]);
    for (const Number& number : p) cost = cost + 0.1 * square(k[number] - 1.0);
    return cost;
  });
  return problem;
}

struct Measured {
  double milliseconds = 1e300;  ///< an iteration
  double evaluation = 1e300, linear_algebra = 1e300;
  int iterations = 0, jacobian = 0, hessian = 0;
};

template <int kMasses>
void solve_once(Role role, const std::string& plug, Measured& best) {
  const Problem problem = chain_of_masses<kMasses>(role);
  SolveOptions options;
  options.intervals = 200;
  options.solver.max_iterations = 100;
  options.derivatives = plug;
  const StagedNlp nlp(problem, meshes_for(problem, options));
  const Solution solution = solve(problem, options);
  best.milliseconds = std::min(best.milliseconds, 1e3 * solution.seconds.solver / std::max(1, solution.iterations));
  best.linear_algebra =
      std::min(best.linear_algebra, 1e3 * solution.seconds.linear_algebra / std::max(1, solution.iterations));
  best.evaluation = std::min(best.evaluation, 1e3 * solution.seconds.evaluation / std::max(1, solution.iterations));
  best.iterations = solution.iterations;
  best.jacobian = nlp.jacobian_pattern().size();
  best.hessian = nlp.hessian_pattern().size();
}

template <int kMasses>
void compare(const std::string& plug, double target) {
  Measured held, free;
  for (int round = 0; round < kRounds; ++round) {
    solve_once<kMasses>(Role::constant, plug, held);
    solve_once<kMasses>(Role::design, plug, free);
  }
  fmt::print("{}, {:>2} states: held {:.3f} ms ({} its), ten free {:.3f} ms ({} its), ratio {:.2f} (at most {:.1f})\n",
             plug, 2 * kMasses, held.milliseconds, held.iterations, free.milliseconds, free.iterations,
             free.milliseconds / held.milliseconds, target);
  fmt::print("           of which evaluation {:.3f} and {:.3f} ms, linear algebra {:.3f} and {:.3f} ms\n",
             held.evaluation, free.evaluation, held.linear_algebra, free.linear_algebra);
  fmt::print("           non-zeros of the Jacobian {} and {}, entries of the Hessian {} and {}\n", held.jacobian,
             free.jacobian, held.hessian, free.hessian);
}

}  // namespace
}  // namespace tandem::bench

int main() {
  for (const char* plug : {"jets", "symbolic"}) {
    tandem::bench::compare<2>(plug, 2.5);
    tandem::bench::compare<7>(plug, 1.5);
  }
  return 0;
}

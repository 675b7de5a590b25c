#include <tandem/ocp/search/solve.hpp>

#include "chain_of_masses.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <string>

/// What design numbers cost: the same chain of masses on springs, calmed by one force, with ten of its numbers held and
/// with ten of them free (one column of the border each). Milliseconds an iteration, the least of some solves of each
/// in turn, and non-zeros. Hermite-Simpson, 200 intervals.
namespace tandem::bench {
namespace {

constexpr int kRounds = 7;

struct Measured {
  double milliseconds = 1e300;  ///< an iteration
  double evaluation = 1e300, linear_algebra = 1e300;
  int iterations = 0, jacobian = 0, hessian = 0;
};

template <int kMasses>
void solve_once(Role role, const std::string& plug, Measured& best) {
  const Problem problem = chain_of_masses<kMasses>(role == Role::design ? 10 : 0);
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
  best.jacobian = nlp.jacobian_entries();
  best.hessian = nlp.hessian_entries();
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
  for (const char* plug : {"bytecode", "symbolic"}) {
    tandem::bench::compare<2>(plug, 2.5);
    tandem::bench::compare<7>(plug, 1.5);
  }
  return 0;
}

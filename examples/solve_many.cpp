// Solve one problem for many values of a named number, each from the answer before.

#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/registry.hpp>

#include <fmt/core.h>

int main() {
  tandem::Problem problem = tandem::make_problem("cart-pole-swing-up");
  tandem::SolveOptions options;
  fmt::print("{:>10} {:>14} {:>12} {}\n", "max_force", "effort", "iterations", "certificate");
  for (const double force : {20.0, 16.0, 12.0, 11.0, 10.0}) {
    problem.set("max_force", force);
    const tandem::Solution solution = tandem::solve(problem, options);
    if (!solution.is_solved()) {
      fmt::print("{:>10} not solved: {}\n", force, solution.message);
      return 1;
    }
    fmt::print("{:>10} {:>14.6f} {:>12} {}\n", force, solution.objective, solution.iterations,
               solution.certificate.passes() ? "pass" : "fail: " + solution.certificate.reasons.front());
    options.guess = tandem::guess_from(solution);
  }
}

#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/homotopy/walk.hpp>

#include <cmath>
#include <utility>

namespace tandem {

void check_path(const Problem& problem, const std::string& over, double from, double to,
                const HomotopyOptions& options) {
  require(options.barrier > 0.0 && std::isfinite(options.barrier), "the barrier {} must be positive", options.barrier);
  require(options.first_step > 0.0 && std::isfinite(options.first_step), "the first step {} must be positive",
          options.first_step);
  require(options.most_steps >= 1, "the step limit {} is below 1", options.most_steps);
  require(options.folds_first >= 0, "the number of folds to pass, {}, is negative", options.folds_first);
  Problem followed = problem;
  followed.set(over, to);  // refused now rather than at the end
  followed.set(over, from);
  const Role role = followed.numbers()[followed.index_of_number(over)].role;
  require(role != Role::design, "number '{}' is a design number: the solver chooses it, it cannot be followed", over);
}

Homotopy follow_number(const Problem& problem, const std::string& over, double from, double to,
                       const HomotopyOptions& options) {
  check_path(problem, over, from, to, options);
  Problem followed = problem;
  followed.set(over, from);
  followed.set_role(over, Role::path);
  return homotopy::Walk(std::move(followed), over, from, to, options).walk();
}

Homotopy go_on(const Problem& problem, const Homotopy& stopped, const HomotopyOptions& options) {
  require(stopped.leg.has_value(), "homotopy: the path of '{}' did not stop on its way, there is nothing to go on with",
          stopped.problem);
  require(stopped.problem == problem.name(), "homotopy: the path is one of '{}', not of '{}'", stopped.problem,
          problem.name());
  check_path(problem, stopped.over, stopped.from, stopped.to, options);
  Problem followed = problem;
  followed.set(stopped.over, stopped.from);
  followed.set_role(stopped.over, Role::path);
  return homotopy::Walk(std::move(followed), stopped.over, stopped.from, stopped.to, options).resume(stopped);
}

}  // namespace tandem

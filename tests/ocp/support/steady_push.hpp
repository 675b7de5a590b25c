#pragma once

#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/statement/problem.hpp>

namespace tandem::test {

/// minimise  price * integral of u^2 + (x(1) - 2)^2,  x' = u,  x(0) = 0: at a price of 1, u = 1, x = t, lambda = -2,
/// H = -1. The price is a design number.
struct SteadyPush {
  Range controls = {-kInfinity, kInfinity};
  State start = {.start = 0.0};
  bool has_path = false;      ///< u <= 2
  bool has_integral = false;  ///< the integral of u is at most 5
  bool is_ring = false;       ///< the end of x is 1 further than its start, by a linkage

  Problem problem() const {
    Problem problem("steady-push");
    const Number price = problem.number({"price", 1.0, "", "of the push", Role::design, 0.5, 2.0});
    auto phase = problem.phase<1, 1>("push");
    phase.state("x", start);
    phase.control("u", {.bounds = controls});
    phase.dynamics([](const auto& k) { return rates(k.u[0]); });
    phase.running_cost([=](const auto& k) { return k[price] * square(k.u[0]); });
    phase.end_cost([](const auto& k) { return square(k.x[0] - 2.0); });
    if (has_path) phase.path_constraint("slow", {-kInfinity, 2.0}, [](const auto& k) { return k.u[0]; });
    if (has_integral) phase.integral_constraint("push", {-kInfinity, 5.0}, [](const auto& k) { return k.u[0]; });
    if (is_ring) {
      problem.link("ring", phase, phase, 1.0,
                   [](const auto& before, const auto& after) { return rates(before.x[0] - after.x[0]); });
    }
    return problem;
  }
};

/// Its answer, which the trapezoid has exactly, on four intervals.
inline Solution steady_answer() {
  constexpr int kIntervals = 4;
  Solution solution;
  solution.problem = "steady-push";
  solution.numbers = {{"price", 1.0}};
  solution.transcription = "trapezoid";
  solution.status = Status::solved;
  solution.objective = 2.0;  // 1 for the push, 1 for the end
  PhaseSolution series;
  series.time = series.control_time = Eigen::VectorXd::LinSpaced(kIntervals + 1, 0.0, 1.0);
  series.states = series.time.transpose();
  series.controls = Eigen::RowVectorXd::Ones(kIntervals + 1);
  series.costates = series.costates_before = Eigen::RowVectorXd::Constant(kIntervals + 1, -2.0);
  series.path_multipliers = Eigen::RowVectorXd::Zero(2 * kIntervals);
  solution.phases.push_back(series);
  return solution;
}

}  // namespace tandem::test

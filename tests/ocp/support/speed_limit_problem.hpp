#pragma once

#include <tandem/ocp/statement/problem.hpp>

namespace tandem::test {

/// What happens to the speed limit of the problem below.
enum class SpeedLimit { bound, path_constraint, dropped };

/// minimise  integral of u^2,  x' = v,  v' = u,  rest to rest over 1 m in 1 s,  v <= V = 1.25.
///
/// J* = 16 V^3/(9 (V - 1)) = 125/9; v = V from t1 = 1.5 (1 - 1/V) = 0.3 to 0.7, where the multiplier of the limit is
/// 4 V/t1^2; u = (2 V/t1)(1 - t/t1) before and mirrored after. With a multiple of 10 intervals all of that lies on
/// knots and is piecewise of degrees that Hermite-Simpson integrates exactly. The limit can be given as a bound, as
/// a path constraint, or be left out.
inline Problem speed_limit_problem(SpeedLimit kind, double limit = 1.25) {
  Problem problem("speed-limit");
  auto phase = problem.phase<2, 1>("move");
  phase.state("position", {.start = 0.0, .end = 1.0});
  phase.state("speed",
              {.bounds = {-kInfinity, kind == SpeedLimit::bound ? limit : kInfinity}, .start = 0.0, .end = 0.0});
  phase.control("force", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  if (kind == SpeedLimit::path_constraint) {
    phase.path_constraint("limit", {-kInfinity, limit}, [](const auto& k) { return k.x[1]; });
  }
  return problem;
}

inline constexpr double kSpeedLimitCost = 125.0 / 9.0;
inline constexpr double kSpeedLimitMultiplier = 4.0 * 1.25 / 0.09;

}  // namespace tandem::test

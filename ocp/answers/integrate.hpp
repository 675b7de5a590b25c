#pragma once

#include <functional>
#include <vector>

namespace tandem {

/// Writes x' at (x, t).
using RateLaw = std::function<void(const std::vector<double>& x, std::vector<double>& rate, double t)>;

/// Brings x and t to `end` by Fehlberg's 7(8) pair of Boost.Odeint, steps chosen for a relative and absolute error of
/// 1e-12 each. False where the step collapses, x is no longer finite, or 20 000 steps are not enough; t says where.
bool integrate_to(const RateLaw& law, std::vector<double>& x, double& t, double end);

}  // namespace tandem

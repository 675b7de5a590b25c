// The only file of the folder that includes Boost.Odeint.
#include <tandem/ocp/answers/integrate.hpp>

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kIntegrationTolerance = 1e-12;
constexpr int kMostSteps = 20'000;

}  // namespace

bool integrate_to(const RateLaw& law, std::vector<double>& x, double& t, double end) {
  namespace odeint = boost::numeric::odeint;
  auto stepper = odeint::make_controlled(kIntegrationTolerance, kIntegrationTolerance,
                                         odeint::runge_kutta_fehlberg78<std::vector<double>>());
  double dt = end - t;
  for (int tries = 0; tries < kMostSteps && t < end; ++tries) {
    dt = std::min(dt, end - t);
    const bool last = t + dt >= end;
    if (stepper.try_step(std::cref(law), x, t, dt) == odeint::success && last) t = end;
    const bool finite = std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
    if (!finite || !(dt > 0.0)) return false;
  }
  return t >= end;
}

}  // namespace tandem

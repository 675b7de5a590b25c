#include <tandem/ocp/series/played_costs.hpp>

#include <tandem/ocp/integrate.hpp>
#include <tandem/ocp/played.hpp>

#include <algorithm>
#include <limits>

namespace tandem {
namespace {

Eigen::VectorXd within_bounds(Eigen::VectorXd u, const Phase& phase, std::span<const double> numbers) {
  for (int i = 0; i < u.size(); ++i) {
    const Range& range = phase.controls[i].range();
    u(i) = std::min(std::max(u(i), range.lower.at(numbers)), range.upper.at(numbers));
  }
  return u;
}

}  // namespace

Eigen::VectorXd played_costs(const Problem& problem, const Solution& solution, int index) {
  const Played played(problem, solution, index);
  const Phase& phase = played.phase();
  Eigen::VectorXd costs = Eigen::VectorXd::Zero(played.intervals());
  if (!phase.running_cost) return costs;
  const int states = phase.state_count;
  for (int k = 0; k < played.intervals(); ++k) {
    const RateLaw law = [&](const std::vector<double>& y, std::vector<double>& rate, double fraction) {
      const Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(y.data(), states);
      const double t = played.time(k, fraction);
      const Eigen::VectorXd u = within_bounds(played.control(k, fraction), phase, played.numbers());
      Eigen::Map<Eigen::VectorXd>(rate.data(), states) = played.step(k) * played.rates(x, u, t);
      const KnotView<double> knot{{x.data(), static_cast<std::size_t>(states)},
                                  {u.data(), static_cast<std::size_t>(u.size())},
                                  t,
                                  played.numbers()};
      phase.running_cost(knot, std::span<double>(&rate[states], 1));
      rate[states] *= played.step(k);
    };
    const Eigen::VectorXd left = played.series().states.col(k);
    std::vector<double> y(left.data(), left.data() + states);
    y.push_back(0.0);
    double at = 0.0;
    costs(k) = integrate_to(law, y, at, 1.0) ? y.back() : std::numeric_limits<double>::quiet_NaN();
  }
  return costs;
}

}  // namespace tandem

#include <tandem/ocp/answers/certificate_intervals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

std::string place(const Played& answer, const char* kind, const std::string& name, int k) {
  return fmt::format("{} '{}' in interval {} from {:.4g}", kind, name, k, answer.time(k, 0.0));
}

void see_states(const Played& answer, const PlayedPhase& played, Worst& worst) {
  const Eigen::VectorXd scales = answer.state_scales();
  for (int k = 0; k < answer.intervals(); ++k) {
    for (int i = 0; i < scales.size(); ++i) {
      worst.see(std::abs(played.ends_as_stored(i, k) - answer.series().states(i, k + 1)) / scales(i),
                [&] { return place(answer, "state", answer.phase().states[i].name, k); });
    }
  }
}

void see_integrals(const Played& answer, const PlayedPhase& played, Worst& worst) {
  for (int i = 0; i < answer.series().integrals.rows(); ++i) {
    const auto so_far = answer.series().integrals.row(i);
    const double size = std::max({so_far.maxCoeff() - so_far.minCoeff(), 1e-9 * so_far.cwiseAbs().maxCoeff(), 1e-300});
    for (int k = 0; k < answer.intervals(); ++k) {
      worst.see(std::abs(played.integrals(i, k) - (so_far(k + 1) - so_far(k))) / size,
                [&] { return place(answer, "integral", answer.phase().integral_constraints[i].name, k); });
    }
  }
}

/// h times the difference of the rates.
void see_rates(const Played& answer, Worst& worst) {
  const Eigen::VectorXd scales = answer.state_scales();
  const int nx = answer.phase().state_count;
  for (int k = 0; k < answer.intervals(); ++k) {
    for (const double s : answer.tableau().points) {
      const Eigen::VectorXd u = answer.control(k, s);
      const Eigen::VectorXd rates = answer.rates(answer.node_state(k, s), u, answer.time(k, s));
      const Eigen::VectorXd gaps = (u.tail(nx) - rates).cwiseAbs() * answer.step(k);
      for (int i = 0; i < nx; ++i) {
        worst.see(gaps(i) / scales(i), [&] {
          return fmt::format("the rate of state '{}' at {:.4g}", answer.phase().states[i].name, answer.time(k, s));
        });
      }
    }
  }
}

}  // namespace

Worst examine_intervals(const Played& answer, const PlayedPhase& played) {
  Worst worst;
  see_states(answer, played, worst);
  see_integrals(answer, played, worst);
  if (answer.phase().implicit_rates) see_rates(answer, worst);
  return worst;
}

}  // namespace tandem

#include <tandem/ocp/search/polish/replayed_objective.hpp>

#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/transcription/collocation.hpp>

namespace tandem {
namespace {

constexpr int kPoints = 32;  ///< of the Gauss rule on an interval

KnotView<double> view(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t, std::span<const double> numbers) {
  return {{x.data(), static_cast<std::size_t>(x.size())}, {u.data(), static_cast<std::size_t>(u.size())}, t, numbers};
}

double value_of(const GenericFunction& function, const KnotView<double>& knot) {
  double value = 0.0;
  function(knot, std::span<double>(&value, 1));
  return value;
}

double running_cost(const Played& replay) {
  const QuadratureRule rule = gauss_rule(kPoints);
  double sum = 0.0;
  for (int k = 0; k < replay.intervals(); ++k) {
    const Eigen::MatrixXd states = replay.integrate(k, replay.series().states.col(k), rule.points);
    for (int p = 0; p < kPoints; ++p) {
      const Eigen::VectorXd x = states.col(p), u = replay.control(k, rule.points(p));
      const KnotView<double> knot = view(x, u, replay.time(k, rule.points(p)), replay.numbers());
      sum += replay.step(k) * rule.weights(p) * value_of(replay.phase().running_cost, knot);
    }
  }
  return sum;
}

double end_cost(const Played& replay) {
  const int last = replay.intervals();
  const Eigen::VectorXd x = replay.series().states.col(last);
  return value_of(replay.phase().end_cost, view(x, Eigen::VectorXd(), replay.series().time(last), replay.numbers()));
}

}  // namespace

double replayed_objective(const Problem& problem, const Solution& solution) {
  double sum = 0.0;
  for (int i = 0; i < std::ssize(problem.phases()); ++i) {
    const Played replay(problem, solution, i);
    if (replay.phase().running_cost) sum += running_cost(replay);
    if (replay.phase().end_cost) sum += end_cost(replay);
  }
  return sum;
}

}  // namespace tandem

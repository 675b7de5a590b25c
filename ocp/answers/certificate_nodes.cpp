#include <tandem/ocp/answers/certificate_nodes.hpp>

#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/answers/certificate_ends.hpp>
#include <tandem/ocp/answers/certificate_linkages.hpp>
#include <tandem/ocp/answers/equality_size.hpp>
#include <tandem/ocp/answers/played.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

/// The larger of two sizes, and never 0.
double size_of(double range, double magnitude) {
  return std::max(range > 1e-9 * magnitude ? range : magnitude, 1e-300);
}

/// The range that a row of an answer has, or its size.
template <class Row>
double size_of_row(const Row& row, const Range& range, std::span<const double> numbers) {
  if (row.size() == 0) return 1e-300;
  double size = row.cwiseAbs().maxCoeff();
  for (const double bound : {range.lower.at(numbers), range.upper.at(numbers)}) {
    if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
  }
  return size_of(row.maxCoeff() - row.minCoeff(), size);
}

class NodeExaminer {
 public:
  NodeExaminer(const Problem& problem, const Solution& solution, int phase)
      : played_(problem, solution, phase),
        phase_(played_.phase()),
        series_(played_.series()),
        numbers_(played_.numbers()),
        scales_(played_.state_scales()),
        continues_(phase_.time.continues) {}

  Worst examine() {
    see_states();
    see_controls();
    if (!phase_.path_constraints.empty()) see_paths();
    see_times();
    see_integrals();
    see_ends();
    return worst_;
  }

 private:
  static std::string at(const std::string& name, double time) { return fmt::format("{} at {:.4g}", name, time); }

  void see(double value, const Range& range, double size, const std::string& name, double time) {
    worst_.see(outside(value, range, numbers_) / size, [&] { return at(name, time); });
  }

  void see_states() {
    const int inner = played_.tableau().interior_states;
    for (int i = 0; i < phase_.state_count; ++i) {
      const std::string name = fmt::format("state '{}'", phase_.states[i].name);
      const Range& range = phase_.states[i].range();
      for (int k = 0; k < series_.time.size(); ++k) see(series_.states(i, k), range, scales_(i), name, series_.time(k));
      for (int n = 0; n < series_.inner_states.cols(); ++n) {
        see(series_.inner_states(i, n), range, scales_(i), name,
            played_.time(n / inner, played_.tableau().interior_state_times(n % inner)));
      }
    }
  }

  void see_controls() {
    for (int i = 0; i < phase_.control_count; ++i) {
      const Range& range = phase_.controls[i].bounds;
      const double size = size_of_row(series_.controls.row(i), range, numbers_);
      const std::string name = fmt::format("control '{}'", phase_.controls[i].name);
      for (int n = 0; n < series_.control_time.size(); ++n) {
        see(series_.controls(i, n), range, size, name, series_.control_time(n));
      }
    }
  }

  /// At the points where the transcription holds them, in the states that its own polynomial has there.
  void see_paths() {
    const Tableau& tableau = played_.tableau();
    const int rows = static_cast<int>(phase_.path_constraints.size()), points = tableau.point_count();
    Eigen::MatrixXd values = Eigen::MatrixXd::Zero(rows, played_.intervals() * points);
    for (int k = 0; k < played_.intervals(); ++k) {
      for (int j = 0; j < points; ++j) {
        const double s = tableau.holds_paths(j) ? tableau.points(j) : 0.0, t = played_.time(k, s);
        const Eigen::VectorXd u = played_.control(k, s);
        const Eigen::VectorXd x = played_.node_state(k, s);
        for (int row = 0; row < rows; ++row) {
          values(row, k * points + j) = played_.value(phase_.path_constraints[row].function, x, u, t);
        }
      }
    }
    for (int row = 0; row < rows; ++row) {
      const Constraint& constraint = phase_.path_constraints[row];
      if (constraint.is_residual) continue;  // the rates that it determines are tested as dynamics
      double size = size_of_row(values.row(row), constraint.bounds, numbers_);
      if (constraint.bounds.lower.at(numbers_) == constraint.bounds.upper.at(numbers_)) {
        size = std::max(size, size_of_terms(played_, constraint.function));
      }
      for (int n = 0; n < values.cols(); ++n) {
        see(values(row, n), constraint.bounds, size, fmt::format("path constraint '{}'", constraint.name),
            played_.time(n / points, tableau.points(n % points)));
      }
    }
  }

  void see_times() {
    const double start = played_.start(), end = played_.end();
    const double size = size_of(end - start, std::max(std::abs(start), std::abs(end)));
    if (!continues_) see(start, phase_.time.start, size, "the start time", start);
    see(end, phase_.time.end, size, "the end time", end);
    see(end - start, phase_.time.duration.value_or(Range(0.0, kInfinity)), size, "the duration", end);
  }

  void see_integrals() {
    const int last = played_.intervals();
    for (std::size_t i = 0; i < phase_.integral_constraints.size(); ++i) {
      const Constraint& constraint = phase_.integral_constraints[i];
      const auto so_far = series_.integrals.row(static_cast<int>(i));
      see(so_far(last) - so_far(0), constraint.bounds, size_of_row(so_far, constraint.bounds, numbers_),
          fmt::format("integral constraint '{}'", constraint.name), played_.end());
    }
  }

  void see_ends() {
    const int last = played_.intervals();
    for (int i = 0; i < phase_.state_count; ++i) {
      const State& state = phase_.states[i];
      const std::string name = fmt::format("state '{}'", state.name);
      if (state.start) see(series_.states(i, 0), *state.start, scales_(i), name, played_.start());
      if (state.end) see(series_.states(i, last), *state.end, scales_(i), name, played_.end());
    }
    if (phase_.end_constraints.empty()) return;
    const EndFunctions ends(played_, {});
    for (std::size_t i = 0; i < phase_.end_constraints.size(); ++i) {
      const Constraint& constraint = phase_.end_constraints[i];
      see(ends.constraint(static_cast<int>(i)), constraint.bounds, ends.constraint_size(static_cast<int>(i)),
          fmt::format("end constraint '{}'", constraint.name), played_.end());
    }
  }

  Played played_;
  const Phase& phase_;
  const PhaseSolution& series_;
  std::span<const double> numbers_;
  Eigen::VectorXd scales_;
  bool continues_;
  Worst worst_;
};

/// A phase that continues another starts when that one ends.
void see_time_gaps(const Problem& problem, const Solution& solution, Worst& worst) {
  for (std::size_t i = 1; i < problem.phases().size(); ++i) {
    if (!problem.phases()[i].time.continues) continue;
    const Eigen::VectorXd& before = solution.phases[i - 1].time;
    const Eigen::VectorXd& after = solution.phases[i].time;
    const double gap = std::abs(after(0) - before(before.size() - 1));
    const double size = std::max(after(after.size() - 1) - before(0), 1e-300);
    worst.see(gap / size,
              [&] { return fmt::format("the time between '{}' and the phase before", problem.phases()[i].name); });
  }
}

}  // namespace

Worst examine_nodes(const Problem& problem, const Solution& solution) {
  Worst worst;
  for (int i = 0; i < std::ssize(problem.phases()); ++i) {
    worst.see(NodeExaminer(problem, solution, i).examine(), phase_prefix(problem, i));
  }
  worst.see(examine_linkages(problem, solution));
  see_time_gaps(problem, solution, worst);
  return worst;
}

double control_slackness(const Problem& problem, const Solution& solution) {
  double sum = 0.0;
  const std::vector<double> numbers = numbers_of(problem, solution);
  for (int p = 0; p < std::ssize(problem.phases()); ++p) {
    const Phase& phase = problem.phases()[p];
    const Eigen::MatrixXd& controls = solution.phases[p].controls;
    for (int i = 0; i < phase.control_count; ++i) {
      const Range& range = phase.controls[i].bounds;
      const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
      const auto found = solution.multipliers.find(phase.name + "/bound/" + phase.controls[i].name);
      if (found == solution.multipliers.end() || std::ssize(found->second) != controls.cols() || lower == upper)
        continue;
      for (int n = 0; n < controls.cols(); ++n) {
        const double push = found->second[n];
        const double slack = push > 0.0 ? upper - controls(i, n) : controls(i, n) - lower;
        if (push != 0.0) sum += std::abs(push) * std::max(slack, 0.0);
      }
    }
  }
  return sum;
}

}  // namespace tandem

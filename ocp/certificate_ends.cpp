#include <tandem/ocp/certificate_ends.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem {
namespace {

Range both(const Range& bounds, const std::optional<Range>& end, std::span<const double> numbers) {
  if (!end) return bounds;
  return Range(std::max(bounds.lower.at(numbers), end->lower.at(numbers)),
               std::min(bounds.upper.at(numbers), end->upper.at(numbers)));
}

class EndsExaminer {
 public:
  EndsExaminer(PhaseHamiltonian& hamiltonian, const Solution& solution, const Eigen::VectorXd& linkage_start,
               const Eigen::VectorXd& linkage_end)
      : hamiltonian_(hamiltonian),
        replay_(hamiltonian.replay()),
        phase_(hamiltonian.phase()),
        series_(hamiltonian.series()),
        solution_(solution),
        linkage_start_(linkage_start),
        linkage_end_(linkage_end),
        costate_scale_(costate_scale(series_)) {}

  PhaseEnds examine() {
    evaluate_end();
    see_costates();
    see_end_constraints();
    see_jumps();
    see_integrals();
    return std::move(found_);
  }

 private:
  double start_time() const { return series_.time(0); }
  double end_time() const { return series_.time(replay_.intervals()); }

  double multiplier(const char* kind, const std::string& name) const {
    return solution_.multiplier(phase_.name + "/" + kind + "/" + name);
  }

  void see_push(double push, double value, const Range& range, const std::string& what, double time) {
    found_.transversality.see(unexplained_push(push, value, range, replay_.numbers()) / costate_scale_,
                              [&] { return fmt::format("{} at {:.4g}", what, time); });
  }

  /// End cost and end constraints at the last knot, and their gradient with the answer's multipliers.
  void evaluate_end() {
    const int nx = phase_.state_count, last = replay_.intervals();
    const std::vector<int>& design = hamiltonian_.design_numbers();
    const std::vector<double> numbers(replay_.numbers().begin(), replay_.numbers().end());
    const KnotBlocks blocks = blocks_at_end(phase_, numbers, design);
    found_.end_gradient = Eigen::VectorXd::Zero(blocks.inputs());
    if (!blocks.blocks.empty()) {
      const auto function = make_knot_function(blocks, "tape");
      KnotBatch batch;
      batch.resize(function->inputs(), function->outputs(), 1);
      batch.inputs.col(0).head(nx + 1) << series_.states.col(last), end_time();
      for (int i = 0; i < hamiltonian_.numbers(); ++i) batch.inputs(nx + 1 + i, 0) = numbers[design[i]];
      function->evaluate(batch, 0, 1, Level::jacobian);
      const int costs = phase_.end_cost ? 1 : 0;
      Eigen::VectorXd weights(function->outputs());
      if (costs > 0) weights(0) = hamiltonian_.sign();
      for (std::size_t i = 0; i < phase_.end_constraints.size(); ++i) {
        weights(costs + static_cast<int>(i)) = multiplier("end", phase_.end_constraints[i].name);
      }
      end_values_ = batch.values.col(0).tail(function->outputs() - costs);
      found_.end_gradient = batch.jacobian(0).transpose() * weights;
    }
    found_.end_gradient.head(nx + 1) += linkage_end_;
  }

  void see_costates() {
    const int last = replay_.intervals();
    for (int i = 0; i < phase_.state_count; ++i) {
      const State& state = phase_.states[i];
      const std::string what = fmt::format("costate of '{}'", state.name);
      see_push(-series_.costates(i, 0) - linkage_start_(i), series_.states(i, 0),
               both(state.bounds, state.start, replay_.numbers()), what, start_time());
      see_push(series_.costates_before(i, last) - found_.end_gradient(i), series_.states(i, last),
               both(state.bounds, state.end, replay_.numbers()), what, end_time());
    }
  }

  void see_end_constraints() {
    for (std::size_t i = 0; i < phase_.end_constraints.size(); ++i) {
      const Constraint& constraint = phase_.end_constraints[i];
      see_push(multiplier("end", constraint.name), end_values_(static_cast<int>(i)), constraint.bounds,
               fmt::format("multiplier of end constraint '{}'", constraint.name), end_time());
    }
  }

  /// At inner knots the costate may only jump where a state bound pushes, and the right way.
  void see_jumps() {
    for (int k = 1; k < replay_.intervals(); ++k) {
      const Eigen::VectorXd push = series_.costates_before.col(k) - series_.costates.col(k) - path_push(k);
      for (int i = 0; i < phase_.state_count; ++i) {
        see_push(push(i), series_.states(i, k), phase_.states[i].bounds,
                 fmt::format("jump of the costate of '{}'", phase_.states[i].name), series_.time(k));
      }
    }
  }

  /// What path constraints at an inner knot push: weight of the knot times multiplier per unit of time.
  Eigen::VectorXd path_push(int k) {
    const Tableau& tableau = replay_.tableau();
    if (hamiltonian_.paths() == 0 || tableau.left_point < 0) return Eigen::VectorXd::Zero(phase_.state_count);
    const double weight = tableau.discrete ? replay_.step(k)
                                           : replay_.step(k) * tableau.weights(tableau.left_point) +
                                                 replay_.step(k - 1) * tableau.weights(tableau.right_point);
    return weight * hamiltonian_.at_knot(k).path_by_state.transpose() *
           hamiltonian_.path_multipliers(k, tableau.left_point);
  }

  /// The multiplier of an integral pushes only at a bound, and the right way; so does that of the duration.
  void see_integrals() {
    const int last = replay_.intervals();
    for (std::size_t i = 0; i < phase_.integral_constraints.size(); ++i) {
      const Constraint& constraint = phase_.integral_constraints[i];
      const auto integral = series_.integrals.row(static_cast<int>(i));
      see_push(hamiltonian_.integral_multipliers()[i], integral(last) - integral(0), constraint.bounds,
               fmt::format("multiplier of integral constraint '{}'", constraint.name), end_time());
    }
    found_.duration_multiplier = multiplier("time", "duration");
    see_push(found_.duration_multiplier, end_time() - start_time(),
             phase_.time.duration.value_or(Range(0.0, kInfinity)), "multiplier of the duration", end_time());
  }

  PhaseHamiltonian& hamiltonian_;
  const Played& replay_;
  const Phase& phase_;
  const PhaseSolution& series_;
  const Solution& solution_;
  const Eigen::VectorXd& linkage_start_;
  const Eigen::VectorXd& linkage_end_;
  double costate_scale_;
  Eigen::VectorXd end_values_;  ///< of the end constraints
  PhaseEnds found_;
};

}  // namespace

double costate_scale(const PhaseSolution& series) {
  return series.costates.size() == 0 ? 1.0 : std::max(1.0, series.costates.cwiseAbs().maxCoeff());
}

PhaseEnds examine_ends(PhaseHamiltonian& hamiltonian, const Solution& solution, const Eigen::VectorXd& linkage_start,
                       const Eigen::VectorXd& linkage_end) {
  return EndsExaminer(hamiltonian, solution, linkage_start, linkage_end).examine();
}

}  // namespace tandem

// Where PhaseNlp starts: unknowns from a trajectory, and what is refused there.
#include <tandem/core/error.hpp>
#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace tandem {

void PhaseNlp::fill_unknowns(const PhaseGuess& guess, Eigen::VectorXd& z) {
  const double first = guess.time(0), length = guess.time(guess.time.size() - 1) - first;
  const auto state_at = [&](double s) { return interpolate(guess.time, guess.states, first + s * length); };
  const auto control_at = [&](double s) { return interpolate(guess.control_time, guess.controls, first + s * length); };
  const Tableau& tableau = mesh_.tableau;
  for (int k = 0; k < layout_.intervals(); ++k) {
    const double start = mesh_.start(k), step = mesh_.length(k);
    z.segment(layout_.state(k), layout_.states()) = state_at(start);
    for (int n = 0; n < tableau.interior_states; ++n) {
      z.segment(layout_.interior_state(k, n), layout_.states()) =
          state_at(start + tableau.interior_state_times(n) * step);
    }
    for (int n = 0; layout_.controls() > 0 && n < tableau.node_controls(); ++n) {
      z.segment(layout_.node_control(k, n), layout_.controls()) = control_at(start + tableau.control_times(n) * step);
    }
  }
  z.segment(layout_.state(layout_.intervals()), layout_.states()) = state_at(1.0);
  if (layout_.start_time() >= 0) z(layout_.start_time()) = first;
  if (layout_.end_time() >= 0) z(layout_.end_time()) = first + length;
}

void PhaseNlp::fill_integrals(Eigen::VectorXd& z) {
  if (layout_.integrals() == 0) return;
  evaluate(z, Level::values);
  z.segment(layout_.integral(0), layout_.integrals()).setZero();
  each_window(z, Level::values, false, [&] {
    for (int k = points_->window().own; k < points_->window().end; ++k) {
      auto next = z.segment(layout_.integral(k + 1), layout_.integrals());
      next = z.segment(layout_.integral(k), layout_.integrals());
      for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
        next += step(k) * mesh_.tableau.weights(j) *
                points_->batch().values.col(points_->column(j, k)).tail(layout_.integrals());
      }
    }
  });
}

void PhaseNlp::require_finite(const Problem& problem, const Eigen::VectorXd& z) {
  each_window(z, Level::jacobian, false, [&] { require_finite_points(problem); });
  for (int output = 0; output < end_batch_.values.rows(); ++output) {
    const int end = output - (phase_->end_cost ? 1 : 0);
    const std::string name =
        end < 0 ? "the end cost" : fmt::format("end constraint '{}'", phase_->end_constraints[end].name);
    require(std::isfinite(end_batch_.values(output, 0)) && end_batch_.jacobian(0).row(output).allFinite(),
            "phase '{}': {} or its derivative is not finite at the guess", phase_->name, name);
  }
}

namespace {

/// " (the wrench on 'hull' (body 'hull') is not finite)" where a law of force of the dynamics is not, or nothing.
std::string law_without_value(const Phase& phase, const Problem& problem, std::span<const double> inputs) {
  const MultibodyFunction* const multibody = phase.dynamics.multibody();
  if (multibody == nullptr) return "";
  const std::size_t time = phase.state_count + phase.control_count;
  std::vector<double> numbers = problem.number_values();
  const std::vector<int> free = problem.free_numbers();
  for (std::size_t i = 0; i < free.size(); ++i) numbers[free[i]] = inputs[time + 1 + i];
  const std::string law = multibody->law_without_value(
      {inputs.first(phase.state_count), inputs.subspan(phase.state_count, phase.control_count), inputs[time], numbers});
  return law.empty() ? "" : fmt::format(" ({} is not finite)", law);
}

}  // namespace

void PhaseNlp::require_finite_points(const Problem& problem) const {
  const SparseKnotBatch& batch = points_->batch();
  const int time = layout_.states() + layout_.controls();
  const std::size_t inputs = batch.inputs.rows();
  const auto name_of = [&](int output) {
    if (output < layout_.states()) return fmt::format("the rate of state '{}'", phase_->states[output].name);
    if (output < outputs_.path_row()) return std::string("the running cost");
    if (output < outputs_.integral_row()) {
      return fmt::format("path constraint '{}'", phase_->path_constraints[output - outputs_.path_row()].name);
    }
    return fmt::format("integral constraint '{}'", phase_->integral_constraints[output - outputs_.integral_row()].name);
  };
  for (int knot = 0; knot < points_->columns(); ++knot) {
    const Eigen::MatrixXd jacobian = batch.jacobian(knot);
    for (int output = 0; output < batch.values.rows(); ++output) {
      if (!std::isfinite(batch.values(output, knot))) {
        refuse("phase '{}': {} is {} at the guess, at time {:g}{}", phase_->name, name_of(output),
               batch.values(output, knot), batch.inputs(time, knot),
               law_without_value(*phase_, problem, {batch.inputs.col(knot).data(), inputs}));
      }
      require(jacobian.row(output).allFinite(),
              "phase '{}': {} has a derivative that is not finite at the guess, at time {:g}", phase_->name,
              name_of(output), batch.inputs(time, knot));
    }
  }
}

}  // namespace tandem

#include <tandem/ocp/phase_nlp.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/phase_blocks.hpp>

#include <cmath>
#include <utility>

namespace tandem {

const std::string& plug_at_ends(const std::string& plug) {
  static const std::string usual = kDefaultPlug;
  return plug == "recursive" ? usual : plug;
}

double fixed_start(const Problem& problem, int phase) {
  return problem.start_range(phase).lower.at(problem.number_values());
}

double fixed_end(const Problem& problem, int phase) {
  return problem.phases()[phase].time.end.lower.at(problem.number_values());
}

PhaseNlp::PhaseNlp(const Problem& problem, int index, Mesh mesh, const PhaseLayout& layout,
                   const std::vector<int>& free_numbers, const std::string& plug)
    : index_(index),
      phase_(&problem.phases()[index]),
      mesh_(std::move(mesh)),
      layout_(layout),
      outputs_(*phase_),
      sign_(problem.is_maximised() ? -1.0 : 1.0) {
  const std::vector<double> numbers = problem.number_values();
  points_ = std::make_unique<MeshPoints>(mesh_, layout_,
                                         make_knot_function(blocks_along(*phase_, numbers, free_numbers), plug),
                                         fixed_start(problem, index), fixed_end(problem, index));
  end_function_ = make_knot_function(blocks_at_end(*phase_, numbers, free_numbers), plug_at_ends(plug));
  points_->function().require_level(Level::hessian);
  end_function_->require_level(Level::hessian);
  end_batch_.resize(end_function_->inputs(), end_function_->outputs(), 1);
  for (int i = 0; i < layout_.states(); ++i) end_inputs_.push_back(layout_.state(layout_.intervals()) + i);
  end_inputs_.push_back(layout_.end_time());
  for (int i = 0; i < layout_.free_numbers(); ++i) end_inputs_.push_back(layout_.free_number(i));

  scratch_jacobian_.setZero(std::max(layout_.local_rows(), layout_.paths()), layout_.local_size());
  scratch_hessian_.setZero(layout_.local_size(), layout_.local_size());
  scratch_row_.setZero(layout_.local_size());
  scratch_inputs_.setZero(points_->function().inputs());
  rate_adjoints_.setZero(layout_.states(), mesh_.tableau.point_count() * layout_.intervals());
  own_weights_.setZero(points_->function().outputs());
  state_adjoint_.setZero(layout_.states());
  patterns_ = make_patterns(mesh_.tableau, layout_, *points_, outputs_, *end_function_, end_inputs_);
}

void PhaseNlp::set_numbers(const Problem& problem) {
  const std::vector<double> numbers = problem.number_values();
  points_->set_fixed_times(fixed_start(problem, index_), fixed_end(problem, index_));
  points_->function().set_numbers(numbers);
  end_function_->set_numbers(numbers);
}

// ---- guess ----------------------------------------------------------------------------------------------------------

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
  for (int k = 0; k < layout_.intervals(); ++k) {
    auto next = z.segment(layout_.integral(k + 1), layout_.integrals());
    next = z.segment(layout_.integral(k), layout_.integrals());
    for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
      next += step(k) * mesh_.tableau.weights(j) *
              points_->batch().values.col(points_->column(j, k)).tail(layout_.integrals());
    }
  }
}

void PhaseNlp::require_finite() const {
  const KnotBatch& batch = points_->batch();
  const int time = layout_.states() + layout_.controls();
  const auto name_of = [&](int output) {
    if (output < layout_.states()) return fmt::format("the rate of state '{}'", phase_->states[output].name);
    if (output < outputs_.path_row()) return std::string("the running cost");
    if (output < outputs_.integral_row()) {
      return fmt::format("path constraint '{}'", phase_->path_constraints[output - outputs_.path_row()].name);
    }
    return fmt::format("integral constraint '{}'", phase_->integral_constraints[output - outputs_.integral_row()].name);
  };
  for (int knot = 0; knot < batch.knots(); ++knot) {
    for (int output = 0; output < batch.values.rows(); ++output) {
      require(std::isfinite(batch.values(output, knot)), "phase '{}': {} is {} at the guess, at time {:g}",
              phase_->name, name_of(output), batch.values(output, knot), batch.inputs(time, knot));
      require(batch.jacobian(knot).row(output).allFinite(),
              "phase '{}': {} has a derivative that is not finite at the guess, at time {:g}", phase_->name,
              name_of(output), batch.inputs(time, knot));
    }
  }
  for (int output = 0; output < end_batch_.values.rows(); ++output) {
    const int end = output - (phase_->end_cost ? 1 : 0);
    const std::string name =
        end < 0 ? "the end cost" : fmt::format("end constraint '{}'", phase_->end_constraints[end].name);
    require(std::isfinite(end_batch_.values(output, 0)) && end_batch_.jacobian(0).row(output).allFinite(),
            "phase '{}': {} or its derivative is not finite at the guess", phase_->name, name);
  }
}

// ---- values and first order -----------------------------------------------------------------------------------------

void PhaseNlp::evaluate(const Eigen::VectorXd& z, Level level) {
  points_->evaluate(z, level);
  duration_ = points_->duration(z);
  if (end_function_->outputs() == 0) return;
  fill_end_inputs(z);
  end_function_->evaluate(end_batch_, 0, 1, level);
}

void PhaseNlp::fill_end_inputs(const Eigen::VectorXd& z) {
  for (int i = 0; i < end_function_->inputs(); ++i) {
    end_batch_.inputs(i, 0) = end_inputs_[i] >= 0 ? z(end_inputs_[i]) : points_->end_of(z);
  }
}

/// f = Phi + sum over intervals of h sum_j w_j L_j.
double PhaseNlp::objective() const {
  double sum = phase_->end_cost ? end_batch_.values(0, 0) : 0.0;
  if (outputs_.costs > 0) {
    const auto costs = points_->batch().values.row(outputs_.cost_row());
    for (int k = 0; k < layout_.intervals(); ++k) {
      for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
        sum += step(k) * mesh_.tableau.weights(j) * costs(points_->column(j, k));
      }
    }
  }
  return sign_ * sum;
}

void PhaseNlp::add_gradient(Eigen::Ref<Eigen::VectorXd> out) {
  for (int k = 0; outputs_.costs > 0 && k < layout_.intervals(); ++k) {
    scratch_row_.setZero();
    add_interval_cost_gradient(k, sign_, scratch_row_);
    for (int i = 0; i < layout_.local_size(); ++i) out(layout_.global(k, i)) += scratch_row_(i);
  }
  for (int i = 0; phase_->end_cost && i < end_function_->inputs(); ++i) {
    if (end_inputs_[i] >= 0) out(end_inputs_[i]) += sign_ * end_batch_.jacobian(0)(0, i);
  }
}

/// out += factor * d(h sum_j w_j L_j) = factor * (h sum_j w_j dL_j G_j + sum_j w_j L_j dh).
void PhaseNlp::add_interval_cost_gradient(int interval, double factor, Eigen::Ref<Eigen::RowVectorXd> out) {
  if (outputs_.costs == 0) return;
  double mean = 0.0;
  for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
    const double weight = mesh_.tableau.weights(j);
    if (weight == 0.0) continue;
    const int column = points_->column(j, interval);
    points_->add_product_with_tangent(j, interval, points_->batch().jacobian(column).middleRows(outputs_.cost_row(), 1),
                                      factor * step(interval) * weight, out);
    mean += weight * points_->batch().values(outputs_.cost_row(), column);
  }
  const double by_time = factor * mesh_.length(interval) * mean;
  if (layout_.start_time() >= 0) out(layout_.local_start_time()) -= by_time;
  if (layout_.end_time() >= 0) out(layout_.local_end_time()) += by_time;
}

void PhaseNlp::constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out) const {
  const Tableau& tableau = mesh_.tableau;
  const KnotBatch& batch = points_->batch();
  const int states = layout_.states(), paths = layout_.paths(), integrals = layout_.integrals();
  for (int k = 0; k < layout_.intervals(); ++k) {
    for (int e = 0; e < tableau.defects(); ++e) {
      auto defect = out.segment(layout_.defect(k, e), states);
      defect.setZero();
      for (int i = 0; i < tableau.node_states(); ++i) {
        defect += tableau.defect_states(e, i) * z.segment(layout_.node_state(k, i), states);
      }
      for (int j = 0; j < tableau.point_count(); ++j) {
        defect += step(k) * tableau.defect_rates(e, j) * batch.values.col(points_->column(j, k)).head(states);
      }
    }
    if (integrals > 0) {
      auto row = out.segment(layout_.quadrature(k), integrals);
      row = z.segment(layout_.integral(k + 1), integrals) - z.segment(layout_.integral(k), integrals);
      for (int j = 0; j < tableau.point_count(); ++j) {
        row -= step(k) * tableau.weights(j) * batch.values.col(points_->column(j, k)).tail(integrals);
      }
    }
    for (int j = 0; paths > 0 && j < tableau.point_count(); ++j) {
      if (!tableau.holds_paths(j)) continue;
      out.segment(layout_.path(k, j), paths) =
          batch.values.col(points_->column(j, k)).segment(outputs_.path_row(), paths);
    }
  }
  const int ends = layout_.end_constraints();
  out.segment(layout_.end_constraint(), ends) = end_batch_.values.col(0).tail(ends);
  if (layout_.has_duration_row()) out(layout_.duration_row()) = duration_;
}

/// Rows [defects; path constraints at the interval's own points; quadratures] over the interval's unknowns, into the
/// scratch matrix.
void PhaseNlp::fill_interval_jacobian(int interval) {
  const Tableau& tableau = mesh_.tableau;
  const KnotBatch& batch = points_->batch();
  const int states = layout_.states(), paths = layout_.paths();
  scratch_jacobian_.setZero();
  for (int e = 0; e < tableau.defects(); ++e) {
    auto rows = scratch_jacobian_.middleRows(e * states, states);
    for (int i = 0; i < tableau.node_states(); ++i) {
      const int at = layout_.node_state(interval, i) - layout_.state(interval);
      rows.middleCols(at, states).diagonal().array() += tableau.defect_states(e, i);
    }
    for (int j = 0; j < tableau.point_count(); ++j) {
      const double weight = tableau.defect_rates(e, j);
      if (weight == 0.0) continue;
      const int column = points_->column(j, interval);
      points_->add_product_with_tangent(j, interval, batch.jacobian(column).topRows(states), step(interval) * weight,
                                        rows);
      const auto rates = batch.values.col(column).head(states) * (weight * mesh_.length(interval));
      if (layout_.start_time() >= 0) rows.col(layout_.local_start_time()) -= rates;
      if (layout_.end_time() >= 0) rows.col(layout_.local_end_time()) += rates;
    }
  }
  int row = tableau.defects() * states;
  for (int j = 0; paths > 0 && j < tableau.point_count(); ++j) {
    if (tableau.is_shared(j) || !tableau.holds_paths(j)) continue;
    const auto block = batch.jacobian(points_->column(j, interval)).middleRows(outputs_.path_row(), paths);
    points_->add_product_with_tangent(j, interval, block, 1.0, scratch_jacobian_.middleRows(row, paths));
    row += paths;
  }
  if (layout_.integrals() > 0) add_quadrature_rows(interval);
}

/// Of q_{k+1} - q_k - h sum_j w_j g_j.
void PhaseNlp::add_quadrature_rows(int interval) {
  const KnotBatch& batch = points_->batch();
  const int integrals = layout_.integrals();
  auto rows = scratch_jacobian_.middleRows(layout_.local_rows() - integrals, integrals);
  rows.middleCols(layout_.integral(0) - layout_.state(0), integrals).diagonal().array() -= 1.0;
  rows.middleCols(layout_.integral(1) - layout_.state(0), integrals).diagonal().array() += 1.0;
  for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
    const double weight = mesh_.tableau.weights(j);
    if (weight == 0.0) continue;
    const int column = points_->column(j, interval);
    points_->add_product_with_tangent(j, interval, batch.jacobian(column).bottomRows(integrals),
                                      -step(interval) * weight, rows);
    const auto integrands = batch.values.col(column).tail(integrals) * (weight * mesh_.length(interval));
    if (layout_.start_time() >= 0) rows.col(layout_.local_start_time()) += integrands;
    if (layout_.end_time() >= 0) rows.col(layout_.local_end_time()) -= integrands;
  }
}

void PhaseNlp::jacobian(std::span<double> values) {
  std::size_t next = 0;
  for (int k = 0; k < layout_.intervals(); ++k) {
    fill_interval_jacobian(k);
    const Pattern& pattern = patterns_.interval_jacobian;
    for (int i = 0; i < pattern.size(); ++i) values[next++] = scratch_jacobian_(pattern.rows[i], pattern.cols[i]);
  }
  for (int k = 0; layout_.has_knot_points() && layout_.paths() > 0 && k <= layout_.intervals(); ++k) {
    const auto block =
        points_->batch().jacobian(points_->knot_column(k)).middleRows(outputs_.path_row(), layout_.paths());
    auto rows = scratch_jacobian_.topRows(layout_.paths());
    rows.setZero();
    points_->add_knot_product(k, block, rows);
    const Pattern& pattern = patterns_.knot_jacobian;
    for (int i = 0; i < pattern.size(); ++i) values[next++] = rows(pattern.rows[i], pattern.cols[i]);
  }
  const auto end = end_batch_.jacobian(0).bottomRows(layout_.end_constraints());
  const Pattern& pattern = patterns_.end_jacobian;
  for (int i = 0; i < pattern.size(); ++i) values[next++] = end(pattern.rows[i], pattern.cols[i]);
  if (!layout_.has_duration_row()) return;
  if (layout_.start_time() >= 0) values[next++] = -1.0;
  if (layout_.end_time() >= 0) values[next++] = 1.0;
}

void PhaseNlp::interval_gradient(const Eigen::VectorXd& multipliers, int interval, Eigen::RowVectorXd& out) {
  fill_interval_jacobian(interval);
  const int rows = layout_.local_rows();
  out.noalias() = multipliers.segment(layout_.defect(interval, 0), rows).transpose() * scratch_jacobian_.topRows(rows);
  add_interval_cost_gradient(interval, sign_, out);
}

}  // namespace tandem

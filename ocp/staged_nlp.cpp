#include <tandem/ocp/staged_nlp.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

KnotBlocks blocks_of(const Problem& problem, const std::vector<int>& free_numbers) {
  const Phase& phase = problem.phases().front();
  KnotBlocks blocks{phase.state_count, phase.control_count, {}, problem.number_values(), free_numbers};
  blocks.blocks.emplace_back(phase.dynamics, "dynamics");
  if (phase.running_cost) blocks.blocks.emplace_back(phase.running_cost, "running cost");
  for (const Constraint& constraint : phase.path_constraints) {
    blocks.blocks.emplace_back(constraint.function, constraint.name);
  }
  return blocks;
}

KnotBlocks end_blocks_of(const Problem& problem, const std::vector<int>& free_numbers) {
  const Phase& phase = problem.phases().front();
  KnotBlocks blocks{phase.state_count, 0, {}, problem.number_values(), free_numbers};
  if (phase.end_cost) blocks.blocks.emplace_back(phase.end_cost, "end cost");
  for (const Constraint& constraint : phase.end_constraints) {
    blocks.blocks.emplace_back(constraint.function, constraint.name);
  }
  return blocks;
}

std::vector<int> design_numbers(const Problem& problem) {
  std::vector<int> free;
  for (int i = 0; i < static_cast<int>(problem.numbers().size()); ++i) {
    if (problem.numbers()[i].role == Role::design) free.push_back(i);
  }
  return free;
}

bool is_free(const Range& time, const std::vector<double>& numbers) {
  return time.lower.at(numbers) < time.upper.at(numbers);
}

NlpLayout layout_of(const Problem& problem, const Mesh& mesh) {
  const Phase& phase = problem.phases().front();
  const std::vector<double> numbers = problem.number_values();
  return NlpLayout(mesh, phase.state_count, phase.control_count, static_cast<int>(phase.path_constraints.size()),
                   static_cast<int>(phase.end_constraints.size()), is_free(phase.time.start, numbers),
                   is_free(phase.time.end, numbers), static_cast<int>(design_numbers(problem).size()));
}

Problem validated(Problem problem) {
  problem.validate();
  return problem;
}

}  // namespace

StagedNlp::StagedNlp(Problem problem, Mesh mesh, const std::string& plug)
    : problem_(validated(std::move(problem))),
      mesh_(std::move(mesh)),
      sign_(problem_.is_maximised() ? -1.0 : 1.0),
      free_numbers_(design_numbers(problem_)),
      layout_(layout_of(problem_, mesh_)) {
  const std::vector<double> numbers = problem_.number_values();
  points_ = std::make_unique<MeshPoints>(mesh_, layout_, make_knot_function(blocks_of(problem_, free_numbers_), plug),
                                         phase().time.start.lower.at(numbers), phase().time.end.lower.at(numbers));
  end_function_ = make_knot_function(end_blocks_of(problem_, free_numbers_), plug);
  points_->function().require_level(Level::hessian);
  end_function_->require_level(Level::hessian);
  end_batch_.resize(end_function_->inputs(), end_function_->outputs(), 1);
  for (int i = 0; i < layout_.states(); ++i) end_inputs_.push_back(layout_.state(layout_.intervals()) + i);
  end_inputs_.push_back(layout_.end_time());
  for (int i = 0; i < layout_.free_numbers(); ++i) end_inputs_.push_back(layout_.free_number(i));
  scratch_jacobian_.setZero(layout_.local_rows(), layout_.local_size());
  scratch_hessian_.setZero(layout_.local_size(), layout_.local_size());
  bounds_ = make_bounds(problem_, mesh_.tableau, layout_, free_numbers_);
  patterns_ = make_patterns(mesh_.tableau, layout_, *points_, *end_function_, end_inputs_,
                            static_cast<bool>(phase().running_cost));
}

void StagedNlp::set_number(std::string_view name, double value) {
  const double before = problem_.value(name);
  problem_.set(name, value);
  try {
    problem_.validate();
    const std::vector<double> numbers = problem_.number_values();
    const bool same_times = is_free(phase().time.start, numbers) == (layout_.start_time() >= 0) &&
                            is_free(phase().time.end, numbers) == (layout_.end_time() >= 0);
    require(same_times, "number '{}': the value {} frees or fixes a time; build the problem anew", name, value);
  } catch (const InvalidInput&) {
    problem_.set(name, before);  // what was refused leaves no trace
    throw;
  }
  const std::vector<double> numbers = problem_.number_values();
  points_->set_fixed_times(phase().time.start.lower.at(numbers), phase().time.end.lower.at(numbers));
  points_->function().set_numbers(numbers);
  end_function_->set_numbers(numbers);
  known_ = false;
  bounds_ = make_bounds(problem_, mesh_.tableau, layout_, free_numbers_);
}

// ---- guess -----------------------------------------------------------------------------------------------

Eigen::VectorXd StagedNlp::unknowns_from(const Guess& guess) const {
  check_guess(guess, phase());
  Eigen::VectorXd z = Eigen::VectorXd::Zero(layout_.variables());
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
  for (int i = 0; i < layout_.free_numbers(); ++i) {
    z(layout_.free_number(i)) = problem_.numbers()[free_numbers_[i]].value;
  }
  return z.cwiseMax(bounds_.lower).cwiseMin(bounds_.upper);
}

void StagedNlp::require_finite_at(const Eigen::VectorXd& z) {
  ensure(z, Level::hessian);
  const KnotBatch& batch = points_->batch();
  const int time = layout_.states() + layout_.controls();
  const auto name_of = [&](int output) {
    if (output < layout_.states()) return fmt::format("the rate of state '{}'", phase().states[output].name);
    const int path = output - layout_.states() - (phase().running_cost ? 1 : 0);
    if (path < 0) return std::string("the running cost");
    return fmt::format("path constraint '{}'", phase().path_constraints[path].name);
  };
  for (int knot = 0; knot < batch.knots(); ++knot) {
    for (int output = 0; output < batch.values.rows(); ++output) {
      require(std::isfinite(batch.values(output, knot)), "phase '{}': {} is {} at the guess, at time {:g}",
              phase().name, name_of(output), batch.values(output, knot), batch.inputs(time, knot));
      require(batch.jacobian(knot).row(output).allFinite(),
              "phase '{}': {} has a derivative that is not finite at the guess, at time {:g}", phase().name,
              name_of(output), batch.inputs(time, knot));
    }
  }
  for (int output = 0; output < end_batch_.values.rows(); ++output) {
    const int end = output - (phase().end_cost ? 1 : 0);
    const std::string name =
        end < 0 ? "the end cost" : fmt::format("end constraint '{}'", phase().end_constraints[end].name);
    require(std::isfinite(end_batch_.values(output, 0)) && end_batch_.jacobian(0).row(output).allFinite(),
            "phase '{}': {} or its derivative is not finite at the guess", phase().name, name);
  }
}

// ---- evaluation -----------------------------------------------------------------------------------------------------

void StagedNlp::ensure(const Eigen::VectorXd& z, Level level) {
  const Level wanted = std::min(level, Level::jacobian);  // Hessians need multipliers and are made on demand
  if (known_ && known_level_ >= wanted && z == last_z_) return;
  points_->evaluate(z, wanted);
  if (end_function_->outputs() > 0) {
    fill_end_inputs(z);
    end_function_->evaluate(end_batch_, 0, 1, wanted);
  }
  last_z_ = z;
  known_ = true;
  known_level_ = wanted;
}

void StagedNlp::fill_end_inputs(const Eigen::VectorXd& z) {
  for (int i = 0; i < end_function_->inputs(); ++i) {
    end_batch_.inputs(i, 0) = end_inputs_[i] >= 0 ? z(end_inputs_[i]) : points_->end_of(z);
  }
}

/// f = Phi + sum over intervals of h sum_j w_j L_j.
double StagedNlp::objective(const Eigen::VectorXd& z) {
  ensure(z, Level::values);
  double sum = phase().end_cost ? end_batch_.values(0, 0) : 0.0;
  if (phase().running_cost) {
    const auto costs = points_->batch().values.row(layout_.states());
    for (int k = 0; k < layout_.intervals(); ++k) {
      const double step = points_->duration(z) * mesh_.length(k);
      for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
        sum += step * mesh_.tableau.weights(j) * costs(points_->column(j, k));
      }
    }
  }
  return sign_ * sum;
}

void StagedNlp::gradient(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out) {
  ensure(z, Level::jacobian);
  out.setZero();
  Eigen::RowVectorXd local(layout_.local_size());
  for (int k = 0; phase().running_cost && k < layout_.intervals(); ++k) {
    local.setZero();
    add_interval_cost_gradient(z, k, sign_, local);
    for (int i = 0; i < layout_.local_size(); ++i) out(layout_.global(k, i)) += local(i);
  }
  for (int i = 0; phase().end_cost && i < end_function_->inputs(); ++i) {
    if (end_inputs_[i] >= 0) out(end_inputs_[i]) += sign_ * end_batch_.jacobian(0)(0, i);
  }
}

/// out += factor * d(h sum_j w_j L_j) = factor * (h sum_j w_j dL_j G_j + sum_j w_j L_j dh).
void StagedNlp::add_interval_cost_gradient(const Eigen::VectorXd& z, int interval, double factor,
                                           Eigen::Ref<Eigen::RowVectorXd> out) {
  if (!phase().running_cost) return;
  const double length = mesh_.length(interval), step = points_->duration(z) * length;
  double mean = 0.0;
  for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
    const double weight = mesh_.tableau.weights(j);
    const int column = points_->column(j, interval);
    points_->add_product_with_tangent(j, interval, points_->batch().jacobian(column).row(layout_.states()),
                                      factor * step * weight, out);
    mean += weight * points_->batch().values(layout_.states(), column);
  }
  if (layout_.start_time() >= 0) out(layout_.local(0, layout_.start_time())) -= factor * length * mean;
  if (layout_.end_time() >= 0) out(layout_.local(0, layout_.end_time())) += factor * length * mean;
}

void StagedNlp::constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out) {
  ensure(z, Level::values);
  const Tableau& tableau = mesh_.tableau;
  const KnotBatch& batch = points_->batch();
  const int states = layout_.states(), paths = layout_.paths();
  for (int k = 0; k < layout_.intervals(); ++k) {
    const double step = points_->duration(z) * mesh_.length(k);
    for (int e = 0; e < tableau.defects(); ++e) {
      auto defect = out.segment(layout_.defect(k, e), states);
      defect.setZero();
      for (int i = 0; i < tableau.node_states(); ++i) {
        defect += tableau.defect_states(e, i) * z.segment(layout_.node_state(k, i), states);
      }
      for (int j = 0; j < tableau.point_count(); ++j) {
        defect += step * tableau.defect_rates(e, j) * batch.values.col(points_->column(j, k)).head(states);
      }
    }
    for (int j = 0; paths > 0 && j < tableau.point_count(); ++j) {
      if (!tableau.holds_paths(j)) continue;
      out.segment(layout_.path(k, j), paths) = batch.values.col(points_->column(j, k)).tail(paths);
    }
  }
  out.tail(layout_.end_constraints()) = end_batch_.values.col(0).tail(layout_.end_constraints());
}

/// Rows [defects; path constraints at the interval's own points] over the interval's unknowns.
Eigen::Ref<Eigen::MatrixXd> StagedNlp::interval_jacobian(const Eigen::VectorXd& z, int interval) {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states(), paths = layout_.paths();
  const double length = mesh_.length(interval), step = points_->duration(z) * length;
  Eigen::MatrixXd& jacobian = scratch_jacobian_;
  jacobian.setZero();
  for (int e = 0; e < tableau.defects(); ++e) {
    auto rows = jacobian.middleRows(e * states, states);
    for (int i = 0; i < tableau.node_states(); ++i) {
      const int at = layout_.local(interval, layout_.node_state(interval, i));
      rows.middleCols(at, states).diagonal().array() += tableau.defect_states(e, i);
    }
    for (int j = 0; j < tableau.point_count(); ++j) {
      const double weight = tableau.defect_rates(e, j);
      if (weight == 0.0) continue;
      const int column = points_->column(j, interval);
      points_->add_product_with_tangent(j, interval, points_->batch().jacobian(column).topRows(states), step * weight,
                                        rows);
      const auto rates = points_->batch().values.col(column).head(states) * (weight * length);
      if (layout_.start_time() >= 0) rows.col(layout_.local(0, layout_.start_time())) -= rates;
      if (layout_.end_time() >= 0) rows.col(layout_.local(0, layout_.end_time())) += rates;
    }
  }
  int row = tableau.defects() * states;
  for (int j = 0; paths > 0 && j < tableau.point_count(); ++j) {
    if (tableau.is_shared(j) || !tableau.holds_paths(j)) continue;
    points_->add_product_with_tangent(j, interval,
                                      points_->batch().jacobian(points_->column(j, interval)).bottomRows(paths), 1.0,
                                      jacobian.middleRows(row, paths));
    row += paths;
  }
  return jacobian;
}

void StagedNlp::jacobian(const Eigen::VectorXd& z, std::span<double> values) {
  ensure(z, Level::jacobian);
  std::size_t next = 0;
  for (int k = 0; k < layout_.intervals(); ++k) {
    const auto local = interval_jacobian(z, k);
    for (int i = 0; i < patterns_.interval_jacobian.size(); ++i) {
      values[next++] = local(patterns_.interval_jacobian.rows[i], patterns_.interval_jacobian.cols[i]);
    }
  }
  for (int k = 0; layout_.has_knot_points() && layout_.paths() > 0 && k <= layout_.intervals(); ++k) {
    const auto block = points_->batch().jacobian(points_->knot_column(k)).bottomRows(layout_.paths());
    Eigen::MatrixXd& local = scratch_jacobian_;
    local.topRows(layout_.paths()).setZero();
    points_->add_knot_product(k, block, local.topRows(layout_.paths()));
    for (int i = 0; i < patterns_.knot_jacobian.size(); ++i)
      values[next++] = local(patterns_.knot_jacobian.rows[i], patterns_.knot_jacobian.cols[i]);
  }
  const auto end = end_batch_.jacobian(0).bottomRows(layout_.end_constraints());
  for (int i = 0; i < patterns_.end_jacobian.size(); ++i)
    values[next++] = end(patterns_.end_jacobian.rows[i], patterns_.end_jacobian.cols[i]);
}

// ---- second order ---------------------------------------------------------------------------------------------------

/// Sets the batch's weights to the adjoints of every point's outputs in the Lagrangian. Rates are used through
/// products h f_j, so the adjoint of f_j is h (sum_e defect_rates(e, j) lambda_e + sum_i state_from_rates(i, j) g_i),
/// g_i the adjoint of the state at composite point i: points are visited from the last to the first.
void StagedNlp::set_weights(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers) {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states(), paths = layout_.paths();
  KnotBatch& batch = points_->batch();
  batch.weights.setZero();
  rate_adjoints_.setZero(states, tableau.point_count() * layout_.intervals());
  Eigen::VectorXd own(function_outputs()), state_adjoint(states);
  for (int k = 0; k < layout_.intervals(); ++k) {
    const double step = points_->duration(z) * mesh_.length(k);
    for (int j = tableau.point_count() - 1; j >= 0; --j) {
      auto rates = rate_adjoints_.col(k * tableau.point_count() + j);
      for (int e = 0; e < tableau.defects(); ++e) {
        rates += tableau.defect_rates(e, j) * multipliers.segment(layout_.defect(k, e), states);
      }
      own.setZero();
      own.head(states) = step * rates;
      if (phase().running_cost) own(states) = sign_ * objective_factor * step * tableau.weights(j);
      const bool has_own_paths = !tableau.is_shared(j) && tableau.holds_paths(j) && paths > 0;
      if (has_own_paths) own.tail(paths) = multipliers.segment(layout_.path(k, j), paths);
      const int column = points_->column(j, k);
      batch.weights.col(column) += own;
      if (!tableau.is_composite(j)) continue;
      state_adjoint.noalias() = batch.jacobian(column).leftCols(states).transpose() * own;
      for (int i = 0; i < j; ++i) {
        rate_adjoints_.col(k * tableau.point_count() + i) += tableau.state_from_rates(j, i) * state_adjoint;
      }
    }
  }
  for (int k = 0; layout_.has_knot_points() && paths > 0 && k <= layout_.intervals(); ++k) {
    batch.weights.col(points_->knot_column(k)).tail(paths) += multipliers.segment(layout_.knot_path(k), paths);
  }
}

/// Where times are free, h multiplies rates and costs: adds dh' c + c' dh with c the derivative, by the interval's
/// unknowns, of sum_j (adjoint of h f_j) f_j + (adjoint of h L_j) L_j.
void StagedNlp::add_step_curvature(int interval, double objective_factor, Eigen::Ref<Eigen::MatrixXd> hessian) {
  if (layout_.start_time() < 0 && layout_.end_time() < 0) return;
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states();
  Eigen::RowVectorXd c = Eigen::RowVectorXd::Zero(layout_.local_size());
  Eigen::RowVectorXd row(points_->function().inputs());
  for (int j = 0; j < tableau.point_count(); ++j) {
    const auto jacobian = points_->batch().jacobian(points_->column(j, interval));
    row = rate_adjoints_.col(interval * tableau.point_count() + j).transpose() * jacobian.topRows(states);
    if (phase().running_cost) row += sign_ * objective_factor * tableau.weights(j) * jacobian.row(states);
    points_->add_product_with_tangent(j, interval, row, 1.0, c);
  }
  const double length = mesh_.length(interval);
  const auto add = [&](int time, double rate) {
    if (time < 0) return;
    const int at = layout_.local(0, time);
    hessian.row(at) += rate * c;
    hessian.col(at) += rate * c.transpose();
  };
  add(layout_.start_time(), -length);
  add(layout_.end_time(), length);
}

void StagedNlp::hessian(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers,
                        std::span<double> values) {
  ensure(z, Level::jacobian);
  set_weights(z, objective_factor, multipliers);
  points_->evaluate_hessians();
  const Tableau& tableau = mesh_.tableau;
  std::size_t next = 0;
  Eigen::MatrixXd& local = scratch_hessian_;
  for (int k = 0; k < layout_.intervals(); ++k) {
    local.setZero();
    for (int j = 0; j < tableau.point_count(); ++j) {
      if (!tableau.is_shared(j)) points_->add_congruence(j, k, points_->batch().hessian(points_->column(j, k)), local);
    }
    add_step_curvature(k, objective_factor, local);
    for (int i = 0; i < patterns_.interval_hessian.size(); ++i)
      values[next++] = local(patterns_.interval_hessian.rows[i], patterns_.interval_hessian.cols[i]);
  }
  for (int k = 0; layout_.has_knot_points() && k <= layout_.intervals(); ++k) {
    auto block = local.topLeftCorner(points_->knot_unknowns(), points_->knot_unknowns());
    block.setZero();
    points_->add_knot_congruence(k, points_->batch().hessian(points_->knot_column(k)), block);
    for (int i = 0; i < patterns_.knot_hessian.size(); ++i)
      values[next++] = block(patterns_.knot_hessian.rows[i], patterns_.knot_hessian.cols[i]);
  }
  if (patterns_.end_hessian.size() == 0) return;
  end_batch_.weights.setZero();
  if (phase().end_cost) end_batch_.weights(0, 0) = sign_ * objective_factor;
  end_batch_.weights.col(0).tail(layout_.end_constraints()) = multipliers.tail(layout_.end_constraints());
  end_function_->evaluate(end_batch_, 0, 1, Level::hessian);
  for (int i = 0; i < patterns_.end_hessian.size(); ++i) {
    values[next++] = end_batch_.hessian(0)(patterns_.end_hessian.rows[i], patterns_.end_hessian.cols[i]);
  }
}

Eigen::VectorXd StagedNlp::interval_gradient(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers,
                                             int interval) {
  ensure(z, Level::jacobian);
  const int own_rows = layout_.local_rows();
  const auto own = multipliers.segment(layout_.defect(interval, 0), own_rows);
  Eigen::RowVectorXd gradient = own.transpose() * interval_jacobian(z, interval);
  add_interval_cost_gradient(z, interval, sign_, gradient);
  return gradient;
}

}  // namespace tandem

#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <tandem/ocp/transcription/phase_blocks.hpp>
#include <tandem/ocp/transcription/velocities_ahead.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

std::vector<int> places_in(const PackMatrix& matrix, const Pattern& pattern) {
  std::vector<int> places;
  for (int i = 0; i < pattern.size(); ++i) places.push_back(pattern.rows[i] * matrix.cols() + pattern.cols[i]);
  return places;
}

}  // namespace

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
                   const std::vector<int>& free_numbers, const std::string& plug, int most_in_window)
    : index_(index),
      phase_(&problem.phases()[index]),
      mesh_(std::move(mesh)),
      layout_(layout),
      outputs_(*phase_),
      sign_(problem.is_maximised() ? -1.0 : 1.0) {
  const std::vector<double> numbers = problem.number_values();
  ahead_ = velocities_ahead(*phase_, mesh_.tableau, numbers);
  has_ahead_ = std::any_of(ahead_.begin(), ahead_.end(), [](int velocity) { return velocity >= 0; });
  if (has_ahead_) right_states_.setZero(layout_.states(), layout_.intervals());
  points_ = std::make_unique<MeshPoints>(mesh_, layout_,
                                         make_knot_function(blocks_along(*phase_, numbers, free_numbers), plug),
                                         fixed_start(problem, index), fixed_end(problem, index), most_in_window);
  end_function_ = make_knot_function(blocks_at_end(*phase_, numbers, free_numbers), plug_at_ends(plug));
  points_->function().require_level(Level::hessian);
  end_function_->require_level(Level::hessian);
  end_batch_.resize(end_function_->inputs(), end_function_->outputs(), 1);
  for (int i = 0; i < layout_.states(); ++i) end_inputs_.push_back(layout_.state(layout_.intervals()) + i);
  end_inputs_.push_back(layout_.end_time());
  for (int i = 0; i < layout_.free_numbers(); ++i) end_inputs_.push_back(layout_.free_number(i));

  tangents_ = std::make_unique<PointTangents>(mesh_, layout_, *points_);
  patterns_ = make_patterns(mesh_.tableau, layout_, points_->function(), *tangents_, outputs_, ahead_, *end_function_,
                            end_inputs_);
  make_room();
}

void PhaseNlp::make_room() {
  const int local = layout_.local_size(), knot = tangents_->knot_unknowns();
  values_ = PackMatrix(1, layout_.local_rows());
  rows_ = PackMatrix(layout_.local_rows(), local);
  triangle_ = PackMatrix(local, local);
  knot_rows_ = PackMatrix(layout_.paths(), knot);
  knot_triangle_ = PackMatrix(knot, knot);
  row_places_ = places_in(rows_, patterns_.interval_jacobian);
  triangle_places_ = places_in(triangle_, patterns_.interval_hessian);
  knot_row_places_ = places_in(knot_rows_, patterns_.knot_jacobian);
  knot_triangle_places_ = places_in(knot_triangle_, patterns_.knot_hessian);

  const KnotFunction& function = points_->function();
  cost_row_ = PackMatrix(1, local);
  output_weights_ = PackMatrix(1, function.outputs());
  input_row_ = PackMatrix(1, function.inputs());
  step_row_ = PackMatrix(1, local);
  all_outputs_ = SparseRows(BoolMatrix::Constant(1, function.outputs(), true));
  any_inputs_ = SparseRows(function.jacobian_pattern().colwise().any());
  rate_adjoints_.assign(LaneGroup::groups(points_->most_intervals()),
                        PackMatrix(mesh_.tableau.point_count(), layout_.states()));
  known_.costs.setZero(layout_.intervals());
  known_.constraints.setZero(layout_.own_rows());
  known_.gradient.setZero(layout_.own_variables() + layout_.border());
  known_.jacobian.resize(jacobian_entries());
}

void PhaseNlp::set_numbers(const Problem& problem) {
  const std::vector<double> numbers = problem.number_values();
  points_->set_fixed_times(fixed_start(problem, index_), fixed_end(problem, index_));
  points_->function().set_numbers(numbers);
  end_function_->set_numbers(numbers);
}

// ---- values and the gradient ---------------------------------------------------------------------------------------

void PhaseNlp::evaluate(const Eigen::VectorXd& z, Level level, bool has_values) {
  duration_ = points_->duration(z);
  for (int k = 0; has_ahead_ && k < layout_.intervals(); ++k) {
    right_states_.col(k) = z.segment(layout_.state(k + 1), layout_.states());
  }
  known_.gradient.setZero();
  for (int w = 0; w < points_->windows(); ++w) {
    points_->open(w, false);
    evaluate_window(z, level);
    if (!has_values) find_costs();
    if (!has_values) find_constraints(z);
    if (level == Level::values) continue;
    find_gradient();
    find_jacobian();
  }
  evaluate_end(z, level);
}

void PhaseNlp::evaluate_window(const Eigen::VectorXd& z, Level level) {
  points_->evaluate(z, level);
  if (level >= Level::jacobian) tangents_->evaluate(duration_);
}

void PhaseNlp::evaluate_end(const Eigen::VectorXd& z, Level level) {
  if (end_function_->outputs() > 0) {
    fill_end_inputs(z);
    end_function_->evaluate(end_batch_, 0, 1, level);
  }
  find_end_constraints();
  if (level == Level::values) return;
  find_end_gradient();
  find_end_jacobian();
}

void PhaseNlp::fill_end_inputs(const Eigen::VectorXd& z) {
  for (int i = 0; i < end_function_->inputs(); ++i) {
    end_batch_.inputs(i, 0) = end_inputs_[i] >= 0 ? z(end_inputs_[i]) : points_->end_of(z);
  }
}

/// f = Phi + sum over intervals of h sum_j w_j L_j.
double PhaseNlp::objective() const {
  double sum = phase_->end_cost ? end_batch_.values(0, 0) : 0.0;
  for (int k = 0; outputs_.costs > 0 && k < layout_.intervals(); ++k) sum += known_.costs(k);
  return sign_ * sum;
}

void PhaseNlp::find_costs() {
  if (outputs_.costs == 0) return;
  const auto costs = points_->batch().values.row(outputs_.cost_row());
  for (int k = points_->window().own; k < points_->window().end; ++k) {
    double mean = 0.0;
    for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
      mean += mesh_.tableau.weights(j) * costs(points_->column(j, k));
    }
    known_.costs(k) = step(k) * mean;
  }
}

void PhaseNlp::add_gradient(Eigen::Ref<Eigen::VectorXd> out) const {
  const int own = layout_.own_variables();
  out.segment(layout_.first_variable(), own) += known_.gradient.head(own);
  for (int i = 0; i < layout_.border(); ++i) {
    out(layout_.global(0, layout_.local_border() + i)) += known_.gradient(own + i);
  }
}

void PhaseNlp::find_gradient() {
  const int border = layout_.local_border();
  for (int g = 0; outputs_.costs > 0 && g < tangents_->groups(); ++g) {
    const LaneGroup intervals = tangents_->group(g);
    fill_cost_row(intervals, sign_);
    for (int i = 0; i < layout_.local_size(); ++i) {
      for (int lane = 0; lane < intervals.count; ++lane) {
        const int first = layout_.state(intervals.at(lane)) - layout_.first_variable();
        known_.gradient(i < border ? first + i : layout_.own_variables() + i - border) += cost_row_(0, i)[lane];
      }
    }
  }
}

void PhaseNlp::find_end_gradient() {
  for (int i = 0; phase_->end_cost && i < end_function_->inputs(); ++i) {
    if (end_inputs_[i] < 0) continue;
    const int local = layout_.local(layout_.intervals(), end_inputs_[i]);  // of the border, or a state at the end
    const int border = layout_.local_border(), last = layout_.state(layout_.intervals()) - layout_.first_variable();
    known_.gradient(local < border ? last + local : layout_.own_variables() + local - border) +=
        sign_ * end_batch_.jacobian(0)(0, i);
  }
}

/// What is multiplied by the duration tf - t0 depends on both, where they are free.
void PhaseNlp::add_by_times(const Pack4& by_duration, int row, PackMatrix& out) const {
  if (layout_.start_time() >= 0) out(row, layout_.local_start_time()) -= by_duration;
  if (layout_.end_time() >= 0) out(row, layout_.local_end_time()) += by_duration;
}

/// factor * d(h sum_j w_j L_j) = factor * (h sum_j w_j dL_j G_j + sum_j w_j L_j dh).
void PhaseNlp::fill_cost_row(const LaneGroup& intervals, double factor) {
  cost_row_.set_zero();
  if (outputs_.costs == 0) return;
  const Pack4 length = lengths(intervals);
  Pack4 mean(0.0);
  for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
    const double weight = mesh_.tableau.weights(j);
    if (weight == 0.0) continue;
    tangents_->jacobian(j, intervals);
    tangents_->add_product(j, intervals, outputs_.cost_row(), 1, factor * duration_ * weight * length, cost_row_, 0);
    mean += weight * tangents_->value(j, intervals, outputs_.cost_row());
  }
  add_by_times(factor * length * mean, 0, cost_row_);
}

void PhaseNlp::constraints(Eigen::Ref<Eigen::VectorXd> out) const {
  out.segment(layout_.first_row(), layout_.own_rows()) = known_.constraints;
}

void PhaseNlp::find_constraints(const Eigen::VectorXd& z) {
  const int first = layout_.first_row(), paths = layout_.paths();
  for (int g = 0; g < tangents_->groups(); ++g) {
    const LaneGroup intervals = tangents_->group(g);
    fill_values(z, intervals);
    for (int lane = 0; lane < intervals.count; ++lane) {
      double* const to = known_.constraints.data() + layout_.defect(intervals.at(lane), 0) - first;
      for (int row = 0; row < layout_.local_rows(); ++row) to[row] = values_(0, row)[lane];
    }
  }
  if (!layout_.has_knot_points() || paths == 0) return;
  for (int k = points_->window().own; k < tangents_->end_of_knots(); ++k) {
    known_.constraints.segment(layout_.knot_path(k) - first, paths) =
        points_->batch().values.col(points_->knot_column(k)).segment(outputs_.path_row(), paths);
  }
}

void PhaseNlp::find_end_constraints() {
  const int ends = layout_.end_constraints(), first = layout_.first_row();
  known_.constraints.segment(layout_.end_constraint() - first, ends) = end_batch_.values.col(0).tail(ends);
  if (layout_.has_duration_row()) known_.constraints(layout_.duration_row() - first) = duration_;
}

/// [defects; path constraints at the interval's own points; quadratures].
void PhaseNlp::fill_values(const Eigen::VectorXd& z, const LaneGroup& intervals) {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states(), paths = layout_.paths(), integrals = layout_.integrals();
  const int first_integral = layout_.local_rows() - integrals;
  const auto unknown = [&](int local) { return intervals.pack([&](int k) { return z(layout_.state(k) + local); }); };
  values_.set_zero();
  for (int e = 0; e < tableau.defects(); ++e) {
    for (int i = 0; i < tableau.node_states(); ++i) {
      const double weight = tableau.defect_states(e, i);
      const int at = layout_.node_state(0, i) - layout_.state(0);
      for (int s = 0; weight != 0.0 && s < states; ++s) values_(0, e * states + s) += weight * unknown(at + s);
    }
  }
  for (int i = 0; i < integrals; ++i) {
    values_(0, first_integral + i) =
        unknown(layout_.integral(1) - layout_.state(0) + i) - unknown(layout_.integral(0) - layout_.state(0) + i);
  }
  const Pack4 step = duration_ * lengths(intervals);
  int path_row = tableau.defects() * states;
  for (int j = 0; j < tableau.point_count(); ++j) {
    const LaneColumns outputs = points_->columns(points_->batch().values, j, intervals);
    for (int e = 0; e < tableau.defects(); ++e) {
      const double weight = tableau.defect_rates(e, j);
      for (int s = 0; weight != 0.0 && s < states; ++s) {
        values_(0, e * states + s) += weight * step * (has_ahead_ ? rate(j, intervals, s) : number_of(outputs, s));
      }
    }
    for (int i = 0; i < integrals; ++i) {
      values_(0, first_integral + i) -= tableau.weights(j) * step * number_of(outputs, outputs_.integral_row() + i);
    }
    if (tableau.is_shared(j) || !tableau.holds_paths(j)) continue;
    for (int i = 0; i < paths; ++i) values_(0, path_row++) = number_of(outputs, outputs_.path_row() + i);
  }
}

}  // namespace tandem

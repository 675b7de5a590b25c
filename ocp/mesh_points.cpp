#include <tandem/ocp/mesh_points.hpp>

#include <utility>

namespace tandem {

MeshPoints::MeshPoints(const Mesh& mesh, const PhaseLayout& layout, std::unique_ptr<KnotFunction> function,
                       double start_time, double end_time)
    : mesh_(mesh), layout_(layout), function_(std::move(function)), start_time_(start_time), end_time_(end_time) {
  const Tableau& tableau = mesh_.tableau;
  int columns = layout_.has_knot_points() ? mesh_.intervals() + 1 : 0;
  direct_columns_ = columns;
  for (int j = 0; j < tableau.point_count(); ++j) {
    first_column_.push_back(tableau.is_shared(j) ? -1 : columns);
    if (!tableau.is_shared(j)) columns += mesh_.intervals();
    if (!tableau.is_composite(j)) direct_columns_ = columns;

    std::vector<Terms> rows;
    for (int input = 0; input < function_->inputs(); ++input) rows.push_back(terms_of(j, input));
    terms_.push_back(std::move(rows));
  }
  batch_.resize(function_->inputs(), function_->outputs(), columns);
}

/// Which unknowns of an interval make an input of a point; nothing for the time.
MeshPoints::Terms MeshPoints::terms_of(int point, int input) const {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states();
  Terms terms;
  if (input < states) {
    for (int i = 0; i < tableau.node_states(); ++i) {
      const double weight = tableau.state_from_states(point, i);
      if (weight != 0.0) terms.push_back({layout_.local(0, layout_.node_state(0, i)) + input, weight});
    }
  } else if (input < time_input()) {
    for (int i = 0; i < tableau.node_controls(); ++i) {
      const double weight = tableau.control_basis(point, i);
      if (weight != 0.0) terms.push_back({layout_.local(0, layout_.node_control(0, i)) + input - states, weight});
    }
  } else if (input > time_input()) {
    terms.push_back({layout_.local(0, layout_.free_number(input - time_input() - 1)), 1.0});
  }
  return terms;
}

double MeshPoints::start_of(const Eigen::VectorXd& z) const {
  return layout_.start_time() < 0 ? start_time_ : z(layout_.start_time());
}

double MeshPoints::end_of(const Eigen::VectorXd& z) const {
  return layout_.end_time() < 0 ? end_time_ : z(layout_.end_time());
}

int MeshPoints::column(int point, int interval) const {
  if (point == mesh_.tableau.left_point) return interval;
  if (point == mesh_.tableau.right_point) return interval + 1;
  return first_column_[point] + interval;
}

void MeshPoints::evaluate(const Eigen::VectorXd& z, Level level) {
  const Tableau& tableau = mesh_.tableau;
  for (int j = 0; j < tableau.point_count(); ++j) {
    const int first = j == tableau.right_point ? mesh_.intervals() - 1 : 0;  // the others are left knots too
    for (int k = first; k < mesh_.intervals(); ++k) fill_direct_inputs(z, j, k);
  }
  function_->evaluate(batch_, 0, direct_columns_, level);
  for (int j = 0; j < tableau.point_count(); ++j) {
    if (!tableau.is_composite(j)) continue;
    for (int k = 0; k < mesh_.intervals(); ++k) {
      add_rates(j, k, duration(z) * mesh_.length(k));
    }
    function_->evaluate(batch_, first_column_[j], mesh_.intervals(), level);
  }
}

void MeshPoints::evaluate_hessians() { function_->evaluate(batch_, 0, batch_.knots(), Level::hessian); }

/// x_j = sum_i state_from_states(j, i) X_i, u_j, t_j, free numbers.
void MeshPoints::fill_direct_inputs(const Eigen::VectorXd& z, int point, int interval) {
  auto inputs = batch_.inputs.col(column(point, interval));
  for (int input = 0; input < function_->inputs(); ++input) {
    double sum = 0.0;
    for (const Term& term : terms_[point][input]) sum += term.weight * z(layout_.global(interval, term.local));
    inputs(input) = sum;
  }
  inputs(time_input()) = start_of(z) + fraction(point, interval) * duration(z);
}

/// x_j += h sum_i state_from_rates(j, i) f_i.
void MeshPoints::add_rates(int point, int interval, double step) {
  const auto weights = mesh_.tableau.state_from_rates.row(point);
  auto x = batch_.inputs.col(column(point, interval)).head(layout_.states());
  for (int i = 0; i < weights.size(); ++i) {
    if (weights(i) != 0.0) x += step * weights(i) * batch_.values.col(column(i, interval)).head(layout_.states());
  }
}

}  // namespace tandem

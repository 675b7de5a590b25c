#include <tandem/ocp/transcription/mesh_points.hpp>

#include <algorithm>
#include <utility>

namespace tandem {

MeshPoints::MeshPoints(const Mesh& mesh, const PhaseLayout& layout, std::unique_ptr<KnotFunction> function,
                       double start_time, double end_time, int most_in_window)
    : mesh_(mesh),
      layout_(layout),
      function_(std::move(function)),
      start_time_(start_time),
      end_time_(end_time),
      most_in_window_(most_in_window) {
  for (int j = 0; j < mesh_.tableau.point_count(); ++j) terms_.push_back(terms_of(j));
  first_column_.resize(mesh_.tableau.point_count());
  window_.end = most_intervals();
  place_columns();
  batch_.resize(*function_, columns_);
  open(0, false);
}

void MeshPoints::open(int w, bool with_before) {
  window_.own = w * most_in_window_;
  window_.end = std::min(mesh_.intervals(), window_.own + most_in_window_);
  window_.first = with_before ? std::max(0, window_.own - Pack4::kWidth) : window_.own;
  place_columns();
}

/// Knots, then the points of each number; the composite ones come last.
void MeshPoints::place_columns() {
  const Tableau& tableau = mesh_.tableau;
  columns_ = direct_columns_ = layout_.has_knot_points() ? window_.intervals() + 1 : 0;
  for (int j = 0; j < tableau.point_count(); ++j) {
    first_column_[j] = tableau.is_shared(j) ? -1 : columns_;
    if (!tableau.is_shared(j)) columns_ += window_.intervals();
    if (!tableau.is_composite(j)) direct_columns_ = columns_;
  }
}

std::vector<MeshPoints::Term> MeshPoints::terms_of(int point) const {
  const Tableau& tableau = mesh_.tableau;
  std::vector<Term> terms;
  const auto add_node = [&](int first_input, int count, int node, double weight) {
    for (int i = 0; weight != 0.0 && i < count; ++i) terms.push_back({first_input + i, node + i, weight});
  };
  for (int i = 0; i < tableau.node_states(); ++i) {
    add_node(0, layout_.states(), layout_.local(0, layout_.node_state(0, i)), tableau.state_from_states(point, i));
  }
  for (int i = 0; i < tableau.node_controls(); ++i) {
    const int node = layout_.local(0, layout_.node_control(0, i));
    add_node(layout_.states(), layout_.controls(), node, tableau.control_basis(point, i));
  }
  for (int i = 0; i < layout_.free_numbers(); ++i) {
    terms.push_back({time_input() + 1 + i, layout_.local(0, layout_.free_number(i)), 1.0});
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
  const int place = interval - window_.first;
  if (point == mesh_.tableau.left_point) return place;
  if (point == mesh_.tableau.right_point) return place + 1;
  return first_column_[point] + place;
}

LaneColumns MeshPoints::columns(const Eigen::MatrixXd& matrix, int point, const LaneGroup& intervals) const {
  LaneColumns found;
  for (int lane = 0; lane < Pack4::kWidth; ++lane) found[lane] = matrix.col(column(point, intervals.at(lane))).data();
  return found;
}

void MeshPoints::evaluate(const Eigen::VectorXd& z, Level level) {
  const Tableau& tableau = mesh_.tableau;
  for (int j = 0; j < tableau.point_count(); ++j) fill_direct_inputs(z, j);
  function_->evaluate_entries(batch_, 0, direct_columns_, level);
  for (int j = 0; j < tableau.point_count(); ++j) {
    if (!tableau.is_composite(j)) continue;
    add_rates(z, j);
    function_->evaluate_entries(batch_, first_column_[j], window_.intervals(), level);
  }
}

void MeshPoints::evaluate_hessians() { function_->evaluate_entries(batch_, 0, columns_, Level::hessian); }

/// A knot is the left point of the interval after it; the last one is the right point of the last interval or, where
/// steps have none, the left point of one that would come after it.
std::pair<int, int> MeshPoints::filled_by(int point) const {
  const Tableau& tableau = mesh_.tableau;
  const bool is_last = window_.end == mesh_.intervals();
  if (point == tableau.right_point) return {is_last ? window_.end - 1 : window_.end, window_.end};
  const bool goes_past = point == tableau.left_point && (tableau.right_point < 0 || !is_last);
  return {window_.first, window_.end + (goes_past ? 1 : 0)};
}

/// x_j = sum_i state_from_states(j, i) X_i, u_j, t_j, free numbers.
void MeshPoints::fill_direct_inputs(const Eigen::VectorXd& z, int point) {
  const double start = start_of(z), length = duration(z);
  const auto [first, end] = filled_by(point);
  for (int k = first; k < end; ++k) {
    auto inputs = batch_.inputs.col(column(point, k));
    inputs.setZero();
    for (const Term& term : terms_[point]) inputs(term.input) += term.weight * z(layout_.global(k, term.local));
    inputs(time_input()) = start + fraction(point, k) * length;
  }
}

/// x_j += h sum_i state_from_rates(j, i) f_i.
void MeshPoints::add_rates(const Eigen::VectorXd& z, int point) {
  const double length = duration(z);
  for (int i = 0; i < point; ++i) {
    const double weight = mesh_.tableau.state_from_rates(point, i);
    if (weight == 0.0) continue;
    for (int k = window_.first; k < window_.end; ++k) {
      double* const x = batch_.inputs.col(column(point, k)).data();
      const double* const rates = batch_.values.col(column(i, k)).data();
      const double step = length * mesh_.length(k) * weight;
      for (int s = 0; s < layout_.states(); ++s) x[s] += step * rates[s];
    }
  }
}

}  // namespace tandem

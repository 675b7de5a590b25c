#include <tandem/ocp/mesh_points.hpp>

#include <utility>

namespace tandem {
namespace {

/// out += factor * rows * G, with row `input` of G given by its terms.
template <class TermsOf>
void add_product(const Eigen::Ref<const Eigen::MatrixXd>& rows, double factor, const TermsOf& terms_of,
                 Eigen::Ref<Eigen::MatrixXd> out) {
  for (int input = 0; input < rows.cols(); ++input) {
    for (const auto& [local, weight] : terms_of(input)) out.col(local) += (factor * weight) * rows.col(input);
  }
}

/// out += G' * hessian * G, likewise.
template <class TermsOf>
void add_sparse_congruence(const Eigen::Ref<const Eigen::MatrixXd>& hessian, const TermsOf& terms_of,
                           Eigen::Ref<Eigen::MatrixXd> out) {
  for (int a = 0; a < hessian.rows(); ++a) {
    for (const auto& [row, row_weight] : terms_of(a)) {
      for (int b = 0; b < hessian.cols(); ++b) {
        if (hessian(a, b) == 0.0) continue;
        for (const auto& [col, col_weight] : terms_of(b)) out(row, col) += row_weight * col_weight * hessian(a, b);
      }
    }
  }
}

}  // namespace

MeshPoints::MeshPoints(const Mesh& mesh, const NlpLayout& layout, std::unique_ptr<KnotFunction> function,
                       double start_time, double end_time)
    : mesh_(mesh), layout_(layout), function_(std::move(function)), start_time_(start_time), end_time_(end_time) {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states(), controls = layout_.controls();
  int columns = layout_.has_knot_points() ? mesh_.intervals() + 1 : 0;
  direct_columns_ = columns;
  for (int j = 0; j < tableau.point_count(); ++j) {
    first_column_.push_back(tableau.is_shared(j) ? -1 : columns);
    if (!tableau.is_shared(j)) columns += mesh_.intervals();
    if (!tableau.is_composite(j)) direct_columns_ = columns;

    std::vector<Terms> rows(function_->inputs());
    for (int i = 0; i < tableau.node_states(); ++i) {
      const double weight = tableau.state_from_states(j, i);
      if (weight == 0.0) continue;
      const int at = layout_.local(0, layout_.node_state(0, i));
      for (int s = 0; s < states; ++s) rows[s].emplace_back(at + s, weight);
    }
    for (int i = 0; i < tableau.node_controls(); ++i) {
      const double weight = tableau.control_basis(j, i);
      if (weight == 0.0) continue;
      const int at = layout_.local(0, layout_.node_control(0, i));
      for (int c = 0; c < controls; ++c) rows[states + c].emplace_back(at + c, weight);
    }
    for (int p = 0; p < layout_.free_numbers(); ++p) {
      rows[states + controls + 1 + p].emplace_back(layout_.local(0, layout_.free_number(p)), 1.0);
    }
    terms_.push_back(std::move(rows));

    const bool composite = tableau.is_composite(j);
    tangents_.emplace_back(composite ? mesh_.intervals() : 0,
                           Eigen::MatrixXd::Zero(function_->inputs(), layout_.local_size()));
  }
  batch_.resize(function_->inputs(), function_->outputs(), columns);
  find_tangent_patterns();
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

MeshPoints::Terms MeshPoints::time_terms(double fraction) const {
  Terms terms;
  if (layout_.start_time() >= 0) terms.emplace_back(layout_.local(0, layout_.start_time()), 1.0 - fraction);
  if (layout_.end_time() >= 0) terms.emplace_back(layout_.local(0, layout_.end_time()), fraction);
  return terms;
}

MeshPoints::Terms MeshPoints::terms(int point, int interval, int input) const {
  const bool is_time = input == layout_.states() + layout_.controls();
  return is_time ? time_terms(fraction(point, interval)) : terms_[point][input];
}

void MeshPoints::evaluate(const Eigen::VectorXd& z, Level level) {
  const Tableau& tableau = mesh_.tableau;
  for (int j = 0; j < tableau.point_count(); ++j) {
    for (int k = 0; k < mesh_.intervals(); ++k) fill_direct_inputs(z, j, k);
  }
  function_->evaluate(batch_, 0, direct_columns_, level);
  for (int j = 0; j < tableau.point_count(); ++j) {
    if (!tableau.is_composite(j)) continue;
    for (int k = 0; k < mesh_.intervals(); ++k) {
      const double step = duration(z) * mesh_.length(k);
      add_rates(j, k, step);
      if (level >= Level::jacobian) fill_tangent(j, k, step);
    }
    function_->evaluate(batch_, first_column_[j], mesh_.intervals(), level);
  }
}

void MeshPoints::evaluate_hessians() { function_->evaluate(batch_, 0, batch_.knots(), Level::hessian); }

/// x_j = sum_i state_from_states(j, i) X_i, u_j, t_j, free numbers.
void MeshPoints::fill_direct_inputs(const Eigen::VectorXd& z, int point, int interval) {
  auto inputs = batch_.inputs.col(column(point, interval));
  const int time = layout_.states() + layout_.controls();
  for (int input = 0; input < function_->inputs(); ++input) {
    double sum = 0.0;
    for (const auto& [local, weight] : terms_[point][input]) sum += weight * z(layout_.global(interval, local));
    inputs(input) = sum;
  }
  inputs(time) = start_of(z) + fraction(point, interval) * duration(z);
}

/// x_j += h sum_i state_from_rates(j, i) f_i.
void MeshPoints::add_rates(int point, int interval, double step) {
  const auto weights = mesh_.tableau.state_from_rates.row(point);
  auto x = batch_.inputs.col(column(point, interval)).head(layout_.states());
  for (int i = 0; i < weights.size(); ++i) {
    if (weights(i) != 0.0) x += step * weights(i) * batch_.values.col(column(i, interval)).head(layout_.states());
  }
}

/// G_j = G_direct + h sum_i state_from_rates(j, i) F_i G_i + (sum_i state_from_rates(j, i) f_i) dh.
void MeshPoints::fill_tangent(int point, int interval, double step) {
  Eigen::MatrixXd& tangent = tangents_[point][interval];
  tangent.setZero();
  for (int input = 0; input < function_->inputs(); ++input) {
    for (const auto& [local, weight] : terms(point, interval, input)) tangent(input, local) += weight;
  }
  const auto weights = mesh_.tableau.state_from_rates.row(point);
  const int states = layout_.states();
  for (int i = 0; i < weights.size(); ++i) {
    if (weights(i) == 0.0) continue;
    const int at = column(i, interval);
    add_product_with_tangent(i, interval, batch_.jacobian(at).topRows(states), step * weights(i),
                             tangent.topRows(states));
    const auto rates = batch_.values.col(at).head(states) * (weights(i) * mesh_.length(interval));
    if (layout_.start_time() >= 0) tangent.col(layout_.local(0, layout_.start_time())).head(states) -= rates;
    if (layout_.end_time() >= 0) tangent.col(layout_.local(0, layout_.end_time())).head(states) += rates;
  }
}

void MeshPoints::add_product_with_tangent(int point, int interval, const Eigen::Ref<const Eigen::MatrixXd>& rows,
                                          double factor, Eigen::Ref<Eigen::MatrixXd> out) const {
  if (mesh_.tableau.is_composite(point)) {
    out.noalias() += factor * rows * tangents_[point][interval];
  } else {
    add_product(
        rows, factor, [&](int input) { return terms(point, interval, input); }, out);
  }
}

void MeshPoints::add_congruence(int point, int interval, const Eigen::Ref<const Eigen::MatrixXd>& hessian,
                                Eigen::Ref<Eigen::MatrixXd> out) const {
  if (mesh_.tableau.is_composite(point)) {
    const Eigen::MatrixXd& tangent = tangents_[point][interval];
    out.noalias() += tangent.transpose() * (hessian * tangent);
  } else {
    add_sparse_congruence(
        hessian, [&](int input) { return terms(point, interval, input); }, out);
  }
}

MeshPoints::Terms MeshPoints::knot_terms(int knot, int input) const {
  const int time = layout_.states() + layout_.controls();
  if (input < time) return {{input, 1.0}};
  const int shift = time - layout_.local_size() + layout_.border();  // the border follows the knot's own unknowns
  Terms terms = input == time ? time_terms(mesh_.ends[knot]) : terms_[0][input];
  for (auto& term : terms) term.first += shift;
  return terms;
}

void MeshPoints::add_knot_product(int knot, const Eigen::Ref<const Eigen::MatrixXd>& rows,
                                  Eigen::Ref<Eigen::MatrixXd> out) const {
  add_product(
      rows, 1.0, [&](int input) { return knot_terms(knot, input); }, out);
}

void MeshPoints::add_knot_congruence(int knot, const Eigen::Ref<const Eigen::MatrixXd>& hessian,
                                     Eigen::Ref<Eigen::MatrixXd> out) const {
  add_sparse_congruence(
      hessian, [&](int input) { return knot_terms(knot, input); }, out);
}

BoolMatrix MeshPoints::knot_tangent_pattern() const {
  BoolMatrix pattern = BoolMatrix::Constant(function_->inputs(), knot_unknowns(), false);
  for (int input = 0; input < function_->inputs(); ++input) {
    for (const auto& [local, weight] : knot_terms(0, input)) pattern(input, local) = true;
  }
  return pattern;
}

void MeshPoints::find_tangent_patterns() {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states();
  const BoolMatrix rates = function_->jacobian_pattern().topRows(states);
  for (int j = 0; j < tableau.point_count(); ++j) {
    BoolMatrix pattern = BoolMatrix::Constant(function_->inputs(), layout_.local_size(), false);
    for (int input = 0; input < function_->inputs(); ++input) {
      for (const auto& [local, weight] : terms(j, 0, input)) pattern(input, local) = true;
    }
    const Terms times = time_terms(0.5);  // every free time, whatever the fraction
    for (const auto& [local, weight] : times) pattern(states + layout_.controls(), local) = true;
    for (int i = 0; i < tableau.point_count(); ++i) {
      if (tableau.state_from_rates(j, i) == 0.0) continue;
      for (int s = 0; s < states; ++s) {
        for (int input = 0; input < function_->inputs(); ++input) {
          if (rates(s, input)) pattern.row(s) = pattern.row(s) || tangent_patterns_[i].row(input);
        }
        for (const auto& [local, weight] : times) pattern(s, local) = true;
      }
    }
    tangent_patterns_.push_back(std::move(pattern));
  }
}

}  // namespace tandem

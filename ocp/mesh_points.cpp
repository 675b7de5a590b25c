#include <tandem/ocp/mesh_points.hpp>

#include <utility>

namespace tandem {
namespace {

/// out += factor * rows * G, with row `input` of G visited by for_terms(input, visit(unknown, weight)).
template <class ForTerms>
void add_product(const Eigen::Ref<const Eigen::MatrixXd>& rows, double factor, const ForTerms& for_terms,
                 Eigen::Ref<Eigen::MatrixXd> out) {
  for (int input = 0; input < rows.cols(); ++input) {
    for_terms(input, [&](int local, double weight) { out.col(local) += (factor * weight) * rows.col(input); });
  }
}

/// out += G' * hessian * G, likewise.
template <class ForTerms>
void add_sparse_congruence(const Eigen::Ref<const Eigen::MatrixXd>& hessian, const ForTerms& for_terms,
                           Eigen::Ref<Eigen::MatrixXd> out) {
  for (int b = 0; b < hessian.cols(); ++b) {
    for (int a = 0; a < hessian.rows(); ++a) {
      const double value = hessian(a, b);
      if (value == 0.0) continue;
      for_terms(b, [&](int col, double col_weight) {
        for_terms(a, [&](int row, double row_weight) { out(row, col) += row_weight * col_weight * value; });
      });
    }
  }
}

/// Below so many multiplications the blocks of Eigen's product cost more than they bring (docs/notes/sweep.md).
constexpr Eigen::Index kSmallProduct = 4096;

/// out += factor * a * b; for small blocks column by column, past the zeros of b.
void add_dense_product(const Eigen::Ref<const Eigen::MatrixXd>& a, double factor, const Eigen::MatrixXd& b,
                       Eigen::Ref<Eigen::MatrixXd> out) {
  const Eigen::Index rows = a.rows();
  if (rows * b.size() > kSmallProduct) {
    out.noalias() += factor * a * b;
    return;
  }
  for (Eigen::Index col = 0; col < b.cols(); ++col) {
    double* to = out.data() + col * out.outerStride();
    for (Eigen::Index i = 0; i < b.rows(); ++i) {
      const double weight = factor * b(i, col);
      if (weight == 0.0) continue;
      const double* from = a.data() + i * a.outerStride();
      for (Eigen::Index row = 0; row < rows; ++row) to[row] += weight * from[row];
    }
  }
}

}  // namespace

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
    const bool composite = tableau.is_composite(j);
    tangents_.emplace_back(composite ? mesh_.intervals() : 0,
                           Eigen::MatrixXd::Zero(function_->inputs(), layout_.local_size()));
  }
  batch_.resize(function_->inputs(), function_->outputs(), columns);
  scratch_.resize(function_->inputs(), layout_.local_size());
  transposed_.resize(layout_.local_size(), function_->inputs());
  find_tangent_patterns();
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

std::vector<int> MeshPoints::free_times() const {
  std::vector<int> times;
  visit_times(0.5, 0, [&](int local, double) { times.push_back(local); });
  return times;
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

/// G_j = G_direct + h sum_i state_from_rates(j, i) F_i G_i + (sum_i state_from_rates(j, i) f_i) dh.
void MeshPoints::fill_tangent(int point, int interval, double step) {
  Eigen::MatrixXd& tangent = tangents_[point][interval];
  tangent.setZero();
  for (int input = 0; input < function_->inputs(); ++input) {
    for_terms(point, interval, input, [&](int local, double weight) { tangent(input, local) += weight; });
  }
  const auto weights = mesh_.tableau.state_from_rates.row(point);
  const int states = layout_.states();
  for (int i = 0; i < weights.size(); ++i) {
    if (weights(i) == 0.0) continue;
    const int at = column(i, interval);
    add_product_with_tangent(i, interval, batch_.jacobian(at).topRows(states), step * weights(i),
                             tangent.topRows(states));
    const auto rates = batch_.values.col(at).head(states) * (weights(i) * mesh_.length(interval));
    if (layout_.start_time() >= 0) tangent.col(layout_.local_start_time()).head(states) -= rates;
    if (layout_.end_time() >= 0) tangent.col(layout_.local_end_time()).head(states) += rates;
  }
}

void MeshPoints::add_product_with_tangent(int point, int interval, const Eigen::Ref<const Eigen::MatrixXd>& rows,
                                          double factor, Eigen::Ref<Eigen::MatrixXd> out) const {
  if (mesh_.tableau.is_composite(point)) {
    add_dense_product(rows, factor, tangents_[point][interval], out);
  } else {
    const auto terms = [&](int input, const auto& visit) { for_terms(point, interval, input, visit); };
    add_product(rows, factor, terms, out);
  }
}

void MeshPoints::add_congruence(int point, int interval, const Eigen::Ref<const Eigen::MatrixXd>& hessian,
                                Eigen::Ref<Eigen::MatrixXd> out) {
  if (mesh_.tableau.is_composite(point)) {
    const Eigen::MatrixXd& tangent = tangents_[point][interval];
    scratch_.setZero();
    add_dense_product(hessian, 1.0, tangent, scratch_);
    transposed_ = tangent.transpose();
    add_dense_product(transposed_, 1.0, scratch_, out);
  } else {
    const auto terms = [&](int input, const auto& visit) { for_terms(point, interval, input, visit); };
    add_sparse_congruence(hessian, terms, out);
  }
}

void MeshPoints::add_knot_product(int knot, const Eigen::Ref<const Eigen::MatrixXd>& rows,
                                  Eigen::Ref<Eigen::MatrixXd> out) const {
  const auto terms = [&](int input, const auto& visit) { for_knot_terms(knot, input, visit); };
  add_product(rows, 1.0, terms, out);
}

void MeshPoints::add_knot_congruence(int knot, const Eigen::Ref<const Eigen::MatrixXd>& hessian,
                                     Eigen::Ref<Eigen::MatrixXd> out) const {
  const auto terms = [&](int input, const auto& visit) { for_knot_terms(knot, input, visit); };
  add_sparse_congruence(hessian, terms, out);
}

BoolMatrix MeshPoints::knot_tangent_pattern() const {
  BoolMatrix pattern = BoolMatrix::Constant(function_->inputs(), knot_unknowns(), false);
  for (int input = 0; input < function_->inputs(); ++input) {
    for_knot_terms(0, input, [&](int local, double) { pattern(input, local) = true; });
  }
  return pattern;
}

void MeshPoints::find_tangent_patterns() {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states();
  const BoolMatrix rates = function_->jacobian_pattern().topRows(states);
  const std::vector<int> times = free_times();  // every one, whatever the fraction
  for (int j = 0; j < tableau.point_count(); ++j) {
    BoolMatrix pattern = BoolMatrix::Constant(function_->inputs(), layout_.local_size(), false);
    for (int input = 0; input < function_->inputs(); ++input) {
      for_terms(j, 0, input, [&](int local, double) { pattern(input, local) = true; });
    }
    for (int local : times) pattern(time_input(), local) = true;
    for (int i = 0; i < tableau.point_count(); ++i) {
      if (tableau.state_from_rates(j, i) == 0.0) continue;
      for (int s = 0; s < states; ++s) {
        for (int input = 0; input < function_->inputs(); ++input) {
          if (rates(s, input)) pattern.row(s) = pattern.row(s) || tangent_patterns_[i].row(input);
        }
        for (int local : times) pattern(s, local) = true;
      }
    }
    tangent_patterns_.push_back(std::move(pattern));
  }
}

}  // namespace tandem

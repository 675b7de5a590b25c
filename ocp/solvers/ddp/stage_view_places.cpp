#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/ddp/stage_view.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

// What StageView does once: which bounds and rows are equations, which are augmented, and where the numbers of the
// StagedNlp's Jacobian and Hessian go.

namespace tandem::ddp {

StageView::StageView(StagedNlp& nlp)
    : nlp_(nlp),
      map_(nlp),
      lq_({map_.states(), map_.controls(), map_.steps(), 0, map_.border()}),
      implicit_(nlp, map_, lq_),
      squares_(nlp, map_) {
  for (int k = 0; k < steps(); ++k) {
    for (int i = 0; i < states(); ++i) step_rows_.push_back(map_.step_row(k, i));
  }
  Sorted sorted = sort_all();
  equations_ = std::move(sorted.equations);
  rows_ = std::move(sorted.rows);
  rows_.start(1.0);
  set_equations();
  place_jacobian();
  place_hessian();
  has_rows_ = std::any_of(equations_.begin(), equations_.end(), [](const Equation& one) { return one.row >= 0; });
  for (int i = 0; i < rows_.size(); ++i) has_rows_ = has_rows_ || rows_[i].row >= 0;
  ahead_lengths_.assign(ahead_.size(), 0.0);
  jacobian_.resize(nlp_.jacobian_entries());
  hessian_.resize(nlp_.hessian_entries());
  gradient_.setZero(nlp_.layout().variables());
  multipliers_.setZero(nlp_.layout().constraints());
  gap_multipliers_.setZero(states(), steps());
}

StageView::Sorted StageView::sort_all() const {
  Sorted sorted;
  sort_bounds(sorted);
  sort_rows(sorted);
  return sorted;
}

/// Bounds of states after a phase's start: equations where an end is given, augmented rows elsewhere.
void StageView::sort_bounds(Sorted& out) const {
  for (int knot = 1; knot <= steps(); ++knot) {
    if (map_.is_joint(knot - 1)) continue;  // a start, chosen within its box
    for (int i = 0; i < map_.states_of(knot); ++i) {
      if (map_.is_repeated(knot, i)) continue;
      const int unknown = map_.state_at(knot, i);
      const double lower = nlp_.lower()(unknown), upper = nlp_.upper()(unknown);
      if (map_.is_last_of_phase(knot) && lower == upper) {
        out.equations.push_back({knot, -1, unknown, lower});
      } else if (std::isfinite(lower) || std::isfinite(upper)) {
        out.rows.add({knot, -1, unknown, lower, upper});
      }
    }
  }
}

/// Rows that are no steps: path constraints and ranges are augmented, the rest are equations.
void StageView::sort_rows(Sorted& out) const {
  const NlpLayout& layout = nlp_.layout();
  std::vector<char> is_step(layout.constraints(), 0), is_path(is_step);
  for (const int row : step_rows_) {
    if (row >= 0) is_step[row] = 1;
  }
  for (int p = 0; p < layout.phases(); ++p) {
    const PhaseLayout& phase = layout.phase(p);
    const bool at_knots = phase.has_knot_points();
    for (int k = 0; k < phase.intervals() + (at_knots ? 1 : 0); ++k) {
      const int first = at_knots ? phase.knot_path(k) : phase.path(k, 0);
      std::fill_n(is_path.begin() + first, phase.paths(), 1);
    }
  }
  for (int row = 0; row < layout.constraints(); ++row) {
    if (is_step[row]) continue;
    const int knot = layout.stage_of_constraint(row);
    const double lower = nlp_.constraint_lower()(row), upper = nlp_.constraint_upper()(row);
    if (lower == upper && !is_path[row]) {
      out.equations.push_back({knot, row, -1, lower});
    } else if (std::isfinite(lower) || std::isfinite(upper)) {
      out.rows.add({knot, row, -1, lower, upper});
    }
  }
}

void StageView::read_numbers() {
  const Sorted now = sort_all();
  require_same_kinds(now);
  squares_.read_numbers();
  std::fill(ahead_lengths_.begin(), ahead_lengths_.end(), 0.0);
  equations_ = now.equations;
  for (int i = 0; i < rows_.size(); ++i) rows_.set_bounds(i, now.rows[i].lower, now.rows[i].upper);
}

void StageView::require_same_kinds(const Sorted& now) const {
  using Kinds = std::map<std::array<int, 3>, const char*>;  // by knot, unknown and row
  const auto kinds_of = [](const std::vector<Equation>& equations, const AugmentedRows& rows) {
    Kinds kinds;
    for (const Equation& one : equations) kinds[{one.knot, one.unknown, one.row}] = "one value";
    for (int i = 0; i < rows.size(); ++i) kinds[{rows[i].knot, rows[i].unknown, rows[i].row}] = "a range";
    return kinds;
  };
  const Kinds before = kinds_of(equations_, rows_), after = kinds_of(now.equations, now.rows);
  const auto kind_in = [](const Kinds& kinds, const std::array<int, 3>& at) {
    const auto found = kinds.find(at);
    return std::string_view(found == kinds.end() ? "no bound" : found->second);
  };
  const auto require_same = [&](const std::array<int, 3>& at) {
    const std::string_view was = kind_in(before, at), is = kind_in(after, at);
    require(was == is, "problem '{}': {} had {} when DDP was set up, and has {} now; set it up anew for these numbers",
            nlp_.problem().name(), bound_name(at[0], at[1], at[2]), was, is);
  };
  for (const auto& one : before) require_same(one.first);
  for (const auto& one : after) require_same(one.first);
}

void StageView::set_equations() {
  lq_ = LqProblem({states(), controls(), steps(), equations(), map_.border()});
  for (int i = 0; i < equations(); ++i) lq_.knots[i] = equations_[i].knot;
}

std::string StageView::equation_name(int index) const {
  const Equation& equation = equations_[index];
  return bound_name(equation.knot, equation.unknown, equation.row);
}

std::string StageView::row_name(const AugmentedRow& row) const { return bound_name(row.knot, row.unknown, row.row); }

std::string StageView::bound_name(int knot, int unknown, int row) const {
  if (row < 0) return state_name(knot, unknown - map_.state_at(knot));
  const Problem& problem = nlp_.problem();
  const NlpLayout& layout = nlp_.layout();
  for (std::size_t i = 0; i < problem.linkages().size(); ++i) {
    const int own = row - layout.linkage_row(static_cast<int>(i));
    const Linkage& linkage = problem.linkages()[i];
    if (own >= 0 && own < linkage.rows()) return "linkage '" + linkage.row_name(own) + "'";
  }
  const int copy = row - layout.copy_row(map_.phase(knot));
  if (layout.copy_row(map_.phase(knot)) >= 0 && copy >= 0) return state_name(knot, copy);
  const Phase& phase = nlp_.phase(map_.phase(knot));
  const PhaseLayout& own = map_.phase_layout(knot);
  const int end = row - own.end_constraint();
  if (end >= own.end_constraints()) return "the duration of phase '" + phase.name + "'";
  if (end >= 0) return "end constraint '" + phase.end_constraints[end].name + "'";
  const int k = map_.own_knot(knot), path = row - (own.has_knot_points() ? own.knot_path(k) : own.path(k, 0));
  return "path constraint '" + phase.path_constraints[path].name + "'";
}

// ---- what stands where ----------------------------------------------------------------------------------------------

/// Of the step's equation y_{k+1} - F(y_k, w_k, p) = 0.
void StageView::place_of_step(int source, int step, int state, int unknown) {
  const int right = map_.is_border(unknown) ? -1 : unknown - map_.state_at(step + 1);
  const bool is_next = right >= 0 && right < map_.states_of(step + 1) && !map_.is_repeated(step + 1, right);
  if (implicit_.is_implicit(step) && is_next) {
    jacobian_places_.push_back({source, {&implicit_.by_next(step, state, right), nullptr}, 1.0});
    next_places_.push_back({source, step, state, right});
    return;
  }
  if (right == state) return;  // the 1 of y_{k+1}
  if (right >= 0 && right < map_.states_of(step + 1) && map_.has_velocities_ahead(nlp_, step)) {
    ahead_.push_back({step, state, right});
    return;
  }
  LqStage& lq = lq_.stages[step];
  const int local = map_.local(step, unknown);
  require(local >= 0, "DDP: step {} is not explicit in {}", step, state_name(step + 1, state));
  const int control = local - states(), border = control - controls();
  double& to = border >= 0 ? lq.C(state, border) : control >= 0 ? lq.B(state, control) : lq.A(state, local);
  jacobian_places_.push_back({source, {&to, nullptr}, -1.0});
}

void StageView::place_of_equation(int source, int equation, int unknown) {
  const int local = map_.local(equations_[equation].knot, unknown);
  require(local >= 0, "DDP: {} couples stages that are not neighbours", equation_name(equation));
  const int control = local - states(), border = control - controls();
  double& to = border >= 0 ? lq_.G(equation, border) : control >= 0 ? lq_.F(equation, control) : lq_.E(equation, local);
  jacobian_places_.push_back({source, {&to, nullptr}, 1.0});
}

void StageView::place_row(int source, int augmented, int unknown) {
  const int local = map_.wide_local(rows_[augmented].knot, unknown);
  require(has_place(rows_[augmented].knot, local), "DDP: a constraint couples stages that are not neighbours");
  row_entries_[augmented].push_back({source, local});
}

void StageView::place_jacobian() {
  const Pattern pattern = nlp_.jacobian_pattern();
  std::vector<int> step_of(nlp_.layout().constraints(), -1), augmented_of(step_of), equation_of(step_of);
  for (int i = 0; i < static_cast<int>(step_rows_.size()); ++i) {
    if (step_rows_[i] >= 0) step_of[step_rows_[i]] = i;
  }
  row_entries_.resize(rows_.size());
  for (int i = 0; i < rows_.size(); ++i) {
    if (rows_[i].row >= 0) {
      augmented_of[rows_[i].row] = i;
    } else {
      place_row(-1, i, rows_[i].unknown);
    }
  }
  for (int i = 0; i < equations(); ++i) {
    if (equations_[i].row >= 0) equation_of[equations_[i].row] = i;
  }
  for (int source = 0; source < pattern.size(); ++source) {
    const int row = pattern.rows[source], unknown = pattern.cols[source];
    if (step_of[row] >= 0) {
      place_of_step(source, step_of[row] / states(), step_of[row] % states(), unknown);
    } else if (augmented_of[row] >= 0) {
      place_row(source, augmented_of[row], unknown);
    } else if (equation_of[row] >= 0) {
      place_of_equation(source, equation_of[row], unknown);
    }
  }
}

/// Whether something of a knot has a place: what is past its step's unknowns only where the step is implicit.
bool StageView::has_place(int knot, int wide) const {
  return wide >= 0 && (map_.next_of(wide) < 0 || implicit_.is_implicit(knot));
}

/// As second_order_place, with the states after the step: by two of those it is of the next knot, by one of them and
/// what is before the step it is cross curvature.
LqPlace StageView::wide_place(int knot, int a, int b) {
  if (a < b) std::swap(a, b);
  const int next = map_.next_of(a), other = map_.next_of(b);
  if (next < 0) return second_order_place(lq_, knot, a, b);
  if (other >= 0) return second_order_place(lq_, knot + 1, next, other);
  if (b >= states() + controls()) return second_order_place(lq_, knot + 1, next, b);
  return {&implicit_.cross(knot, next, b), nullptr};
}

double* StageView::wide_place(int knot, int a) {
  const int next = map_.next_of(a);
  return next < 0 ? first_order_place(lq_, knot, a) : first_order_place(lq_, knot + 1, next);
}

/// A second derivative by two unknowns of the same knot, or of neighbours, or of the border.
void StageView::place_hessian() {
  const Pattern pattern = nlp_.hessian_pattern();
  for (int source = 0; source < pattern.size(); ++source) {
    const int row = pattern.rows[source], col = pattern.cols[source];
    int knot = steps();
    for (const int unknown : {row, col}) {
      if (!map_.is_border(unknown)) knot = std::min(knot, map_.knot_of(unknown));
    }
    const int a = map_.wide_local(knot, row), b = map_.wide_local(knot, col);
    require(has_place(knot, a) && has_place(knot, b), "DDP: the curvature of step {} couples states of both its ends",
            knot);
    hessian_places_.push_back({source, wide_place(knot, a, b), 1.0});
  }
}

}  // namespace tandem::ddp

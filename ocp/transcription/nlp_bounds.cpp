#include <tandem/ocp/transcription/nlp_bounds.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

NlpBounds bounds_of(const NlpLayout& layout, double free) {
  NlpBounds bounds;
  bounds.lower.setConstant(layout.variables(), -free);
  bounds.upper.setConstant(layout.variables(), free);
  bounds.constraint_lower.setZero(layout.constraints());  // defects
  bounds.constraint_upper.setZero(layout.constraints());
  return bounds;
}

/// Fills NlpBounds, and their slopes by one number, one unknown and one row at a time.
class BoundWriter {
 public:
  BoundWriter(const Problem& problem, const NlpLayout& layout, const std::vector<int>& free_numbers, int number)
      : problem_(problem),
        numbers_(problem.number_values()),
        free_numbers_(free_numbers),
        number_(number),
        bounds_(bounds_of(layout, kInfinity)),
        slopes_(bounds_of(layout, 0.0)) {}

  /// Narrows the bounds of an unknown.
  void unknown(int at, const Range& range) {
    refuse_design(range);
    const double lower = range.lower.at(numbers_), upper = range.upper.at(numbers_);
    if (lower > bounds_.lower(at)) bounds_.lower(at) = lower, slopes_.lower(at) = slope_of(range.lower, number_);
    if (upper < bounds_.upper(at)) bounds_.upper(at) = upper, slopes_.upper(at) = slope_of(range.upper, number_);
  }

  void row(int at, const Range& range) {
    refuse_design(range);
    bounds_.constraint_lower(at) = range.lower.at(numbers_);
    bounds_.constraint_upper(at) = range.upper.at(numbers_);
    slopes_.constraint_lower(at) = slope_of(range.lower, number_);
    slopes_.constraint_upper(at) = slope_of(range.upper, number_);
  }

  /// Of what is left of an integral without the share that design numbers have in its bounds.
  void budget(int at, const Range& range) {
    bounds_.constraint_lower(at) = range.lower.at(numbers_) - share(range.lower);
    bounds_.constraint_upper(at) = range.upper.at(numbers_) - share(range.upper);
    slopes_.constraint_lower(at) = slope_of(range.lower, number_);
    slopes_.constraint_upper(at) = slope_of(range.upper, number_);
  }

  void free_number(int at, int number) {
    const NamedNumber& named = problem_.numbers()[number];
    if (named.role == Role::design) return unknown(at, Range(named.lower, named.upper));
    bounds_.lower(at) = bounds_.upper(at) = named.value;
    slopes_.lower(at) = slopes_.upper(at) = number == number_ ? 1.0 : 0.0;
  }

  NlpBounds take() { return std::move(bounds_); }
  NlpBounds take_slopes() { return std::move(slopes_); }

 private:
  double share(const Affine& value) const {
    double sum = 0.0;
    for (const int design : problem_.design_numbers()) sum += slope_of(value, design) * numbers_[design];
    return sum;
  }

  void refuse_design(const Range& range) const {
    for (int free : free_numbers_) {
      if (problem_.numbers()[free].role == Role::path) continue;
      require(!range.lower.depends_on(free) && !range.upper.depends_on(free),
              "design number '{}' stands in a bound; only bounds of integral constraints may depend on design numbers "
              "so far",
              problem_.numbers()[free].name);
    }
  }

  const Problem& problem_;
  std::vector<double> numbers_;
  const std::vector<int>& free_numbers_;
  int number_;
  NlpBounds bounds_, slopes_;
};

void bound_nodes(BoundWriter& writer, const Phase& phase, const Tableau& tableau, const PhaseLayout& layout) {
  for (int k = 0; k < layout.intervals(); ++k) {
    // The left node and the interior ones; the right knot is the next interval's left one.
    for (int n = 0; n <= tableau.interior_states; ++n) {
      for (int i = 0; i < layout.states(); ++i) writer.unknown(layout.node_state(k, n) + i, phase.states[i].bounds);
    }
    for (int n = 0; n < tableau.node_controls(); ++n) {
      for (int i = 0; i < layout.controls(); ++i) {
        writer.unknown(layout.node_control(k, n) + i, phase.controls[i].bounds);
      }
    }
  }
}

void bound_ends(BoundWriter& writer, const Phase& phase, const PhaseLayout& layout) {
  const int last = layout.intervals();
  for (int i = 0; i < layout.states(); ++i) {
    const State& state = phase.states[i];
    writer.unknown(layout.state(last) + i, state.bounds);
    if (state.start) writer.unknown(layout.state(0) + i, *state.start);
    if (state.end) writer.unknown(layout.state(last) + i, *state.end);
  }
  if (layout.start_time() >= 0 && !phase.time.continues) writer.unknown(layout.start_time(), phase.time.start);
  if (layout.end_time() >= 0) writer.unknown(layout.end_time(), phase.time.end);
}

void bound_rows(BoundWriter& writer, const Phase& phase, const Tableau& tableau, const PhaseLayout& layout) {
  for (int c = 0; c < layout.paths(); ++c) {
    for (int k = 0; k < layout.intervals(); ++k) {
      for (int j = 0; j < tableau.point_count(); ++j) {
        if (!tableau.holds_paths(j)) continue;
        writer.row(layout.path(k, j) + c, phase.path_constraints[c].bounds);
      }
    }
  }
  for (int c = 0; c < layout.end_constraints(); ++c) {
    writer.row(layout.end_constraint() + c, phase.end_constraints[c].bounds);
  }
  if (layout.has_duration_row()) writer.row(layout.duration_row(), phase.time.duration.value_or(Range(0.0, kInfinity)));
}

/// Integrals start at 0.
void bound_integrals(BoundWriter& writer, const Problem& problem, const NlpLayout& layout, int phase) {
  const std::span<const Budget> budgets = layout.budgets();
  for (int i = 0; i < layout.phase(phase).integrals(); ++i) {
    const Range& range = problem.phases()[phase].integral_constraints[i].bounds;
    writer.unknown(layout.phase(phase).integral(0) + i, 0.0);
    const auto budget = std::find_if(budgets.begin(), budgets.end(),
                                     [&](const Budget& one) { return one.phase == phase && one.integral == i; });
    if (budget != budgets.end()) {
      writer.budget(budget->row, range);
    } else {
      writer.unknown(layout.phase(phase).integral(layout.phase(phase).intervals()) + i, range);
    }
  }
}

BoundWriter write_bounds(const Problem& problem, const std::vector<Tableau>& tableaux, const NlpLayout& layout,
                         const std::vector<int>& free_numbers, int number) {
  BoundWriter writer(problem, layout, free_numbers, number);
  for (int i = 0; i < layout.phases(); ++i) {
    const Phase& phase = problem.phases()[i];
    bound_nodes(writer, phase, tableaux[i], layout.phase(i));
    bound_ends(writer, phase, layout.phase(i));
    bound_rows(writer, phase, tableaux[i], layout.phase(i));
    bound_integrals(writer, problem, layout, i);
  }
  for (std::size_t i = 0; i < problem.linkages().size(); ++i) {
    const Linkage& linkage = problem.linkages()[i];
    for (int row = 0; row < linkage.rows(); ++row) {
      writer.row(layout.linkage_row(static_cast<int>(i)) + row, linkage.bounds);
    }
  }
  for (int i = 0; i < layout.free_numbers(); ++i) {
    writer.free_number(layout.free_number(i), free_numbers[i]);
  }
  return writer;
}

}  // namespace

NlpBounds make_bounds(const Problem& problem, const std::vector<Tableau>& tableaux, const NlpLayout& layout,
                      const std::vector<int>& free_numbers) {
  return write_bounds(problem, tableaux, layout, free_numbers, -1).take();
}

NlpBounds make_bound_slopes(const Problem& problem, const std::vector<Tableau>& tableaux, const NlpLayout& layout,
                            const std::vector<int>& free_numbers, int number) {
  return write_bounds(problem, tableaux, layout, free_numbers, number).take_slopes();
}

}  // namespace tandem

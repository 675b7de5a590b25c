#include <tandem/ocp/nlp_bounds.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

/// Fills NlpBounds one unknown and one row at a time.
class BoundWriter {
 public:
  BoundWriter(const Problem& problem, const NlpLayout& layout, const std::vector<int>& free_numbers)
      : problem_(problem), numbers_(problem.number_values()), free_numbers_(free_numbers) {
    bounds_.lower.setConstant(layout.variables(), -kInfinity);
    bounds_.upper.setConstant(layout.variables(), kInfinity);
    bounds_.constraint_lower.setZero(layout.constraints());  // defects
    bounds_.constraint_upper.setZero(layout.constraints());
  }

  /// Narrows the bounds of an unknown.
  void unknown(int at, const Range& range) {
    refuse_design(range);
    bounds_.lower(at) = std::max(bounds_.lower(at), range.lower.at(numbers_));
    bounds_.upper(at) = std::min(bounds_.upper(at), range.upper.at(numbers_));
  }

  void row(int at, const Range& range) {
    refuse_design(range);
    bounds_.constraint_lower(at) = range.lower.at(numbers_);
    bounds_.constraint_upper(at) = range.upper.at(numbers_);
  }

  NlpBounds take() { return std::move(bounds_); }

 private:
  void refuse_design(const Range& range) const {
    for (int free : free_numbers_) {
      require(!range.lower.depends_on(free) && !range.upper.depends_on(free),
              "design number '{}' stands in a bound; bounds may only depend on constant numbers so far",
              problem_.numbers()[free].name);
    }
  }

  const Problem& problem_;
  std::vector<double> numbers_;
  const std::vector<int>& free_numbers_;
  NlpBounds bounds_;
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
void bound_integrals(BoundWriter& writer, const Phase& phase, const PhaseLayout& layout) {
  for (int i = 0; i < layout.integrals(); ++i) {
    writer.unknown(layout.integral(0) + i, 0.0);
    writer.unknown(layout.integral(layout.intervals()) + i, phase.integral_constraints[i].bounds);
  }
}

}  // namespace

NlpBounds make_bounds(const Problem& problem, const std::vector<Tableau>& tableaux, const NlpLayout& layout,
                      const std::vector<int>& free_numbers) {
  BoundWriter writer(problem, layout, free_numbers);
  for (int i = 0; i < layout.phases(); ++i) {
    const Phase& phase = problem.phases()[i];
    bound_nodes(writer, phase, tableaux[i], layout.phase(i));
    bound_ends(writer, phase, layout.phase(i));
    bound_rows(writer, phase, tableaux[i], layout.phase(i));
    bound_integrals(writer, phase, layout.phase(i));
  }
  for (std::size_t i = 0; i < problem.linkages().size(); ++i) {
    const Linkage& linkage = problem.linkages()[i];
    for (int row = 0; row < linkage.rows(); ++row) {
      writer.row(layout.linkage_row(static_cast<int>(i)) + row, linkage.bounds);
    }
  }
  for (int i = 0; i < layout.free_numbers(); ++i) {
    const NamedNumber& number = problem.numbers()[free_numbers[i]];
    writer.unknown(layout.free_number(i), Range(number.lower, number.upper));
  }
  return writer.take();
}

}  // namespace tandem

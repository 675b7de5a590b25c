#include <tandem/ocp/transcription/nlp_layout.hpp>

#include <algorithm>
#include <iterator>

namespace tandem {
namespace {

bool is_free(const Range& time, std::span<const double> numbers) {
  return time.lower.at(numbers) < time.upper.at(numbers);
}

/// A time that a path number fixes is an unknown too, held by its bounds: so its derivatives are there.
bool is_unknown(const Range& time, const Problem& problem, std::span<const double> numbers) {
  if (is_free(time, numbers)) return true;
  const std::span<const NamedNumber> named = problem.numbers();
  for (int i = 0; i < std::ssize(named); ++i) {
    if (named[i].role == Role::path && (time.lower.depends_on(i) || time.upper.depends_on(i))) return true;
  }
  return false;
}

/// The bounds alone let the end come before the start, or the statement has a wish.
bool needs_duration_row(const Problem& problem, int phase, std::span<const double> numbers) {
  const PhaseTime& time = problem.phases()[phase].time;
  const Range start = problem.start_range(phase);
  if (!is_free(start, numbers) && !is_free(time.end, numbers)) return false;
  return time.duration.has_value() || time.end.lower.at(numbers) < start.upper.at(numbers);
}

PhaseSizes sizes_of(const Problem& problem, int i, std::span<const double> numbers) {
  const Phase& phase = problem.phases()[i];
  return {phase.state_count,
          phase.control_count,
          static_cast<int>(phase.integral_constraints.size()),
          static_cast<int>(phase.path_constraints.size()),
          static_cast<int>(phase.end_constraints.size()),
          needs_duration_row(problem, i, numbers)};
}

bool depends_on_any(const Range& range, const std::vector<int>& numbers) {
  return std::any_of(numbers.begin(), numbers.end(),
                     [&](int number) { return range.lower.depends_on(number) || range.upper.depends_on(number); });
}

}  // namespace

double slope_of(const Affine& value, int number) {
  double slope = 0.0;
  for (const auto& [index, coefficient] : value.terms()) slope += index == number ? coefficient : 0.0;
  return slope;
}

NlpLayout::NlpLayout(const Problem& problem, std::span<const Mesh> meshes, int free_numbers) {
  place_phases(problem, meshes);
  place_border(problem, free_numbers);
  place_linkages(problem);
  place_budgets(problem);
}

void NlpLayout::place_phases(const Problem& problem, std::span<const Mesh> meshes) {
  const std::vector<double> numbers = problem.number_values();
  for (int i = 0; i < static_cast<int>(problem.phases().size()); ++i) {
    phases_.emplace_back(meshes[i], sizes_of(problem, i, numbers), border_offset_, constraints_, stages_);
    border_offset_ += phases_.back().own_variables();
    constraints_ += phases_.back().own_rows();
    stages_ += phases_.back().stages();
  }
  phase_rows_ = constraints_;
}

void NlpLayout::place_border(const Problem& problem, int free_numbers) {
  const std::vector<double> numbers = problem.number_values();
  std::vector<PhaseBorder> borders;
  for (const Phase& phase : problem.phases()) {
    PhaseBorder border;
    if (phase.time.continues) {
      border.start_time = borders.back().end_time;
    } else if (is_unknown(phase.time.start, problem, numbers)) {
      border.start_time = border_offset_ + border_++;
    }
    if (is_unknown(phase.time.end, problem, numbers)) border.end_time = border_offset_ + border_++;
    borders.push_back(border);
  }
  first_number_ = border_offset_ + border_;
  for (int i = 0; i < free_numbers; ++i) {
    for (PhaseBorder& border : borders) border.numbers.push_back(first_number_ + i);
  }
  border_ += free_numbers;
  for (std::size_t i = 0; i < phases_.size(); ++i) phases_[i].set_border(borders[i]);
}

void NlpLayout::place_linkages(const Problem& problem) {
  start_copies_.assign(phases_.size(), -1);
  copy_rows_.assign(phases_.size(), -1);
  for (const Linkage& linkage : problem.linkages()) {
    linkage_rows_.push_back(constraints_);
    constraints_ += linkage.rows();
    const PhaseLayout& before = phases_[linkage.before];
    joint_stages_.insert(joint_stages_.end(), linkage.rows(), before.first_stage() + before.intervals());
    if (!linkage.goes_back() || start_copies_[linkage.after] >= 0) continue;
    start_copies_[linkage.after] = border_offset_ + border_;
    border_ += phases_[linkage.after].states();
  }
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    if (start_copies_[i] < 0) continue;
    copy_rows_[i] = constraints_;
    constraints_ += phases_[i].states();
    joint_stages_.insert(joint_stages_.end(), phases_[i].states(), phases_[i].first_stage());
  }
}

void NlpLayout::place_budgets(const Problem& problem) {
  const std::vector<int> design = problem.design_numbers();
  for (int p = 0; p < phases(); ++p) {
    const std::vector<Constraint>& integrals = problem.phases()[p].integral_constraints;
    for (int i = 0; i < std::ssize(integrals); ++i) {
      if (!depends_on_any(integrals[i].bounds, design)) continue;
      budgets_.push_back({p, i, constraints_++});
      joint_stages_.push_back(phases_[p].first_stage() + phases_[p].intervals());
    }
  }
}

int NlpLayout::stage_of_variable(int index) const {
  if (index >= border_offset_) return stages_;
  const auto after = std::find_if(phases_.begin(), phases_.end(), [&](const PhaseLayout& phase) {
    return index < phase.first_variable() + phase.own_variables();
  });
  return after->stage_of_variable(index);
}

int NlpLayout::stage_of_constraint(int row) const {
  if (row >= phase_rows_) return joint_stages_[row - phase_rows_];
  const auto after = std::find_if(phases_.begin(), phases_.end(),
                                  [&](const PhaseLayout& phase) { return row < phase.first_row() + phase.own_rows(); });
  return after->stage_of_constraint(row);
}

}  // namespace tandem

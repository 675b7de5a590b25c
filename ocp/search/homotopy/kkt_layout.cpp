#include <tandem/ocp/search/homotopy/kkt_layout.hpp>

#include <cmath>

namespace tandem::homotopy {

KktLayout::KktLayout(const StagedNlp& nlp) : unknowns_(nlp.layout().variables()) {
  for (int i = 0; i < unknowns_; ++i) {
    fixed_.push_back(nlp.lower()(i) == nlp.upper()(i));
    if (fixed_[i]) continue;
    if (std::isfinite(nlp.lower()(i))) below_.push_back(i);
    if (std::isfinite(nlp.upper()(i))) above_.push_back(i);
  }
  for (int row = 0; row < nlp.layout().constraints(); ++row) {
    const double lower = nlp.constraint_lower()(row), upper = nlp.constraint_upper()(row);
    slack_of_row_.push_back(lower == upper ? -1 : primal());
    if (lower == upper) continue;
    if (std::isfinite(lower)) below_.push_back(primal());
    if (std::isfinite(upper)) above_.push_back(primal());
    inequalities_.push_back(row);
  }
}

bool KktLayout::fits(const StagedNlp& nlp) const {
  const KktLayout now(nlp);
  return now.fixed_ == fixed_ && now.slack_of_row_ == slack_of_row_ && now.below_ == below_ && now.above_ == above_;
}

std::vector<int> KktLayout::stages_of(const NlpLayout& layout) const {
  std::vector<int> stages;
  for (int i = 0; i < unknowns_; ++i) stages.push_back(layout.stage_of_variable(i));
  for (const int row : inequalities_) stages.push_back(layout.stage_of_constraint(row));
  for (int row = 0; row < rows(); ++row) stages.push_back(layout.stage_of_constraint(row));
  return stages;
}

}  // namespace tandem::homotopy

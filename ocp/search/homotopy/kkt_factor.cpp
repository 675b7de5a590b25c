#include <tandem/ocp/search/homotopy/kkt_factor.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace tandem::homotopy {
namespace {

/// Puts entries where they belong, and remembers where each comes from.
class PatternWriter {
 public:
  PatternWriter(const StagedNlp& nlp, const KktLayout& layout) : layout_(layout) {
    pattern_.places.stages = nlp.layout().stages();
    pattern_.places.stage_of_row = layout.stages_of(nlp.layout());
    for (int i = 0; i < layout.unknowns(); ++i) {
      if (layout.is_fixed(i)) pattern_.fixed.push_back(i);
    }
  }

  void add(const Pattern& entries, int first_row) {
    for (int e = 0; e < entries.size(); ++e, ++source_) {
      int row = first_row + entries.rows[e], col = entries.cols[e];
      if (layout_.is_fixed(row)) std::swap(row, col);
      if (layout_.is_fixed(row)) continue;
      if (layout_.is_fixed(col)) {
        pattern_.fixed_entries.push_back({row, col, source_});
      } else {
        place(row, col);
        pattern_.sources.push_back(source_);
      }
    }
  }

  void place(int row, int col) {
    pattern_.places.rows.push_back(row);
    pattern_.places.cols.push_back(col);
  }

  InnerPattern take() { return std::move(pattern_); }

 private:
  const KktLayout& layout_;
  InnerPattern pattern_;
  int source_ = 0;
};

}  // namespace

InnerPattern inner_pattern(const StagedNlp& nlp, const KktLayout& layout) {
  PatternWriter writer(nlp, layout);
  writer.add(nlp.hessian_pattern(), 0);
  writer.add(nlp.jacobian_pattern(), layout.primal());
  for (const int row : layout.inequalities()) writer.place(layout.primal() + row, layout.slack_of_row(row));
  for (int i = 0; i < layout.primal(); ++i) writer.place(i, i);
  return writer.take();
}

KktFactor::KktFactor(const StagedNlp& nlp, const KktLayout& layout) : KktFactor(inner_pattern(nlp, layout), layout) {}

KktFactor::KktFactor(InnerPattern pattern, const KktLayout& layout)
    : layout_(layout),
      pattern_(std::move(pattern)),
      inner_(pattern_.places),
      inner_values_(pattern_.places.rows.size()) {}

void KktFactor::factorise(std::span<const double> values, const Eigen::VectorXd& by_a, const Eigen::VectorXd& by_b) {
  values_.assign(values.begin(), values.end());
  by_a_ = by_a;
  by_b_ = by_b;
  auto next = inner_values_.begin();
  for (const int source : pattern_.sources) *next++ = values_[source];
  next = std::fill_n(next, layout_.inequalities().size(), -1.0);
  std::fill(next, inner_values_.end(), 0.0);
  for (const int i : pattern_.fixed) *(next + i) = 1.0;
  for (int i = 0; i < std::ssize(layout_.below()); ++i) *(next + layout_.below()[i]) += by_a_(i) / by_b_(i);
  for (int i = 0; i < std::ssize(layout_.above()); ++i) *(next + layout_.above()[i]) += by_a_above(i) / by_b_above(i);
  is_finite_ = inner_.factorise(inner_values_);
}

Eigen::VectorXd KktFactor::multiply(const Eigen::VectorXd& x) const {
  Eigen::VectorXd y = Eigen::VectorXd::Zero(size());
  const auto add = [&](int row, int col, double value) {
    y(row) += value * x(col);
    if (row != col) y(col) += value * x(row);
  };
  const continuation::StagedPattern& places = pattern_.places;
  const std::size_t own = pattern_.sources.size(), slacks = layout_.inequalities().size();
  for (std::size_t e = 0; e < own + slacks; ++e) add(places.rows[e], places.cols[e], inner_values_[e]);
  for (const auto& [row, col, source] : pattern_.fixed_entries) y(row) += values_[source] * x(col);
  for (const int i : pattern_.fixed) y(i) = x(i);
  for (int i = 0; i < std::ssize(layout_.below()); ++i) {
    const int w = layout_.below()[i];
    y(w) -= x(below(i));
    y(below(i)) = by_a_(i) * x(w) + by_b_(i) * x(below(i));
  }
  for (int i = 0; i < std::ssize(layout_.above()); ++i) {
    const int w = layout_.above()[i];
    y(w) += x(above(i));
    y(above(i)) = -by_a_above(i) * x(w) + by_b_above(i) * x(above(i));
  }
  return y;
}

/// zl = (bl - Da w) / Db and zu = (bu + Da w) / Db leave (W + Da / Db) w + A' y = b + bl / Db - bu / Db.
Eigen::VectorXd KktFactor::solve(const Eigen::VectorXd& b) {
  if (!is_finite_) return Eigen::VectorXd::Constant(size(), std::numeric_limits<double>::quiet_NaN());
  Eigen::VectorXd inner = b.head(layout_.inner());
  for (const auto& [row, col, source] : pattern_.fixed_entries) inner(row) -= values_[source] * b(col);
  for (int i = 0; i < std::ssize(layout_.below()); ++i) inner(layout_.below()[i]) += b(below(i)) / by_b_(i);
  for (int i = 0; i < std::ssize(layout_.above()); ++i) inner(layout_.above()[i]) -= b(above(i)) / by_b_above(i);
  Eigen::VectorXd x(size());
  x.head(layout_.inner()) = inner_.solve(inner);
  for (int i = 0; i < std::ssize(layout_.below()); ++i) {
    x(below(i)) = (b(below(i)) - by_a_(i) * x(layout_.below()[i])) / by_b_(i);
  }
  for (int i = 0; i < std::ssize(layout_.above()); ++i) {
    x(above(i)) = (b(above(i)) + by_a_above(i) * x(layout_.above()[i])) / by_b_above(i);
  }
  return x;
}

/// Transposed, the bounds' columns say xl = (bl + w) / Db and xu = (bu - w) / Db, which leave
/// (W + Da / Db) w + A' y = b - Da bl / Db + Da bu / Db; fixed unknowns come last.
Eigen::VectorXd KktFactor::solve_transposed(const Eigen::VectorXd& b) {
  if (!is_finite_) return Eigen::VectorXd::Constant(size(), std::numeric_limits<double>::quiet_NaN());
  Eigen::VectorXd inner = b.head(layout_.inner());
  for (int i = 0; i < std::ssize(layout_.below()); ++i) {
    inner(layout_.below()[i]) -= by_a_(i) * b(below(i)) / by_b_(i);
  }
  for (int i = 0; i < std::ssize(layout_.above()); ++i) {
    inner(layout_.above()[i]) += by_a_above(i) * b(above(i)) / by_b_above(i);
  }
  for (const int i : pattern_.fixed) inner(i) = 0.0;
  Eigen::VectorXd x(size());
  x.head(layout_.inner()) = inner_.solve(inner);
  for (const int i : pattern_.fixed) x(i) = b(i);
  for (const auto& [row, col, source] : pattern_.fixed_entries) x(col) -= values_[source] * x(row);
  for (int i = 0; i < std::ssize(layout_.below()); ++i) {
    x(below(i)) = (b(below(i)) + x(layout_.below()[i])) / by_b_(i);
  }
  for (int i = 0; i < std::ssize(layout_.above()); ++i) {
    x(above(i)) = (b(above(i)) - x(layout_.above()[i])) / by_b_above(i);
  }
  return x;
}

}  // namespace tandem::homotopy

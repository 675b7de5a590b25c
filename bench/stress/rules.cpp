#include "summary.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem::stress {
namespace {

constexpr double kShareOfRight = 0.85, kShareOfBetter = 0.9;
constexpr double kLeastEffectivity = 0.5, kMostEffectivity = 1000.0, kMostOfCollocation = 30.0;
constexpr double kBarFactor = 2.0, kLeastBar = 1e-9, kSameObjective = 1e-6;

/// How many of the outcomes that `counts` are as they should be.
template <class Counts, class Holds>
Rule rule(const std::string& says, const std::vector<Outcome>& outcomes, double least_share, const Counts& counts,
          const Holds& holds) {
  int all = 0, good = 0;
  for (const Outcome& outcome : outcomes) {
    if (!counts(outcome)) continue;
    ++all;
    if (holds(outcome)) ++good;
  }
  return {says, all == 0 ? "there is none" : fmt::format("{} of {}", good, all), good >= least_share * all};
}

bool is_collocated(const Outcome& outcome) {
  return outcome.transcription == "gauss" || outcome.transcription == "radau";
}

const TableRow* row_of(const Outcome& outcome) {
  if (outcome.tried.group != "table") return nullptr;
  for (const TableRow& row : table_rows()) {
    if (command_of(row.tried) == command_of(outcome.tried)) return &row;
  }
  return nullptr;
}

bool has_same_objective(const Outcome& outcome, const TableRow& row) {
  return outcome.is_solved() && std::abs(outcome.objective - row.objective) <= kSameObjective * std::abs(row.objective);
}

/// Below what double precision tells, bars are the same.
bool has_same_bar(const Outcome& outcome, const TableRow& row) {
  if (!outcome.bar) return false;
  const double bar = *outcome.bar / outcome.scale;
  return std::max(bar, row.bar) <= kLeastBar || (bar <= kBarFactor * row.bar && row.bar <= kBarFactor * bar);
}

/// Another verdict is better where it passes what is right, or refuses what is wrong.
bool has_same_or_better_verdict(const Outcome& outcome, const TableRow& row) {
  if (outcome.verdict == row.verdict) return true;
  return outcome.passes() ? outcome.is_right() : outcome.is_wrong();
}

}  // namespace

bool breaks_table(const Outcome& outcome) {
  const TableRow* row = row_of(outcome);
  return row != nullptr && !(has_same_objective(outcome, *row) && has_same_bar(outcome, *row) &&
                             has_same_or_better_verdict(outcome, *row));
}

std::vector<Rule> rules_of(const std::vector<Outcome>& outcomes) {
  const auto any = [](const Outcome&) { return true; };
  const auto in_range = [](double most) {
    return [most](const Outcome& one) { return one.effectivity() >= kLeastEffectivity && one.effectivity() <= most; };
  };
  return {
      rule(
          "no answer that is wrong by more than 1e-4 passes", outcomes, 1.0,
          [](const Outcome& one) { return one.is_wrong(); }, [](const Outcome& one) { return !one.passes(); }),
      rule(
          "what has not been solved does not pass", outcomes, 1.0, [](const Outcome& one) { return !one.is_solved(); },
          [](const Outcome& one) { return !one.passes(); }),
      rule(
          "85 % of the answers that are right to 1e-6 pass", outcomes, kShareOfRight,
          [](const Outcome& one) { return one.is_right(); }, [](const Outcome& one) { return one.passes(); }),
      rule(
          "smooth answers: the bar is 0.5 to 1000 times the error", outcomes, 1.0,
          [](const Outcome& one) { return one.measures_effectivity(); }, in_range(kMostEffectivity)),
      rule(
          "smooth answers by gauss and radau: 0.5 to 30 times", outcomes, 1.0,
          [](const Outcome& one) { return one.measures_effectivity() && is_collocated(one); },
          in_range(kMostOfCollocation)),
      rule(
          "smooth answers: the better objective is nearer to the truth in 90 %", outcomes, kShareOfBetter,
          [](const Outcome& one) { return one.measures_effectivity(); },
          [](const Outcome& one) { return one.better_improves(); }),
      rule("nothing crashes", outcomes, 1.0, any, [](const Outcome& one) { return one.status != "crashed"; }),
  };
}

std::vector<Rule> table_rules(const std::vector<Outcome>& outcomes) {
  const auto same = [](const Outcome& one) {
    const TableRow* row = row_of(one);
    return row != nullptr && has_same_objective(one, *row);
  };
  const auto any = [](const Outcome& one) { return row_of(one) != nullptr; };
  return {
      rule("the table: objectives as they were", outcomes, 0.0, any, same),
      rule("the table: bars within a factor of 2, of the same answers", outcomes, 1.0, same,
           [](const Outcome& one) { return has_same_bar(one, *row_of(one)); }),
      rule("the table: verdicts the same or better", outcomes, 1.0, any,
           [](const Outcome& one) { return has_same_or_better_verdict(one, *row_of(one)); }),
  };
}

}  // namespace tandem::stress

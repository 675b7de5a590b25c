#pragma once

#include "cases.hpp"

#include <string>
#include <vector>

namespace tandem::stress {

/// A rule that outcomes must keep, and whether they do.
struct Rule {
  std::string says;   ///< "no answer that is wrong by more than 1e-4 passes"
  std::string found;  ///< "0 of 312"
  bool is_kept = true;
};

/// What must hold of any outcomes: no wrong answer passes, at least 85 % of the right ones do, the bar over the true
/// error stays in its range where the answer is smooth, and the better objective is better there nine times in ten.
std::vector<Rule> rules_of(const std::vector<Outcome>& outcomes);

/// What must hold of the table's: objectives as they were, bars within a factor of 2, verdicts the same or better.
std::vector<Rule> table_rules(const std::vector<Outcome>& outcomes);

/// Whether an answer differs from its row of the table in objective, bar or (for the worse) verdict.
bool breaks_table(const Outcome& outcome);

/// The list of truths beside what the solver finds by itself: its own mesh's answer, polish where controls jump or are
/// singular, collocation at five Radau and at five Gauss points where they are smooth. Prints a table.
std::vector<Rule> truth_rules();

/// For people: counts, the range of the effectivity by transcription, and every case that breaks a rule or is refused
/// though it is right, with the command that shows it.
std::string report_of(const std::vector<Outcome>& outcomes);

}  // namespace tandem::stress

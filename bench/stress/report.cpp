#include "summary.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tandem::stress {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : "; ") + word;
  return all;
}

std::string told(const Outcome& one) {
  std::string line = fmt::format("  {}\n    {}, J {:.10g}", command_of(one.tried), one.status, one.objective);
  if (one.is_known()) {
    line += fmt::format(", truth {:.12g} ({}), error {:.1e}", one.optimum->objective, one.optimum->how, one.error());
  }
  if (one.bar) line += fmt::format(", bar {:.1e}", *one.bar / one.scale);
  if (one.is_known() && one.better) {
    line += fmt::format(", better {:.1e}", (*one.better - one.optimum->objective) / one.scale);
  }
  line += fmt::format(", {}", one.verdict);
  if (!one.failing.empty()) line += " by " + joined(one.failing);
  if (!one.message.empty()) line += ": " + one.message;
  return line + "\n";
}

template <class Chosen>
std::string listed(const std::string& title, const std::vector<Outcome>& outcomes, const Chosen& is_chosen) {
  std::string text;
  int count = 0;
  for (const Outcome& one : outcomes) {
    if (!is_chosen(one)) continue;
    text += told(one);
    ++count;
  }
  return count == 0 ? "" : fmt::format("\n{} ({})\n{}", title, count, text);
}

/// A name, and as many columns of text.
std::string counts_by_problem(const std::vector<Outcome>& outcomes) {
  struct Counts {
    int cases = 0, solved = 0, known = 0, wrong = 0, wrong_passed = 0, right = 0, right_passed = 0;
  };
  std::map<std::string, Counts> by_problem;
  for (const Outcome& one : outcomes) {
    Counts& counts = by_problem[one.tried.problem];
    ++counts.cases;
    counts.solved += one.is_solved();
    counts.known += one.is_known();
    counts.wrong += one.is_wrong();
    counts.wrong_passed += one.is_wrong() && one.passes();
    counts.right += one.is_right();
    counts.right_passed += one.is_right() && one.passes();
  }
  std::string text =
      "\n| problem | cases | solved | truth known | wrong by 1e-4 | of these pass | right to 1e-6 | of these pass |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const auto& [name, c] : by_problem) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", name, c.cases, c.solved, c.known, c.wrong,
                        c.wrong_passed, c.right, c.right_passed);
  }
  return text;
}

std::string effectivity_by_transcription(const std::vector<Outcome>& outcomes) {
  std::map<std::string, std::vector<double>> by_transcription;
  std::map<std::string, int> improved;
  for (const Outcome& one : outcomes) {
    if (!one.measures_effectivity()) continue;
    const std::string name = one.degree > 0 ? fmt::format("{} {}", one.transcription, one.degree) : one.transcription;
    by_transcription[name].push_back(one.effectivity());
    improved[name] += one.better_improves();
  }
  std::string text =
      "\n| smooth answers by | cases | bar / error: least | median | most | better objective is better |\n"
      "|---|---|---|---|---|---|\n";
  for (auto& [name, all] : by_transcription) {
    std::sort(all.begin(), all.end());
    text += fmt::format("| {} | {} | {:.2g} | {:.2g} | {:.2g} | {} |\n", name, all.size(), all.front(),
                        all[all.size() / 2], all.back(), improved[name]);
  }
  return text;
}

bool is_out_of_range(const Outcome& one) {
  const bool collocated = one.transcription == "gauss" || one.transcription == "radau";
  return one.measures_effectivity() && !(one.effectivity() >= 0.5 && one.effectivity() <= (collocated ? 30.0 : 1000.0));
}

}  // namespace

std::string report_of(const std::vector<Outcome>& outcomes) {
  return counts_by_problem(outcomes) + effectivity_by_transcription(outcomes) +
         listed("WRONG, AND PASSED", outcomes, [](const Outcome& one) { return one.is_wrong() && one.passes(); }) +
         listed("NOT SOLVED, AND PASSED", outcomes,
                [](const Outcome& one) { return !one.is_solved() && one.passes(); }) +
         listed("CRASHED", outcomes, [](const Outcome& one) { return one.status == "crashed"; }) +
         listed("right, and refused", outcomes, [](const Outcome& one) { return one.is_right() && !one.passes(); }) +
         listed("smooth, and the bar out of its range", outcomes, is_out_of_range) +
         listed("not as the table has it", outcomes, breaks_table) +
         listed("solved, and the truth not known", outcomes,
                [](const Outcome& one) { return one.is_solved() && !one.is_known(); });
}

}  // namespace tandem::stress

#include <tandem/core/error.hpp>

#include <docs/design_page.hpp>
#include <docs/problem_comment.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tandem::docs {
namespace {

std::string numbers_table(const DocumentedDesign& one) {
  std::string text = "| number | value | unit | |\n|---|---|---|---|\n";
  for (const NamedNumber& number : one.designs) {
    const std::string lower = std::isfinite(number.lower) ? fmt::format(", at least {:.6g}", number.lower) : "",
                      upper = std::isfinite(number.upper) ? fmt::format(", at most {:.6g}", number.upper) : "";
    text += fmt::format("| `{}` | chosen, from {:.6g}{}{} | {} | {} |\n", number.name, number.value, lower, upper,
                        plain(number.unit), plain(number.meaning));
  }
  for (const NamedNumber& number : one.numbers) {
    text += fmt::format("| `{}` | {:.6g} | {} | {} |\n", number.name, number.value, plain(number.unit),
                        plain(number.meaning));
  }
  return text;
}

std::string folded(const std::string& title, const std::string& text) {
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", title, text);
}

}  // namespace

void require_on_reference(const DocumentedDesign& one) {
  const auto& reference = one.description.reference;
  require(!reference || std::abs(one.value - reference->objective) <= reference->tolerance,
          "docs: '{}' has the value {}, its reference is {}", one.name, one.value,
          reference ? reference->objective : one.value);
}

std::string value_in_words(double value, const std::optional<ReferenceValue>& reference) {
  if (!reference) return fmt::format("{:.6g}", value);
  const int digits = static_cast<int>(std::ceil(-std::log10(reference->tolerance) - 1e-9));
  const double unit = std::pow(10.0, -digits);
  return fmt::format("{:.{}f}", std::abs(value) < 0.5 * unit ? 0.0 : value, std::max(0, digits));  // no "-0.00"
}

std::string reference_in_words(const ReferenceValue& reference) {
  return fmt::format("{:.12g}, held to {:.1g} ({})", reference.objective, reference.tolerance, plain(reference.source));
}

std::string designs_index(const std::vector<DocumentedDesign>& all) {
  std::string text = "| problem | | design numbers | value |\n|---|---|---|---|\n";
  for (const DocumentedDesign& one : all) {
    text += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} |\n", one.name, plain(one.description.title),
                        one.designs.size(), value_in_words(one.value, one.description.reference));
  }
  return text + "\n";
}

std::string design_section(const DocumentedDesign& one) {
  const Description& about = one.description;
  std::string text =
      fmt::format("## {0}\n\n{1}. Shows {2}.\n\n<img src=\"images/problems/{0}.svg\" width=\"360\" alt=\"{0}\">\n\n",
                  one.name, plain(about.title), plain(about.teaches));
  text += markdown_of(one.comment) + "\n| | |\n|---|---|\n";
  text += fmt::format("| value | **{}** |\n", value_in_words(one.value, about.reference));
  if (about.reference) text += fmt::format("| reference | {} |\n", reference_in_words(*about.reference));
  text += fmt::format("| command | `{}` |\n", one.command);
  for (const auto& [what, words] : one.answer) text += fmt::format("| {} | {} |\n", what, words);
  text += fmt::format("| source | {} |\n\n", plain(about.source));
  if (!one.table.empty()) text += folded("The designs", one.table);
  return text + folded("Design numbers, named numbers", numbers_table(one));
}

}  // namespace tandem::docs

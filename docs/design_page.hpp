#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/ocp/statement/problem.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tandem::docs {

/// A problem that is no motion (a structure designed with its controller, or a controller alone), with its answer and
/// its mathematics, ready to be set.
struct DocumentedDesign {
  std::string name;
  Description description;
  std::string comment;                                      ///< comment_of its source
  std::string command;                                      ///< that gives this answer
  double value = 0.0;                                       ///< what the reference speaks of
  std::vector<std::pair<std::string, std::string>> answer;  ///< rows: what, Markdown
  std::string table;                                        ///< Markdown of more, folded; or nothing
  std::vector<NamedNumber> designs, numbers;
  std::string picture;  ///< SVG
};

/// Refuses a value that is off its reference.
void require_on_reference(const DocumentedDesign& one);

/// A value as far as a reference's tolerance means something, so that machines agree on what is printed.
std::string value_in_words(double value, const std::optional<ReferenceValue>& reference);

/// A reference with its tolerance and source.
std::string reference_in_words(const ReferenceValue& reference);

/// The table of all, and a section each.
std::string designs_index(const std::vector<DocumentedDesign>& all);
std::string design_section(const DocumentedDesign& one);

}  // namespace tandem::docs

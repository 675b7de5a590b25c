#pragma once

#include <string>

namespace tandem::docs {

/// The comment above the function of a problem, where its mathematics stands: the lines with three slashes just above
/// `Problem <name, with underscores>() {` (or `Codesign ...`) in `source`, without the slashes. Refuses a source that
/// has none.
std::string comment_of(const std::string& problem, const std::string& source);

/// Such a comment as Markdown: indented lines and paragraphs that start with "minimise" or "maximise" are set as they
/// stand, all others flow.
std::string markdown_of(const std::string& comment);

/// Text in which no character means anything to Markdown.
std::string plain(const std::string& text);

}  // namespace tandem::docs

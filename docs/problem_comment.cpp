#include <tandem/core/error.hpp>

#include <docs/problem_comment.hpp>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

namespace tandem::docs {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool is_formula(const std::string& paragraph) {
  for (const std::string_view start : {"  ", "minimise", "maximise"}) {
    if (paragraph.starts_with(start)) return true;
  }
  return false;
}

/// Lines up to the next empty one, or to one that is indented where the first is not (or the other way round).
std::vector<std::string> paragraphs_of(const std::string& comment) {
  std::vector<std::string> paragraphs;
  bool is_open = false, is_indented = false;
  for (const std::string& line : lines_of(comment)) {
    const bool indented = line.starts_with("  ");
    if (line.empty()) {
      is_open = false;
    } else if (is_open && indented == is_indented) {
      paragraphs.back() += "\n" + line;
    } else {
      paragraphs.push_back(line);
      is_open = true;
      is_indented = indented;
    }
  }
  return paragraphs;
}

/// As a block of code, without the indent of its first line.
std::string block_of(const std::string& paragraph) {
  const std::size_t indent = paragraph.find_first_not_of(' ');
  std::string block = "```text\n";
  for (const std::string& line : lines_of(paragraph)) block += line.substr(std::min(indent, line.size())) + "\n";
  return block + "```\n";
}

}  // namespace

std::string comment_of(const std::string& problem, const std::string& source) {
  std::string function = " " + problem + "() {";
  std::replace(function.begin(), function.end(), '-', '_');
  const std::vector<std::string> lines = lines_of(source);
  const auto at = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.ends_with(function) && line.find(' ') == line.size() - function.size();
  });
  require(at != lines.end(), "docs: the source of '{}' has no line 'Problem{}', nor one of another kind", problem,
          function);
  auto first = at;
  while (first != lines.begin() && (first - 1)->starts_with("///")) --first;
  require(first != at, "docs: '{}' has no comment above it that says its mathematics", problem);
  std::string comment;
  for (auto line = first; line != at; ++line) comment += line->substr(std::min<std::size_t>(4, line->size())) + "\n";
  return comment;
}

std::string markdown_of(const std::string& comment) {
  std::string text;
  for (const std::string& paragraph : paragraphs_of(comment)) {
    if (!text.empty()) text += "\n";
    text += is_formula(paragraph) ? block_of(paragraph) : plain(paragraph) + "\n";
  }
  return text;
}

std::string plain(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\*_<>|[]`").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace tandem::docs

#include <docs/problems_md.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

/// Pages name files. A word in backquotes that looks like a file or a folder of this repository must be one, seen from
/// the repository or from the page's own folder, and a link must lead to something, seen from the page's folder.
namespace tandem::docs::named_files_test {

namespace fs = std::filesystem;

/// A file that a page names and that is not there.
struct MissingFile {
  int line = 0;
  std::string name;

  friend bool operator==(const MissingFile&, const MissingFile&) = default;
};

const fs::path kRepository = TANDEM_REPOSITORY;

/// Rooms stand below these.
constexpr std::array<std::string_view, 7> kStreet{"core",     "dynamics", "derivatives", "ocp",
                                                  "problems", "report",   "cli"};
constexpr std::array<std::string_view, 6> kBeside{"tests", "examples", "bench", "docs", "cmake", "deps"};
constexpr std::array<std::string_view, 8> kEndings{".hpp", ".cpp", ".md", ".js", ".json", ".txt", ".cmake", ".tpp"};

/// Something that a page names: as it stands there.
struct Named {
  int line = 0;
  std::string word;
};

/// Of letters, digits and what else names of our files have: no spaces, no patterns, no <placeholders>.
bool is_plain(std::string_view word) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_-./", c) != nullptr; };
  return !word.empty() && std::all_of(word.begin(), word.end(), plain);
}

/// Whether it begins with a folder of the repository and a slash: a folder, a program or the stem of two files then.
bool is_in_a_folder(std::string_view word) {
  const std::string_view first = word.substr(0, word.find('/'));
  const auto is_first = [&](std::string_view folder) { return folder == first; };
  return first.size() < word.size() && (std::any_of(kStreet.begin(), kStreet.end(), is_first) ||
                                        std::any_of(kBeside.begin(), kBeside.end(), is_first));
}

bool ends_like_a_file(std::string_view word) {
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return word.size() > ending.size() && word.ends_with(ending); });
}

/// <tandem/core/jet.hpp> is core/jet.hpp, and <tandem/ocp.hpp> the header of a folder, ocp/ocp.hpp. Other words are
/// what they are.
std::string without_brackets(const std::string& word) {
  const std::string_view front = "<tandem/";
  if (!word.starts_with(front) || !word.ends_with(">")) return word;
  const std::string header = word.substr(front.size(), word.size() - front.size() - 1);
  return header.find('/') == std::string::npos ? fs::path(header).stem().string() + "/" + header : header;
}

bool looks_like_ours(const std::string& word) {
  return is_plain(word) && word.front() != '-' && (ends_like_a_file(word) || is_in_a_folder(word));
}

/// The same, or a pair of files with this stem.
bool is_there(const fs::path& path) {
  return fs::exists(path) || fs::exists(path.string() + ".hpp") || fs::exists(path.string() + ".cpp");
}

/// The lines of a page; those of fenced blocks, which are no text, are empty.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  bool is_fenced = false;
  for (std::string line; std::getline(in, line);) {
    const bool is_fence = line.starts_with("```");
    lines.push_back(is_fence || is_fenced ? "" : line);
    if (is_fence) is_fenced = !is_fenced;
  }
  return lines;
}

/// The words in backquotes and the targets of links. A quotation ends with its paragraph at the latest.
struct Names {
  std::vector<Named> quoted, linked;
};

Names names_in(const std::string& text) {
  Names names;
  bool is_quoted = false;
  std::string quotation, rest;
  int line = 0;
  for (const std::string& one : lines_of(text)) {
    ++line;
    if (one.empty()) is_quoted = false;
    rest.clear();
    for (const char c : one) {
      if (c == '`') {
        if (is_quoted) names.quoted.push_back({line, quotation});
        is_quoted = !is_quoted;
        quotation.clear();
      } else {
        (is_quoted ? quotation : rest) += c;
      }
    }
    quotation += ' ';  // a quotation that goes on in the next line is no single word
    for (std::size_t at = rest.find("]("); at != std::string::npos; at = rest.find("](", at + 2)) {
      const std::size_t end = rest.find_first_of(") ", at + 2);
      if (end != std::string::npos) names.linked.push_back({line, rest.substr(at + 2, end - at - 2)});
    }
  }
  return names;
}

bool is_of_the_web(const std::string& target) {
  return target.starts_with("#") || target.find("://") != std::string::npos || target.starts_with("mailto:");
}

/// Every page that people read for orientation; notes tell of what was, and may name what is gone.
std::vector<fs::path> pages() {
  std::vector<fs::path> all{"README.md", "CONTRIBUTING.md"};
  for (const auto& entry : fs::directory_iterator(kRepository / "docs")) {
    if (entry.path().extension() == ".md") all.push_back(fs::relative(entry.path(), kRepository));
  }
  for (const std::string_view folder : kStreet) {
    for (const auto& entry : fs::recursive_directory_iterator(kRepository / folder)) {
      if (entry.path().filename() == "README.md") all.push_back(fs::relative(entry.path(), kRepository));
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool holds_sources(const fs::path& folder) {
  const fs::recursive_directory_iterator files(folder);
  return std::any_of(begin(files), end(files), [](const auto& entry) { return entry.path().extension() == ".cpp"; });
}

/// The folders of the street, and those in ocp.
std::vector<fs::path> rooms() {
  std::vector<fs::path> all(kStreet.begin(), kStreet.end());
  for (const auto& entry : fs::directory_iterator(kRepository / "ocp")) {
    if (entry.is_directory() && holds_sources(entry.path())) all.push_back(fs::relative(entry.path(), kRepository));
  }
  return all;
}

/// The title of the last section, without its marks.
std::string last_title(const std::string& text) {
  std::string title;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("#")) title = line.substr(line.find_first_not_of("# "));
  }
  return title;
}

/// The files that `text`, a page in `folder` of the repository, names and that are not there.
std::vector<MissingFile> missing_files(const std::string& text, const fs::path& folder) {
  std::vector<MissingFile> missing;
  const Names names = names_in(text);
  for (const auto& [line, word] : names.quoted) {
    const std::string name = without_brackets(word);
    if (!looks_like_ours(name)) continue;
    if (!is_there(kRepository / name) && !is_there(kRepository / folder / name)) missing.push_back({line, word});
  }
  for (const auto& [line, target] : names.linked) {
    if (is_of_the_web(target)) continue;
    const std::string name = target.substr(0, target.find('#'));
    if (!fs::exists(kRepository / folder / name)) missing.push_back({line, target});
  }
  return missing;
}

TEST(NamedFiles, AreThereInEveryPage) {
  for (const fs::path& page : pages()) {
    for (const auto& [line, name] : missing_files(test::text_of(kRepository / page), page.parent_path())) {
      ADD_FAILURE() << page.string() << ":" << line << ": '" << name << "' is not there";
    }
  }
}

TEST(NamedFiles, AreFoundWhereTheyAreNot) {
  const std::vector<MissingFile> planted{{2, "core/jett.hpp"}, {3, "answered.cpp"}, {4, "ocp/series/"}, {5, "gone.md"}};
  EXPECT_EQ(missing_files("All is here: `core/jet.hpp`.\n"
                          "`core/jett.hpp` is not,\n"
                          "nor is `answered.cpp`,\n"
                          "nor `ocp/series/`,\n"
                          "nor [a page](gone.md).\n",
                          "core"),
            planted);
  EXPECT_EQ(missing_files("`<tandem/core/jett.hpp>`", "docs").size(), 1U);
}

TEST(NamedFiles, AreSeenFromTheRepositoryAndFromThePage) {
  const std::string text = "`jet.hpp` and `core/jet.hpp`, [the street](../docs/architecture.md#words)";
  EXPECT_TRUE(missing_files(text, "core").empty());
  EXPECT_EQ(missing_files(text, "docs/notes").size(), 2U);  // `jet.hpp`, and a link that leads elsewhere
}

TEST(NamedFiles, MayBeFoldersStemsOfTwoFilesAndHeadersInBrackets) {
  const std::string text = "`ocp/answers/`, `ocp/answers/played`, `<tandem/core/jet.hpp>`, `<tandem/ocp.hpp>`";
  EXPECT_TRUE(missing_files(text, "docs").empty());
}

// Commands, code, patterns, names of the user's own and addresses are none of our files.
TEST(NamedFiles, AreNotAllThatIsQuoted) {
  const std::string text =
      "`tandem solve NAME --json answer.json`, `problems/<name>.cpp`, `docs/*.md`, `k.x[0]`, `-x.md`,\n"
      "[there](https://example.org/gone.md), [below](#words), `a quotation that goes on\n"
      "in gone.hpp`\n\n"
      "```sh\ncat `gone.hpp` [x](gone.md)\n```\n";
  EXPECT_TRUE(missing_files(text, "docs").empty());
}

TEST(Rooms, HavePagesThatEndWithWhereToStart) {
  for (const fs::path& room : rooms()) {
    const fs::path page = kRepository / room / "README.md";
    EXPECT_TRUE(fs::exists(page)) << room.string() << " has no README.md";
  }
  for (const fs::path& page : pages()) {
    if (page.filename() != "README.md" || !page.has_parent_path()) continue;
    EXPECT_TRUE(last_title(test::text_of(kRepository / page)).starts_with("To change"))
        << page.string() << " does not end with a section 'To change ...'";
  }
}

TEST(Rooms, AreFoundFromTheStreet) {
  const std::string street = test::text_of(kRepository / "docs" / "architecture.md");
  for (const fs::path& page : pages()) {
    if (page.filename() != "README.md" || !page.has_parent_path()) continue;
    EXPECT_NE(street.find("](../" + page.string() + ")"), std::string::npos) << page.string() << " is not linked";
  }
}

}  // namespace tandem::docs::named_files_test

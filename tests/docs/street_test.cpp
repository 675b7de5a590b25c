#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace tandem::docs::street_test {

namespace fs = std::filesystem;

/// The street (docs/architecture.md): a file includes what stands in its own room or to the left of it.
const std::vector<std::string> kStreet = {"core",
                                          "dynamics",
                                          "derivatives",
                                          "derivatives/jets",
                                          "derivatives/bytecode",
                                          "ocp/lq",
                                          "ocp/statement",
                                          "ocp/transcription",
                                          "ocp/solvers",
                                          "ocp/solvers/sweep",
                                          "ocp/solvers/ipopt",
                                          "ocp/solvers/ddp",
                                          "ocp/answers",
                                          "ocp/answers/series",
                                          "ocp/search",
                                          "ocp/search/continuation",
                                          "ocp/search/closed_loop",
                                          "ocp/search/polish",
                                          "ocp/search/homotopy",
                                          "ocp/designs/codesign",
                                          "ocp/designs/controllers",
                                          "problems",
                                          "report",
                                          "cli"};

using Texts = std::map<std::string, std::string>;  // by path from the repository's root

/// The room a file stands in: the longest that its path begins with. What stands in none is at the street's end.
std::size_t room_of(const std::string& path) {
  std::size_t found = kStreet.size();
  for (std::size_t k = 0; k < kStreet.size(); ++k) {
    if (path.starts_with(kStreet[k] + "/") && (found == kStreet.size() || kStreet[k].size() > kStreet[found].size())) {
      found = k;
    }
  }
  return found;
}

std::vector<std::string> included(const std::string& text) {
  static const std::regex kInclude("#include <tandem/([^>]+)>");
  std::vector<std::string> all;
  for (std::sregex_iterator match(text.begin(), text.end(), kInclude), end; match != end; ++match) {
    all.push_back((*match)[1]);
  }
  return all;
}

std::vector<std::string> to_the_right(const Texts& files) {
  std::vector<std::string> sentences;
  for (const auto& [path, text] : files) {
    for (const std::string& other : included(text)) {
      if (room_of(other) <= room_of(path)) continue;
      sentences.push_back(fmt::format("{} includes {}, which stands to the right of it in the street", path, other));
    }
  }
  return sentences;
}

/// A header and its source are one module: their path without its ending.
std::string module_of(const std::string& path) { return path.substr(0, path.rfind('.')); }

/// Modules that lead back to themselves through others, each with its next.
std::vector<std::string> rounds(const Texts& files) {
  std::map<std::string, std::set<std::string>> next;
  for (const auto& [path, text] : files) {
    for (const std::string& other : included(text)) {
      if (module_of(other) != module_of(path)) next[module_of(path)].insert(module_of(other));
    }
  }
  const auto reached_from = [&next](const std::string& start) {
    std::set<std::string> reached;
    std::vector<std::string> open = {start};
    while (!open.empty()) {
      const std::string here = open.back();
      open.pop_back();
      for (const std::string& there : next[here]) {
        if (reached.insert(there).second) open.push_back(there);
      }
    }
    return reached;
  };
  std::vector<std::string> names, sentences;
  for (const auto& [name, others] : next) names.push_back(name);
  for (const std::string& name : names) {
    if (reached_from(name).contains(name)) sentences.push_back(name + " includes itself through other modules");
  }
  return sentences;
}

Texts library() {
  const fs::path root = TANDEM_REPOSITORY;
  Texts files;
  for (const char* folder : {"core", "dynamics", "derivatives", "ocp", "problems", "report", "cli"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string ending = entry.path().extension();
      if (ending != ".hpp" && ending != ".cpp" && ending != ".tpp") continue;
      std::ifstream in(entry.path());
      files[entry.path().lexically_relative(root)] = std::string(std::istreambuf_iterator<char>(in), {});
    }
  }
  return files;
}

std::string lines(const std::vector<std::string>& sentences) { return fmt::format("{}", fmt::join(sentences, "\n")); }

TEST(Street, NoFileIncludesWhatStandsToItsRight) {
  Texts files = library();
  files.erase("ocp/ocp.hpp");  // for users: it brings what one needs to state and solve
  EXPECT_GT(files.size(), 500U);
  EXPECT_EQ(lines(to_the_right(files)), "");
}

TEST(Street, NoModulesIncludeEachOther) { EXPECT_EQ(lines(rounds(library())), ""); }

TEST(Street, RefusesAPlantedInclude) {
  const Texts planted = {{"ocp/lq/riccati.cpp", "#include <tandem/ocp/search/solve.hpp>\n"},
                         {"ocp/search/solve.cpp", "#include <tandem/ocp/lq/riccati.hpp>\n"},
                         {"core/names.hpp", "#include <tandem/cli/parse.hpp>\n#include <vector>\n"}};
  EXPECT_EQ(lines(to_the_right(planted)),
            "core/names.hpp includes cli/parse.hpp, which stands to the right of it in the street\n"
            "ocp/lq/riccati.cpp includes ocp/search/solve.hpp, which stands to the right of it in the street");
}

TEST(Street, RefusesAPlantedRound) {
  const Texts planted = {{"core/a.hpp", "#include <tandem/core/b.hpp>\n"},
                         {"core/b.cpp", "#include <tandem/core/b.hpp>\n#include <tandem/core/a.hpp>\n"},
                         {"core/c.hpp", "#include <tandem/core/a.hpp>\n"}};
  EXPECT_EQ(lines(rounds(planted)),
            "core/a includes itself through other modules\n"
            "core/b includes itself through other modules");
}

TEST(Street, EveryFileOfTheLibraryHasThreeHundredLinesAtMost) {
  for (const auto& [path, text] : library()) EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 300) << path;
}

}  // namespace tandem::docs::street_test

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace tandem::include_order_test {

namespace fs = std::filesystem;

const std::set<std::string> kRooms{"bench",    "cli", "core",     "derivatives", "docs", "dynamics",
                                   "examples", "ocp", "problems", "report",      "tests"};

/// Headers of the standard library have no dot and no slash in their names.
bool is_standard(const std::string& name) {
  return name.find_first_of("./") == std::string::npos || name.rfind("sys/", 0) == 0 || name == "unistd.h" ||
         name == "signal.h" || name == "fcntl.h" || name == "poll.h" || name == "dlfcn.h" || name == "immintrin.h";
}

/// The header whose source or test this file is.
std::string own_header(const fs::path& file) {
  const std::string name = file.generic_string();
  if (name.rfind("tests/", 0) == 0) {
    const std::size_t end = name.rfind("_test.cpp");
    return end == std::string::npos ? "" : "tandem/" + name.substr(6, end - 6) + ".hpp";
  }
  return "tandem/" + fs::path(file).replace_extension(".hpp").generic_string();
}

/// 0 own header, 1 tandem's, 2 other libraries' and the tests' own, 3 the standard library's.
int group_of(const std::string& line, const std::string& own) {
  const std::string name = line.substr(10, line.find_first_of(">\"", 10) - 10);
  if (name == own) return 0;
  if (name.rfind("tandem/", 0) == 0) return 1;
  return is_standard(name) ? 3 : 2;
}

/// The first include that stands out of order: groups one after the other, a blank line between them, each in the order
/// of the alphabet. Empty where all are in order.
std::string out_of_order(const std::string& text, const std::string& own) {
  std::istringstream lines(text);
  std::string line, before;
  bool has_begun = false, is_apart = false;
  while (std::getline(lines, line)) {
    if (line.rfind("#include", 0) == 0) {
      if (has_begun) {
        const int here = group_of(line, own), last = group_of(before, own);
        if (here < last || (here > last) != is_apart || (here == last && line <= before)) return line;
      }
      has_begun = true;
      is_apart = false;
      before = line;
    } else if (has_begun) {
      if (!line.empty()) return "";
      is_apart = true;
    }
  }
  return "";
}

TEST(IncludeOrder, IsOneInEveryFile) {
  const fs::path root = TANDEM_REPOSITORY;
  std::string all;
  for (const std::string& room : kRooms) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / room)) {
      const std::string suffix = entry.path().extension();
      if (suffix != ".cpp" && suffix != ".hpp" && suffix != ".tpp") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const fs::path name = fs::relative(entry.path(), root);
      const std::string fault = out_of_order(text.str(), own_header(name));
      if (!fault.empty()) all += name.string() + ": " + fault + '\n';
    }
  }
  EXPECT_EQ(all, "");
}

TEST(IncludeOrder, SeesWhatStandsOutOfIt) {
  const std::string own = "tandem/core/json.hpp", first = "#include <tandem/core/json.hpp>\n\n";
  const std::string tandem = "#include <tandem/core/error.hpp>\n", library = "\n#include <fmt/core.h>\n",
                    standard = "\n#include <array>\n#include <vector>\n";
  EXPECT_EQ(out_of_order(first + tandem + library + standard + "\nint i;\n", own), "");
  EXPECT_EQ(out_of_order(tandem + "\n" + first, own), "#include <tandem/core/json.hpp>");
  EXPECT_EQ(out_of_order(first + standard + "\n" + tandem, own), "#include <tandem/core/error.hpp>");
  EXPECT_EQ(out_of_order(first + tandem + standard.substr(1), own), "#include <array>");
  EXPECT_EQ(out_of_order(first + "#include <vector>\n#include <array>\n", own), "#include <array>");
}

}  // namespace tandem::include_order_test

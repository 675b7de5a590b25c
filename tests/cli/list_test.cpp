#include <tandem/problems/registry.hpp>

#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <algorithm>
#include <sstream>

namespace tandem::list_test {

using test::run_command;
using test::says;

TEST(List, NamesEveryProblemWithItsReference) {
  const test::Outcome outcome = run_command("list");
  for (const std::string& name : problem_names()) EXPECT_TRUE(says(outcome.out, name));
  EXPECT_TRUE(says(outcome.out, "58.80766747"));
  EXPECT_TRUE(says(outcome.out, "0.8243386694"));
}

TEST(List, IsATableThatFitsOnAScreen) {
  std::istringstream lines(run_command("list").out);
  std::string line;
  std::getline(lines, line);
  const std::size_t reference = line.find("reference value"), title = line.find("what it is");
  while (std::getline(lines, line)) {
    EXPECT_LE(line.size(), 132U) << line;
    for (const std::size_t column : {reference, title}) {
      EXPECT_EQ(line[column - 1], ' ') << line;
      EXPECT_NE(line[column], ' ') << line;
    }
  }
}

TEST(List, SavesItselfAsJson) {
  const test::TemporaryFile file("list.json");
  EXPECT_EQ(run_command("list --json " + file.name()).exit_code, 0);
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["format"], 2);
  ASSERT_EQ(json["problems"].size(), problem_names().size());
  const auto found = std::find_if(json["problems"].begin(), json["problems"].end(),
                                  [](const auto& problem) { return problem["name"] == "cart-pole-swing-up"; });
  ASSERT_NE(found, json["problems"].end());
  const auto& cart_pole = *found;
  EXPECT_EQ(cart_pole["states"], 4);
  EXPECT_EQ(cart_pole["controls"], 1);
  EXPECT_EQ(cart_pole["mesh"]["transcription"], "hermite-simpson");
  EXPECT_EQ(cart_pole["reference"]["objective"], 58.80766747);
}

TEST(List, RefusesAFileItCannotWrite) {
  const test::Outcome outcome = run_command("list --json /no/such/folder/list.json");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(says(outcome.err, "cannot write to '/no/such/folder/list.json'"));
}

}  // namespace tandem::list_test

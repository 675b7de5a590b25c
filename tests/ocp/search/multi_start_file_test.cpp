#include <tandem/ocp/search/multi_start_file.hpp>

#include <tandem/ocp/answers/solution_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <ocp/support/string_mode.hpp>
#include <support/refusal.hpp>

namespace tandem::multi_start_file_test {

TEST(MultiStartFile, IsASolutionFileWithTheTableOfMinima) {
  const MultiStart found = test::string_modes(4);
  const std::string text = to_json(found);
  EXPECT_EQ(solution_from_json(text).objective, found.answer().objective);
  const auto table = nlohmann::json::parse(text)["multi_start"];
  EXPECT_EQ(table["starts"], 4);
  EXPECT_EQ(table["seed"], 1);
  ASSERT_FALSE(found.minima.empty());
  ASSERT_EQ(table["minima"].size(), found.minima.size());
  EXPECT_EQ(table["minima"][0]["objective"], found.minima[0].solution.objective);
  EXPECT_EQ(table["minima"][0]["starts"].get<std::vector<int>>(), found.minima[0].starts);
  EXPECT_EQ(table["minima"][0]["phases"][0]["states"]["x"].size(), 11U);
}

TEST(MultiStartFile, CountsWhatFailedByItsStatus) {
  MultiStart found{.starts = 3};
  found.unsolved[Status::iteration_limit] = 3;
  found.failure = Solution{};
  const auto table = nlohmann::json::parse(to_json(found))["multi_start"];
  EXPECT_EQ(table["solved"], 0);
  EXPECT_EQ(table["unsolved"], (nlohmann::json{{"iteration_limit", 3}}));
  EXPECT_TRUE(table["minima"].empty());
}

TEST(MultiStartFile, RefusesAFolderThatIsNotThere) {
  EXPECT_TRUE(test::refuses([] { save_json(MultiStart{.starts = 1, .failure = Solution{}}, "no/such/folder.json"); },
                            "cannot write to 'no/such/folder.json'"));
}

}  // namespace tandem::multi_start_file_test

#include <tandem/ocp/answers/series/series_file.hpp>

#include <tandem/ocp/answers/solution_file.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::series_file_test {

using test::TemporaryFile;

void write(const TemporaryFile& file, const std::string& text) { std::ofstream(file.path()) << text; }

TEST(SeriesFile, IsReadByTheEndingOfItsName) {
  const Problem problem = make_problem("bryson-denham");
  const TemporaryFile table("series.csv"), json("series.json");
  write(table, "time,position,velocity,force\n0,0,1,2\n1,0,-1,2\n");
  write(json,
        R"({"time": [0, 1], "states": {"position": [0, 0], "velocity": [1, -1]}, "controls": {"force": [2, 2]}})");
  EXPECT_EQ(read_series(table.path(), problem).phases[0].states, read_series(json.path(), problem).phases[0].states);
}

TEST(SeriesFile, IsNamedWhereItIsRefused) {
  const Problem problem = make_problem("bryson-denham");
  EXPECT_TRUE(test::refuses([&] { read_series("/no/such/file.csv", problem); }, "cannot read '/no/such/file.csv'"));
  EXPECT_TRUE(test::refuses([&] { read_series("/tmp", problem); }, "cannot read '/tmp'"));
  const TemporaryFile table("refused.csv");
  write(table, "time\n");
  EXPECT_TRUE(test::refuses([&] { read_series(table.path(), problem); }, "'" + table.name() + "': it has no states"));
}

TEST(SeriesFile, IsToldFromASolutionThatTandemSaved) {
  const TemporaryFile saved("saved.json"), other("other.json"), broken("broken.json"), table("table.csv");
  save_json(test::solved("scalar-lqr", 4), saved.path());
  write(other, R"({"time": []})");
  write(broken, "{");
  write(table, R"({"format": 1})");
  EXPECT_TRUE(is_saved_solution(saved.path()));
  for (const TemporaryFile* file : {&other, &broken, &table}) EXPECT_FALSE(is_saved_solution(file->path()));
}

}  // namespace tandem::series_file_test

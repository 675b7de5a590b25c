#include <tandem/core/csv_columns.hpp>

#include <tandem/core/text_file.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::csv_columns_test {

CsvColumns columns_of(const std::string& text) {
  const test::TemporaryFile file("columns.csv");
  write_text(text, file.path());
  return CsvColumns(file.path());
}

TEST(CsvColumns, AreFoundByTheirNames) {
  const CsvColumns columns = columns_of("mach, drag\r\n0.5,1e-2\r\n\r\n 1 , -2\r\n");
  EXPECT_EQ(columns.rows(), 2);
  EXPECT_TRUE(columns.has("drag"));
  EXPECT_EQ(columns.column("mach"), (std::vector{0.5, 1.0}));
  EXPECT_EQ(columns.column("drag"), (std::vector{0.01, -2.0}));
}

TEST(CsvColumns, RefuseByNameRowAndWhatStandsThere) {
  const CsvColumns columns = columns_of("mach,drag\n0.5,1\n");
  EXPECT_TRUE(test::refuses([&] { columns.column("darg"); }, "has no column 'darg'"));
  EXPECT_TRUE(test::refuses([] { columns_of("a,b\n1,2\n3\n"); }, "row 2: 1 numbers for 2 columns"));
  EXPECT_TRUE(test::refuses([] { columns_of("a\n1\ntwo\n").column("a"); },
                            "row 2: the value of 'a' is not a finite number: 'two'"));
  EXPECT_TRUE(
      test::refuses([] { columns_of("a\ninf\n").column("a"); }, "the value of 'a' is not a finite number: 'inf'"));
}

}  // namespace tandem::csv_columns_test

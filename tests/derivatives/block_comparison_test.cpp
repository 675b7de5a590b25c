#include <tandem/derivatives/block_comparison.hpp>

#include "support/refusal.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace tandem::block_comparison_test {

Eigen::MatrixXd sample_block() { return (Eigen::MatrixXd(2, 3) << 3, 0, -4, 1, 2, 0).finished(); }

BlockComparison comparison() { return BlockComparison("block", named({"r0", "r1"}, {"c0", "c1", "c2"})); }

TEST(BlockComparison, AgreesWhereWaysDifferByRounding) {
  BlockComparison c = comparison();
  Eigen::MatrixXd other = sample_block();
  other(1, 2) = 1e-16;
  c.compare(std::array<Way, 2>{Way{"a", sample_block()}, Way{"b", other}}, 1e-12);
  const BlockReport report = c.report();
  EXPECT_TRUE(report.agrees);
  EXPECT_EQ(report.ways, (std::vector<std::string>{"a", "b"}));
  EXPECT_NEAR(report.max_relative_difference, 1e-16 / sample_block().norm(), 1e-30);
  EXPECT_EQ(report.worst.row, "r1");
  EXPECT_EQ(report.worst.column, "c2");
}

TEST(BlockComparison, NamesTheEntryAndTheWayOfAPlantedError) {
  for (int k = 0; k < 6; ++k) {
    BlockComparison c = comparison();
    Eigen::MatrixXd wrong = sample_block();
    wrong(k % 2, k / 2) += 1e-6 * wrong.norm();
    c.compare(std::array<Way, 3>{Way{"a", sample_block()}, Way{"b", wrong}, Way{"c", sample_block()}}, 1e-12);
    const BlockReport report = c.report();
    EXPECT_FALSE(report.agrees);
    EXPECT_NEAR(report.max_relative_difference, 1e-6, 1e-11);
    EXPECT_EQ(report.worst.row, fmt::format("r{}", k % 2));
    EXPECT_EQ(report.worst.column, fmt::format("c{}", k / 2));
    EXPECT_TRUE(test::says(report.note, "b stands alone with "));
  }
}

TEST(BlockComparison, SaysNothingOfWhoIsRightOfTwo) {
  BlockComparison c = comparison();
  c.compare(std::array<Way, 2>{Way{"a", sample_block()}, Way{"b", 2 * sample_block()}}, 1e-12);
  EXPECT_FALSE(c.report().agrees);
  EXPECT_EQ(c.report().note, "");
}

TEST(BlockComparison, TakesNotANumberForADisagreement) {
  BlockComparison c = comparison();
  Eigen::MatrixXd other = sample_block();
  other(0, 1) = std::numeric_limits<double>::quiet_NaN();
  c.compare(std::array<Way, 2>{Way{"a", sample_block()}, Way{"b", other}}, 1e-12);
  EXPECT_FALSE(c.report().agrees);
  EXPECT_EQ(c.report().worst.row, "r0");
  EXPECT_EQ(c.report().worst.column, "c1");
}

TEST(BlockComparison, RemembersTheWorstState) {
  BlockComparison c = comparison();
  for (const double error : {0.0, 1e-9, 1e-3, 1e-10}) {
    Eigen::MatrixXd other = sample_block();
    other(0, 0) += error;
    c.compare(std::array<Way, 2>{Way{"a", sample_block()}, Way{"b", other}}, 1e-12);
    c.next_state();
  }
  EXPECT_EQ(c.disagreement()->state, 2);
  EXPECT_NEAR(c.report().max_relative_difference, 1e-3 / sample_block().norm(), 1e-6);
}

TEST(BlockComparison, ComparesBlocksThatCancelWithTheirTerms) {
  const Eigen::MatrixXd nothing = Eigen::MatrixXd::Zero(2, 3), rounding = Eigen::MatrixXd::Constant(2, 3, 1e-15);
  BlockComparison with_terms = comparison(), without = comparison();
  with_terms.compare(std::array<Way, 2>{Way{"a", nothing}, Way{"b", rounding}}, 1e-12, 1.0);
  without.compare(std::array<Way, 2>{Way{"a", nothing}, Way{"b", rounding}}, 1e-12);
  EXPECT_TRUE(with_terms.report().agrees);
  EXPECT_FALSE(without.report().agrees);
}

TEST(BlockComparison, LetsDifferencesBeAsWrongAsTheySay) {
  BlockComparison c = comparison();
  DifferenceBlock differences{sample_block(), Eigen::MatrixXd::Constant(2, 3, 1e-5)};
  differences.block(0, 2) += 9e-6;
  c.compare(Way{"a", sample_block()}, differences);
  EXPECT_TRUE(c.report().agrees);
  differences.block(1, 1) += 3e-5;
  c.compare(Way{"a", sample_block()}, differences);
  EXPECT_FALSE(c.report().agrees);
  EXPECT_EQ(c.report().worst.row, "r1");
  EXPECT_EQ(c.report().worst.column, "c1");
}

TEST(BlockComparison, DoesNotLetDifferencesHideHowWellExactWaysAgree) {
  BlockComparison c = comparison();
  c.compare(std::array<Way, 2>{Way{"a", sample_block()}, Way{"b", sample_block()}}, 1e-12);
  DifferenceBlock differences{sample_block(), Eigen::MatrixXd::Constant(2, 3, 1e-8)};
  differences.block(0, 0) += 1e-9;
  c.compare(Way{"a", sample_block()}, differences);
  EXPECT_EQ(c.report().max_relative_difference, 0.0);
  EXPECT_EQ(c.report().limit, 1e-12);
}

}  // namespace tandem::block_comparison_test

#include <tandem/ocp/solvers/sweep/stage_chain.hpp>

#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <algorithm>
#include <vector>

namespace tandem::sweep::stage_chain_test {

StageChain chain_of(int stages, std::vector<int> stage, std::vector<int> rows, std::vector<int> cols) {
  return {stages, stage, rows, cols};
}

// Rows 0 1 | 2 3 | border 4 5; row 3 is linked to row 1, the border's row 5 to stage 0 and its row 4 to stage 1.
TEST(StageChain, PutsLinkedRowsFirstAndBorderRowsInTheOrderTheyAreNeeded) {
  const StageChain chain = chain_of(2, {0, 0, 1, 1, 2, 2}, {1, 3, 0, 2, 5}, {0, 1, 5, 4, 4});
  EXPECT_EQ(chain.order(), (std::vector<int>{0, 1, 3, 2, 5, 4}));
  ASSERT_EQ(chain.frontals().size(), 3U);
  EXPECT_EQ(chain.frontals()[0].own, 2);
  EXPECT_EQ(chain.frontals()[0].link, 1);
  EXPECT_EQ(chain.frontals()[0].border, 1);
  EXPECT_EQ(chain.frontals()[1].link, 0);
  EXPECT_EQ(chain.frontals()[1].border, 2);
  EXPECT_EQ(chain.frontals()[2].own, 2);
}

TEST(StageChain, PlacesEachTripletInTheFrontalOfItsEarlierRow) {
  const StageChain chain = chain_of(2, {0, 0, 1, 1, 2}, {0, 1, 3, 4}, {1, 3, 2, 0});
  const auto& entries = chain.entries();
  const FrontalPlan& first = chain.frontals()[0];
  ASSERT_EQ(first.last_entry - first.first_entry, 3);
  ASSERT_EQ(first.rows(), 4);
  const int ld = padded(4);
  EXPECT_EQ(entries[0].place, 1);       // of the own rows 0, 1
  EXPECT_EQ(entries[1].place, 2 + ld);  // the link
  EXPECT_EQ(entries[2].place, 3);       // the border
  EXPECT_EQ(entries[3].source, 2);
}

/// Stages of two rows, the second of which is coupled to the first of the next stage: by triplets in three blocks, as
/// those of a Lagrangian's Hessian, of a diagonal and of a Jacobian. `odd` has one triplet more.
struct Ladder {
  std::vector<int> stage, rows, cols;

  explicit Ladder(int stages, int odd = -1) {
    for (int k = 0; k < stages; ++k) stage.insert(stage.end(), 2, k);
    const auto add = [&](int row, int col) { rows.push_back(row), cols.push_back(col); };
    for (int k = 0; k < stages; ++k) {
      add(2 * k + 1, 2 * k);
      if (k == odd) add(2 * k, 2 * k + 1);
    }
    for (int i = 0; i < 2 * stages; ++i) add(i, i);
    for (int k = 0; k + 1 < stages; ++k) add(2 * k + 2, 2 * k + 1);
  }
};

// Of a hundred stages the last one has no next, and the border nothing.
TEST(StageChain, KeepsTheEntriesOfAlikeStagesOnce) {
  const Ladder even(100), odd(100, 50);
  EXPECT_EQ(StageChain(100, even.stage, even.rows, even.cols).entries().size(), 4U + 3U);
  EXPECT_EQ(StageChain(100, odd.stage, odd.rows, odd.cols).entries().size(), 4U + 5U + 4U + 3U);
}

TEST(StageChain, KnowsEachTripletsPlaceInTheMatrix) {
  const Ladder ladder(20, 7);
  const StageChain chain(20, ladder.stage, ladder.rows, ladder.cols);
  std::vector<int> seen(ladder.rows.size(), 0);
  chain.each_triplet([&](int triplet, int row, int col) {
    ++seen[triplet];
    EXPECT_EQ(std::minmax(row, col), std::minmax(ladder.rows[triplet], ladder.cols[triplet])) << triplet;
  });
  EXPECT_EQ(seen, std::vector<int>(ladder.rows.size(), 1));
  EXPECT_EQ(chain.triplets(), static_cast<int>(ladder.rows.size()));
}

TEST(StageChain, RefusesACouplingOfStagesThatAreNotNeighbours) {
  EXPECT_TRUE(test::refuses(
      [] {
        chain_of(3, {0, 1, 2}, {2}, {0});
      },
      "row 2 of stage 2 is coupled to row 0 of stage 0, which is not the next one"));
}

TEST(StageChain, RefusesWhatIsOutOfRange) {
  EXPECT_TRUE(test::refuses([] { chain_of(1, {0, 2}, {}, {}); }, "row 1 has the stage 2; stages go from 0 to 1"));
  EXPECT_TRUE(test::refuses([] { chain_of(1, {0, 0}, {2}, {0}); }, "triplet 0 is at row 2 and column 0"));
  EXPECT_TRUE(test::refuses([] { chain_of(1, {0, 0}, {1}, {}); }, "1 rows of triplets and 0 columns"));
  EXPECT_TRUE(test::refuses([] { chain_of(-1, {}, {}, {}); }, "the number of stages, -1, is negative"));
}

}  // namespace tandem::sweep::stage_chain_test

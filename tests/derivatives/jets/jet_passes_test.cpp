#include <tandem/derivatives/jets/jet_passes.hpp>

#include <derivatives/wide_function.hpp>
#include <gtest/gtest.h>

namespace tandem::jet_passes_test {

/// Plans for a block of three outputs whose curved inputs are the first `curved` and whose Hessian is dense there.
template <int kStates, int kControls, int kNumbers>
JetPasses plan(int curved, int free_numbers = 0) {
  const KnotBlocks blocks = test::wide_blocks<kStates, kControls, kNumbers>(free_numbers);
  const int n = blocks.inputs();
  BlockPatterns patterns{0, BoolMatrix::Constant(3, n, true), BoolMatrix::Constant(n, n, false), {1, 1, 0}};
  patterns.hessian.topLeftCorner(curved, curved).setConstant(true);
  Eigen::MatrixXi place = Eigen::MatrixXi::Constant(n, n, -1);
  for (int row = 0, next = 0; row < curved; ++row) {
    for (int col = 0; col <= row; ++col) place(row, col) = next++;
  }
  return plan_passes(blocks, 0, patterns, place);
}

/// Seeds of the smallest kernel of second order without numbers that takes so many; 0 where there is none.
int seeds_of_smallest_kernel(int curved) {
  int best = 0;
  for (const JetShape& shape : kJetShapes) {
    if (shape.order != 2 || shape.numbers || shape.seeds < curved) continue;
    if (best == 0 || shape.seeds < best) best = shape.seeds;
  }
  return best;
}

TEST(JetPasses, TakeTheSmallestKernelThatHoldsTheCurvedInputs) {
  ASSERT_GE(seeds_of_smallest_kernel(4), 4);
  for (const int curved : {1, 2, 3, 4, 5, 7, 8, 9}) {
    const JetPasses passes = plan<6, 3, 0>(curved);
    const int seeds = seeds_of_smallest_kernel(curved);
    ASSERT_EQ(passes.second.size() == 1U, seeds > 0);
    if (seeds == 0) continue;  // several passes, which hand out each entry once (below)
    EXPECT_EQ(kJetShapes[passes.second[0].shape].seeds, seeds);
    EXPECT_FALSE(kJetShapes[passes.second[0].shape].numbers);
  }
}

TEST(JetPasses, TakeTheOtherInputsAsConstants) {
  const JetPasses passes = plan<6, 3, 0>(4);
  std::size_t entries = 0;
  for (const JetPass& pass : passes.constant) entries += pass.jacobian.size();
  EXPECT_EQ(entries, 3U * 6U);  // three outputs by the 10 - 4 inputs that are not curved
}

TEST(JetPasses, HandOutEachEntryOnce) {
  for (const int curved : {3, 8, 9, 13, 21}) {
    const JetPasses passes = plan<14, 6, 0>(curved);
    std::vector<int> hessian(curved * (curved + 1) / 2, 0), jacobian(3 * 21, 0);
    for (const JetPass& pass : passes.second) {
      for (const auto& entry : pass.hessian) ++hessian.at(entry.target);
      for (const auto& entry : pass.jacobian) ++jacobian.at(entry.target);
    }
    for (const int count : hessian) EXPECT_EQ(count, 1);
    for (int i = 0; i < 3 * curved; ++i) EXPECT_EQ(jacobian[i], 1);
  }
}

TEST(JetPasses, SeedNumbersOnlyInKernelsThatKnowThem) {
  const JetPasses passes = plan<3, 1, 4>(9, 4);
  for (const auto* list : {&passes.first, &passes.second}) {
    for (const JetPass& pass : *list) {
      const bool has_numbers =
          std::any_of(pass.seeded_numbers.begin(), pass.seeded_numbers.end(), [](char c) { return c != 0; });
      EXPECT_TRUE(!has_numbers || kJetShapes[pass.shape].numbers);
    }
  }
}

TEST(JetPasses, OfALinearBlockAreConstantOnly) {
  const JetPasses passes = plan<3, 1, 0>(0);
  EXPECT_TRUE(passes.first.empty());
  EXPECT_TRUE(passes.second.empty());
  EXPECT_FALSE(passes.constant.empty());
}

}  // namespace tandem::jet_passes_test

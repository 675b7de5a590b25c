#include <tandem/derivatives/check_knot_function.hpp>

#include <gtest/gtest.h>

#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>

#include "derivatives/rich_functions.hpp"
#include "support/refusal.hpp"

namespace tandem {
namespace {

NamedKnotBlocks rich() {
  NamedKnotBlocks all{test::rich_blocks(true),
                      {"dynamics", "cost", "constraint"},
                      {"a", "b", "c", "u", "w", "time", "gain", "mass"},
                      {"rate of a", "rate of b", "rate of c", "cost", "constraint"},
                      {},
                      {}};
  all.lower = Eigen::VectorXd::Constant(8, -1);
  all.upper = Eigen::VectorXd::Constant(8, 1);
  return all;
}

TEST(CheckKnotFunction, ComparesAllPlugsWithDifferencesInBothOrders) {
  const DerivativeReport report = check_knot_function(rich(), {10, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  ASSERT_EQ(report.blocks.size(), 6U);
  EXPECT_EQ(report.blocks[0].name, "dynamics");
  EXPECT_EQ(report.blocks[1].name, "dynamics, second order");
  EXPECT_EQ(report.blocks[5].name, "constraint, second order");
  for (const BlockReport& block : report.blocks) {
    EXPECT_EQ(block.ways.front(), derivative_plugs().front());
    EXPECT_EQ(block.ways.back(), "differences");
  }
}

/// A branch that a tape does not see: it keeps the side on which it was recorded, at zero.
struct Branch {
  template <class K>
  auto operator()(const K& k) const {
    using S = std::decay_t<decltype(k.x[0])>;
    const bool is_high = ScalarTraits<S>::first_value(k.x[0]) > 0.25;
    return (is_high ? 3.0 : 1.0) * (k.x[0] - 0.25);
  }
};

TEST(CheckKnotFunction, ReportsABranchThatATapeDoesNotTake) {
  NamedKnotBlocks branch;
  branch.blocks.states = 1;
  branch.blocks.blocks = {GenericFunction::of<1, 0>(Branch{}, 1)};
  branch.names = branch.outputs = {"force"};
  branch.inputs = {"height", "time"};
  branch.lower = Eigen::Vector2d(0, 0);
  branch.upper = Eigen::Vector2d(1, 1);
  const DerivativeReport report = check_knot_function(branch, {10, 1});
  EXPECT_FALSE(report.agrees());
  EXPECT_EQ(report.blocks[0].worst.row, "force");
  EXPECT_EQ(report.blocks[0].worst.column, "height");
  EXPECT_TRUE(test::says(report.blocks[0].note, "not smooth at 'height' = 0.25: slope 1 before, 3 after"));
}

TEST(CheckKnotFunction, RefusesNamesAndBoundsThatDoNotFit) {
  const auto refuses = [](void (*spoil)(NamedKnotBlocks&), const std::string& words) {
    NamedKnotBlocks f = rich();
    spoil(f);
    EXPECT_TRUE(test::refuses([&] { check_knot_function(f); }, words));
  };
  refuses([](NamedKnotBlocks& f) { f.names.pop_back(); }, "2 blocks are named, it has 3");
  refuses([](NamedKnotBlocks& f) { f.inputs.pop_back(); }, "7 inputs are named, it has 8");
  refuses([](NamedKnotBlocks& f) { f.outputs.pop_back(); }, "4 outputs are named, it has 5");
  refuses([](NamedKnotBlocks& f) { f.lower.resize(3); }, "it has 3 lower and 8 upper bounds of 8 inputs");
  refuses([](NamedKnotBlocks& f) { f.lower(4) = 2; }, "input 'w' is to be looked at within [2, 1]");
}

}  // namespace
}  // namespace tandem

#include <tandem/derivatives/bytecode/fuse.hpp>

#include <tandem/derivatives/bytecode/from_casadi.hpp>

#include <gtest/gtest.h>

#include <map>

namespace tandem::fuse_test {

using bytecode::Graph;
using bytecode::Operation;
using casadi::SX;

/// How many of which operations remain, without inputs and constants.
std::map<Operation, int> remaining(const SX& x, const SX& y) {
  Graph graph = bytecode::graph_of(casadi::Function("f", {x}, {y}), {true});
  fuse(graph);
  std::map<Operation, int> counts;
  for (const bytecode::Node& node : graph.nodes()) {
    if (node.uses > 0 && operand_count(node.operation) > 0) ++counts[node.operation];
  }
  return counts;
}

using Counts = std::map<Operation, int>;

TEST(Fuse, PutsProductsIntoSums) {
  const SX x = SX::sym("x", 6);
  EXPECT_EQ(remaining(x, x(0) * x(1) + x(2)), (Counts{{Operation::fma, 1}}));
  EXPECT_EQ(remaining(x, x(2) - x(0) * x(1)), (Counts{{Operation::fnma, 1}}));
  EXPECT_EQ(remaining(x, x(0) * x(1) - x(2)), (Counts{{Operation::fms, 1}}));
  EXPECT_EQ(remaining(x, -(x(0) * x(1)) - x(2)), (Counts{{Operation::fnms, 1}}));
  EXPECT_EQ(remaining(x, x(0) * x(1) + x(2) * x(3)), (Counts{{Operation::sum_of_products, 1}}));
  EXPECT_EQ(remaining(x, x(0) * x(1) - x(2) * x(3)), (Counts{{Operation::difference_of_products, 1}}));
}

TEST(Fuse, PutsChainsTogether) {
  const SX x = SX::sym("x", 6);
  EXPECT_EQ(remaining(x, x(0) * x(1) * x(2)), (Counts{{Operation::product_of_three, 1}}));
  EXPECT_EQ(remaining(x, x(0) + x(1) + x(2)), (Counts{{Operation::sum_of_three, 1}}));
  EXPECT_EQ(remaining(x, (x(4) + x(0) * x(1)) + x(2) * x(3)), (Counts{{Operation::two_products_more, 1}}));
  EXPECT_EQ(remaining(x, (x(4) - x(0) * x(1)) - x(2) * x(3)), (Counts{{Operation::two_products_less, 1}}));
  EXPECT_EQ(remaining(x, (x(0) * x(1) + x(2) * x(3)) + x(4) * x(5)), (Counts{{Operation::three_products, 1}}));
}

TEST(Fuse, LeavesWhatOthersReadToo) {
  const SX x = SX::sym("x", 3), product = x(0) * x(1);
  EXPECT_EQ(remaining(x, vertcat(product + x(2), product)), (Counts{{Operation::multiply, 1}, {Operation::add, 1}}));
}

TEST(Fuse, LeavesANegativeResultInOneInstruction) {
  const SX x = SX::sym("x", 3);
  EXPECT_EQ(remaining(x, -(x(0) * x(1))), (Counts{{Operation::negated_product, 1}}));
  EXPECT_EQ(remaining(x, -(x(0) - x(1))), (Counts{{Operation::subtract, 1}}));
}

}  // namespace tandem::fuse_test

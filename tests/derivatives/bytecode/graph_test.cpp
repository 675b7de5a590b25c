#include <tandem/derivatives/bytecode/graph.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::graph_test {

using bytecode::Graph;
using bytecode::Operation;
using bytecode::Value;

TEST(Graph, FoldsConstants) {
  Graph graph(10);
  const Value sum = graph.add(graph.constant(2.0), graph.multiply(graph.constant(3.0), -graph.constant(4.0)));
  EXPECT_EQ(graph.nodes()[graph.plain(sum)].constant, -10.0);
}

TEST(Graph, KeepsWhatIsNotANumberAtInfinity) {
  Graph graph(10);
  const Value x = graph.input(0, 0, false);
  EXPECT_EQ(graph.nodes()[graph.add(x, -x).node].operation, Operation::subtract);  // infinity - infinity
  EXPECT_EQ(graph.nodes()[graph.multiply(x, graph.constant(0.0)).node].operation, Operation::multiply);
}

TEST(Graph, NumbersWhatIsEqualOnceWhateverItsSign) {
  Graph graph(10);
  const Value x = graph.input(0, 0, false), y = graph.input(0, 1, false);
  EXPECT_EQ(graph.add(x, -y).node, graph.add(y, -x).node);
  EXPECT_EQ(graph.add(x, y).node, graph.add(-y, -x).node);
  EXPECT_EQ(graph.multiply(-x, y).node, graph.multiply(y, x).node);
  EXPECT_TRUE(graph.multiply(-x, y).negative);
  EXPECT_NE(graph.divide(x, y).node, graph.divide(y, x).node);
}

TEST(Graph, CountsUsesOfWhatIsReadInTheEnd) {
  Graph graph(10);
  const Value x = graph.input(0, 0, false), square = graph.multiply(x, x);
  graph.make(Operation::exponential, square);  // nobody reads it
  graph.add_output(0, 0, square);
  graph.count_uses();
  EXPECT_EQ(graph.nodes()[x.node].uses, 2);
  EXPECT_EQ(graph.nodes()[square.node].uses, 1);
  EXPECT_EQ(graph.nodes()[graph.nodes().size() - 1].uses, 0);
}

}  // namespace tandem::graph_test

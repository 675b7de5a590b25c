#include <tandem/derivatives/bytecode/from_casadi.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::from_casadi_test {

using bytecode::Graph;
using bytecode::graph_of;
using bytecode::Operation;
using casadi::Function;
using casadi::MX;
using casadi::SX;

int live(Graph graph, Operation operation) {
  graph.count_uses();
  int count = 0;
  for (const bytecode::Node& node : graph.nodes()) count += node.uses > 0 && node.operation == operation ? 1 : 0;
  return count;
}

TEST(GraphOf, FindsWhatStandsThereTwiceOnce) {
  const SX x = SX::sym("x"), y = SX::sym("y");
  const Graph graph = graph_of(Function("f", {x, y}, {sin(x * y) + 1.0, sin(y * x) + 2.0}), {true, true});
  EXPECT_EQ(live(graph, Operation::sine), 1);
  EXPECT_EQ(live(graph, Operation::multiply), 1);
  EXPECT_EQ(live(graph, Operation::add), 2);
}

TEST(GraphOf, CarriesNegationsAlong) {
  const SX x = SX::sym("x"), y = SX::sym("y");
  const Graph graph = graph_of(Function("f", {x, y}, {-(-x * y) + cos(-x) * sin(-y)}), {true, true});
  EXPECT_EQ(live(graph, Operation::negate), 0);
  EXPECT_EQ(live(graph, Operation::subtract), 1);
}

TEST(GraphOf, KnowsWhatDependsOnNamedNumbersAlone) {
  const SX x = SX::sym("x"), p = SX::sym("p");
  const Graph graph = graph_of(Function("f", {x, p}, {x * exp(2.0 * p)}), {true, false});
  const auto is_fixed = [&graph](Operation operation) {
    for (const bytecode::Node& node : graph.nodes()) {
      if (node.operation == operation) return node.fixed;
    }
    return false;
  };
  EXPECT_TRUE(is_fixed(Operation::exponential));
  EXPECT_FALSE(graph.nodes()[graph.outputs().front().node].fixed);
}

TEST(GraphOf, NamesTheOperationThatHasNoInstruction) {
  const SX x = SX::sym("x");
  const Function inner("inner", {x}, {sin(x)}, casadi::Dict{{"never_inline", true}});
  const SX y = inner(std::vector<SX>{x}).at(0);
  EXPECT_TRUE(test::refuses([&] { graph_of(Function("with_a_call", {x}, {y * x}), {true}); },
                            "'with_a_call' calls 'inner', which has no instruction"));
}

TEST(Expanded, WritesMatricesAsScalars) {
  const MX x = MX::sym("x", 2, 2);
  const Function scalars = bytecode::expanded(Function("sum_of_the_square", {x}, {sum1(sum2(mtimes(x, x)))}));
  EXPECT_TRUE(scalars.is_a("SXFunction"));
  const casadi::DM at(std::vector<std::vector<double>>{{1, 2}, {3, 5}});
  EXPECT_EQ(static_cast<double>(scalars(std::vector<casadi::DM>{at}).at(0)), 68.0);
}

/// Code of others.
class Opaque : public casadi::Callback {
 public:
  Opaque() { construct("opaque"); }
  std::vector<casadi::DM> eval(const std::vector<casadi::DM>& x) const override { return x; }
};

TEST(GraphOf, RefusesCodeOfOthersByTheNameOfWhoCallsIt) {
  const Opaque opaque;
  const MX x = MX::sym("x");
  const Function calling("calling", {x}, {opaque(std::vector<MX>{x}).at(0)});
  EXPECT_TRUE(test::refuses([&] { graph_of(bytecode::expanded(calling), {true}); },
                            "bytecode: 'calling' calls 'opaque', which has no instruction"));
}

TEST(Expanded, RefusesWhatIsNoScalarOperationByItsName) {
  const MX x = MX::sym("x", 3);
  const Function searching("searching", {x}, {find(x)});
  EXPECT_TRUE(test::refuses([&] { bytecode::expanded(searching); },
                            "bytecode: 'searching' cannot be written as scalar operations"));
}

}  // namespace tandem::from_casadi_test

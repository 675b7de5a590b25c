#include <tandem/derivatives/check_knot_function.hpp>

#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/models/all.hpp>

#include "derivatives/rich_functions.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::check_knot_function_test {

NamedKnotBlocks rich() {
  NamedKnotBlocks all{test::rich_blocks(true),
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

TEST(CheckKnotFunction, ComparesTheRecursionsOfAModelWithTheirTape) {
  MultibodyDynamics dynamics(models::acrobot().model);
  dynamics.actuate("elbow").number("mass of 'lower'", Number{0});
  NamedKnotBlocks all;
  all.blocks = {dynamics.states(), dynamics.controls(), {}, {1.0}, {0}};
  all.blocks.blocks = {{GenericFunction::of(dynamics), "dynamics"}};
  all.inputs = {"shoulder", "elbow", "shoulder rate", "elbow rate", "torque", "time", "mass"};
  all.outputs = {"rate of shoulder", "rate of elbow", "rate of shoulder rate", "rate of elbow rate"};
  all.lower = Eigen::VectorXd::Constant(7, -1);
  all.upper = Eigen::VectorXd::Constant(7, 1);
  all.lower(6) = 0.5;
  const DerivativeReport report = check_knot_function(all, {10, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  ASSERT_EQ(report.blocks.size(), 2U);
  for (const BlockReport& block : report.blocks) {
    EXPECT_EQ(block.ways, (std::vector<std::string>{"bytecode", "recursive", "symbolic", "tape", "differences"}));
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
  branch.blocks.blocks = {{GenericFunction::of<1, 0>(Branch{}, 1), "force"}};
  branch.outputs = {"force"};
  branch.inputs = {"height", "time"};
  branch.lower = Eigen::Vector2d(0, 0);
  branch.upper = Eigen::Vector2d(1, 1);
  const DerivativeReport report = check_knot_function(branch, {10, 1});
  EXPECT_FALSE(report.agrees());
  EXPECT_EQ(report.blocks[0].worst.row, "force");
  EXPECT_EQ(report.blocks[0].worst.column, "height");
  EXPECT_TRUE(test::says(report.blocks[0].note, "not smooth at 'height' = 0.25: slope 1 before, 3 after"));
}

/// A brake that holds up to its limit, and drag that turns with the speed.
struct Brake {
  template <class K>
  auto operator()(const K& k) const {
    using S = std::decay_t<decltype(k.x[0])>;
    return max(min(S(3.0 * k.x[0]), S(1.0)), S(-1.0)) + k.x[0] * abs(k.x[1]);
  }
};

// Of so many points some stand so close to a kink that differences would go beyond it however small they become.
TEST(CheckKnotFunction, KnowsWhereItsFunctionsChoose) {
  NamedKnotBlocks brake;
  brake.blocks.states = 2;
  brake.blocks.blocks = {{GenericFunction::of<2, 0>(Brake{}, 1), "force"}};
  brake.outputs = {"force"};
  brake.inputs = {"slip", "speed", "time"};
  brake.lower = Eigen::Vector3d(-1, -1, 0);
  brake.upper = Eigen::Vector3d(1, 1, 1);
  const DerivativeReport report = check_knot_function(brake, {1000, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
}

/// (a^2 u, sin a) with a Jacobian of its own, wrong by 1e-6 of its norm in one entry where asked.
NamedKnotBlocks by_hand(bool is_wrong) {
  UserFunction f;
  f.outputs = 2;
  f.values = [](const KnotView<double>& k, std::span<double> y) {
    y[0] = k.x[0] * k.x[0] * k.u[0];
    y[1] = sin(k.x[0]);
  };
  f.jacobian = [is_wrong](const KnotView<double>& k, Eigen::Ref<Eigen::MatrixXd> J) {
    J(0, 0) = 2 * k.x[0] * k.u[0];
    J(0, 1) = k.x[0] * k.x[0];
    J(1, 0) = cos(k.x[0]);
    if (is_wrong) J(1, 1) += 1e-6 * J.norm();
  };
  NamedKnotBlocks all;
  all.blocks.states = all.blocks.controls = 1;
  all.blocks.blocks = {{GenericFunction::of(f), "table"}};
  all.inputs = {"a", "u", "time"};
  all.outputs = {"lift", "drag"};
  all.lower = Eigen::Vector3d(-1, -1, 0);
  all.upper = Eigen::Vector3d(1, 1, 1);
  return all;
}

TEST(CheckKnotFunction, HoldsDerivativesThatAFunctionBringsAgainstDifferences) {
  const DerivativeReport report = check_knot_function(by_hand(false), {10, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  ASSERT_EQ(report.blocks.size(), 1U) << "it brings no second derivatives";
  EXPECT_EQ(report.blocks[0].ways, (std::vector<std::string>{"user", "differences"}));
}

TEST(CheckKnotFunction, FindsAPlantedErrorAndNamesItsEntry) {
  const DerivativeReport report = check_knot_function(by_hand(true));
  EXPECT_FALSE(report.agrees());
  EXPECT_EQ(report.blocks[0].name, "table");
  EXPECT_EQ(report.blocks[0].worst.row, "drag");
  EXPECT_EQ(report.blocks[0].worst.column, "u");
  EXPECT_NEAR(report.blocks[0].max_relative_difference, 1e-6, 1e-8);
}

TEST(CheckKnotFunction, RefusesNamesAndBoundsThatDoNotFit) {
  const auto refuses = [](void (*spoil)(NamedKnotBlocks&), const std::string& words) {
    NamedKnotBlocks f = rich();
    spoil(f);
    EXPECT_TRUE(test::refuses([&] { check_knot_function(f); }, words));
  };
  refuses([](NamedKnotBlocks& f) { f.inputs.pop_back(); }, "7 inputs are named, it has 8");
  refuses([](NamedKnotBlocks& f) { f.outputs.pop_back(); }, "4 outputs are named, it has 5");
  refuses([](NamedKnotBlocks& f) { f.lower.resize(3); }, "it has 3 lower and 8 upper bounds of 8 inputs");
  refuses([](NamedKnotBlocks& f) { f.lower(4) = 2; }, "input 'w' is to be looked at within [2, 1]");
}

}  // namespace tandem::check_knot_function_test

#include <tandem/derivatives/check_function.hpp>

#include <tandem/core/math.hpp>
#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/check_generic.hpp>

#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace tandem::check_function_test {

const FunctionBox kSquare{Eigen::Vector2d(-1, -1), Eigen::Vector2d(1, 1), {"speed", "angle"}, {"drag", "lift"}};

/// (v^2 cos a, exp(v) sin a), and its Jacobian with an error in one entry.
BlackBox aerofoil(int row = 0, int column = 0, double error = 0) {
  return {[](const Eigen::VectorXd& x) -> Eigen::VectorXd {
            return Eigen::Vector2d(x(0) * x(0) * std::cos(x(1)), std::exp(x(0)) * std::sin(x(1)));
          },
          [=](const Eigen::VectorXd& x) -> Eigen::MatrixXd {
            Eigen::Matrix2d J;
            J << 2 * x(0) * std::cos(x(1)), -x(0) * x(0) * std::sin(x(1)),  //
                std::exp(x(0)) * std::sin(x(1)), std::exp(x(0)) * std::cos(x(1));
            J(row, column) += error * J.norm();
            return J;
          }};
}

TEST(CheckFunction, HoldsAClaimedJacobianAgainstDifferences) {
  const DerivativeReport report = check_function("aerofoil", aerofoil(), kSquare, {20, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  EXPECT_EQ(report.blocks.front().ways, (std::vector<std::string>{"claimed", "differences"}));
}

TEST(CheckFunction, FindsAPlantedErrorAndNamesItsEntry) {
  for (int k = 0; k < 4; ++k) {
    const DerivativeReport report = check_function("aerofoil", aerofoil(k / 2, k % 2, 1e-6), kSquare);
    EXPECT_FALSE(report.agrees());
    const BlockReport& block = report.blocks.front();
    EXPECT_EQ(block.worst.row, kSquare.outputs[k / 2]);
    EXPECT_EQ(block.worst.column, kSquare.inputs[k % 2]);
    EXPECT_NEAR(block.max_relative_difference, 1e-6, 1e-8);
    EXPECT_EQ(block.note, "") << "a smooth function is not called anything else";
  }
}

TEST(CheckFunction, ComparesAllWaysToTheJacobianOfAGenericFunction) {
  const auto f = [](const auto& x) { return rates(x[0] * x[0] * cos(x[1]), exp(x[0]) * sin(x[1]) / (2.0 + x[1])); };
  const DerivativeReport report = check_function("aerofoil", f, kSquare, {10, 4});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  EXPECT_EQ(report.blocks.front().ways, (std::vector<std::string>{"cppad", "casadi", "complex-step", "differences"}));
  EXPECT_LT(report.blocks.front().max_relative_difference, 1e-15);
}

/// |x| without a branch.
struct Magnitude {
  template <class Vector>
  auto operator()(const Vector& x) const {
    using S = std::decay_t<decltype(x[0])>;
    return rates(select_less<S>(x[0], S(0.0), S(-x[0]), S(x[0])));
  }
};

TEST(CheckFunction, ReportsAKinkWhereWaysDisagree) {
  const Eigen::VectorXd at_kink = Eigen::VectorXd::Zero(1);
  const DerivativeReport report = check_function("magnitude", Magnitude{}, {at_kink, at_kink, {"speed"}, {}});
  EXPECT_FALSE(report.agrees());
  EXPECT_TRUE(test::says(report.blocks.front().note, "not smooth at 'speed' = 0: slope -1 before, 1 after"));
}

TEST(CheckFunction, AgreesBesideAKink) {
  const Eigen::VectorXd low = Eigen::VectorXd::Constant(1, 0.01), high = Eigen::VectorXd::Constant(1, 0.02);
  EXPECT_TRUE(check_function("magnitude", Magnitude{}, {low, high}, {10, 1}).agrees());
}

TEST(CheckFunction, ReportsABranchOnWhichTheJacobianIsWrong) {
  const BlackBox branch{[](const Eigen::VectorXd& x) -> Eigen::VectorXd { return x.cwiseMax(0.0); },
                        [](const Eigen::VectorXd&) { return Eigen::MatrixXd::Identity(1, 1); }};
  const Eigen::VectorXd low = Eigen::VectorXd::Constant(1, -0.05), high = Eigen::VectorXd::Constant(1, -0.04);
  const DerivativeReport report = check_function("ramp", branch, {low, high, {"height"}});
  EXPECT_FALSE(report.agrees());
  EXPECT_TRUE(test::says(report.blocks.front().note, "not smooth at 'height' = "));
}

TEST(CheckFunction, RefusesWhatCannotBeChecked) {
  const auto refuses = [](const BlackBox& f, const FunctionBox& box, const std::string& words) {
    EXPECT_TRUE(test::refuses([&] { check_function("f", f, box); }, words));
  };
  const Eigen::Vector2d nil(0, 0), one(1, 1);
  refuses({aerofoil().values, {}}, kSquare, "function 'f': no Jacobian is claimed for it");
  refuses(aerofoil(), {one, nil}, "function 'f': input 0 has crossed bounds: lower 1 is greater than upper 0");
  refuses(aerofoil(), {nil, Eigen::Vector3d::Ones()}, "its box has 2 lower and 3 upper bounds");
  refuses(aerofoil(), {nil, one, {"x"}}, "1 inputs are named, it has 2");
  refuses(aerofoil(), {nil, one, {}, {"y"}}, "1 outputs are named, it has 2");
  const BlackBox none{[](const Eigen::VectorXd& x) -> Eigen::VectorXd { return x * std::nan(""); },
                      aerofoil().jacobian};
  refuses(none, kSquare, "it has no finite value at any of 50 random points within its bounds");
  const BlackBox misshapen{aerofoil().values, [](const Eigen::VectorXd&) { return Eigen::MatrixXd::Zero(1, 2); }};
  refuses(misshapen, kSquare, "the Jacobian by claimed is 1 x 2, the function has 2 outputs and 2 inputs");
}

}  // namespace tandem::check_function_test

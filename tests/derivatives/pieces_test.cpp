#include <tandem/derivatives/pieces.hpp>

#include <tandem/core/scalar.hpp>

#include <gtest/gtest.h>

namespace tandem::pieces_test {

/// A spring beyond a gap, pushed by a force within its limits, in a wind from either side.
KnotBlocks machine() {
  const auto force = [](const auto& k) {
    using S = std::decay_t<decltype(k.x[0])>;
    const S stop = select_less<S>(k.x[0], S(0.5), S(0.0), S(4.0 * (k.x[0] - 0.5)));
    return stop + min(S(k.numbers[0] * k.u[0]), S(1.0)) + k.x[1] * abs(k.x[1]);
  };
  KnotBlocks all{2, 1, {}, {2.0}, {}};
  all.blocks = {{GenericFunction::of<2, 1>(force, 1), "force"}};
  return all;
}

Eigen::VectorXd point(double height, double speed, double push) { return Eigen::Vector4d(height, speed, push, 0.0); }

TEST(Pieces, EndWhereWhatIsChosenByIsZero) {
  const Pieces pieces(machine());
  EXPECT_EQ(pieces.choices(), 3);
  const Eigen::VectorXd x = point(0.45, 0.3, 0.2);
  EXPECT_EQ(pieces.reach_within(x, 0, 0.1), 0.025);  // 0.45 + 0.05 is the end
  EXPECT_EQ(pieces.reach_within(x, 1, 0.1), 0.1);
  EXPECT_EQ(pieces.reach_within(x, 1, 0.8), 0.2);  // before -0.1
  EXPECT_EQ(pieces.reach_within(x, 2, 0.4), 0.2);  // 2 u = 1 at 0.5
  EXPECT_EQ(pieces.reach_within(x, 3, 7.0), 7.0);  // time is not chosen by
}

TEST(Pieces, LeaveNoReachAtTheirEnds) {
  const Pieces pieces(machine());
  EXPECT_EQ(pieces.reach_within(point(0.3, 0.0, 0.2), 1, 0.1), 0.0);
  EXPECT_EQ(pieces.reach_within(point(0.3, 0.0, 0.2), 0, 0.1), 0.1);
}

TEST(Pieces, OfASmoothFunctionAndOfAUsersOwnAreOne) {
  KnotBlocks smooth{1, 0, {}, {}, {}};
  smooth.blocks = {{GenericFunction::of<1, 0>([](const auto& k) { return k.x[0] * k.x[0]; }, 1), "square"}};
  EXPECT_EQ(Pieces(smooth).choices(), 0);
  EXPECT_EQ(Pieces(smooth).reach_within(Eigen::Vector2d(1.0, 0.0), 0, 3.0), 3.0);
  UserFunction own;
  own.outputs = 1;
  own.values = [](const KnotView<double>& k, std::span<double> y) { y[0] = std::abs(k.x[0]); };
  own.jacobian = [](const KnotView<double>& k, Eigen::Ref<Eigen::MatrixXd> J) { J(0, 0) = k.x[0] < 0.0 ? -1.0 : 1.0; };
  KnotBlocks users{1, 0, {}, {}, {}};
  users.blocks = {{GenericFunction::of(own), "own"}};
  EXPECT_EQ(Pieces(users).choices(), 0);
}

}  // namespace tandem::pieces_test

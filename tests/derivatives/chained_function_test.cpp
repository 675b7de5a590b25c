#include <tandem/derivatives/chained_function.hpp>

#include <tandem/dynamics/model_builder.hpp>

#include "support/allocations.hpp"
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace tandem::chained_function_test {

/// A tip 1 m below a hinge: x = sin q, z = -cos q, x' = cos q v.
MultibodyDynamics pendulum() {
  ModelBuilder builder("pendulum");
  builder.add_body("rod", "world", Transform<double>::identity(), Joint::revolute("hinge", -Eigen::Vector3d::UnitY()),
                   Inertia<double>::point(1.0, {0.0, 0.0, -1.0}));
  builder.add_frame("tip", "rod", Transform<double>::translated({0.0, 0.0, -1.0}));
  return MultibodyDynamics(builder.build()).actuate("hinge");
}

/// (x u, x'^2 + q t) of [q; v; the frame's numbers; u; t]: of its numbers it looks at x and x'.
constexpr int kInnerStates = 2 + kAcceleratedNumbers;
KnotBlocks inner() {
  const auto function = [](const auto& k) { return rates(k.x[2] * k.u[0], square(k.x[2 + 12]) + k.x[0] * k.t); };
  KnotBlocks blocks{kInnerStates, 1, {}, {}, {}};
  blocks.blocks = {{GenericFunction::of<kInnerStates, 1>(function, 2)}};
  return blocks;
}

/// Four knots [q; v; u; t] and the function there.
struct Chained {
  Chained()
      : dynamics(pendulum()),
        inputs(dynamics, 1, {}),
        frames{dynamics.model().find_frame("tip")},
        function(dynamics, frames, {kAcceleratedNumbers, kMovingNumbers}, inputs, inner()),
        parameters(dynamics.model().parameters().cast<Pack4>()) {
    for (int lane = 0; lane < 4; ++lane) {
      for (int i = 0; i < 4; ++i) at[i].set(lane, 0.3 + 0.4 * lane - 0.25 * i);
    }
    q(0) = at[0], v(0) = at[1], a(0) = Pack4(0.0);
  }
  FourKnots knots() const { return {q, v, a, parameters, no_numbers}; }
  void evaluate() {
    function.evaluate(at.data(), knots(), true);
    hessian.fill(Pack4(0.0));
    function.add_hessian(knots(), weights.data(), hessian.data());
  }

  MultibodyDynamics dynamics;
  MultibodyInputs inputs;
  std::vector<Frame> frames;
  ChainedFunction function;
  Parameters<Pack4> parameters;
  std::vector<Pack4> no_numbers;
  VectorX<Pack4> q{1}, v{1}, a{1};
  std::array<Pack4, 4> at;
  std::array<Pack4, 2> weights{Pack4(0.7), Pack4(-1.3)};
  std::array<Pack4, 16> hessian;
};

TEST(ChainedFunction, HasTheDerivativesOfItsClosedForm) {
  Chained chained;
  chained.evaluate();
  for (int lane = 0; lane < 4; ++lane) {
    const double q = chained.at[0][lane], v = chained.at[1][lane], u = chained.at[2][lane], t = chained.at[3][lane];
    const double s = std::sin(q), c = std::cos(q), w1 = 0.7, w2 = -1.3;
    EXPECT_NEAR(chained.function.value(0)[lane], s * u, 1e-15);
    EXPECT_NEAR(chained.function.value(1)[lane], c * c * v * v + q * t, 1e-15);
    Eigen::Matrix<double, 2, 4> first, found;
    first << c * u, 0.0, s, 0.0,  //
        t - 2.0 * c * s * v * v, 2.0 * c * c * v, 0.0, q;
    Eigen::Matrix4d second = Eigen::Matrix4d::Zero(), seen;
    second(0, 0) = -w1 * s * u - 2.0 * w2 * std::cos(2.0 * q) * v * v;
    second(0, 1) = second(1, 0) = -4.0 * w2 * c * s * v;
    second(0, 2) = second(2, 0) = w1 * c;
    second(0, 3) = second(3, 0) = w2;
    second(1, 1) = 2.0 * w2 * c * c;
    for (int j = 0; j < 4; ++j) {
      for (int i = 0; i < 2; ++i) found(i, j) = chained.function.by_inputs(i)[j][lane];
      for (int i = 0; i < 4; ++i) seen(i, j) = chained.hessian[4 * i + j][lane];
    }
    EXPECT_LT((found - first).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((seen - second).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(ChainedFunction, AllocatesNothingAfterItsFirstTime) {
  Chained chained;
  chained.evaluate();
  EXPECT_EQ(test::allocations_in([&] { chained.evaluate(); }), 0);
}

}  // namespace tandem::chained_function_test

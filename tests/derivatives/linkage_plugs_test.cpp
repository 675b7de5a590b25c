#include <tandem/derivatives/derivative_workspace.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/multibody_dynamics.hpp>
#include <tandem/derivatives/on_frame.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>

#include "dynamics/linkages.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <complex>

/// Models with loops as the dynamics of a problem: what tapes make of the closing must be exact.
namespace tandem::linkage_plugs_test {

using Complex = std::complex<double>;

/// The four-bar with a motor, a spring that brakes its crank, and the ground's length as a named number.
MultibodyDynamics four_bar_dynamics() {
  MultibodyDynamics dynamics(test::four_bar());
  dynamics.actuate("crank").number("shift x of 'rocker'", Affine(Number{0}));
  return dynamics;
}

KnotBlocks blocks_of(const MultibodyDynamics& dynamics) {
  KnotBlocks blocks{dynamics.states(), dynamics.controls(), {}, {0.9}, {0}};
  blocks.blocks.emplace_back(GenericFunction::of(dynamics), "dynamics");
  return blocks;
}

/// Inputs [q; v; u; t; ground]: closed at the first knot, then ever farther from it.
KnotBatch batch_for(const KnotFunction& function) {
  constexpr int kKnots = 5;
  KnotBatch batch;
  batch.resize(function.inputs(), function.outputs(), kKnots);
  const Eigen::VectorXd q = test::four_bar().neutral_configuration();
  test::Dice dice(3);
  for (int knot = 0; knot < kKnots; ++knot) {
    batch.inputs.col(knot).head(3) = q + 0.02 * knot * Eigen::VectorXd(dice.point());
    batch.inputs(3, knot) = 1.3 - 0.1 * knot, batch.inputs(4, knot) = 2.0;
    batch.inputs(6, knot) = 0.9 + 0.005 * knot;
    batch.weights.col(knot) = dice.vector(function.outputs());
  }
  return batch;
}

/// The same rates for complex numbers.
VectorX<Complex> rates(const VectorX<Complex>& inputs) {
  const Model model = test::four_bar();
  Parameters<Complex> parameters = model.parameters().cast<Complex>();
  const int rocker = model.body_index("rocker");
  Transform<Complex> X = parameters.placement(rocker, kWorld);
  X.translation.x = inputs(6);
  parameters.set_placement(rocker, kWorld, X);
  Workspace<Complex> ws(model);
  VectorX<Complex> out(4), q_dot(3), a(1);
  const VectorX<Complex> q = inputs.head(3), v = inputs.segment(3, 1), tau = inputs.segment(4, 1);
  coordinate_rates<Complex>(model, parameters, ws, q, v, q_dot);
  forward_dynamics<Complex>(model, parameters, ws, q, v, tau, a);
  out << q_dot, a;
  return out;
}

class LinkagePlug : public testing::TestWithParam<std::string> {};

TEST_P(LinkagePlug, IsExactInValuesAndJacobian) {
  const auto function = make_knot_function(blocks_of(four_bar_dynamics()), GetParam());
  KnotBatch batch = batch_for(*function);
  function->evaluate(batch, 0, batch.knots(), Level::hessian);
  const double h = 1e-40;
  for (int knot = 0; knot < batch.knots(); ++knot) {
    for (int i = 0; i < function->inputs(); ++i) {
      VectorX<Complex> x = batch.inputs.col(knot).cast<Complex>();
      x(i) += Complex(0, h);
      const VectorX<Complex> y = rates(x);
      EXPECT_LT((y.real() - batch.values.col(knot)).norm(), 1e-11) << knot;
      EXPECT_LT((y.imag() / h - batch.jacobian(knot).col(i)).norm(), 1e-9) << knot << " by " << i;
    }
  }
}

TEST_P(LinkagePlug, HasTheHessianOfItsJacobian) {
  const auto function = make_knot_function(blocks_of(four_bar_dynamics()), GetParam());
  KnotBatch batch = batch_for(*function), shifted = batch;
  function->evaluate(batch, 0, batch.knots(), Level::hessian);
  const double h = 1e-5;  // of central differences: 1e-10 of the third derivative, 1e-11 of rounding
  for (int i = 0; i < function->inputs(); ++i) {
    Eigen::MatrixXd gradients[2];
    for (int side = 0; side < 2; ++side) {
      shifted.inputs = batch.inputs;
      shifted.inputs.row(i).array() += side == 0 ? h : -h;
      function->evaluate(shifted, 0, batch.knots(), Level::jacobian);
      gradients[side].resize(function->inputs(), batch.knots());
      for (int knot = 0; knot < batch.knots(); ++knot) {
        gradients[side].col(knot) = shifted.jacobian(knot).transpose() * batch.weights.col(knot);
      }
    }
    const Eigen::MatrixXd column = (gradients[0] - gradients[1]) / (2 * h);
    for (int knot = 0; knot < batch.knots(); ++knot) {
      const double size = batch.hessian(knot).norm();
      EXPECT_LT((column.col(knot) - batch.hessian(knot).col(i)).norm(), 1e-6 * size) << knot << " by " << i;
    }
  }
}

TEST_P(LinkagePlug, SeesOnlyTheIndependentJointAtAClosedState) {
  // Where loops are closed, the dependent coordinates say no more than from where to close them.
  const auto function = make_knot_function(blocks_of(four_bar_dynamics()), GetParam());
  KnotBatch batch = batch_for(*function);
  function->evaluate(batch, 0, 1, Level::jacobian);
  EXPECT_LT(batch.jacobian(0).middleCols(1, 2).norm(), 1e-9 * batch.jacobian(0).norm());
}

INSTANTIATE_TEST_SUITE_P(Each, LinkagePlug, testing::Values("bytecode", "tape", "symbolic"),
                         [](const auto& test) { return test.param; });

TEST(LinkagePlugs, AreNotTheRecursiveOne) {
  const KnotBlocks blocks = blocks_of(four_bar_dynamics());
  EXPECT_TRUE(test::refuses([&] { make_knot_function(blocks, "recursive"); },
                            "model 'four-bar' has loops or couplings: analytic derivatives are of trees alone"));
  EXPECT_TRUE(test::refuses([] { DerivativeWorkspace<double> ws(test::four_bar(), 0); }, "of trees alone"));
  EXPECT_NO_THROW(make_knot_function(blocks, kDefaultPlug));
  EXPECT_NO_THROW(make_knot_function(blocks, "jets"));
}

TEST(LinkagePlugs, RefuseADriveOfAJointThatFollows) {
  MultibodyDynamics dynamics(test::four_bar());
  EXPECT_TRUE(test::refuses([&] { dynamics.actuate("rocker"); }, "joint 'rocker' follows others"));
}

}  // namespace tandem::linkage_plugs_test

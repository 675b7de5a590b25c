#include <tandem/derivatives/model_jacobian.hpp>

#include <tandem/derivatives/check_model.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include <gtest/gtest.h>

namespace tandem::model_jacobian_test {

using namespace test;

TEST(ModelJacobian, HasAColumnForEachVariableByEveryWay) {
  const RandomCase c(4);
  const std::vector<Drive> drives(c.model.body_count(), Drive::motion);
  const ModelSetting setting{c.model, drives, c.wrenches, {"tip", c.model.body_count() - 1}, model_numbers(c.model)};
  const ModelState state{c.q, c.v, c.a};
  for (const ModelFunction function : kModelFunctions) {
    const Eigen::VectorXd z = variables_at(setting, state, function);
    const Eigen::VectorXd y = evaluate<double>(function, setting, c.q, z);
    const Eigen::MatrixXd analytic = analytic_jacobian(function, setting, state);
    EXPECT_EQ(analytic.rows(), y.size());
    EXPECT_EQ(analytic.cols(), z.size());
    for (const Way& way : ModelJacobianWays(function, setting).at(state)) {
      EXPECT_EQ(way.block.rows(), y.size()) << way.name;
      EXPECT_EQ(way.block.cols(), z.size()) << way.name;
    }
  }
}

TEST(ModelJacobian, OfAFrameIsItsJacobianAtNoDisplacement) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomCase c(seed);
    const Frame frame{"tip", c.model.body_count() - 1, c.dice.placement()};
    const ModelSetting setting{c.model, {}, {}, frame, {}};
    Eigen::MatrixXd jacobian(6, c.model.nv());
    frame_jacobian(c.model, c.ws, c.q, frame, jacobian);
    for (const Way& way : ModelJacobianWays(ModelFunction::frame_motion, setting).at({c.q, c.v, c.a})) {
      expect_block(way.block.topLeftCorner(6, c.model.nv()), jacobian, 1, c.model.name() + " " + way.name);
    }
  }
}

}  // namespace tandem::model_jacobian_test

#include <tandem/derivatives/model_blocks.hpp>

#include <tandem/derivatives/check_model.hpp>
#include <tandem/dynamics/models.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tandem::model_blocks_test {

class ModelBlocks : public ::testing::Test {
 protected:
  Model model_ = make_model("acrobot");
  ModelSetting setting_{model_,
                        std::vector<Drive>(3, Drive::force),
                        std::vector<Wrench<double>>(3, Wrench<double>::zero()),
                        {"hand", 2},
                        model_numbers(model_)};
};

TEST_F(ModelBlocks, LieWithinTheJacobianOfTheirFunction) {
  const ModelState state{Eigen::Vector2d(0.1, 0.2), Eigen::Vector2d(1, 2), Eigen::Vector2d(3, 4)};
  std::set<std::string> names;
  for (const ModelFunction function : kModelFunctions) {
    const Eigen::MatrixXd jacobian = analytic_jacobian(function, setting_, state);
    for (const ModelBlock& block : blocks_of(function, setting_)) {
      EXPECT_LE(block.row + block.rows, jacobian.rows()) << block.name;
      EXPECT_LE(block.column + block.columns, jacobian.cols()) << block.name;
      EXPECT_TRUE(names.insert(block.name).second) << block.name;
    }
  }
}

TEST_F(ModelBlocks, BearTheNamesOfTheModel) {
  const ModelBlock by_numbers = blocks_of(ModelFunction::inverse_dynamics, setting_).back();
  EXPECT_EQ(by_numbers.name, "inverse dynamics by numbers");
  EXPECT_EQ(by_numbers.names.row(1), model_.velocity_name(1));
  EXPECT_EQ(by_numbers.names.column(0), name_of(model_, model_numbers(model_).front()));
  const ModelBlock wrenches = blocks_of(ModelFunction::joint_wrenches, setting_).front();
  EXPECT_EQ(wrenches.names.row(6 + 4), "force y on '" + model_.body(1).name + "'");
  const ModelBlock velocity = blocks_of(ModelFunction::frame_motion, setting_)[1];
  EXPECT_EQ(velocity.name, "frame velocity by q");
  EXPECT_EQ(velocity.names.row(2), "angular z of the hand");
  const ModelBlock jacobian = blocks_of(ModelFunction::frame_jacobian, setting_).front();
  EXPECT_EQ(jacobian.names.row(6 + 3), "linear x of column '" + model_.velocity_name(1) + "'");
}

TEST_F(ModelBlocks, OfSecondOrderAreTheLowerTriangleOfTheHessian) {
  std::string names;
  for (const ModelBlock& block : hessian_blocks_of(ModelFunction::forward_dynamics, setting_)) {
    names += block.name.substr(std::string("forward dynamics ").size()) + "; ";
    EXPECT_LE(block.column, block.row);
  }
  EXPECT_EQ(names,
            "hessian by q q; hessian by v q; hessian by v v; hessian by tau q; hessian by tau v; hessian by tau tau; ");
}

}  // namespace tandem::model_blocks_test

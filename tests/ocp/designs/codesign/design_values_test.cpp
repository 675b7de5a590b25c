#include <tandem/ocp/designs/codesign/design_values.hpp>

#include <gtest/gtest.h>

namespace tandem::design_values_test {

const std::vector<double> kNumbers{7.0, 8.0};

TEST(DesignValues, ReadSizesAsVariablesAndNumbersAsValues) {
  const DesignValues k(Eigen::Vector2d(2.0, 3.0), kNumbers);
  const NumberJet product = k[Number{1}] * k[Design{0}] * k[Design{1}];
  EXPECT_EQ(product.value, 48.0);
  EXPECT_EQ(product.gradient, Eigen::Vector2d(24.0, 16.0));
  EXPECT_EQ(product.hessian(0, 1), 8.0);
  EXPECT_EQ(k.variables(), 2);
  EXPECT_EQ(k.values(), Eigen::Vector2d(2.0, 3.0));
}

TEST(DesignValues, HaveThePriceAsOneMoreVariable) {
  const DesignValues k(Eigen::Vector2d(2.0, 3.0), kNumbers, 0.5);
  EXPECT_EQ(k.variables(), 3);
  EXPECT_EQ(k.sizes().size(), 2U);
  EXPECT_EQ(k.price().value, 0.5);
  EXPECT_EQ(k.price().gradient, Eigen::Vector3d(0.0, 0.0, 1.0));
  EXPECT_EQ(k.values(), Eigen::Vector2d(2.0, 3.0));
}

}  // namespace tandem::design_values_test

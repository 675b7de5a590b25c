#include <tandem/ocp/designs/codesign/dense_nlp.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <optional>

namespace tandem::codesign::dense_nlp_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// minimise x + y subject to x^2 + y^2 <= 2 within [-10, 10]^2: (-1, -1), multiplier 1/2.
DenseNlp disc() {
  DenseNlp nlp;
  nlp.lower = VectorXd::Constant(2, -10.0);
  nlp.upper = VectorXd::Constant(2, 10.0);
  nlp.rows = 1;
  nlp.evaluate = [](const VectorXd& x) -> std::optional<DensePoint> {
    return DensePoint{x.sum(), VectorXd::Ones(2), VectorXd::Constant(1, x.squaredNorm() - 2.0), 2.0 * x.transpose()};
  };
  nlp.hessian = [](const VectorXd&, double, const VectorXd& multipliers) {
    return MatrixXd(2.0 * multipliers(0) * MatrixXd::Identity(2, 2));
  };
  return nlp;
}

TEST(DenseNlp, IsSolvedWithAndWithoutItsHessian) {
  for (const bool has_hessian : {true, false}) {
    DenseNlp nlp = disc();
    if (!has_hessian) nlp.hessian = {};
    const DenseSolution found = solve_dense(nlp, Eigen::Vector2d(0.5, -0.2));
    EXPECT_TRUE(found.is_solved) << found.message;
    EXPECT_LE((found.unknowns - VectorXd::Constant(2, -1.0)).norm(), 1e-7);
    EXPECT_NEAR(found.multipliers(0), 0.5, 1e-6);
    EXPECT_NEAR(found.objective, -2.0, 1e-7);
  }
}

TEST(DenseNlp, BacksOutOfWhereThereIsNoValue) {
  DenseNlp nlp = disc();
  nlp.evaluate = [inner = nlp.evaluate](const VectorXd& x) { return x.minCoeff() < -1.05 ? std::nullopt : inner(x); };
  const DenseSolution found = solve_dense(nlp, Eigen::Vector2d(0.5, -0.2));
  EXPECT_TRUE(found.is_solved) << found.message;
  EXPECT_LE((found.unknowns - VectorXd::Constant(2, -1.0)).norm(), 1e-7);
}

TEST(DenseNlp, SaysWhenThereIsNoSolution) {
  DenseNlp nlp = disc();
  nlp.lower = VectorXd::Constant(2, 2.0);
  const DenseSolution found = solve_dense(nlp, VectorXd::Constant(2, 5.0));
  EXPECT_FALSE(found.is_solved);
  EXPECT_EQ(found.message, "no design near the start meets the limits");
}

TEST(DenseNlp, RefusesStartsAndBoundsThatDoNotFit) {
  EXPECT_TRUE(test::refuses([] { solve_dense(disc(), VectorXd::Ones(3)); }, "a start of 3 unknowns, 2 lower"));
  EXPECT_TRUE(test::refuses([] { solve_dense(disc(), VectorXd::Constant(2, std::nan(""))); }, "not finite"));
  EXPECT_TRUE(test::refuses([] { solve_dense(disc(), VectorXd::Ones(2), {.tolerance = 0.0}); }, "tolerance 0"));
}

}  // namespace tandem::codesign::dense_nlp_test

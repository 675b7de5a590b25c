#include <tandem/derivatives/jacobian_ways.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::jacobian_ways_test {

/// More rows than columns, or fewer: (x0 sin x1, x0 x2, exp(x2) x1, ...) cut to `rows`.
struct Sample {
  long rows;

  template <class S>
  Eigen::Matrix<S, Eigen::Dynamic, 1> operator()(const Eigen::Matrix<S, Eigen::Dynamic, 1>& x) const {
    using std::exp;
    using std::sin;
    Eigen::Matrix<S, Eigen::Dynamic, 1> y(5);
    y << S(x(0) * sin(x(1))), S(x(0) * x(2)), S(exp(x(2)) * x(1)), S(3.0), S(x(1) - x(2));
    return y.head(rows);
  }

  Eigen::MatrixXd exact(const Eigen::VectorXd& x) const {
    Eigen::MatrixXd J(5, 3);
    J << std::sin(x(1)), x(0) * std::cos(x(1)), 0,  //
        x(2), 0, x(0),                              //
        0, std::exp(x(2)), std::exp(x(2)) * x(1),   //
        0, 0, 0,                                    //
        0, 1, -1;
    return J.topRows(rows);
  }
};

TEST(JacobianWays, AreExactForwardAndReverse) {
  const Eigen::Vector3d x(0.7, -1.1, 0.4);
  for (const long rows : {2, 3, 5}) {
    const Sample f{rows};
    const Eigen::MatrixXd exact = f.exact(x);
    EXPECT_LT((jacobian_by_complex_step(f, x) - exact).norm(), 1e-15) << rows;
    EXPECT_LT((jacobian_by_cppad(f, x) - exact).norm(), 1e-15) << rows;
    EXPECT_LT((casadi_jacobian(f, 3)(Eigen::VectorXd(), x) - exact).norm(), 1e-15) << rows;
  }
}

TEST(CasadiJacobian, TakesConstantsThatChangeBetweenEvaluations) {
  for (const long rows : {1, 3}) {
    const SymbolVector c = symbols("c", 1), x = symbols("x", 2);
    SymbolVector y(3);
    y << casadi::SX(c(0) * x(0)), casadi::SX(x(0) * x(1)), casadi::SX(c(0));
    const CasadiJacobian jacobian(c, x, y.head(rows));
    for (const double constant : {2.0, -3.0}) {
      Eigen::MatrixXd exact(3, 2);
      exact << constant, 0, 5, 4, 0, 0;
      EXPECT_EQ(jacobian(Eigen::VectorXd::Constant(1, constant), Eigen::Vector2d(4, 5)), exact.topRows(rows));
    }
  }
}

}  // namespace tandem::jacobian_ways_test

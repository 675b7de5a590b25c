#include <tandem/derivatives/steps_expression.hpp>

#include <tandem/core/table.hpp>
#include <tandem/derivatives/scalar_casadi.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace tandem::steps_expression_test {

using casadi::SX;

const Table kTable({0.0, 1.0, 2.5, 3.0}, {1.0, -1.0, 0.5, 2.0});

double value(const casadi::Function& f, double x) { return f(casadi::DM(x)).at(0).scalar(); }

TEST(StepsAsExpressions, OfATableAreItsValueAndItsDerivatives) {
  const SX x = SX::sym("x");
  const SX y = kTable(x);
  const casadi::Function f("f", {x}, {y}), d("d", {x}, {SX::jacobian(y, x)});
  for (const double at : {-1.0, 0.0, 0.4, 1.0, 2.6, 4.0}) {
    EXPECT_EQ(value(f, at), kTable(at));
    EXPECT_NEAR(value(d, at), kTable(std::complex<double>(at, 1e-40)).imag() / 1e-40, 1e-14);
  }
}

TEST(StepsAsExpressions, OfATableOfTwoAreItsValue) {
  const std::vector<double> at{0.0, 1.0, 3.0};
  const TableOfTwo table(at, at, Eigen::Matrix3d{{1.0, 2.0, 0.5}, {0.0, -1.0, 1.0}, {2.0, 2.0, 4.0}});
  const SX x = SX::sym("x"), y = SX::sym("y");
  const casadi::Function f("f", {x, y}, {table(x, y)});
  for (const double a : {-1.0, 0.3, 1.0, 2.9, 5.0}) {
    for (const double b : {-1.0, 0.6, 2.0, 3.5}) {
      EXPECT_EQ(f(std::vector<casadi::DM>{a, b}).at(0).scalar(), table(a, b));
    }
  }
}

TEST(StepsAsExpressions, AreOneCallWhereTheyAreCalled) {
  const std::size_t number = keep(Steps({1.0}, 2, {5.0, 6.0, 7.0, 8.0}));
  const casadi::SXElem x = casadi::SXElem::sym("x");
  const casadi::Function f("f", {SX(x)}, {SX(called(number, x))});
  EXPECT_EQ(f(casadi::DM(0.5)).at(0).nonzeros(), (std::vector{5.0, 6.0}));
  EXPECT_EQ(f(casadi::DM(1.0)).at(0).nonzeros(), (std::vector{7.0, 8.0}));
  casadi_int calls = 0;
  for (casadi_int k = 0; k < f.n_instructions(); ++k) calls += f.instruction_id(k) == casadi::OP_CALL;
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(steps_called(SX(called(number, x)).nonzeros().at(0).dep(0).which_function()), number);
  EXPECT_FALSE(steps_called(f).has_value());
}

}  // namespace tandem::steps_expression_test

#include <tandem/derivatives/knot.hpp>

#include <derivatives/own_function.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::user_function_test {

TEST(UserFunction, IsRefusedWithoutValuesOrJacobian) {
  UserFunction own = test::own_cost();
  own.outputs = 0;
  EXPECT_TRUE(test::refuses([&] { check(own); }, "it has 0 outputs"));
  own = test::own_cost(), own.values = nullptr;
  EXPECT_TRUE(test::refuses([&] { GenericFunction::of(own); }, "it has no values"));
  own = test::own_cost(), own.jacobian = nullptr;
  EXPECT_TRUE(test::refuses([&] { check(own); }, "it has no Jacobian"));
}

TEST(UserFunction, IsRefusedWhereItContradictsItself) {
  UserFunction own = test::own_cost();
  own.linear = true;
  EXPECT_TRUE(test::refuses([&] { check(own); }, "said to be linear, and has a Hessian"));
  own = test::own_cost();
  own.jacobian_pattern = BoolMatrix::Constant(2, 9, true);
  EXPECT_TRUE(test::refuses([&] { check(own); }, "the Jacobian's pattern has 2 rows for 1 outputs"));
  own = test::own_cost();
  own.hessian_pattern = BoolMatrix::Constant(2, 9, true);
  EXPECT_TRUE(test::refuses([&] { check(own); }, "pattern is not symmetric"));
  own.jacobian_pattern = BoolMatrix::Constant(1, 9, true);
  own.hessian_pattern = BoolMatrix::Constant(8, 8, true);
  EXPECT_TRUE(test::refuses([&] { check(own); }, "have 9 and 8 columns"));
}

TEST(UserFunction, HasNoTape) {
  const GenericFunction function = GenericFunction::of(test::own_cost());
  EXPECT_NE(function.user(), nullptr);
  std::vector<GenericFunction::Tape> x(9), y(1);
  const std::span<const GenericFunction::Tape> all(x);
  const KnotView<GenericFunction::Tape> knot{all.first(3), all.subspan(3, 2), x[5], all.subspan(6)};
  EXPECT_TRUE(test::refuses([&] { function(knot, std::span(y)); }, "needs the plug 'user'"));
}

}  // namespace tandem::user_function_test

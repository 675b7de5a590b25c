#include <tandem/derivatives/symbolic_functions.hpp>

#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>

namespace tandem::symbolic_functions_test {

TEST(SymbolicFunctions, AreSparse) {
  CppAD::ADFun<double> tape = record(test::rich_blocks(true));
  const SymbolicFunctions functions(tape);
  EXPECT_EQ(functions.jacobian().nnz_out(1), jacobian_places(tape).nnz());
  EXPECT_LT(functions.hessian().nnz_out(2), 8 * 9 / 2);
  EXPECT_EQ(functions.hessian().n_in(), 3);
}

TEST(SymbolicFunctions, OfACasadiFunctionAreItsDerivatives) {
  using casadi::SX;
  const SX x = SX::sym("x", 2), p = SX::sym("p");
  const SymbolicFunctions functions(casadi::Function("product", {x, p}, {p * x(0) * sin(x(1))}));
  const std::vector<casadi::DM> at{casadi::DM({2.0, 0.5}), casadi::DM(3.0), casadi::DM(1.0)};
  const std::vector<casadi::DM> found = functions.hessian()(at);
  EXPECT_DOUBLE_EQ(static_cast<double>(found[0]), 6.0 * std::sin(0.5));
  EXPECT_DOUBLE_EQ(static_cast<double>(found[1](0, 1)), 6.0 * std::cos(0.5));
  EXPECT_DOUBLE_EQ(static_cast<double>(found[2](1, 0)), 3.0 * std::cos(0.5));
  EXPECT_DOUBLE_EQ(static_cast<double>(found[2](1, 1)), -6.0 * std::sin(0.5));
}

}  // namespace tandem::symbolic_functions_test

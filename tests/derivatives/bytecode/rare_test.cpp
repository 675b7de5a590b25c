#include <tandem/derivatives/bytecode/rare.hpp>

#include <casadi/casadi.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace tandem::rare_test {

TEST(RareFunction, IsCasadisOfEachNumber) {
  const std::array a{-2.5, 0.0, 3.25}, b{1.5, 2.0, -1.0};
  std::array<double, 3> found{};
  bytecode::rare_function(casadi::OP_FMOD, a.data(), b.data(), found.data(), 3);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(found[i], std::fmod(a[i], b[i])) << i;
  bytecode::rare_function(casadi::OP_FLOOR, a.data(), b.data(), found.data(), 3);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(found[i], std::floor(a[i])) << i;
}

TEST(RareFunction, WritesNoMoreThanItWasAskedFor) {
  const std::array a{1.0, 2.0}, b{1.0, 1.0};
  std::array found{7.0, 7.0};
  bytecode::rare_function(casadi::OP_CEIL, a.data(), b.data(), found.data(), 1);
  EXPECT_EQ(found[1], 7.0);
}

}  // namespace tandem::rare_test

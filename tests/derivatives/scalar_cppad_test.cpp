#include <tandem/derivatives/scalar_cppad.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tandem::scalar_cppad_test {

using Tape = CppAD::AD<double>;

/// f(x) and f'(x) at 0.3 of what was recorded at 0.
template <class Function>
std::vector<double> recorded(const Function& function) {
  std::vector<Tape> x{Tape(0.0)};
  CppAD::Independent(x);
  std::vector<Tape> y{function(x[0])};
  CppAD::ADFun<double> tape(x, y);
  const std::vector<double> at{0.3};
  return {tape.Forward(0, at)[0], tape.Jacobian(at)[0]};
}

TEST(ScalarCppad, AChoiceBetweenConstantsKeepsWhatItsBranchDependsOn) {
  const auto chosen = [](double a, double b) {
    return recorded([=](const Tape& x) { return select_less(Tape(a), Tape(b), Tape(2.0 * x), Tape(x * x)); });
  };
  EXPECT_EQ(chosen(1.0, 2.0), (std::vector{0.6, 2.0}));
  EXPECT_EQ(chosen(2.0, 1.0), (std::vector{0.3 * 0.3, 0.6}));
}

TEST(ScalarCppad, AnAngleKeepsWhatItDependsOnBesideAConstant) {
  for (const double c : {-2.0, 0.5}) {
    const double r2 = 0.09 + c * c;
    const auto of_y = recorded([=](const Tape& y) { return atan2(y, Tape(c)); });
    EXPECT_DOUBLE_EQ(of_y[0], std::atan2(0.3, c));
    EXPECT_DOUBLE_EQ(of_y[1], c / r2);
    const auto of_x = recorded([=](const Tape& x) { return atan2(Tape(c), x); });
    EXPECT_DOUBLE_EQ(of_x[0], std::atan2(c, 0.3));
    EXPECT_DOUBLE_EQ(of_x[1], -c / r2);
  }
  EXPECT_DOUBLE_EQ(recorded([](const Tape& y) { return atan2(Tape(y - 0.4), Tape(0.0)); })[0], std::atan2(-0.1, 0.0));
}

TEST(ScalarCppad, AChoiceByAVariableIsMadeWhereTheTapeIsPlayed) {
  const auto f = [](const Tape& x) { return select_less(x, Tape(0.1), Tape(2.0 * x), Tape(x * x)); };
  EXPECT_EQ(recorded(f), (std::vector{0.3 * 0.3, 0.6}));
}

}  // namespace tandem::scalar_cppad_test

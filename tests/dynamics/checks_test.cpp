#include <tandem/dynamics/checks.hpp>

#include <tandem/core/error.hpp>

#include "random_tree.hpp"
#include <gtest/gtest.h>

namespace tandem::checks_test {

struct Checks : ::testing::Test {
  test::RandomCase c{2};  // floats: nq = nv + 1 at least
};

TEST_F(Checks, PassWhatFits) {
  EXPECT_NO_THROW(check_length(c.model, "q", c.q.size(), c.model.nq()));
  EXPECT_NO_THROW(check_shape(c.model, "M", 3, 4, 3, 4));
  EXPECT_NO_THROW(check_model(c.model, c.model.parameters(), c.ws));
  EXPECT_NO_THROW(check_quaternion(c.model, 1, c.q.data()));
  EXPECT_NO_THROW(check_pivot(c.model, 1, 1e-6, 1.0));
}

TEST_F(Checks, SayWhatIsWrongWithItsNumbers) {
  try {
    check_shape(c.model, "M", 3, 5, 3, 4);
    FAIL();
  } catch (const InvalidInput& error) {
    const std::string expected = "model 'tree 2': M is 3 x 5, which does not fit nq = ";
    EXPECT_EQ(std::string(error.what()).substr(0, expected.size()), expected);
  }
}

TEST_F(Checks, TakeNaNForAPivotThatIsNotThere) {
  EXPECT_THROW(check_pivot(c.model, 1, std::nan(""), 1.0), NumericalError);
  EXPECT_THROW(check_pivot(c.model, 1, 0.0, 0.0), NumericalError);
  EXPECT_THROW(check_pivot(c.model, 1, 1e-17, 1.0), NumericalError);
}

TEST_F(Checks, RefuseAQuaternionOfNaN) {
  const double q[4] = {std::nan(""), 0, 0, 0};
  EXPECT_THROW(check_quaternion(c.model, 1, q), InvalidInput);
}

}  // namespace tandem::checks_test

#include <tandem/ocp/lq/modes_at_fault.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::lq::modes_at_fault_test {

using Eigen::MatrixXd;
using test::says;

/// Two oscillators of frequencies 1 and 2; the control pushes the first, the weight is on the second.
Regulator two_oscillators() {
  MatrixXd a = MatrixXd::Zero(4, 4);
  a(0, 1) = a(2, 3) = 1.0, a(1, 0) = -1.0, a(3, 2) = -4.0;
  MatrixXd q = MatrixXd::Zero(4, 4);
  q(2, 2) = 1.0;
  return {a, Eigen::Vector4d(0.0, 1.0, 0.0, 0.0), q, MatrixXd::Ones(1, 1)};
}

TEST(ModesAtFault, AreNamedByTheirEigenvalue) {
  Regulator regulator = two_oscillators();
  EXPECT_TRUE(says(mode_at_fault(regulator, false), "1i is not seen by the weights (Q)"));
  regulator.q(0, 0) = 1e-3;
  EXPECT_TRUE(says(mode_at_fault(regulator, false), "2i is not moved by any control"));
  regulator.b(3, 0) = 1.0;
  EXPECT_EQ(mode_at_fault(regulator, false), "");
}

TEST(ModesAtFault, OfDiscreteSystemsAreOutsideTheUnitCircle) {
  Regulator regulator{MatrixXd::Constant(1, 1, -1.5), MatrixXd::Zero(1, 1), MatrixXd::Ones(1, 1), MatrixXd::Ones(1, 1)};
  EXPECT_TRUE(says(mode_at_fault(regulator, true), "eigenvalue -1.5 is not moved"));
  regulator.a(0, 0) = -0.5;
  EXPECT_EQ(mode_at_fault(regulator, true), "");
}

}  // namespace tandem::lq::modes_at_fault_test

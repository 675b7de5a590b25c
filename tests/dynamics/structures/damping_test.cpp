#include <tandem/dynamics/structures/damping.hpp>

#include <tandem/dynamics/structures/structure.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <utility>
#include <vector>

namespace tandem::structures::damping_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;

constexpr double kRatio = 0.03;

/// A cantilever of three elements with depths p: rho A = p, E I = p^3; `is_free` leaves it its two rigid motions.
std::pair<MatrixJet, MatrixJet> beam(const VectorXd& p, bool is_free = false) {
  const Structure structure = uniform_beam(3, 1.5, !is_free);
  std::vector<NumberJet> mass, stiffness;
  for (const NumberJet& depth : variables(p)) mass.push_back(depth), stiffness.push_back(depth * depth * depth);
  return {structure.mass.at(mass), structure.stiffness.at(stiffness)};
}

MatrixJet damping_at(const VectorXd& p, bool is_free = false) {
  const auto [mass, stiffness] = beam(p, is_free);
  return modal_damping(mass, stiffness, kRatio);
}

const Eigen::Vector3d kDepths(1.0, 0.8, 1.3);

TEST(Modes, OfACantileverTendToTheBeamsOwn) {
  const Structure structure = uniform_beam(8, 1.0 / 8.0, true);
  const std::vector<NumberJet> ones(8, NumberJet::constant(1.0, 1));
  const Modes found = modes(structure.mass.at(ones).value, structure.stiffness.at(ones).value);
  EXPECT_NEAR(found.frequencies(0), 3.5160152685, 1e-4);  // 1.875104^2; error of 8 elements is O(h^4)
  EXPECT_NEAR(found.frequencies(1), 22.034491565, 5e-3);
}

TEST(Modes, AreOrthonormalInMass) {
  const auto [mass, stiffness] = beam(kDepths);
  const Modes found = modes(mass.value, stiffness.value);
  EXPECT_LE((found.shapes.transpose() * mass.value * found.shapes - MatrixXd::Identity(6, 6)).norm(), 1e-13);
  const MatrixXd squares = found.frequencies.cwiseAbs2().asDiagonal();
  EXPECT_LE((found.shapes.transpose() * stiffness.value * found.shapes - squares).norm(), 1e-12 * squares.norm());
}

TEST(ModalDamping, GivesEveryModeItsRatioAndIsTheRootOfItsEquation) {
  const auto [mass, stiffness] = beam(kDepths);
  const Modes found = modes(mass.value, stiffness.value);
  const MatrixXd damping = damping_at(kDepths).value;
  const VectorXd ratios = VectorXd::Constant(6, kRatio);
  EXPECT_LE((damping - modal_damping(found, mass.value, ratios)).norm(), 1e-13 * damping.norm());
  const MatrixXd square = damping * mass.value.inverse() * damping;
  EXPECT_LE((square - 4.0 * kRatio * kRatio * stiffness.value).norm(), 1e-12 * square.norm());
}

TEST(ModalDamping, HasTheDerivativesThatDifferencesHave) {
  for (const bool is_free : {false, true}) {
    const MatrixJet at = damping_at(kDepths, is_free);
    const double h = 1e-3;
    for (int i = 0; i < 3; ++i) {
      // Fourth order: error h^4, and the rounding of eigenvectors, some 1e-13, over h.
      const auto moved = [&](double steps) { return damping_at(kDepths + steps * h * VectorXd::Unit(3, i), is_free); };
      const MatrixJet a = moved(-2), b = moved(-1), c = moved(1), d = moved(2);
      const MatrixXd slope = (a.value - 8.0 * b.value + 8.0 * c.value - d.value) / (12.0 * h);
      EXPECT_LE((at.by(i) - slope).norm(), 1e-9 * at.value.norm()) << is_free;
      for (int j = 0; j < 3; ++j) {
        const MatrixXd second = (a.by(j) - 8.0 * b.by(j) + 8.0 * c.by(j) - d.by(j)) / (12.0 * h);
        EXPECT_LE((at.by(i, j) - second).norm(), 1e-9 * at.value.norm()) << is_free;
      }
    }
  }
}

TEST(ModalDamping, LeavesRigidModesAlone) {
  const MatrixJet damping = damping_at(kDepths, true);
  VectorXd move(8), turn(8);
  move << 1, 0, 1, 0, 1, 0, 1, 0;
  turn << 0, 1, 1.5, 1, 3, 1, 4.5, 1;
  EXPECT_LE((damping.value * move).norm() + (damping.value * turn).norm(), 1e-10 * damping.value.norm());
}

TEST(ModalDamping, IsSmoothWhereFrequenciesMeet) {
  // Two equal oscillators: each frequency has a kink in what couples them, the damping has none.
  SeparableMatrix coupled(2, 1);
  coupled.constant = MatrixXd::Identity(2, 2);
  coupled.parts[0] << 0.0, 1.0, 1.0, 0.0;
  const std::vector<NumberJet> p = variables(VectorXd::Zero(1));
  const MatrixJet damping = modal_damping(MatrixJet(MatrixXd::Identity(2, 2), 1), coupled.at(p), 0.5);
  // D = K^(1/2): of [1, p; p, 1] it is [a, b; b, a], a + b = sqrt(1 + p), a - b = sqrt(1 - p)
  EXPECT_NEAR(damping.by(0)(0, 1), 0.5, 1e-15);
  EXPECT_NEAR(damping.by(0, 0)(0, 0), -0.25, 1e-15);
}

TEST(RayleighDamping, GivesTheRatiosThatItSays) {
  const auto [mass, stiffness] = beam(kDepths);
  const Modes found = modes(mass.value, stiffness.value);
  const MatrixXd modal = found.shapes.transpose() * rayleigh_damping(mass, stiffness, 0.1, 0.001).value * found.shapes;
  for (int i = 0; i < 6; ++i) {
    const double w = found.frequencies(i);
    EXPECT_NEAR(modal(i, i), 2.0 * w * (0.1 / w + 0.001 * w) / 2.0, 1e-11 * modal.norm());
  }
}

TEST(Modes, RefuseWhatIsNoStructure) {
  const MatrixXd one = MatrixXd::Identity(2, 2);
  MatrixXd skew = one;
  skew(0, 1) = 1.0;
  EXPECT_TRUE(refuses([&] { modes(skew, one); }, "the mass matrix is not symmetric"));
  EXPECT_TRUE(refuses([&] { modes(-one, one); }, "the mass matrix is not positive definite"));
  EXPECT_TRUE(refuses([&] { modes(one, -one); }, "the stiffness matrix has a negative eigenvalue"));
  EXPECT_TRUE(refuses([&] { modal_damping(modes(one, one), one, VectorXd::Ones(3)); }, "3 damping ratios"));
  EXPECT_TRUE(refuses([&] { damping_at(-kDepths); }, "not positive definite"));
}

}  // namespace tandem::structures::damping_test

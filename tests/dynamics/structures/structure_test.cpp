#include <tandem/dynamics/structures/structure.hpp>

#include <tandem/dynamics/structures/damping.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/tetrahedron.hpp>

#include <cmath>
#include <vector>

namespace tandem::structures::structure_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;
using test::tetrahedron;

std::vector<NumberJet> constants(const std::vector<double>& values) {
  std::vector<NumberJet> all;
  for (const double value : values) all.push_back(NumberJet::constant(value, 1));
  return all;
}

TEST(Truss, OfDraperHasItsPublishedFrequencies) {
  // E A = 1000 for the base and one apex edge, 100 for the others; masses of 2 at the nodes (Strunce et al. 1980).
  const MatrixXd k = structure_of(tetrahedron())
                         .stiffness.at(constants({1000, 100, 100, 1000, 1000, 1000, 100, 100, 100, 100, 100, 100}))
                         .value;
  const Modes found = modes(2.0 * MatrixXd::Identity(12, 12), k);
  VectorXd published(12);
  published << 1.342, 1.665, 2.891, 2.957, 3.398, 4.204, 4.662, 4.755, 8.539, 9.251, 10.285, 12.905;
  EXPECT_LE((found.frequencies - published).lpNorm<Eigen::Infinity>(), 6e-4);  // as printed
}

TEST(Truss, NumbersTheFreedomsOfFreeNodesInOrder) {
  Truss truss = tetrahedron();
  EXPECT_EQ(structure_of(truss).freedoms(), 12);
  EXPECT_EQ(freedom(truss, 3), 9);
  EXPECT_EQ(freedom(truss, 4), -1);
  const VectorXd leg = along_bar(truss, 6);  // from node 1 to the ground: acts on node 1 only
  EXPECT_NEAR(leg.norm(), 1.0, 1e-15);
  EXPECT_NEAR(leg.segment(3, 3).norm(), 1.0, 1e-15);
  EXPECT_NEAR(along_bar(truss, 0).norm(), std::sqrt(2.0), 1e-15);
}

TEST(Truss, RefusesNodesAndBarsThatAreNotThere) {
  Truss truss = tetrahedron();
  EXPECT_TRUE(refuses([&] { along_bar(truss, 12); }, "there is no bar 12"));
  truss.bars.push_back({0, 10});
  EXPECT_TRUE(refuses([&] { structure_of(truss); }, "there is no node 10"));
  truss.bars.pop_back();
  truss.supports = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_TRUE(refuses([&] { structure_of(truss); }, "none of its 10 nodes may move"));
}

TEST(UniformBeam, HasTheStaticTipComplianceForAnyMesh) {
  for (const int elements : {1, 3, 10}) {
    const Structure beam = uniform_beam(elements, 6.0 / elements, true);
    const MatrixXd k = beam.stiffness.at(constants(std::vector<double>(elements, 2.0))).value;
    const VectorXd tip = VectorXd::Unit(2 * elements, 2 * elements - 2);
    EXPECT_NEAR(tip.dot(k.ldlt().solve(tip)), 6.0 * 6.0 * 6.0 / (3.0 * 2.0), 1e-9);
  }
}

TEST(TaperedBeam, OfUniformSectionIsTheUniformOne) {
  const Structure tapered = tapered_beam(3, 15.0, false), uniform = uniform_beam(3, 15.0, false);
  const auto twelve = constants(std::vector<double>(12, 1.0)), three = constants(std::vector<double>(3, 1.0));
  EXPECT_LE((tapered.mass.at(twelve).value - uniform.mass.at(three).value).norm(), 1e-11);
  EXPECT_LE((tapered.stiffness.at(twelve).value - uniform.stiffness.at(three).value).norm(), 1e-13);
}

TEST(Hub, CarriesItsBeamRound) {
  // A hub of radius 10 with a beam of length 45: the angle's own inertia is that of hub and rod.
  const Structure free = uniform_beam(3, 15.0, false);
  VectorXd rigid(8);
  rigid << 10, 1, 25, 1, 40, 1, 55, 1;
  const Structure hub = on_hub(free, rigid, std::vector<int>{2, 3, 4, 5, 6, 7}, 50.0);
  const auto ones = constants({1.0, 1.0, 1.0});
  const MatrixXd m = hub.mass.at(ones).value, k = hub.stiffness.at(ones).value;
  EXPECT_NEAR(m(0, 0), 50.0 + (55.0 * 55.0 * 55.0 - 1000.0) / 3.0, 1e-8);
  EXPECT_EQ(k.row(0).norm() + k.col(0).norm(), 0.0);
  // Relative to the hub it is the clamped beam.
  const Structure clamped = uniform_beam(3, 15.0, true);
  EXPECT_LE((k.bottomRightCorner(6, 6) - clamped.stiffness.at(ones).value).norm(), 1e-14);
  EXPECT_LE((m.bottomRightCorner(6, 6) - clamped.mass.at(ones).value).norm(), 1e-12);
}

TEST(Hub, RefusesWhatDoesNotFit) {
  const Structure free = uniform_beam(1, 1.0, false);
  EXPECT_TRUE(refuses([&] { on_hub(free, VectorXd::Ones(3), std::vector<int>{2}, 1.0); }, "3 entries"));
  EXPECT_TRUE(refuses([&] { on_hub(free, VectorXd::Ones(4), std::vector<int>{4}, 1.0); }, "no freedom 4"));
  EXPECT_TRUE(refuses([&] { on_hub(free, VectorXd::Ones(4), std::vector<int>{2}, -1.0); }, "-1, is negative"));
}

TEST(Condensation, KeepsFrequenciesFromBelowAndCloseOnAClampedBeam) {
  // Slopes are condensed as Guyan does in a beam: every frequency is at or above the whole's (Ritz), the lowest close.
  const int elements = 14;
  const Structure beam = uniform_beam(elements, 1.0 / elements, true);
  const auto ones = constants(std::vector<double>(elements, 1.0));
  const MatrixJet mass = beam.mass.at(ones), stiffness = beam.stiffness.at(ones);
  std::vector<int> displacements;
  for (int k = 0; k < elements; ++k) displacements.push_back(2 * k);
  const Condensed small = condensed(mass, stiffness, displacements);
  const VectorXd all = modes(mass.value, stiffness.value).frequencies;
  const VectorXd kept = modes(small.mass.value, small.stiffness.value).frequencies;
  for (int i = 0; i < elements; ++i) EXPECT_GE(kept(i), all(i) * (1.0 - 1e-12)) << i;
  for (int i = 0; i < 6; ++i) EXPECT_LE(kept(i), all(i) * 1.003) << i;
}

TEST(Condensation, HasTheDerivativesThatDifferencesHave) {
  const Structure beam = uniform_beam(3, 1.0, true);
  const auto at = [&](const VectorXd& p) {
    std::vector<NumberJet> mass, stiffness;
    for (const NumberJet& depth : variables(p)) mass.push_back(depth), stiffness.push_back(depth * depth * depth);
    return condensed(beam.mass.at(mass), beam.stiffness.at(stiffness), std::vector<int>{4, 0});
  };
  const Eigen::Vector3d p(1.0, 0.7, 1.2);
  const Condensed here = at(p);
  const double h = 1e-5;
  for (int i = 0; i < 3; ++i) {
    const Condensed above = at(p + h * VectorXd::Unit(3, i)), below = at(p - h * VectorXd::Unit(3, i));
    EXPECT_LE((here.mass.by(i) - (above.mass.value - below.mass.value) / (2.0 * h)).norm(), 1e-8);
    EXPECT_LE((here.stiffness.by(i) - (above.stiffness.value - below.stiffness.value) / (2.0 * h)).norm(), 1e-8);
    for (int j = 0; j < 3; ++j) {
      EXPECT_LE((here.stiffness.by(i, j) - (above.stiffness.by(j) - below.stiffness.by(j)) / (2.0 * h)).norm(), 1e-7);
    }
  }
  EXPECT_TRUE(refuses([&] { condensed(here.mass, here.stiffness, std::vector<int>{}); }, "0 of 2 freedoms"));
  EXPECT_TRUE(refuses([&] { condensed(here.mass, here.stiffness, std::vector<int>{1, 1}); }, "is kept twice"));
}

TEST(FirstOrderForm, RefusesAFreedomWithoutMassByItsNumber) {
  const Structure beam = uniform_beam(2, 1.0, true, Mass::lumped);
  const auto ones = constants({1.0, 1.0});
  const MatrixJet m = beam.mass.at(ones), k = beam.stiffness.at(ones);
  EXPECT_TRUE(refuses([&] { first_order(m, 0.0 * m, k, VectorXd::Unit(4, 2)); }, "freedom 1 has no mass"));
  const Condensed small = condensed(m, k, std::vector<int>{0, 2});  // what to do about it
  EXPECT_TRUE(first_order(small.mass, 0.0 * small.mass, small.stiffness, VectorXd::Unit(2, 1)).a.value.allFinite());
}

TEST(FirstOrderForm, SaysTheSameAsTheSecondOrderOne) {
  const Structure beam = uniform_beam(2, 1.0, true);
  const auto ones = constants({1.0, 2.0});
  const MatrixJet m = beam.mass.at(ones), k = beam.stiffness.at(ones), d = rayleigh_damping(m, k, 0.1, 0.2);
  const VectorXd force = VectorXd::Unit(4, 2), r = VectorXd::LinSpaced(4, 1.0, 2.0),
                 v = VectorXd::LinSpaced(4, 0.0, 3.0);
  const FirstOrder form = first_order(m, d, k, force);
  VectorXd x(8);
  x << r, v;
  const VectorXd rate = form.a.value * x + form.b.value * 1.5;
  EXPECT_LE((rate.head(4) - v).norm(), 1e-14);
  EXPECT_LE((m.value * rate.tail(4) + d.value * v + k.value * r - 1.5 * force).norm(), 1e-12);
}

}  // namespace tandem::structures::structure_test

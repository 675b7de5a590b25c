#include <tandem/dynamics/structures/frame.hpp>

#include <tandem/dynamics/structures/damping.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace tandem::structures::frame_test {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::refuses;

/// The same section for all beams of a frame.
template <std::size_t count>
std::vector<double> alike(const Frame& frame, const std::array<double, count>& section) {
  std::vector<double> all;
  for (std::size_t k = 0; k < frame.beams.size(); ++k) all.insert(all.end(), section.begin(), section.end());
  return all;
}

/// By E A, G J, E I along y and along z.
MatrixXd stiffness_of(const Frame& frame, const std::array<double, 4>& section) {
  return structure_of(frame).stiffness.value<double>(alike(frame, section));
}

/// By rho A and rho (Iy + Iz).
MatrixXd mass_of(const Frame& frame, const std::array<double, 2>& section) {
  return structure_of(frame).mass.value<double>(alike(frame, section));
}

TEST(Frame, OfABracketInSpaceBendsAndTwistsAsInTextbooks) {
  // An arm of length a from the wall, another of length b at a right angle to it, a force on its end along the normal
  // of both: a^3 / (3 E I) + b^3 / (3 E I) by bending and b (a b) / (G J) by twisting the first.
  const double a = 1.3, b = 0.7, gj = 0.4, ei = 2.0;
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.8, Vector3d(1.0, -2.0, 0.5).normalized()));
  const Vector3d first = turn * Vector3d::UnitX(), second = turn * Vector3d::UnitY(), normal = turn * Vector3d::UnitZ();
  Frame frame;
  frame.nodes.resize(3, 3);
  frame.nodes << Vector3d::Zero(), a * first, a * first + b * second;
  frame.beams = {{0, 1, normal}, {1, 2, normal}};
  frame.supports = {0};
  VectorXd force = VectorXd::Zero(12);
  force.segment(freedom(frame, 2), 3) = normal;
  const VectorXd moved = stiffness_of(frame, {50.0, gj, ei, 7.0}).ldlt().solve(force);
  const double expected = (a * a * a + b * b * b) / (3.0 * ei) + a * b * b / gj;
  EXPECT_NEAR(moved.segment(6, 3).dot(normal), expected, 1e-12);
}

TEST(Frame, OfAPortalSwaysAsInTextbooks) {
  // Clamped columns of height h, a girder of length l: P h^3 (2 + 3 k) / (12 E I (1 + 6 k)) with k = h / l for equal
  // sections that do not stretch (Kleinlogel, Rigid frame formulas).
  const double h = 2.0, l = 3.0, k = h / l, ei = 1.5;
  Frame frame;
  frame.nodes.resize(3, 4);
  frame.nodes << 0.0, 0.0, l, l,  //
      0.0, h, h, 0.0,             //
      0.0, 0.0, 0.0, 0.0;
  frame.beams = {{0, 1}, {1, 2}, {2, 3}};
  frame.supports = {0, 3};
  frame.is_plane = true;
  VectorXd force = VectorXd::Zero(6);
  force(0) = force(3) = 0.5;  // the girder does not stretch
  const VectorXd moved = stiffness_of(frame, {1e9, 0.0, ei, 0.0}).ldlt().solve(force);
  const double expected = h * h * h * (2.0 + 3.0 * k) / (12.0 * ei * (1.0 + 6.0 * k));
  EXPECT_NEAR(moved(0), expected, 1e-7 * expected);  // E I / (E A h^2) of stretching
}

TEST(Frame, OfACantileverInSpaceHasTheFrequenciesOfItsFourKinds) {
  // Ten beams in a skew direction: bending along both sides, twisting and stretching.
  const double length = 1.7, ea = 300.0, gj = 0.2, ey = 1.0, ez = 3.0, line = 0.6, spin = 1e-3;
  const int beams = 10;
  const Vector3d along = Vector3d(2.0, -1.0, 2.0) / 3.0, side = Vector3d(1.0, 2.0, 0.0) / std::sqrt(5.0);
  Frame frame;
  frame.nodes.resize(3, beams + 1);
  for (int k = 0; k <= beams; ++k) frame.nodes.col(k) = length * k / beams * along;
  for (int k = 0; k < beams; ++k) frame.beams.push_back({k, k + 1, side});
  frame.supports = {0};
  const VectorXd found = modes(mass_of(frame, {line, spin}), stiffness_of(frame, {ea, gj, ey, ez})).frequencies;
  const auto has = [&](double expected, double tolerance) {
    return ((found / expected).array() - 1.0).abs().minCoeff() <= tolerance;
  };
  const double root = std::pow(1.875104068711961 / length, 2), quarter = 0.5 * std::numbers::pi / length;
  EXPECT_TRUE(has(root * std::sqrt(ey / line), 1e-5));  // cubic shapes: fourth power of (root length / beams)
  EXPECT_TRUE(has(root * std::sqrt(ez / line), 1e-5));
  // Linear shapes are above by (quarter length / beams)^2 / 24.
  EXPECT_TRUE(has(quarter * std::sqrt(gj / spin), 1.1e-3));
  EXPECT_TRUE(has(quarter * std::sqrt(ea / line), 1.1e-3));
  EXPECT_FALSE(has(0.5 * root * std::sqrt(ey / line), 0.1));
}

/// A ladder of seven bays from a wall, 0.5 m each way, with a mass at each of its fourteen free nodes: out of its plane
/// it has freedoms (z, turns about x and y).
Frame ladder() {
  Frame frame;
  frame.nodes.resize(3, 16);
  for (int k = 0; k < 8; ++k) {
    frame.nodes.col(2 * k) << 0.5 * k, 0.0, 0.0;
    frame.nodes.col(2 * k + 1) << 0.5 * k, 0.5, 0.0;
  }
  for (int k = 0; k < 7; ++k) {
    frame.beams.push_back({2 * k, 2 * k + 2});
    frame.beams.push_back({2 * k + 1, 2 * k + 3});
    frame.beams.push_back({2 * k + 2, 2 * k + 3});
    frame.beams.push_back({2 * k, 2 * k + 3});
  }
  frame.supports = {0, 1};
  return frame;
}

TEST(Frame, CondensedToItsDisplacementsKeepsItsFrequencies) {
  // Guyan's condensation of 42 freedoms to 14, as Minas, Garcia and Inman do: none below the whole's (Ritz), and within
  // 0.3 %, since joints are heavy and turn with little inertia.
  const Frame frame = ladder();
  MatrixXd mass = mass_of(frame, {0.05, 1e-6});
  const MatrixXd stiffness = stiffness_of(frame, {1e5, 50.0, 60.0, 60.0});
  for (int node = 2; node < 16; ++node) mass(freedom(frame, node) + 2, freedom(frame, node) + 2) += 0.45;
  std::vector<int> out_of_plane, displacements;
  for (int node = 2; node < 16; ++node) {
    displacements.push_back(static_cast<int>(out_of_plane.size()));
    for (const int k : {2, 3, 4}) out_of_plane.push_back(freedom(frame, node) + k);
  }
  const MatrixJet m(mass(out_of_plane, out_of_plane), 0), k(stiffness(out_of_plane, out_of_plane), 0);
  const Condensed small = condensed(m, k, displacements);
  const VectorXd whole = modes(m.value, k.value).frequencies,
                 kept = modes(small.mass.value, small.stiffness.value).frequencies;
  ASSERT_EQ(whole.size(), 42);
  ASSERT_EQ(kept.size(), 14);
  for (int i = 0; i < 14; ++i) {
    EXPECT_GE(kept(i), whole(i) * (1.0 - 1e-12)) << i;
    EXPECT_LE(kept(i), whole(i) * 1.003) << i;
  }
}

TEST(Frame, RefusesWhatIsNotThere) {
  Frame frame = ladder();
  frame.beams.push_back({3, 16});
  EXPECT_TRUE(refuses([&] { structure_of(frame); }, "there is no node 16, there are 16"));
  frame = ladder();
  frame.is_plane = true;
  frame.nodes(2, 5) = 0.1;
  EXPECT_TRUE(refuses([&] { structure_of(frame); }, "nodes off the plane"));
  EXPECT_TRUE(refuses([&] { freedom(frame, -1); }, "there is no node -1"));
  Frame held = ladder();
  for (int node = 2; node < 16; ++node) held.supports.push_back(node);
  EXPECT_TRUE(refuses([&] { structure_of(held); }, "none of its 16 nodes may move"));
  EXPECT_EQ(freedom(ladder(), 0), -1);
  EXPECT_EQ(freedom(ladder(), 3), 6);
}

}  // namespace tandem::structures::frame_test

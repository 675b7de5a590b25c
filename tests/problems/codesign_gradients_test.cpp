// Gradients of the co-design problems by complex steps: each structure is built again with complex sizes, and damping,
// Riccati's and Lyapunov's equations are solved in complex arithmetic. None of it knows of derivatives, of adjoints, or
// of the envelope by which the library gets both mean squares from one cost.
#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/problems/codesign_registry.hpp>

#include <gtest/gtest.h>
#include <problems/complex_regulator.hpp>
#include <support/tetrahedron.hpp>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace tandem::codesign_gradients_test {

using namespace test;
using Sizes = std::vector<Complex>;

constexpr double kStep = 1e-30;

// ---- the three structures -------------------------------------------------------------------------------------------

/// What a structure weighs: of a beam, the inertia of a unit displacement of all its nodes.
struct Costs {
  Complex structure, control;
};

Costs cantilever(const Sizes& areas) {
  const structures::Structure beam = structures::uniform_beam(3, 15.0, true),
                              whole = structures::uniform_beam(3, 15.0, false);
  Sizes line_mass, bending;
  for (const Complex& area : areas) {
    line_mass.push_back(1660.0 * area);
    bending.push_back(9.56e10 * (1.25e-5 * area + area * area / (4.0 * std::numbers::pi)));
  }
  const MatrixXcd m = beam.mass.value<Complex>(line_mass), k = beam.stiffness.value<Complex>(bending);
  // Displacements in modes of the real part, where the Riccati equation has its digits; and R = 1e-4.
  const MatrixXd shapes = Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(k.real(), m.real()).eigenvectors();
  const MatrixXcd mm = shapes.transpose() * m * shapes, kk = shapes.transpose() * k * shapes;
  ComplexRegulator c =
      plant(mm, modal_damping(mm, kk, 0.005), kk, shapes.transpose().col(4), shapes.transpose().col(0));
  c.q.topLeftCorner(6, 6) = 100.0 * kk;
  c.q.bottomRightCorner(6, 6) = 100.0 * mm;
  c.r *= 1e-4;
  VectorXd lifted = VectorXd::Zero(8);
  for (int node = 0; node < 4; ++node) lifted(2 * node) = 1.0;
  return {lifted.transpose() * whole.mass.value<Complex>(line_mass) * lifted, trace_of(solved(c).p, c.v)};
}

/// The hub in (the tip's whole displacement, displacements relative to the hub). Flexible modes move the hub too: with
/// the angle taken out of the mass matrix, D M^-1 D = (2 zeta)^2 K is an equation of the beam alone.
Costs hub(const Sizes& depths) {
  constexpr int kPoints = structures::kTaperPoints;
  const structures::Structure beam = structures::tapered_beam(3, 15.0, false);
  Sizes line_mass, bending;
  for (int k = 0; k < 3 * kPoints; ++k) {
    const double s = structures::gauss_points(kPoints)[k % kPoints].at;
    const Complex depth = (1.0 - s) * depths[k / kPoints] + s * depths[k / kPoints + 1];
    line_mass.push_back(1660.0 * 1e-3 * depth);
    bending.push_back(9.56e10 * 1e-3 / 12.0 * depth * depth * depth);
  }
  const MatrixXcd m8 = beam.mass.value<Complex>(line_mass), k8 = beam.stiffness.value<Complex>(bending);
  MatrixXd shapes = MatrixXd::Zero(8, 7);  // of the beam's freedoms, by (angle, displacements relative to the hub)
  VectorXd lifted = VectorXd::Zero(8);
  for (int node = 0; node < 4; ++node) {
    shapes.col(0).segment(2 * node, 2) << 10.0 + 15.0 * node, 1.0;
    lifted(2 * node) = 1.0;
  }
  shapes.bottomRightCorner(6, 6).setIdentity();
  MatrixXcd m = shapes.transpose() * m8 * shapes, k = MatrixXcd::Zero(7, 7), d = k;
  m(0, 0) += 50.0;
  k.bottomRightCorner(6, 6) = k8.bottomRightCorner(6, 6);
  const MatrixXcd seen = m.bottomRightCorner(6, 6) - m.col(0).tail(6) * m.row(0).tail(6) / m(0, 0);
  d.bottomRightCorner(6, 6) = modal_damping(seen, k.bottomRightCorner(6, 6), 0.005);
  MatrixXd old = MatrixXd::Identity(7, 7);  // angle = (y - w3) / 55
  old(0, 0) = 1.0 / 55.0, old(0, 5) = -1.0 / 55.0;
  const auto in_new = [&](const MatrixXcd& matrix) -> MatrixXcd { return old.transpose() * matrix * old; };
  ComplexRegulator c = plant(in_new(m), in_new(d), in_new(k), old.transpose().col(0), old.transpose().col(5));
  c.q(0, 0) = 1.0;
  c.r *= 1e-4;
  return {lifted.transpose() * m8 * lifted, trace_of(solved(c).p, c.v)};
}

structures::Truss in_inches() {
  structures::Truss truss = tetrahedron();
  truss.nodes *= 12.0;
  return truss;
}

struct Squares {
  Complex weight, effort, response;
};

/// Draper's truss: effort and response of the best regulator by its closed loop's covariance.
Squares truss(const Sizes& areas, Complex price, double by_mass, double by_stiffness) {
  const structures::Truss truss = in_inches();
  const structures::Structure structure = structures::structure_of(truss);
  const MatrixXcd m = (0.1 / 386.4) * structure.mass.value<Complex>(areas);
  const MatrixXcd k = 2e4 * structure.stiffness.value<Complex>(areas);
  MatrixXd legs(12, 6);
  for (int leg = 0; leg < 6; ++leg) legs.col(leg) = structures::along_bar(truss, 6 + leg);
  ComplexRegulator c = plant(m, by_mass * m + by_stiffness * k, k, legs, MatrixXd::Identity(12, 2));
  c.q.topLeftCorner(2, 2).setIdentity();
  c.r *= price;
  const ComplexAnswer found = solved(c);
  Squares squares{0.0, (found.gain * found.x * found.gain.transpose()).trace(), found.x(0, 0) + found.x(1, 1)};
  for (int bar = 0; bar < 12; ++bar) squares.weight += 0.1 * structure.lengths[bar] * areas[bar];
  return squares;
}

// ---- the claims -----------------------------------------------------------------------------------------------------

/// d ln f / d ln p_i of a complex step's value.
double elasticity(Complex value) { return value.imag() / value.real() / kStep; }

Sizes stepped(const VectorXd& design, int i) {
  Sizes sizes(design.size());
  for (Eigen::Index k = 0; k < design.size(); ++k) sizes[k] = design(k) * (k == i ? Complex(1.0, kStep) : 1.0);
  return sizes;
}

VectorXd elasticities(const NumberJet& cost, const VectorXd& design) {
  return cost.gradient.cwiseProduct(design) / cost.value;
}

void expect_gradients(const Codesign& problem, const VectorXd& design, Costs (*costs)(const Sizes&)) {
  const VectorXd structure = elasticities(problem.structure_cost(design), design),
                 control = elasticities(problem.control_cost(design), design);
  for (int i = 0; i < design.size(); ++i) {
    const Costs at = costs(stepped(design, i));
    EXPECT_NEAR(structure(i), elasticity(at.structure), 1e-12) << problem.name() << i;
    EXPECT_NEAR(control(i), elasticity(at.control), 1e-10) << problem.name() << i << " at " << design.transpose();
  }
}

VectorXd sizes(std::initializer_list<double> values) {
  return Eigen::Map<const VectorXd>(values.begin(), static_cast<Eigen::Index>(values.size()));
}

// At designs of the tables; lighter ones, where effort is cheap by many decades, have fewer digits.
TEST(CodesignGradients, OfTheCantileverAreThoseOfComplexSteps) {
  const Codesign problem = make_codesign("salama-cantilever");
  for (const VectorXd& design :
       {sizes({.622e-3, .650e-3, .231e-3}), sizes({1.20e-3, 1.14e-3, .44e-3}), sizes({1.93e-3, 2.07e-3, .82e-3})}) {
    expect_gradients(problem, design, cantilever);
  }
}

TEST(CodesignGradients, OfTheHubAreThoseOfComplexSteps) {
  const Codesign problem = make_codesign("salama-hub");
  for (const VectorXd& design : {sizes({.03552, .03485, .03359, .02065}), sizes({.07699, .07559, .07157, .05303}),
                                 sizes({.10944, .10389, .09670, .10470}), sizes({.16369, .13641, .12430, .24923})}) {
    expect_gradients(problem, design, hub);
  }
}

void expect_gradients_of_truss(double by_mass, double by_stiffness, const VectorXd& design, double price) {
  Codesign problem = make_codesign("draper");
  problem.set("mass_damping", by_mass);
  problem.set("stiffness_damping", by_stiffness);
  const codesign::MeanSquares squares = problem.mean_squares(design, price);
  VectorXd all(13);
  all << design, price;
  const VectorXd effort = squares.effort_gradient().cwiseProduct(all) / squares.effort(),
                 response = squares.response_gradient().cwiseProduct(all) / squares.response(),
                 weight = elasticities(problem.structure_cost(design), design),
                 control = elasticities(problem.control_cost(design), design);
  for (int i = 0; i < 13; ++i) {
    const Squares at = truss(stepped(design, i), price * (i == 12 ? Complex(1.0, kStep) : 1.0), by_mass, by_stiffness);
    EXPECT_NEAR(effort(i), elasticity(at.effort), 1e-10) << i;
    EXPECT_NEAR(response(i), elasticity(at.response), 1e-10) << i;
    if (i == 12) continue;
    EXPECT_NEAR(weight(i), elasticity(at.weight), 1e-12) << i;
    const double fair = problem.response_limit() / problem.effort_limit();
    const Squares there = truss(stepped(design, i), fair, by_mass, by_stiffness);
    EXPECT_NEAR(control(i), elasticity(there.response + fair * there.effort), 1e-10) << i;
  }
}

TEST(CodesignGradients, OfDrapersTrussAreThoseOfComplexSteps) {
  expect_gradients_of_truss(0.0, 0.002, make_codesign("draper").start(), 1.671 * 1e-5 / 50.0);
  VectorXd graded(12);
  for (int bar = 0; bar < 12; ++bar) graded(bar) = 90.0 * std::pow(0.6, bar % 5);
  expect_gradients_of_truss(0.1, 0.001, graded, 1e-5 / 50.0);
}

/// Effort and response of u = -K y with six leg rates and the apex's place and rates, physical damping: the closed
/// loop's covariance in complex arithmetic.
Squares fed_back(const Sizes& areas, const MatrixXcd& gain) {
  const structures::Truss truss = in_inches();
  const structures::Structure structure = structures::structure_of(truss);
  const MatrixXcd m = (0.1 / 386.4) * structure.mass.value<Complex>(areas);
  const MatrixXcd k = 2e4 * structure.stiffness.value<Complex>(areas);
  MatrixXd legs(12, 6), sensors = MatrixXd::Zero(12, 24);
  for (int leg = 0; leg < 6; ++leg) legs.col(leg) = structures::along_bar(truss, 6 + leg);
  sensors.topRightCorner(6, 12) = legs.transpose();
  sensors.block(6, 0, 3, 3).setIdentity();
  sensors.block(9, 12, 3, 3).setIdentity();
  const ComplexRegulator c = plant(m, 0.1 * m + 0.001 * k, k, legs, MatrixXd::Identity(12, 2));
  const MatrixXcd kc = gain * sensors, x = covariance(c.a - c.b * kc, c.v);
  return {0.0, (kc * x * kc.transpose()).trace(), x(0, 0) + x(1, 1)};
}

TEST(CodesignGradients, OfOutputFeedbackAreThoseOfComplexSteps) {
  Codesign problem = make_codesign("draper");
  for (const auto& [name, value] :
       {std::pair("mass_damping", 0.1), std::pair("stiffness_damping", 0.001), std::pair("apex_sensors", 1.0)}) {
    problem.set(name, value);
  }
  VectorXd graded(12);
  for (int bar = 0; bar < 12; ++bar) graded(bar) = 90.0 * std::pow(0.6, bar % 5);
  const lq::FeedbackPlant at = problem.feedback_plant(graded);
  MatrixXd gain(6, 12);  // the rates' own dampers, and something of everything else
  for (int row = 0; row < 6; ++row) {
    for (int col = 0; col < 12; ++col)
      gain(row, col) = (row == col ? 50.0 : 0.0) + 5.0 * std::sin(1.0 + row + 2.0 * col);
  }
  const auto squares = feedback_squares(at, gain);
  ASSERT_TRUE(squares);
  const double effort_size = squares->effort_by_gain.norm(), response_size = squares->response_by_gain.norm();
  for (int i = 0; i < 12; ++i) {
    const Squares moved = fed_back(stepped(graded, i), gain.cast<Complex>());
    EXPECT_NEAR(squares->effort_by_design(i) * graded(i) / squares->effort, elasticity(moved.effort), 1e-10) << i;
    EXPECT_NEAR(squares->response_by_design(i) * graded(i) / squares->response, elasticity(moved.response), 1e-10) << i;
  }
  for (int k = 0; k < 72; ++k) {
    MatrixXcd stepped_gain = gain.cast<Complex>();
    stepped_gain(k / 12, k % 12) += Complex(0.0, kStep);
    const Squares moved = fed_back(stepped(graded, -1), stepped_gain);
    EXPECT_NEAR(squares->effort_by_gain(k / 12, k % 12), moved.effort.imag() / kStep, 1e-10 * effort_size) << k;
    EXPECT_NEAR(squares->response_by_gain(k / 12, k % 12), moved.response.imag() / kStep, 1e-10 * response_size) << k;
  }
}

}  // namespace tandem::codesign_gradients_test

#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/spatial_operators.hpp>

#include "random_tree.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <cmath>

/// The mass matrix in the square factors of Rodriguez, Jain and Kreutz.
namespace tandem::mass_factors_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::kTrees;
using test::RandomCase;

/// The square matrix of an operator on vectors.
template <class Operator>
MatrixXd matrix_of(int size, const Operator& apply) {
  MatrixXd m(size, size);
  for (int d = 0; d < size; ++d) {
    VectorXd x = VectorXd::Unit(size, d);
    apply(x);
    m.col(d) = x;
  }
  return m;
}

struct Factors {
  Factors(const Model& model, const VectorXd& q) : operators(model), mass(model.nv(), model.nv()) {
    operators.set(model.parameters(), q);
    const int n = model.nv();
    L = matrix_of(n, [&](VectorXd& x) { operators.times(x); });
    transposed = matrix_of(n, [&](VectorXd& x) { operators.transposed_times(x); });
    inverse = matrix_of(n, [&](VectorXd& x) { operators.solve(x); });
    inverse_transposed = matrix_of(n, [&](VectorXd& x) { operators.transposed_solve(x); });
    D = matrix_of(n, [&](VectorXd& x) { operators.weigh(x); });
    D_inverse = matrix_of(n, [&](VectorXd& x) { operators.unweigh(x); });
    Workspace<double> ws(model);
    mass_matrix(model, ws, q, mass);
  }
  MassFactors operators;
  MatrixXd mass, L, transposed, inverse, inverse_transposed, D, D_inverse;
};

/// |M| |M^-1|: what a solve loses.
double condition(const MatrixXd& M) { return M.norm() * M.inverse().norm(); }

TEST(MassFactors, MultiplyToTheMassMatrixOfRandomTrees) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Factors f(c.model, c.q);
    EXPECT_LT((f.L * f.D * f.transposed - f.mass).norm(), 1e-12 * f.mass.norm()) << seed;
    EXPECT_LT((f.transposed - f.L.transpose()).norm(), 1e-14 * f.L.norm()) << seed;
    const double lost = f.L.norm() * f.inverse.norm();  // by each solve
    EXPECT_LT((f.inverse_transposed - f.inverse.transpose()).norm(), 1e-14 * lost) << seed;
    const MatrixXd one = MatrixXd::Identity(c.model.nv(), c.model.nv());
    EXPECT_LT((f.L * f.inverse - one).norm(), 1e-14 * lost) << seed;
    EXPECT_LT((f.D * f.D_inverse - one).norm(), 1e-13 * f.D.norm() * f.D_inverse.norm()) << seed;
    const MatrixXd solved = f.inverse_transposed * f.D_inverse * f.inverse;
    EXPECT_LT((solved * f.mass - one).norm(), 1e-12 * condition(f.mass)) << seed;
  }
}

/// A Y-tree of eight bodies, or a chain of six: T-SOA-2.
Model turning_tree(bool branches) {
  test::Dice dice(42);
  ModelBuilder builder("tree");
  const std::array<int, 8> parents{-1, 0, 1, 2, 3, branches ? 2 : 4, branches ? 5 : 5, 6};
  for (int i = 0; i < (branches ? 8 : 6); ++i) {
    const std::string parent = parents[i] < 0 ? "world" : "b" + std::to_string(parents[i]);
    const std::string name = "b" + std::to_string(i);
    builder.add_body(name, parent, dice.placement(), Joint::revolute("j" + std::to_string(i), dice.point()),
                     dice.inertia());
  }
  return builder.build();
}

TEST(MassFactors, ObeyTheFiveIdentities) {
  for (const bool branches : {false, true}) {
    const Model model = turning_tree(branches);
    test::Dice dice(3);
    const VectorXd q = dice.vector(model.nq());
    const Factors f(model, q);
    const int n = model.nv();
    const MatrixXd one = MatrixXd::Identity(n, n);
    EXPECT_LT((f.L * f.D * f.L.transpose() - f.mass).norm(), 1e-12 * f.mass.norm());   // (3.4)
    EXPECT_LT((f.L * f.inverse - one).norm(), 1e-12 * f.L.norm() * f.inverse.norm());  // (3.5)
    const MatrixXd M_inverse = f.inverse.transpose() * f.D_inverse * f.inverse;
    EXPECT_LT((M_inverse * f.mass - one).norm(), 1e-12 * condition(f.mass));  // (3.6)
    // (3.9) times P phi'H' = [1 - H psi K] M: (1 - H psi K) M = D (1 + H phi K)'.
    EXPECT_LT((f.inverse * f.mass - f.D * f.transposed).norm(), 1e-12 * f.mass.norm() * f.inverse.norm());
    // (3.10): J M^-1 J' of a frame is its inverse operational inertia.
    Workspace<double> ws(model);
    const Frame frame = model.find_frame("b" + std::to_string(n - 1));
    MatrixXd J(6, n), mobility(6, 6);
    frame_jacobian(model, ws, q, frame, J);
    operational_inertia_inverse(model, ws, q, frame, mobility);
    EXPECT_LT((J * M_inverse * J.transpose() - mobility).norm(), 1e-12 * mobility.norm() * condition(f.mass));
  }
}

/// T-SOA-1: a trunk and two fingers, uniform rods of 1 m and 1 kg in a plane.
Model planar_tree() {
  ModelBuilder builder("Y");
  const auto rod = Inertia<double>::rod(1, {0, 0, 0}, {1, 0, 0});
  const auto tip = Transform<double>::translated({1, 0, 0});
  builder.add_body("trunk", "world", Transform<double>::identity(), Joint::revolute("j0", {0, 0, 1}), rod);
  builder.add_body("left", "trunk", tip, Joint::revolute("j1", {0, 0, 1}), rod);
  builder.add_body("right", "trunk", tip, Joint::revolute("j2", {0, 0, 1}), rod);
  return builder.build();
}

TEST(MassFactors, HaveTheMassMatrixOfThePlanarTree) {
  const Model model = planar_tree();
  const Eigen::Vector3d q(M_PI / 2, -M_PI / 4, M_PI / 4);
  const Factors f(model, q);
  const double r = std::sqrt(2.0), side = 1.0 / 3 + r / 4;
  Eigen::Matrix3d expected;
  expected << 3 + r, side, side, side, 1.0 / 3, 0, side, 0, 1.0 / 3;
  EXPECT_LT((f.L * f.D * f.transposed - expected).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((f.mass - expected).cwiseAbs().maxCoeff(), 1e-14);
  // Lambda_12 = J1 M^-1 J2' of the tips in the world's plane, which the paper's (A.3) has as nil.
  Workspace<double> ws(model);
  const auto jacobian = [&](const char* body) {
    const Frame tip{"tip", model.body_index(body), Transform<double>::translated({1, 0, 0})};
    MatrixXd J(6, 3);
    FrameMotion<double> m;
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    frame_jacobian(model, ws, q, tip, J);
    frame_motion(model, ws, q, zero, zero, tip, m);
    return MatrixXd((m.placement.rotation.eigen() * J.bottomRows(3)).topRows(2));
  };
  const MatrixXd M_inverse = f.inverse.transpose() * f.D_inverse * f.inverse;
  Eigen::Matrix2d own, cross_block;
  own << 117, -105, -105, 141;
  cross_block << 3, -9, 9, -27;
  EXPECT_LT((jacobian("left") * M_inverse * jacobian("left").transpose() - own / 76).norm(), 1e-14);
  EXPECT_LT((jacobian("left") * M_inverse * jacobian("right").transpose() - cross_block / 76).norm(), 1e-14);
}

// Rodriguez' innovations.
TEST(MassFactors, TakeVelocitiesToInnovationsAndBack) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    MassFactors factors(c.model);
    factors.set(c.model.parameters(), c.q);
    VectorXd eta = c.v;
    factors.transposed_times(eta);
    VectorXd momentum = eta, back = eta;
    factors.weigh(momentum);
    const double energy = kinetic_energy(c.model, c.ws, c.q, c.v);
    EXPECT_NEAR(0.5 * eta.dot(momentum), energy, 1e-12 * energy) << seed;
    factors.transposed_solve(back);
    EXPECT_LT((back - c.v).norm(), 1e-13 * (c.v.norm() + eta.norm())) << seed;
    VectorXd force = c.a;
    factors.solve(force);
    const double between = force.norm();
    factors.times(force);
    EXPECT_LT((force - c.a).norm(), 1e-13 * (c.a.norm() + between)) << seed;
  }
}

TEST(MassFactors, RefuseVectorsOfAnotherLength) {
  const Model model = planar_tree();
  MassFactors factors(model);
  VectorXd x(2);
  EXPECT_TRUE(test::refuses([&] { factors.times(x); }, "x: 2 given, 3 wanted"));
}

}  // namespace tandem::mass_factors_test

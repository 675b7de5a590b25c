#include <tandem/dynamics/spatial_operators.hpp>

#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::spatial_operators_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::kTrees;
using test::RandomCase;

/// Psi_A for all bodies but the world, row by row: the row of a body is A_i times its parent's, and 1 at itself.
MatrixXd dense_psi(const Model& model, const BlockDiagonal& A) {
  const int n = model.body_count() - 1;
  MatrixXd psi = MatrixXd::Zero(6L * n, 6L * n);
  for (int i = 0; i < n; ++i) {
    const int parent = model.links()[i + 1].parent - 1;
    if (parent >= 0) psi.middleRows(6L * i, 6) = A[i + 1] * psi.middleRows(6L * parent, 6);
    psi.block(6L * i, 6L * i, 6, 6).setIdentity();
  }
  return psi;
}

VectorXd flat(const StackedVector& x) { return Eigen::Map<const VectorXd>(x.data() + 6, x.size() - 6); }

struct Blocks {
  Blocks(const Model& model, test::Dice& dice) : A(model.body_count()), x(StackedVector::Zero(6, model.body_count())) {
    for (auto& block : A) block = 0.5 * Eigen::Map<const Eigen::Matrix<double, 6, 6>>(dice.vector(36).eval().data());
    for (int i = 1; i < model.body_count(); ++i) x.col(i) = dice.vector(6);
  }
  BlockDiagonal A;
  StackedVector x;
};

TEST(Psi, IsTheInverseOfOneMinusTheInfluenceMatrix) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Blocks b(c.model, c.dice);
    const MatrixXd psi = dense_psi(c.model, b.A);
    const StackedVector z = apply_psi(c.model, b.A, b.x), w = apply_psi_transposed(c.model, b.A, b.x);
    EXPECT_LT((flat(z) - psi * flat(b.x)).norm(), 1e-14 * psi.norm() * b.x.norm()) << seed;
    EXPECT_LT((flat(w) - psi.transpose() * flat(b.x)).norm(), 1e-14 * psi.norm() * b.x.norm()) << seed;
    EXPECT_LT((z - apply_influence(c.model, b.A, z) - b.x).norm(), 1e-14 * z.norm()) << seed;
    EXPECT_LT((w - apply_influence_transposed(c.model, b.A, w) - b.x).norm(), 1e-14 * w.norm()) << seed;
  }
}

/// A tree with what (15) and (19b) are made of, in body frames: D_i takes motions of the parent to the body.
struct Operators {
  explicit Operators(RandomCase& c) : D(c.model.body_count()), M(D), G(c.model.body_count()) {
    std::vector<Transform<double>> at(c.model.body_count());
    body_placements<double>(c.model, c.model.parameters(), c.ws, c.q, at);
    for (int i = 1; i < c.model.body_count(); ++i) {
      const Transform<double> X = inverse(at[c.model.links()[i].parent]) * at[i];
      const Inertia<double> I = c.model.parameters().inertia(i);
      for (int k = 0; k < 6; ++k) {
        const Eigen::Matrix<double, 6, 1> e = Eigen::Matrix<double, 6, 1>::Unit(k);
        const Motion<double> unit{Vec3<double>(e.head<3>()), Vec3<double>(e.tail<3>())};
        D[i].col(k) = to_child(X, unit).eigen();
        M[i].col(k) = (I * unit).eigen();
      }
      MatrixXd jacobian(6, c.model.nv());
      frame_jacobian(c.model, c.ws, c.q, c.model.find_frame(c.model.body(i).name), jacobian);
      const Link& link = c.model.links()[i];
      G[i] = jacobian.middleCols(link.v_index, link.velocity_count);
    }
  }
  BlockDiagonal D, M;
  std::vector<MatrixXd> G;
};

/// G x and G'F of all joints.
StackedVector spread(const Model& model, const std::vector<MatrixXd>& G, const VectorXd& x) {
  StackedVector z = StackedVector::Zero(6, model.body_count());
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    z.col(i) = G[i] * x.segment(link.v_index, link.velocity_count);
  }
  return z;
}
VectorXd gather(const Model& model, const std::vector<MatrixXd>& G, const StackedVector& z) {
  VectorXd x(model.nv());
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    x.segment(link.v_index, link.velocity_count) = G[i].transpose() * z.col(i);
  }
  return x;
}

StackedVector weighed(const BlockDiagonal& M, const StackedVector& x) {
  StackedVector z = x;
  for (int i = 1; i < x.cols(); ++i) z.col(i) = M[i] * x.col(i);
  return z;
}

// (18c), M = G'Psi'M Psi G.
TEST(Psi, MakesTheMassMatrix) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Operators o(c);
    MatrixXd mass(c.model.nv(), c.model.nv());
    mass_matrix(c.model, c.ws, c.q, mass);
    for (int d = 0; d < c.model.nv(); ++d) {
      const VectorXd unit = VectorXd::Unit(c.model.nv(), d);
      const StackedVector a = apply_psi(c.model, o.D, spread(c.model, o.G, unit));
      VectorXd column = gather(c.model, o.G, apply_psi_transposed(c.model, o.D, weighed(o.M, a)));
      column(d) += c.model.parameters().rotor_inertias()[d];
      EXPECT_LT((column - mass.col(d)).norm(), 1e-14 * mass.norm()) << seed;
    }
  }
}

// (19b), with J the articulated inertias, formed for the first body too:
//   a = [1 - K'Phi_D Psi_b G] R^-1 [1 - G'Psi_b'Phi_D'K] x,   b = (1 - G K')D,   K = J G R^-1.
TEST(Psi, SolvesForAccelerationsInThePapersWay) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Operators o(c);
    BlockDiagonal J = o.M, b = o.D;
    std::vector<MatrixXd> K(c.model.body_count());
    std::vector<MatrixXd> R(c.model.body_count());
    for (int i = c.model.body_count() - 1; i > 0; --i) {
      const Link& link = c.model.links()[i];
      R[i] = o.G[i].transpose() * J[i] * o.G[i];
      for (int k = 0; k < link.velocity_count; ++k) {
        R[i](k, k) += c.model.parameters().rotor_inertias()[link.v_index + k];
      }
      K[i] = J[i] * o.G[i] * R[i].inverse();
      b[i] = (Eigen::Matrix<double, 6, 6>::Identity() - o.G[i] * K[i].transpose()) * o.D[i];
      if (link.parent != kWorld) J[link.parent] += b[i].transpose() * J[i] * o.D[i];
    }
    const VectorXd x = c.dice.vector(c.model.nv());
    StackedVector z = apply_psi_transposed(c.model, b, apply_influence_transposed(c.model, o.D, spread(c.model, K, x)));
    VectorXd e = x - gather(c.model, o.G, z);
    for (int i = 1; i < c.model.body_count(); ++i) {
      auto part = e.segment(c.model.links()[i].v_index, c.model.links()[i].velocity_count);
      part = (R[i].inverse() * part).eval();
    }
    z = apply_influence(c.model, o.D, apply_psi(c.model, b, spread(c.model, o.G, e)));
    const VectorXd a = e - gather(c.model, K, z);
    MatrixXd mass(c.model.nv(), c.model.nv());
    mass_matrix(c.model, c.ws, c.q, mass);
    EXPECT_LT((mass * a - x).norm(), 7e-15 * (mass.norm() * a.norm() + x.norm())) << seed;
  }
}

// (15), (20): F = Psi'(M dv/dt + B - wrenches), whose part along what a joint forbids is the constraint's.
TEST(Psi, HasTheForcesOfConstraints) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Operators o(c);
    const Vec3<double> g = c.model.parameters().gravity();
    StackedVector inertial = StackedVector::Zero(6, c.model.body_count());
    for (int i = 1; i < c.model.body_count(); ++i) {
      FrameMotion<double> m;
      frame_motion(c.model, c.ws, c.q, c.v, c.a, c.model.find_frame(c.model.body(i).name), m);
      const Inertia<double> I = c.model.parameters().inertia(i);
      m.acceleration.linear += -transposed_times(m.placement.rotation, g);
      inertial.col(i) = (I * m.acceleration + cross(m.velocity, I * m.velocity) - c.wrenches[i]).eigen();
    }
    const StackedVector F = apply_psi_transposed(c.model, o.D, inertial);
    std::vector<Wrench<double>> through(c.model.body_count());
    joint_wrenches(c.model, c.ws, c.q, c.v, c.a, through, c.wrenches);
    for (int i = 1; i < c.model.body_count(); ++i) {
      const MatrixXd held = o.G[i].cols() == 6   ? MatrixXd(6, 0)
                            : o.G[i].cols() == 0 ? MatrixXd(MatrixXd::Identity(6, 6))
                                                 : MatrixXd(Eigen::FullPivLU<MatrixXd>(o.G[i].transpose()).kernel());
      const VectorXd expected = held.transpose() * through[i].eigen();
      EXPECT_LT((held.transpose() * F.col(i) - expected).norm(), 1e-13 * (1 + F.norm()) * (1 + held.norm())) << seed;
    }
  }
}

TEST(Psi, RefusesBlocksOfAnotherTree) {
  RandomCase c(5);
  const StackedVector x = StackedVector::Zero(6, c.model.body_count());
  EXPECT_TRUE(test::refuses([&] { apply_psi(c.model, BlockDiagonal(100), x); }, "blocks: 100 given"));
}

}  // namespace tandem::spatial_operators_test

#include <tandem/dynamics/spatial_operators.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/simulation.hpp>

#include "random_chain.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <cmath>

namespace tandem::spatial_operators_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::kTrees;
using test::RandomCase;

// Concurrent Dynamics: Psi by its definition, dense.

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

// Rodriguez, Jain and Kreutz.

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
    EXPECT_LT((f.inverse_transposed - f.inverse.transpose()).norm(), 1e-14 * f.inverse.norm()) << seed;
    const double lost = f.L.norm() * f.inverse.norm();
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
  EXPECT_TRUE(test::refuses([&] { apply_psi(model, BlockDiagonal(3), StackedVector(6, 4)); }, "blocks: 3 given"));
}

/// Chou's pendulum of n solid cylinders on ball joints: reference values by RK4 in long double.
struct ChouPendulum {
  explicit ChouPendulum(int n) : model(build(n)), q(4 * n), v(3 * n) {
    const double h = std::sqrt(0.5);
    const double spins[3][3] = {{2, 0, 1}, {0, 0, 1}, {-1, 0, 1}};
    const auto turned = [](const Eigen::Vector3d& world) {  // into axes whose z is the world's x
      return Eigen::Vector3d(-world.z(), world.y(), world.x());
    };
    Eigen::Vector3d before = Eigen::Vector3d::Zero();
    for (int i = 0; i < n; ++i) {
      q.segment<4>(4 * i) = i == 0 ? Eigen::Vector4d(h, 0, h, 0) : Eigen::Vector4d(1, 0, 0, 0);
      const Eigen::Vector3d spin = turned({spins[i][0], spins[i][1], spins[i][2]});
      v.segment<3>(3 * i) = spin - before;
      before = spin;
    }
  }
  static Model build(int n) {
    ModelBuilder builder("pendulum");
    builder.set_gravity({0, 0, -9.81});
    const auto cylinder =
        Inertia<double>::from_com(1, {0, 0, 0.5}, SymMat3<double>::diagonal(1.03 / 12, 1.03 / 12, 0.005));
    for (int i = 0; i < n; ++i) {
      builder.add_body("b" + std::to_string(i), i == 0 ? "world" : "b" + std::to_string(i - 1),
                       Transform<double>::translated({0, 0, i == 0 ? 0.0 : 1.0}),
                       Joint::spherical("j" + std::to_string(i)), cylinder);
    }
    return builder.build();
  }
  Eigen::Vector3d tip(const VectorXd& at) const {
    Workspace<double> ws(model);
    FrameMotion<double> motion;
    const Frame frame{"tip", model.body_count() - 1, Transform<double>::translated({0, 0, 1})};
    const VectorXd zero = VectorXd::Zero(model.nv());
    frame_motion(model, ws, at, zero, zero, frame, motion);
    return motion.placement.translation.eigen();
  }
  Model model;
  VectorXd q, v;
};

TEST(Simulation, OfChousPendulumHasTheTipAfterASecond) {
  struct Row {
    Eigen::Vector3d half, end;
    double energy;
  };
  const std::array<Row, 3> rows{
      Row{{-0.1316974216, 0.1612465652, -0.9780875903}, {-0.8726920447, -0.4882060792, -0.0079636332}, 0.177916666667},
      Row{{1.0887601169, 0.7816785390, -1.4044998981}, {-1.6304047739, -0.4573595617, -0.9841476605}, 1.345833333333},
      Row{{2.1310649373, 1.3047065325, -1.2189907711}, {-1.8823194444, -0.0736673342, -2.2628393479}, 4.516250000000}};
  for (int n = 1; n <= 3; ++n) {
    const ChouPendulum pendulum(n);
    SimulationOptions options;
    options.duration = 1;
    options.step = 0.5;
    const Simulation s = simulate(pendulum.model, pendulum.q, pendulum.v, options);
    EXPECT_LT((pendulum.tip(s.q.col(1)) - rows[n - 1].half).norm(), 1e-8) << n;
    EXPECT_LT((pendulum.tip(s.q.col(2)) - rows[n - 1].end).norm(), 1e-8) << n;
    EXPECT_NEAR(s.kinetic(0) + s.potential(0), rows[n - 1].energy, 1e-11) << n;
  }
}

}  // namespace tandem::spatial_operators_test

#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include "sohl_bobrow.hpp"
#include <gtest/gtest.h>

namespace tandem::sohl_bobrow_test {

using namespace test;

enum class Shape { kSerial, kBranched };

/// Revolute and prismatic joints about any axis, one after the other or on any earlier body.
Model one_freedom_tree(unsigned seed, Shape shape) {
  test::Dice dice(seed);
  ModelBuilder builder("tree " + std::to_string(seed));
  builder.set_gravity(dice.point() * 9.81);
  const int bodies = dice.integer(2, 10);
  for (int i = 0; i < bodies; ++i) {
    const std::string name = "link" + std::to_string(i);
    const int parent = i == 0 ? -1 : shape == Shape::kSerial ? i - 1 : dice.integer(-1, i - 1);
    const Joint joint = dice.integer(0, 3) == 0 ? Joint::prismatic(name + " slide", dice.point())
                                                : Joint::revolute(name + " hinge", dice.point());
    builder.add_body(name, parent < 0 ? "world" : "link" + std::to_string(parent), dice.placement(), joint,
                     dice.inertia());
  }
  return builder.build();
}

/// A tree at a random state with non-zero forces (two of the paper's slips vanish without them), under wrenches.
struct Setting {
  Setting(unsigned seed, Shape shape) : dice(seed + 500), model(one_freedom_tree(seed, shape)) {
    q = random_configuration(model, dice);
    v = dice.vector(model.nv());
    known = dice.vector(model.nv()) * 3;
    wrenches = random_wrenches(model, dice);
    for (int i = 0; i < model.body_count(); ++i) {
      drives.push_back(dice.integer(0, 1) == 0 ? Drive::force : Drive::motion);
    }
  }

  test::Dice dice;
  Model model;
  Eigen::VectorXd q, v, known;
  std::vector<Wrench<double>> wrenches;
  std::vector<Drive> drives;
};

void expect_near(const Eigen::MatrixXd& block, const Eigen::MatrixXd& expected, const std::string& what) {
  EXPECT_LE((block - expected).norm(), 1e-10 * (1e-3 + expected.norm())) << what;
}

/// Columns of the paper's gradient. Bodies are numbered as their freedoms, from 1.
Eigen::MatrixXd gradients(const SohlBobrow& paper, GradientBy by, int nv) {
  Eigen::MatrixXd all(nv, nv);
  for (int j = 0; j < nv; ++j) all.col(j) = paper.gradient(by, j + 1);
  return all;
}

void expect_the_sweeps(const Setting& s) {
  const int nv = s.model.nv();
  DerivativeWorkspace<double> ws(s.model);
  Eigen::VectorXd wanted(nv);
  Eigen::MatrixXd by_q = garbage(nv, nv), by_v = by_q, by_known = by_q;
  hybrid_dynamics_derivatives(s.model, s.model.parameters(), ws, s.q, s.v, std::span<const Drive>(s.drives), s.known,
                              wanted, by_q, by_v, by_known, s.wrenches);
  const SohlBobrow paper(s.model, s.q, s.v, s.drives, s.known, s.wrenches);
  const std::string tree = s.model.name();
  expect_near(paper.wanted(), wanted, tree + ": dynamics");
  expect_near(gradients(paper, GradientBy::kAngle, nv), by_q, tree + ": by q");
  expect_near(gradients(paper, GradientBy::kRate, nv), by_v, tree + ": by v");
  expect_near(gradients(paper, GradientBy::kKnown, nv), by_known, tree + ": by what is known");
}

TEST(SohlBobrow, HaveTheGradientOfTheSweepsForSerialChainsWithAnyDrives) {
  for (unsigned seed = 0; seed < 40; ++seed) expect_the_sweeps(Setting(seed, Shape::kSerial));
}

TEST(SohlBobrow, HaveTheGradientOfTheSweepsForTreesWithAnyDrives) {
  for (unsigned seed = 0; seed < 40; ++seed) expect_the_sweeps(Setting(seed, Shape::kBranched));
}

TEST(SohlBobrow, HaveTheGradientOfInverseDynamicsWithAllJointsMotionDriven) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Setting s(seed, Shape::kBranched);
    s.drives.assign(s.model.body_count(), Drive::motion);
    const int nv = s.model.nv();
    DerivativeWorkspace<double> ws(s.model);
    Eigen::MatrixXd by_q = garbage(nv, nv), by_v = by_q, by_a = by_q;
    inverse_dynamics_derivatives(s.model, s.model.parameters(), ws, s.q, s.v, s.known, by_q, by_v, by_a, s.wrenches);
    const SohlBobrow paper(s.model, s.q, s.v, s.drives, s.known, s.wrenches);
    expect_near(gradients(paper, GradientBy::kAngle, nv), by_q, s.model.name() + ": by q");
    expect_near(gradients(paper, GradientBy::kRate, nv), by_v, s.model.name() + ": by v");
    expect_near(gradients(paper, GradientBy::kKnown, nv), by_a, s.model.name() + ": by a");
  }
}

}  // namespace tandem::sohl_bobrow_test

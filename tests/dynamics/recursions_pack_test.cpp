#include <tandem/core/error.hpp>
#include <tandem/core/pack.hpp>

#include "scalars.hpp"
#include <gtest/gtest.h>

namespace tandem::recursions_pack_test {

using test::Dice;
using test::kTrees;

TEST(Recursions, GiveEachLaneOfAPackItsOwnState) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    const Model model = test::random_tree(seed);
    Dice dice(seed + 2000);
    const std::vector<Wrench<double>> wrenches = test::random_wrenches(model, dice);
    std::vector<std::vector<double>> expected;
    VectorX<Pack4> q(model.nq()), v(model.nv()), a(model.nv());
    for (int lane = 0; lane < 4; ++lane) {
      const Eigen::VectorXd ql = test::random_configuration(model, dice), vl = dice.vector(model.nv()),
                            al = dice.vector(model.nv());
      for (int i = 0; i < model.nq(); ++i) q(i).set(lane, ql(i));
      for (int i = 0; i < model.nv(); ++i) v(i).set(lane, vl(i)), a(i).set(lane, al(i));
      expected.push_back(test::everything<double>(model, ql, vl, al, wrenches));
    }
    const std::vector<Pack4> packs = test::everything<Pack4>(model, q, v, a, wrenches);
    for (int lane = 0; lane < 4; ++lane) {
      std::vector<double> numbers;
      for (const Pack4& p : packs) numbers.push_back(p[lane]);
      test::expect_same(numbers, expected[lane], model.name() + ", lane " + std::to_string(lane));
    }
  }
}

TEST(Recursions, RefuseAPackWithOneQuaternionFarFromUnit) {
  const Model model = test::random_tree(2);
  const Parameters<Pack4> parameters = model.parameters().cast<Pack4>();
  Workspace<Pack4> ws(model);
  VectorX<Pack4> q = model.neutral_configuration().cast<Pack4>(), tau(model.nv());
  gravity_forces(model, parameters, ws, q, tau);
  q(0).set(2, 0.01);
  EXPECT_THROW(gravity_forces(model, parameters, ws, q, tau), InvalidInput);
}

}  // namespace tandem::recursions_pack_test

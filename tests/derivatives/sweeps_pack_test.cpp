#include <tandem/core/pack.hpp>

#include "all_sweeps.hpp"
#include "blocks.hpp"
#include <gtest/gtest.h>

namespace tandem::sweeps_pack_test {

using test::AllSweeps;
using test::Dice;

TEST(DerivativeSweeps, GiveEachLaneOfAPackItsOwnState) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; ++seed) {
    const Model model = test::random_tree(seed);
    Dice dice(seed + 3000);
    std::vector<AllSweeps<double>> expected;
    VectorX<Pack4> q(model.nq()), v(model.nv()), x(model.nv());
    for (int lane = 0; lane < 4; ++lane) {
      const Eigen::VectorXd ql = test::random_configuration(model, dice), vl = dice.vector(model.nv()),
                            xl = dice.vector(model.nv());
      for (int i = 0; i < model.nq(); ++i) q(i).set(lane, ql(i));
      for (int i = 0; i < model.nv(); ++i) v(i).set(lane, vl(i)), x(i).set(lane, xl(i));
      expected.emplace_back(model, ql, vl, xl);
    }
    AllSweeps<Pack4> packs(model, q, v, x);
    packs.run();
    for (int lane = 0; lane < 4; ++lane) {
      test::expect_same_sweeps(
          packs, [lane](const Pack4& p) { return p[lane]; }, expected[lane],
          model.name() + ", lane " + std::to_string(lane));
    }
  }
}

}  // namespace tandem::sweeps_pack_test

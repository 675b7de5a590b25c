#include "all_sweeps.hpp"
#include "blocks.hpp"
#include "support/allocations.hpp"
#include <gtest/gtest.h>

namespace tandem::sweeps_double_test {

using test::AllSweeps;
using test::kDerivativeTrees;
using test::RandomCase;

TEST(DerivativeSweeps, DoNotAllocate) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    const RandomCase c(seed);
    AllSweeps<double> sweeps(c.model, c.q, c.v, c.a);
    EXPECT_EQ(test::allocations_in([&] { sweeps.run(); }), 0) << c.model.name();
  }
}

TEST(DerivativeSweeps, DependOnNothingThatTheWorkspaceHeld) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    AllSweeps<double> fresh(c.model, c.q, c.v, c.a), used(c.model, c.q, c.v, c.a);
    used.q = test::random_configuration(c.model, c.dice);
    used.v *= 3;
    used.run();
    used.q = c.q;
    used.v = c.v;
    fresh.run();
    used.run();
    EXPECT_EQ(fresh.direct_results(), used.direct_results()) << c.model.name();
    EXPECT_EQ(fresh.solved_results(), used.solved_results()) << c.model.name();
  }
}

}  // namespace tandem::sweeps_double_test

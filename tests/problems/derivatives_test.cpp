#include <tandem/ocp/statement/verify_problem.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/plain_name.hpp>

#include <algorithm>
#include <random>

namespace tandem::problems_derivatives_test {

constexpr int kKnots = 20;

/// Random points of the box that `all` is looked at in, with random weights.
KnotBatch random_knots(const NamedKnotBlocks& all, unsigned seed) {
  KnotBatch batch;
  batch.resize(all.blocks.inputs(), all.blocks.outputs(), kKnots);
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int knot = 0; knot < kKnots; ++knot) {
    for (int i = 0; i < all.lower.size(); ++i) {
      batch.inputs(i, knot) = all.lower(i) + unit(engine) * (all.upper(i) - all.lower(i));
    }
  }
  for (double& weight : batch.weights.reshaped()) weight = 0.5 + unit(engine);
  return batch;
}

KnotBatch evaluated(NamedKnotBlocks all, const char* plug, unsigned seed) {
  all.blocks.blocks.front().plugs.plug = plug;
  KnotBatch batch = random_knots(all, seed);
  make_knot_function(all.blocks, plug)->evaluate(batch, 0, kKnots, Level::hessian);
  return batch;
}

/// Differences are measured by the largest knot: where terms cancel, what is left is no size of their rounding.
void expect_same(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, double limit, const std::string& what) {
  double size = 0.0;
  for (int knot = 0; knot < kKnots; ++knot) {
    if (b.col(knot).allFinite()) size = std::max(size, b.col(knot).norm());
  }
  for (int knot = 0; knot < kKnots; ++knot) {
    if (!b.col(knot).allFinite()) continue;  // a point where the function has no derivative
    EXPECT_LE((a.col(knot) - b.col(knot)).norm(), limit * size) << what << ", knot " << knot;
  }
}

/// Each block alone, by all named numbers too.
void expect_same_as_tape(const NamedKnotBlocks& all, const std::string& name) {
  unsigned seed = 0;
  for (const KnotBlock& block : all.blocks.blocks) {
    if (block.function.user() != nullptr) continue;  // brings its own
    NamedKnotBlocks alone = all;
    alone.blocks.blocks = {KnotBlock(block.function, block.name)};
    const KnotBatch own = evaluated(alone, "bytecode", ++seed), tape = evaluated(alone, "tape", seed);
    const std::string what = name + ", " + block.name;
    expect_same(own.values, tape.values, 1e-14, what + ": values");
    expect_same(own.jacobians, tape.jacobians, 1e-13, what + ": Jacobian");
    expect_same(own.hessians, tape.hessians, 1e-12, what + ": Hessian");
  }
}

class ProblemDerivatives : public testing::TestWithParam<std::string> {};

TEST_P(ProblemDerivatives, AreTheTapesByBytecode) {
  const Problem problem = make_problem(GetParam());
  for (int phase = 0; phase < static_cast<int>(problem.phases().size()); ++phase) {
    expect_same_as_tape(functions_along(problem, phase), GetParam());
    expect_same_as_tape(functions_at_end(problem, phase), GetParam());
  }
  for (const Linkage& linkage : problem.linkages()) expect_same_as_tape(functions_of(problem, linkage), GetParam());
}

INSTANTIATE_TEST_SUITE_P(OfTheShipped, ProblemDerivatives, testing::ValuesIn(problem_names()), test::PlainName());

}  // namespace tandem::problems_derivatives_test

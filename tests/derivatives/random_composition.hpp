#pragma once

#include <tandem/derivatives/jets/with_jets.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tandem::test {

/// A made-up function: twelve steps, each an operation drawn at random on what is there so far; every elementary
/// function, within its domain. Values stay of size 1.
struct RandomComposition {
  static constexpr int kStates = 4, kControls = 2, kOutputs = 3;
  unsigned seed;

  template <class K>
  auto operator()(const K& k) const {
    using S = std::decay_t<decltype(k.x[0])>;
    std::mt19937 engine(seed);
    std::vector<S> pool(k.x.begin(), k.x.end());
    pool.insert(pool.end(), k.u.begin(), k.u.end());
    pool.push_back(k.t);
    for (int i = 0; i < 3; ++i) pool.push_back(k[Number{i}]);
    for (int step = 0; step < 12; ++step) {
      const S& a = pool[engine() % pool.size()];
      const S& b = pool[engine() % pool.size()];
      pool.push_back(operation<S>(static_cast<int>(engine() % 22), a, b));
    }
    return std::array<S, kOutputs>{pool[pool.size() - 1] * pool[pool.size() - 2], pool[pool.size() - 3],
                                   pool[pool.size() - 4] + pool[engine() % pool.size()]};
  }

  template <class S>
  static S operation(int which, const S& a, const S& b) {
    const S small = 0.9 * a / sqrt(1.0 + a * a), positive = 0.5 + square(a) / (1.0 + square(a));
    switch (which) {
      case 0:
        return sin(a + b);
      case 1:
        return cos(a) * b;
      case 2:
        return tan(small);
      case 3:
        return asin(small);
      case 4:
        return acos(small * 0.5) - b;
      case 5:
        return atan(a - 2.0 * b);
      case 6:
        return atan2(a, positive + square(b));
      case 7:
        return exp(small) - b;
      case 8:
        return log(positive) * b;
      case 9:
        return sqrt(positive) / (2.0 + small);
      case 10:
        return pow(small, 3);
      case 11:
        return pow(positive, -2);
      case 12:
        return pow(positive, 1.7);
      case 13:
        return pow(positive, small);
      case 14:
        return sinh(small);
      case 15:
        return cosh(small) - 1.0;
      case 16:
        return tanh(a * b);
      case 17:
        return abs(a - 0.37) * small;
      case 18:
        return a * b / (1.0 + square(b));
      case 19:
        return select_less(a, b, S(a * a), S(b - a));
      case 20:
        return max(a, 0.1) - min(b, a);
      default:
        return a - b;
    }
  }
};

inline KnotBlocks random_composition(unsigned seed, bool free) {
  KnotBlocks blocks{RandomComposition::kStates, RandomComposition::kControls, {}, {0.3, -0.8, 0.5}, {}};
  blocks.blocks = {{GenericFunction::of<RandomComposition::kStates, RandomComposition::kControls>(
                        with_jets(RandomComposition{seed}), RandomComposition::kOutputs),
                    "composition"}};
  if (free) blocks.free_numbers = {2, 0};
  return blocks;
}

/// Evaluates the blocks by a plug and by tapes at random knots: values, Jacobian and Hessian agree to 1e-12 of their
/// size (a few dozen operations on either side), patterns entirely.
inline void expect_same(const KnotBlocks& blocks, const std::string& plug, unsigned seed) {
  constexpr int kKnots = 6;
  const auto function = make_knot_function(blocks, plug), tape = make_tape_knot_function(blocks);
  EXPECT_EQ(function->jacobian_pattern(), tape->jacobian_pattern()) << "seed " << seed;
  EXPECT_EQ(function->hessian_pattern(), tape->hessian_pattern()) << "seed " << seed;
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), kKnots);
  std::mt19937 engine(seed + 1000);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (double& entry : batch.inputs.reshaped()) entry = uniform(engine);
  for (double& entry : batch.weights.reshaped()) entry = uniform(engine);
  KnotBatch expected = batch;
  tape->evaluate(expected, 0, kKnots, Level::hessian);
  const auto near = [&](const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const char* what) {
    const double size = std::max(1.0, b.cwiseAbs().maxCoeff());
    EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-12 * size) << what << " of seed " << seed << " by " << plug;
  };
  for (const Level level : {Level::hessian, Level::jacobian, Level::values}) {
    batch.values.setZero(), batch.jacobians.setZero();
    function->evaluate(batch, 0, kKnots, level);
    near(batch.values, expected.values, "values");
    if (level >= Level::jacobian) near(batch.jacobians, expected.jacobians, "Jacobian");
    if (level == Level::hessian) near(batch.hessians, expected.hessians, "Hessian");
  }
}

}  // namespace tandem::test

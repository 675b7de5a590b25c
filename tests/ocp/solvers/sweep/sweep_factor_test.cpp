#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/sweep/right_factors.hpp>
#include <support/allocations.hpp>
#include <support/refusal.hpp>

#include <limits>
#include <thread>

namespace tandem::sweep::sweep_factor_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::expect_right;
using test::StagedBuilder;
using test::StagedKind;
using test::StagedSystem;

std::string name_of(const char* what, unsigned seed) { return std::string(what) + ", seed " + std::to_string(seed); }

TEST(Sweep, SolvesSystemsOfManyShapes) {
  unsigned seed = 0;
  for (const int most : {1, 3, 8, 20, 60}) {
    for (const int border : {0, 1, 3, 10}) {
      StagedKind kind{.stages = 8, .most_unknowns = most, .most_multipliers = most / 2, .border = border};
      ++seed;
      expect_right(test::random_system(kind, seed), name_of("convex", seed));
      kind.zero_curvature = 0.5;
      expect_right(test::random_system(kind, seed), name_of("half of the unknowns without curvature", seed));
    }
  }
}

TEST(Sweep, HasTheInertiaOfMatricesThatAreNotConvex) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    StagedKind kind{.stages = 12, .most_unknowns = 6, .most_multipliers = 5, .border = static_cast<int>(seed % 4)};
    kind.curvature = seed % 2 == 0 ? -1.0 : -1e-3;
    expect_right(test::random_system(kind, seed), name_of("concave", seed));
  }
}

TEST(Sweep, KeepsItsAccuracyOverTwelveDecades) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    StagedKind kind{.stages = 10, .fewest_unknowns = 2, .most_unknowns = 12, .most_multipliers = 2, .border = 2};
    kind.spread = 12.0;
    kind.regularization = seed % 3 == 0 ? 1e-8 : 0.0;
    expect_right(test::random_system(kind, seed), name_of("over twelve decades", seed));
  }
}

TEST(Sweep, KeepsItsAccuracyWhenRowsHaveVeryDifferentUnits) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    StagedBuilder builder({.stages = 10, .fewest_unknowns = 3, .most_multipliers = 3, .border = 1}, seed);
    StagedSystem& system = builder.system();
    std::vector<double> unit;
    for (int i = 0; i < system.size(); ++i) unit.push_back(std::pow(10.0, 3.0 * builder.number()));
    for (std::size_t e = 0; e < system.values.size(); ++e) {
      system.values[e] *= unit[system.rows[e]] * unit[system.cols[e]];
    }
    expect_right(system, name_of("units over six decades", seed));
  }
}

// A large threshold fails many pivots, which then are partners of others, or wait.
TEST(Sweep, IsRightWhateverItsThreshold) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    StagedKind kind{.fewest_unknowns = 2, .most_unknowns = 12, .most_multipliers = 8, .border = 2};
    kind.stages = static_cast<int>(1 + seed % 10);
    kind.zero_curvature = seed % 3 * 0.5;
    kind.fixed_start = seed % 2 == 0;
    kind.spread = seed % 4;
    for (const double threshold : {1e-12, 1e-4, 1e-2, 0.1, 0.5}) {
      expect_right(test::random_system(kind, seed), name_of("thresholds", seed), threshold);
    }
  }
}

// The first multipliers stand on one unknown: the block of stage 0 is singular whatever its numbers.
TEST(Sweep, DelaysPivotsOfAFirstStageThatIsSingularByItself) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    StagedKind kind{.stages = 10, .fewest_unknowns = 6, .most_unknowns = 8, .fewest_multipliers = 4, .border = 1};
    kind.fixed_start = true;
    kind.zero_curvature = seed % 2 == 0 ? 0.7 : 0.0;
    const StagedSystem system = test::random_system(kind, seed);
    SweepFactor factor(system.chain());
    factor.factorise(system.values);
    EXPECT_GE(factor.delayed(), 3);
    expect_right(system, name_of("fixed start", seed));
  }
}

TEST(Sweep, TakesEmptyStagesAndStagesThatStandAlone) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    StagedKind kind{.stages = 9, .fewest_unknowns = 0, .most_unknowns = 2, .most_multipliers = 0};
    kind.border = static_cast<int>(seed % 3);
    expect_right(test::random_system(kind, seed), name_of("empty stages", seed));
  }
}

TEST(Sweep, TakesOneStageOnlyABorderOnlyOrNothing) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    expect_right(test::random_system({.stages = 1, .most_unknowns = 30, .most_multipliers = 10}, seed), "one stage");
    expect_right(test::random_system({.stages = 1, .most_unknowns = 9, .border = 3}, seed), "one stage and a border");
    expect_right(test::random_system({.stages = 0, .border = 20}, seed), "a border");
  }
  expect_right(test::random_system({.stages = 0}, 1), "nothing");
  expect_right(test::random_system({.stages = 3, .fewest_unknowns = 0, .most_unknowns = 0, .most_multipliers = 0}, 1),
               "no row");
}

TEST(Sweep, DropsRowsThatAreFixed) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    StagedBuilder builder({.stages = 10, .fewest_unknowns = 4, .most_multipliers = 3, .border = 1}, seed);
    const StagedSystem& whole = builder.system();
    std::vector<int> place(whole.size());
    StagedSystem system;
    system.stages = whole.stages;
    for (int i = 0; i < whole.size(); ++i) {
      const bool is_fixed = whole.stage[i] < whole.stages && builder.between(0, 5) == 0;
      place[i] = is_fixed ? -1 : system.size();
      if (!is_fixed) system.stage.push_back(whole.stage[i]);
    }
    for (std::size_t e = 0; e < whole.values.size(); ++e) {
      const int row = place[whole.rows[e]], col = place[whole.cols[e]];
      if (row >= 0 && col >= 0) system.add(row, col, whole.values[e]);
    }
    expect_right(system, name_of("fixed rows", seed));
  }
}

/// Makes a multiplier's row the sum of two others of its stage, or of one of its stage and one before.
StagedSystem with_dependent_rows(unsigned seed, double regularization) {
  StagedKind kind{.stages = 10, .fewest_unknowns = 8, .most_unknowns = 10, .fewest_multipliers = 3};
  kind.regularization = regularization;
  StagedBuilder builder(kind, seed);
  StagedSystem& system = builder.system();
  for (int k = 0; k < system.stages; k += 2) {
    const std::vector<int>& rows = builder.multipliers()[k];
    for (std::size_t e = 0; e < system.values.size(); ++e) {
      const bool is_copy = (system.rows[e] == rows[2] || system.cols[e] == rows[2]) && system.rows[e] != system.cols[e];
      if (is_copy) system.values[e] = 0.0;
    }
    for (int e = 0, count = static_cast<int>(system.values.size()); e < count; ++e) {
      const int row = system.rows[e], col = system.cols[e];
      if (row == col) continue;
      const int other = row == rows[0] || row == rows[1] ? col : col == rows[0] || col == rows[1] ? row : -1;
      if (other >= 0) system.add(rows[2], other, system.values[e]);
    }
  }
  return system;
}

TEST(Sweep, CallsDependentConstraintsSingular) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const StagedSystem system = with_dependent_rows(seed, 0.0);
    SweepFactor factor(system.chain());
    EXPECT_EQ(factor.factorise(system.values), FactorStatus::singular) << seed;
    EXPECT_EQ(factor.inertia().zero, 5) << seed;
    EXPECT_EQ(factor.inertia().negative, test::dense_inertia(system.dense()).negative) << seed;
  }
}

TEST(Sweep, IsRightForDependentConstraintsThatAreRegularized) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    expect_right(with_dependent_rows(seed, 1e-6), name_of("regularized", seed));
    expect_right(with_dependent_rows(seed, 1e-12), name_of("hardly regularized", seed));
  }
}

// A row without entries, and one that nothing is left of when its neighbours are eliminated.
TEST(Sweep, CallsMatricesWithARowOfZerosSingular) {
  StagedBuilder builder({.stages = 6, .border = 1}, 3);
  StagedSystem& system = builder.system();
  system.stage.push_back(2);
  SweepFactor factor(system.chain());
  EXPECT_EQ(factor.factorise(system.values), FactorStatus::singular);
  EXPECT_EQ(factor.inertia().zero, 1);
}

TEST(Sweep, GivesTheSameAnswerWhateverWasFactorisedBefore) {
  const StagedKind kind{.stages = 10, .fewest_unknowns = 4, .fewest_multipliers = 4, .border = 2, .fixed_start = true};
  const StagedSystem system = test::random_system(kind, 5);
  SweepFactor fresh(system.chain()), used(system.chain());
  std::vector<double> other = system.values;
  for (double& value : other) value = 0.1 - 2.0 * value;
  used.factorise(other);
  used.factorise(system.values);
  fresh.factorise(system.values);
  VectorXd x = test::random_vector(system.size(), 1), y = x;
  fresh.solve(x);
  used.solve(y);
  EXPECT_EQ(x, y);
}

TEST(Sweep, AllocatesNothingAfterTheFirstFactorisation) {
  const StagedKind kind{.stages = 30, .fewest_unknowns = 4, .fewest_multipliers = 4, .border = 2, .fixed_start = true};
  const StagedSystem system = test::random_system(kind, 7);
  SweepFactor factor(system.chain());
  const VectorXd b = test::random_vector(system.size(), 1);
  VectorXd x = b;
  factor.factorise(system.values);
  factor.solve_refined(system.values, b, x);
  ASSERT_GT(factor.delayed(), 0);
  EXPECT_EQ(test::allocations_in([&] {
              for (int i = 0; i < 3; ++i) {
                factor.factorise(system.values);
                factor.solve(x);
                factor.solve_refined(system.values, b, x);
              }
            }),
            0);
}

TEST(Sweep, WorksInManyThreadsAtOnce) {
  const StagedSystem system = test::random_system({.stages = 100, .fewest_unknowns = 4, .border = 2}, 9);
  std::vector<VectorXd> answers(4, test::random_vector(system.size(), 1));
  std::vector<std::thread> threads;
  for (VectorXd& x : answers) {
    threads.emplace_back([&] {
      SweepFactor factor(system.chain());
      for (int i = 0; i < 10; ++i) factor.factorise(system.values);
      factor.solve(x);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const VectorXd& x : answers) EXPECT_EQ(x, answers[0]);
}

TEST(Sweep, ReportsNumbersThatAreNotFinite) {
  StagedSystem system = test::random_system({.stages = 10, .border = 1}, 2);
  SweepFactor factor(system.chain());
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const std::size_t place : {std::size_t{0}, system.values.size() / 2, system.values.size() - 1}) {
      const double right = std::exchange(system.values[place], wrong);
      EXPECT_EQ(factor.factorise(system.values), FactorStatus::not_finite);
      system.values[place] = right;
    }
  }
  EXPECT_EQ(factor.factorise(system.values), FactorStatus::done);
}

TEST(Sweep, ReportsNumbersThatBecomeInfinite) {
  StagedSystem system;
  system.stages = 2;
  system.stage = {0, 1};
  system.add(0, 0, 1e-300);
  system.add(1, 0, 1e300);
  system.add(1, 1, 1.0);
  SweepFactor factor(system.chain());
  const FactorStatus status = factor.factorise(system.values);
  VectorXd x = VectorXd::Ones(2);
  if (status == FactorStatus::done) factor.solve(x);
  EXPECT_TRUE(status != FactorStatus::done || x.allFinite());
}

// With a larger threshold pivots are larger parts of their columns: less is lost before refinement.
TEST(Sweep, LosesLessWithALargerThreshold) {
  double small = 0.0, large = 0.0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    StagedKind kind{.stages = 20, .fewest_unknowns = 4, .fewest_multipliers = 3, .most_multipliers = 3};
    kind.curvature = 1e-5;
    const StagedSystem system = test::random_system(kind, seed);
    const MatrixXd k = system.dense();
    const VectorXd b = test::random_vector(system.size(), 1);
    SweepFactor factor(system.chain());
    for (const double threshold : {1e-6, 0.1}) {
      factor.set_threshold(threshold);
      factor.factorise(system.values);
      VectorXd x = b;
      factor.solve(x);
      double& worst = threshold < 0.05 ? small : large;
      worst = std::max(worst, test::backward_error(k, x, b));
    }
  }
  EXPECT_LT(large, 0.1 * small);
  EXPECT_LT(large, 1e-14);
}

TEST(Sweep, RefusesThresholdsAndSizesThatDoNotFit) {
  const StagedSystem system = test::random_system({.stages = 2}, 1);
  SweepFactor factor(system.chain());
  EXPECT_TRUE(test::refuses([&] { factor.set_threshold(0.0); }, "the pivot threshold 0 must be in (0, 0.5]"));
  EXPECT_TRUE(test::refuses([&] { factor.factorise(std::vector<double>(3)); }, "staged matrix: 3 values for"));
}

}  // namespace tandem::sweep::sweep_factor_test

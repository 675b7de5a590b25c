#include <tandem/ocp/transcription/nlp_bounds.hpp>

#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>
#include <support/refusal.hpp>

namespace tandem::nlp_bounds_test {

StagedNlp rich_nlp(const std::string& transcription = "hermite-simpson") {
  return StagedNlp(test::rich_problem(), uniform_mesh(transcription, 4));
}

TEST(NlpBounds, HoldStatesEverywhereAndTighterAtTheEnds) {
  for (const std::string& transcription : test::general_transcriptions()) {
    StagedNlp nlp = rich_nlp(transcription);
    const PhaseLayout& layout = nlp.layout(0);
    EXPECT_EQ(nlp.lower()(layout.state(0)), 0.3);
    EXPECT_EQ(nlp.upper()(layout.state(0)), 0.3);
    EXPECT_EQ(nlp.lower()(layout.state(2)), -2.0);
    EXPECT_EQ(nlp.upper()(layout.state(4)), 2.0);
    EXPECT_EQ(nlp.upper()(layout.state(0) + 1), 1.0);
    EXPECT_EQ(nlp.lower()(layout.state(4) + 1), 0.5);
    EXPECT_EQ(nlp.upper()(layout.state(4) + 2), 3.0);
    for (int k = 0; k < 4; ++k) {
      for (int n = 0; n < nlp.mesh().tableau.node_controls(); ++n) {
        EXPECT_EQ(nlp.lower()(layout.node_control(k, n)), -1.5);
        EXPECT_EQ(nlp.upper()(layout.node_control(k, n)), 1.0);
      }
      for (int i = 0; i < nlp.mesh().tableau.interior_states; ++i) {
        EXPECT_EQ(nlp.upper()(layout.interior_state(k, i)), 2.0);
      }
    }
  }
}

TEST(NlpBounds, HoldTimesNumbersAndConstraints) {
  StagedNlp nlp = rich_nlp();
  const PhaseLayout& layout = nlp.layout(0);
  EXPECT_EQ(nlp.lower()(layout.start_time()), 0.1);
  EXPECT_EQ(nlp.upper()(layout.end_time()), 1.9);
  EXPECT_EQ(nlp.upper()(layout.free_number(0)), 3.0);
  EXPECT_EQ(nlp.constraint_lower()(layout.defect(1, 0)), 0.0);
  EXPECT_EQ(nlp.constraint_upper()(layout.defect(1, 0)), 0.0);
  EXPECT_EQ(nlp.constraint_lower()(layout.path(1, 2)), -2.0);
  EXPECT_EQ(nlp.constraint_upper()(layout.path(1, 2)), 4.0);
  EXPECT_EQ(nlp.constraint_lower()(layout.path(4 - 1, 1) + 1), -kInfinity);
  EXPECT_EQ(nlp.constraint_lower()(layout.end_constraint() + 1), 0.25);
  EXPECT_EQ(nlp.constraint_upper()(layout.end_constraint() + 1), 0.25);
}

/// A number in bounds, end conditions, the end time and a row.
Problem limited(Role role) {
  Problem problem("limited");
  const Number limit = problem.number({"limit", 1.0, "", "", role, 0.5, 2.0});
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 3.0 * limit});
  phase.state("x", {.bounds = {-kInfinity, 2.0 * limit}, .start = 0.0, .end = Affine(1.0) - 0.5 * limit});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.path_constraint("speed", {-limit, 4.0 * limit}, [](const auto& k) { return k.u[0]; });
  return problem;
}

TEST(NlpBounds, RefuseADesignNumberInABound) {
  EXPECT_TRUE(test::refuses([&] { StagedNlp nlp(limited(Role::design), uniform_mesh("trapezoid", 2)); },
                            "design number 'limit' stands in a bound"));
}

TEST(NlpBounds, HoldAPathNumberAndWhatItFixes) {
  const StagedNlp nlp(limited(Role::path), uniform_mesh("trapezoid", 2));
  const PhaseLayout& layout = nlp.layout(0);
  EXPECT_EQ(nlp.lower()(layout.free_number(0)), 1.0);
  EXPECT_EQ(nlp.upper()(layout.free_number(0)), 1.0);
  ASSERT_GE(layout.end_time(), 0);  // an unknown, so that there are derivatives by it
  EXPECT_EQ(nlp.lower()(layout.end_time()), 3.0);
  EXPECT_EQ(nlp.upper()(layout.end_time()), 3.0);
  EXPECT_FALSE(layout.has_duration_row());
}

TEST(NlpBounds, KnowTheirSlopesByANumber) {
  StagedNlp nlp(limited(Role::path), uniform_mesh("trapezoid", 2));
  const NlpBounds slopes = nlp.bound_slopes("limit");
  const Eigen::VectorXd lower = nlp.lower(), upper = nlp.upper(), row_lower = nlp.constraint_lower(),
                        row_upper = nlp.constraint_upper();
  nlp.set_number("limit", 1.25);  // all is affine
  const auto change = [](const Eigen::VectorXd& after, const Eigen::VectorXd& before) {
    return Eigen::VectorXd(((after - before) / 0.25).unaryExpr([](double x) { return std::isnan(x) ? 0.0 : x; }));
  };
  EXPECT_EQ(slopes.lower, change(nlp.lower(), lower));
  EXPECT_EQ(slopes.upper, change(nlp.upper(), upper));
  EXPECT_EQ(slopes.constraint_lower, change(nlp.constraint_lower(), row_lower));
  EXPECT_EQ(slopes.constraint_upper, change(nlp.constraint_upper(), row_upper));
  EXPECT_EQ(slopes.upper(nlp.layout(0).state(1)), 2.0);
  EXPECT_EQ(slopes.upper(nlp.layout(0).state(2)), -0.5);  // the end, which is tighter
}

}  // namespace tandem::nlp_bounds_test

#include <tandem/ocp/nlp_bounds.hpp>

#include <tandem/ocp/staged_nlp.hpp>

#include <gtest/gtest.h>
#include <ocp/rich_problem.hpp>
#include <support/refusal.hpp>

namespace tandem {
namespace {

StagedNlp rich_nlp(const std::string& transcription = "hermite-simpson") {
  return StagedNlp(test::rich_problem(), uniform_mesh(transcription, 4));
}

TEST(NlpBounds, HoldStatesEverywhereAndTighterAtTheEnds) {
  for (const std::string& transcription : transcription_names()) {
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

TEST(NlpBounds, RefuseADesignNumberInABound) {
  Problem problem("designed");
  const Number limit = problem.number({"limit", 1.0, "", "", Role::design, 0.5, 2.0});
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.bounds = {-kInfinity, 2.0 * limit}, .start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  EXPECT_TRUE(test::refuses([&] { StagedNlp nlp(problem, uniform_mesh("trapezoid", 2)); },
                            "design number 'limit' stands in a bound"));
}

}  // namespace
}  // namespace tandem

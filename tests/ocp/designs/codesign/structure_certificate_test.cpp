#include <tandem/ocp/designs/codesign/structure_certificate.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>

#include <cmath>

namespace tandem::codesign::structure_certificate_test {

TEST(StructureCertificate, LooksAtSizesInTheirLogarithmsByName) {
  const KktPoint point = point_of(test::spring_problem(2, 3.0), Eigen::Vector2d(1.0, std::exp(1.0)));
  EXPECT_EQ(point.unknowns, Eigen::Vector2d(0.0, 1.0));
  EXPECT_NEAR(point.lower(1), std::log(0.1), 1e-15);
  EXPECT_NEAR(point.upper(0), std::log(3.0), 1e-15);
  EXPECT_EQ(point.unknown_names, (std::vector<std::string>{"p1", "p2"}));
}

TEST(StructureCertificate, AddsAWrongClaimToTheObjectivesError) {
  KktEvidence evidence;
  evidence.objective_error = {1e-9, "p1 is not stationary"};
  add_claim(evidence, 100.01, 100.0);
  EXPECT_NEAR(evidence.objective_error.value, 1e-4 + 1e-9, 1e-15);
  EXPECT_EQ(evidence.objective_error.where, "the cost is not what is claimed");
  add_claim(evidence, 100.0, 100.0);
  EXPECT_NEAR(evidence.objective_error.value, 1e-4 + 1e-9, 1e-15);
}

TEST(StructureCertificate, FailsByTheSolversWordsWhateverElseHolds) {
  Certificate certificate = structure_certificate();
  certificate.lines = {{"feasibility", 0.0, 1e-6, true, true, ""}};
  EXPECT_TRUE(finished(certificate, true, "solved").passes());
  const Certificate failed = finished(certificate, false, "iteration limit");
  ASSERT_EQ(failed.reasons.size(), 1U);
  EXPECT_EQ(failed.reasons[0], "the solver did not finish: iteration limit");
}

TEST(StructureCertificate, SaysWhatRefusesADesign) {
  const Certificate certificate = certified_or_refused([]() -> Certificate { refuse("no controller"); });
  EXPECT_EQ(certificate.kind, "structure");
  EXPECT_EQ(certificate.verdict(), Verdict::fail);
  ASSERT_EQ(certificate.reasons.size(), 1U);
  EXPECT_EQ(certificate.reasons[0], "there is no value to look at: no controller");
}

}  // namespace tandem::codesign::structure_certificate_test

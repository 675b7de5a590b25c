#include <tandem/ocp/answers/certificate.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::certificate_test {

CertificateLine line(const char* name, bool holds) { return {name, 1.0, 2.0, true, holds}; }

// An answer that nothing was measured of does not pass.
TEST(Verdict, IsNoneWhereNothingWasMeasured) {
  const Certificate nothing;
  EXPECT_EQ(nothing.verdict(), Verdict::none);
  EXPECT_FALSE(nothing.passes());
}

TEST(Verdict, IsAPassWhereLinesAreThereAndNoReasonAgainst) {
  Certificate certificate;
  certificate.lines.push_back(line("feasibility", true));
  EXPECT_TRUE(certificate.passes());
  certificate.notes.emplace_back("something else");
  EXPECT_TRUE(certificate.passes());
}

// Also one of which nothing was measured: the solver did not finish.
TEST(Verdict, IsAFailForAnyReason) {
  Certificate certificate;
  certificate.reasons.emplace_back("the solver did not finish");
  EXPECT_EQ(certificate.verdict(), Verdict::fail);
  certificate.lines.push_back(line("feasibility", true));
  EXPECT_EQ(certificate.verdict(), Verdict::fail);
}

TEST(Verdict, HasAWord) {
  EXPECT_EQ(to_string(Verdict::none), "none");
  EXPECT_EQ(to_string(Verdict::pass), "pass");
  EXPECT_EQ(to_string(Verdict::fail), "fail");
}

TEST(Certificate, FindsALineByItsNameAndRefusesOneThatIsNotThere) {
  Certificate certificate;
  certificate.lines = {line("feasibility", true), line("curvature", false)};
  EXPECT_FALSE(certificate.line("curvature").holds);
  EXPECT_TRUE(test::says(test::refusal([&] { certificate.line("courage"); }), "it has no line 'courage'"));
}

TEST(ErrorBar, IsRelativeToTheScale) {
  EXPECT_EQ((ErrorBar{.bar = 0.5, .better = 1.0, .scale = 4.0}).relative(), 0.125);
}

TEST(CertifyLevel, IsKnownByName) {
  EXPECT_EQ(certify_level("full"), CertifyLevel::full);
  EXPECT_EQ(certify_level("light"), CertifyLevel::light);
  EXPECT_EQ(certify_level("none"), CertifyLevel::none);
  const std::string words = test::refusal([] { certify_level("ligth"); });
  EXPECT_TRUE(test::says(words, "certify 'ligth' is not known")) << words;
  EXPECT_TRUE(test::says(words, "light")) << words;
}

}  // namespace tandem::certificate_test

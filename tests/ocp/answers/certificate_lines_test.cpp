#include <tandem/ocp/answers/certificate_lines.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::certificate_lines_test {

TEST(CertificateLines, HoldUpToTheirLimitAndFailBeyondByTheirName) {
  Certificate certificate;
  add_line(certificate, "feasibility", {1e-6, "effort"}, 1e-6, true);
  add_reasons(certificate);
  EXPECT_TRUE(certificate.passes());
  add_line(certificate, "growth", {0.12, "mode 0.5+2i"}, -1e-12, true);
  add_reasons(certificate);
  EXPECT_EQ(certificate.verdict(), Verdict::fail);
  ASSERT_EQ(certificate.reasons.size(), 1U);
  EXPECT_EQ(certificate.reasons[0], "growth is 0.12, its limit -1e-12 (mode 0.5+2i)");
  EXPECT_TRUE(holds(certificate, "feasibility"));
  EXPECT_FALSE(holds(certificate, "growth"));
  EXPECT_FALSE(holds(certificate, "curvature"));  // that is not there
}

TEST(CertificateLines, FailByWhatIsNoNumber) {
  Certificate certificate;
  add_line(certificate, "derivatives", {NAN, ""}, 1e-6, true);
  add_reasons(certificate);
  ASSERT_EQ(certificate.reasons.size(), 1U);
  EXPECT_EQ(certificate.reasons[0], "derivatives is nan, its limit 1e-06");
}

TEST(CertificateLines, OfNotesFailNothing) {
  Certificate certificate;
  add_line(certificate, "price", {200.0, ""}, 100.0, false);
  add_line(certificate, "mesh_error", {7.0, ""}, kNoLimit, false);
  add_reasons(certificate);
  EXPECT_FALSE(certificate.line("price").holds);
  EXPECT_TRUE(certificate.line("mesh_error").holds);
  EXPECT_TRUE(certificate.passes());
}

TEST(CertificateLines, OfManyAnswersAreTheirWorst) {
  Certificate good, bad, all;
  add_line(good, "stationarity", {1e-9, "p1"}, 1e-6, true);
  add_line(bad, "stationarity", {1e-3, "p2"}, 1e-6, true);
  add_reasons(bad);
  good.notes = {"it is so"};
  see_worst(all, good, "lambda = 0");
  EXPECT_TRUE(all.passes());
  see_worst(all, bad, "lambda = 0.5");
  see_worst(all, good, "lambda = 1");
  ASSERT_EQ(all.lines.size(), 1U);
  EXPECT_EQ(all.lines[0].value, 1e-3);
  EXPECT_EQ(all.lines[0].where, "lambda = 0.5: p2");
  EXPECT_EQ(all.reasons, std::vector<std::string>{"lambda = 0.5: " + bad.reasons[0]});
  EXPECT_TRUE(all.notes.empty());
}

TEST(CertificateLines, SayThatTheSolverDidNotFinish) {
  EXPECT_EQ(did_not_finish("iteration limit"), "the solver did not finish: iteration limit");
}

}  // namespace tandem::certificate_lines_test

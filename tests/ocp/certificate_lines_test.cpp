#include <tandem/ocp/certificate_lines.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

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

}  // namespace
}  // namespace tandem

#include <tandem/cli/print_certificate.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <string>

namespace tandem::print_certificate_test {

std::string printed(const Certificate& certificate) {
  testing::internal::CaptureStdout();
  cli::print_certificate(certificate);
  return testing::internal::GetCapturedStdout();
}

TEST(PrintCertificate, ShowsEachLineWithItsLimitAndItsMarkAndSaysWhyItFails) {
  Certificate certificate;
  certificate.lines = {{"feasibility", 0.12, 1e-6, true, false, "effort"},
                       {"growth", -0.5, -1e-12, true, true, ""},
                       {"mesh_error", 0.5, NAN, false, true, ""}};
  certificate.notes = {"a note"};
  EXPECT_TRUE(test::says(printed(certificate), "  certificate  PASS\n"));
  certificate.reasons = {"feasibility is 0.12, its limit 1e-06 (effort)"};
  const std::string text = printed(certificate);
  EXPECT_TRUE(test::says(text, "  certificate  FAIL\n"));
  EXPECT_TRUE(test::says(text, "feasibility         1.20e-01  limit 1e-06  FAILS  effort"));
  EXPECT_TRUE(test::says(text, "growth             -5.00e-01  limit -1e-12 ok"));
  EXPECT_TRUE(test::says(text, "mesh_error          5.00e-01               note"));
  EXPECT_TRUE(test::says(text, "    note: a note\n"));
  EXPECT_TRUE(test::says(text, "    because feasibility is 0.12, its limit 1e-06 (effort)\n"));
}

TEST(PrintCertificate, DoesNotPassWhatWasNotMeasured) { EXPECT_TRUE(test::says(printed({}), "  certificate  FAIL\n")); }

}  // namespace tandem::print_certificate_test

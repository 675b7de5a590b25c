#include <tandem/ocp/answers/certificate_json.hpp>

#include <tandem/core/json.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::certificate_json_test {

TEST(CertificateJson, ComesBackAsItWas) {
  Certificate certificate;
  certificate.kind = "structure";
  certificate.lines = {{"feasibility", 0.12, 1e-6, true, false, "effort"}, {"mesh_error", 0.5, NAN, false, true, ""}};
  certificate.reasons = {"feasibility is 0.12"};
  certificate.notes = {"a note"};
  const Json json = certificate_json(certificate);
  EXPECT_EQ(json["verdict"], "fail");
  EXPECT_TRUE(json["lines"][1]["limit"].is_null());
  const Certificate back = certificate_from(Json::parse(json.dump()));
  EXPECT_EQ(back.kind, "structure");
  EXPECT_EQ(back.reasons, certificate.reasons);
  EXPECT_EQ(back.notes, certificate.notes);
  ASSERT_EQ(back.lines.size(), 2U);
  EXPECT_EQ(back.lines[0].value, 0.12);
  EXPECT_EQ(back.lines[0].limit, 1e-6);
  EXPECT_EQ(back.lines[0].where, "effort");
  EXPECT_TRUE(back.lines[0].in_verdict && !back.lines[0].holds);
  EXPECT_TRUE(std::isnan(back.lines[1].limit));
  EXPECT_EQ(back.verdict(), Verdict::fail);
}

TEST(CertificateJson, SaysThatNothingWasMeasured) {
  EXPECT_EQ(certificate_json({})["verdict"], "none");
  EXPECT_EQ(certificate_from(certificate_json({})).verdict(), Verdict::none);
}

}  // namespace tandem::certificate_json_test

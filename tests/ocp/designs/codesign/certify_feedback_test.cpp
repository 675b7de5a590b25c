#include <tandem/ocp/designs/codesign/certify_feedback.hpp>

#include <tandem/ocp/designs/codesign/feedback_design.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <string>

namespace tandem::certify_feedback_test {

using test::says;

class CertifyFeedbackDesign : public testing::Test {
 protected:
  std::string after(const std::function<void(FeedbackDesign&)>& spoil) const {
    FeedbackDesign design = found_;
    spoil(design);
    std::string all;
    for (const std::string& reason : certify(problem_, design).reasons) all += reason + "\n";
    return all;
  }
  const Codesign problem_ = test::spring_problem();
  const FeedbackDesign found_ = feedback_design(problem_, problem_.start());
};

TEST_F(CertifyFeedbackDesign, PassesWhatIpoptFinds) {
  EXPECT_EQ(after([](FeedbackDesign&) {}), "");
  EXPECT_LE(certify(problem_, found_).line("two_ways").value, 1e-11);
}

TEST_F(CertifyFeedbackDesign, FailsADesignAndAGainThatAreMovedByAThousandth) {
  EXPECT_TRUE(says(after([](FeedbackDesign& d) { d.design *= 0.999; }), "feasibility is"));
  EXPECT_TRUE(says(after([](FeedbackDesign& d) { d.design *= 1.001; }), "objective_error is"));
  EXPECT_TRUE(says(after([](FeedbackDesign& d) { d.gain *= 1.001; }), "(excess of effort)"));
}

TEST_F(CertifyFeedbackDesign, FailsALoopThatIsNotStableByItsMode) {
  const std::string all = after([](FeedbackDesign& d) { d.gain *= -10.0; });
  EXPECT_TRUE(says(all, "growth is")) << all;
  EXPECT_TRUE(says(all, "(mode ")) << all;
}

TEST_F(CertifyFeedbackDesign, FailsWrongMultipliersAndFitsMissingOnes) {
  EXPECT_TRUE(says(after([](FeedbackDesign& d) { d.multipliers *= -1.0; }), "multipliers is"));
  EXPECT_TRUE(says(after([](FeedbackDesign& d) { d.multipliers *= 1.01; }), "stationarity is"));
  FeedbackDesign bare = found_;
  bare.multipliers.resize(0);
  const Certificate certificate = certify(problem_, bare);
  EXPECT_TRUE(certificate.passes()) << certificate.reasons.front();
  ASSERT_EQ(certificate.notes.size(), 1U);
  EXPECT_EQ(certificate.notes[0], "multipliers of the limits are fitted: the answer has none");
}

}  // namespace tandem::certify_feedback_test

#include <tandem/ocp/search/homotopy/record.hpp>

#include <gtest/gtest.h>
#include <ocp/search/homotopy/kkt_points.hpp>

namespace tandem::homotopy::record_test {

using continuation::Curve;
using continuation::Special;

continuation::CurvePoint point_at(const Eigen::VectorXd& x, double lambda, int corrections) {
  continuation::CurvePoint point;
  point.x = x;
  point.lambda = lambda;
  point.corrections = corrections;
  return point;
}

TEST(Record, CertifiesWhatItWritesAndCountsAllSteps) {
  test::Followed followed("double-integrator-energy", "max_force", 10.0, 10, 1e-8);
  const HomotopyOptions options;
  Record record(followed.nlp, options);
  record.write_exact(followed.answer, 10.0, 2);
  EXPECT_EQ(record.found.points[0].iterations, followed.answer.iterations + 2);
  EXPECT_TRUE(record.found.points[0].certificate.passes());
  EXPECT_NEAR(record.found.solution->objective, 12.0, 1e-9);

  Curve path;
  path.points = {point_at(followed.x, 10.0, 3), point_at(followed.x, 10.0, 5)};
  path.specials = {{Special::fold, "", point_at({}, 9.5, 0), true},
                   {Special::branch_point, "", point_at({}, 9.6, 0), true}};
  path.rejected = 4;
  path.corrections = 30;
  record.write_curve(followed.kkt, path, 1);
  ASSERT_EQ(record.found.points.size(), 2U);
  EXPECT_EQ(record.found.points[1].iterations, 5);
  EXPECT_TRUE(record.found.points[1].certificate.passes());
  EXPECT_EQ(record.found.at(Mark::fold), std::vector<double>{9.5});
  EXPECT_EQ(record.found.at(Mark::branch_point), std::vector<double>{9.6});
  EXPECT_EQ(record.found.rejected_steps, 4);
  EXPECT_EQ(record.found.iterations, 30);

  record.write_end(followed.answer, 4.0);
  ASSERT_EQ(record.found.points.size(), 2U);
  EXPECT_EQ(record.found.points[1].value, 4.0);
  EXPECT_FALSE(record.found.points[1].certificate.passes());
}

}  // namespace tandem::homotopy::record_test

#include <tandem/ocp/search/continuation/curve_file.hpp>

#include <tandem/ocp/search/continuation/follow.hpp>

#include <gtest/gtest.h>
#include <ocp/search/continuation/curves.hpp>
#include <support/refusal.hpp>

#include <filesystem>

namespace tandem::continuation::curve_file_test {

using tandem::test::refuses;
using test::one;

FollowOptions around_the_circle() {
  FollowOptions options;
  options.targets = {0.1};
  options.predictor = Predictor::secant;  // which looks back at two points
  return options;
}

void expect_same(const CurvePoint& a, const CurvePoint& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.lambda, b.lambda);
  EXPECT_EQ(a.tangent, b.tangent);
  EXPECT_EQ(a.length, b.length);
  EXPECT_EQ(a.corrections, b.corrections);
}

// Wherever it stops: before the first fold, between both, after them.
TEST(CurveFile, LetsACurveGoOnToTheSamePoints) {
  const Curve whole = follow(*test::circle(), one(0.8), 0.6, around_the_circle());
  ASSERT_EQ(whole.end, CurveEnd::closed);
  for (const int steps : {1, 2, 7, 12, static_cast<int>(whole.points.size()) - 2}) {
    FollowOptions options = around_the_circle();
    options.most_steps = steps;
    Curve half = follow(*test::circle(), one(0.8), 0.6, options);
    ASSERT_EQ(half.end, CurveEnd::step_limit);
    half = curve_from_json(to_json(half));
    const auto fresh = test::circle();
    go_on(*fresh, half, around_the_circle());
    EXPECT_EQ(half.end, CurveEnd::closed);
    EXPECT_EQ(half.corrections, whole.corrections);
    EXPECT_EQ(half.rejected, whole.rejected);
    ASSERT_EQ(half.points.size(), whole.points.size());
    for (std::size_t i = 0; i < whole.points.size(); ++i) expect_same(half.points[i], whole.points[i]);
    ASSERT_EQ(half.specials.size(), whole.specials.size());
    for (std::size_t i = 0; i < whole.specials.size(); ++i) {
      EXPECT_EQ(half.specials[i].kind, whole.specials[i].kind);
      expect_same(half.specials[i].point, whole.specials[i].point);
    }
  }
}

TEST(CurveFile, IsWrittenAndReadBack) {
  const auto file = std::filesystem::temp_directory_path() / "tandem_path_file_test.json";
  const Curve curve = follow(*test::circle(), one(0.8), 0.6);
  save_curve(curve, file);
  EXPECT_EQ(to_json(load_curve(file)), to_json(curve));
  std::filesystem::remove(file);
}

TEST(CurveFile, RefusesWhatItDidNotWrite) {
  EXPECT_TRUE(refuses([] { curve_from_json("no"); }, "curve file: "));
  EXPECT_TRUE(refuses([] { curve_from_json("{\"format\": 2}"); }, "the format is 2, this program reads 1"));
  EXPECT_TRUE(refuses([] { curve_from_json("{\"format\": 1}"); }, "'end' is not there"));
  std::string text = to_json(follow(*test::circle(), one(0.8), 0.6));
  text.replace(text.find("\"closed\""), 8, "\"folded\"");
  EXPECT_TRUE(refuses([&] { curve_from_json(text); }, "'folded' is not known"));
  EXPECT_TRUE(refuses([] { load_curve("/nowhere/path.json"); }, "cannot read '/nowhere/path.json'"));
}

}  // namespace tandem::continuation::curve_file_test

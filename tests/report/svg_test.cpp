#include <tandem/report/svg.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::svg_test {

using test::says;

TEST(Svg, WritesPointsInTenthsOfPixels) {
  Svg svg(100.0, 50.0);
  svg.polyline({{1.04, 2.0}, {-0.01, 3.26}}, "stroke=\"red\"");
  const std::string text = std::move(svg).result();
  EXPECT_TRUE(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\""));
  EXPECT_TRUE(says(text, "<polyline points=\"1,2 0,3.3\" fill=\"none\" stroke=\"red\"/>"));
  EXPECT_TRUE(text.ends_with("</svg>\n"));
}

TEST(Svg, LetsNoNameEndItsElement) {
  Svg svg(10.0, 10.0);
  svg.text({0.0, 5.0}, "a<b & c", "");
  EXPECT_TRUE(says(std::move(svg).result(), ">a&lt;b &amp; c</text>"));
}

}  // namespace tandem::svg_test

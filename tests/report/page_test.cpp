#include <tandem/report/page.hpp>

#include <gtest/gtest.h>

namespace tandem::page_test {

TEST(Page, LetsNoTitleAndNoDataEndItsBlocks) {
  const std::string html = page_html("<b> & \"x\"", R"({"a":"</script><!-- <b>"})");
  EXPECT_NE(html.find("&lt;b&gt; &amp; &quot;x&quot;"), std::string::npos);
  EXPECT_NE(html.find(R"({"a":"\u003c/script>\u003c!-- \u003cb>"})"), std::string::npos);
}

}  // namespace tandem::page_test

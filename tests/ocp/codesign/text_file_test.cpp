#include <tandem/ocp/codesign/text_file.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::codesign {
namespace {

TEST(TextFile, HoldsTheTextAndALinesEnd) {
  const test::TemporaryFile file("text");
  write_text("{}", file.path());
  EXPECT_EQ(file.text(), "{}\n");
}

TEST(TextFile, RefusesAPlaceThatCannotBeWritten) {
  EXPECT_TRUE(test::refuses([] { write_text("", "/nowhere/x.json"); }, "cannot write to '/nowhere/x.json'"));
}

}  // namespace
}  // namespace tandem::codesign

#include <tandem/core/text_file.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <filesystem>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tandem::text_file_test {

namespace fs = std::filesystem;
using test::refuses;

class TextFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(folder); }
  void TearDown() override { fs::remove_all(folder); }
  std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }

  const fs::path folder = fs::temp_directory_path() / ("tandem-text-file-" + std::to_string(::getpid()));
  const fs::path file = folder / "a.json";
};

TEST_F(TextFile, ComesBackAsItWasWrittenAndLeavesNothingBeside) {
  const std::string text = std::string("a\r\n") + '\0' + "c\n";
  write_text(text, file);
  EXPECT_EQ(read_text(file), text);
  write_text("shorter", file);
  EXPECT_EQ(read_text(file), "shorter");
  EXPECT_EQ(count(), 1);
}

TEST_F(TextFile, KeepsItsModeWhenItIsReplaced) {
  write_text("old", file);
  ::chmod(file.c_str(), 0640);
  write_text("new", file);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
}

TEST_F(TextFile, BehindALinkIsWhatIsReplaced) {
  const fs::path link = folder / "link";
  fs::create_symlink("a.json", link);
  write_text("first", link);  // nothing stands there yet
  EXPECT_EQ(read_text(file), "first");
  write_text("second", link);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_text(file), "second");
}

TEST_F(TextFile, ThatIsAPipeIsWrittenInPlace) {
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = read_text(file); });
  write_text("through", file);
  reader.join();
  EXPECT_EQ(received, "through");
  EXPECT_TRUE(fs::is_fifo(file));
}

TEST_F(TextFile, ThatCannotBeWrittenIsRefusedWithTheReasonAndLosesNothing) {
  EXPECT_TRUE(refuses([&] { write_text("x", folder); }, "it is a folder"));
  EXPECT_TRUE(refuses([&] { write_text("x", folder / "no" / "such"); }, "No such file or directory"));
  EXPECT_TRUE(refuses([] { write_text("x", "/dev/full"); }, "cannot write to '/dev/full': No space left on device"));
  EXPECT_EQ(count(), 0);
}

TEST_F(TextFile, IsCheckedBeforehandWithoutBeingMade) {
  check_writable(file);
  EXPECT_EQ(count(), 0);
  EXPECT_TRUE(refuses([&] { check_writable(folder); }, "it is a folder"));
  EXPECT_TRUE(refuses([&] { check_writable(folder / "no" / "such"); }, "No such file or directory"));
}

TEST_F(TextFile, ThatIsNotThereCannotBeRead) {
  EXPECT_TRUE(refuses([&] { read_text(file); }, "cannot read '" + file.string() + "'"));
  EXPECT_TRUE(refuses([&] { read_text(folder); }, "cannot read '" + folder.string() + "'"));
}

}  // namespace tandem::text_file_test

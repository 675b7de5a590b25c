// Texts that once were found, or that show a fuzzer what to begin with, and some thousand changed ones: each is read or
// refused with a sentence (tests/fuzz/readers.hpp; `make fuzz` goes on from here).

#include <tandem/core/dice.hpp>

#include <fuzz/readers.hpp>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace tandem::fuzz_corpus_test {

namespace fs = std::filesystem;

constexpr int kChanged = 60;  ///< of each text

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A byte changed, a piece cut out or doubled, all behind a place left out.
std::string changed(std::string text, Dice& dice) {
  if (text.empty()) return text;
  const auto place = [&] {
    return static_cast<std::size_t>(dice.within(0.0, 1.0) * static_cast<double>(text.size() - 1));
  };
  for (int times = 0; times < 3; ++times) {
    const std::size_t at = place(), length = 1 + place() / 8;
    switch (static_cast<int>(dice.within(0.0, 4.0))) {
      case 0:
        text[at] = static_cast<char>(static_cast<unsigned char>(dice.within(0.0, 256.0)));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      default:
        text.resize(at);
    }
    if (text.empty()) break;
  }
  return text;
}

class FuzzCorpus : public testing::TestWithParam<fuzz::Reader> {};

TEST_P(FuzzCorpus, IsReadOrRefusedAndSoAreItsChangedTexts) {
  const fs::path folder = fs::path(TANDEM_REPOSITORY) / "tests/fuzz/corpus" / GetParam().name;
  int texts = 0;
  const bool prints = GetParam().name == "command";  // its help and its refusals
  if (prints) testing::internal::CaptureStdout(), testing::internal::CaptureStderr();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string text = text_of(entry.path());
    Dice dice(++texts);
    EXPECT_NO_THROW(GetParam().read(text)) << entry.path();
    for (int i = 0; i < kChanged; ++i)
      EXPECT_NO_THROW(GetParam().read(changed(text, dice))) << entry.path() << " " << i;
  }
  if (prints) testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr();
  EXPECT_GE(texts, 1) << folder;
}

INSTANTIATE_TEST_SUITE_P(OfEachReader, FuzzCorpus, testing::ValuesIn(fuzz::readers()),
                         [](const auto& reader) { return reader.param.name; });

}  // namespace tandem::fuzz_corpus_test

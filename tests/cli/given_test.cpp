#include <tandem/cli/given.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <array>
#include <cmath>
#include <stdexcept>

namespace tandem::cli::given_test {

using test::refusal;
using test::refuses;

constexpr Option kLoud{.name = "--loud", .kinds = Kind::motion, .excludes = {"--soft"}};
constexpr Option kSoft{.name = "--soft"};
constexpr Option kWay{.name = "--way", .takes = Takes::text, .preset = "up", .kinds = Kind::motion};
constexpr Option kTag{.name = "--tag", .takes = Takes::text, .is_repeated = true};
constexpr Option kMany{.name = "--many", .takes = Takes::count, .kinds = Kind::motion | Kind::structure};
constexpr Option kThrow{.name = "--throw", .takes = Takes::natural, .beside = {"--many", "--mass"}};
constexpr Option kMass{.name = "--mass", .takes = Takes::number, .kinds = Kind::motion};
constexpr Option kList{.name = "--list", .takes = Takes::numbers};
constexpr Option kPlace{.name = "--place", .takes = Takes::numbers, .words = 3};
constexpr Option kOut{.name = "--out", .takes = Takes::saved};
constexpr Option kForeign{.name = "--foreign", .takes = Takes::count};

constexpr std::array kOptions = {kLoud, kSoft, kWay, kTag, kMany, kThrow, kMass, kList, kPlace, kOut};

Given given(Given::Words words) { return {"shout", kOptions, "echo", std::move(words)}; }

// ---- what was given -------------------------------------------------------------------------------------------------

TEST(Given, IsTheWordsAsWhatTheirOptionsTake) {
  const Given all = given({{"--loud", {}},
                           {"--way", {"down"}},
                           {"--tag", {"a=1", "b"}},
                           {"--many", {"-7"}},
                           {"--throw", {"6"}},
                           {"--mass", {"+2.5e-3"}},
                           {"--list", {"0.5,1"}},
                           {"--place", {"1", "-2", "inf"}},
                           {"--out", {"x.json"}}});
  EXPECT_EQ(all.name(), "echo");
  EXPECT_TRUE(all.has(kLoud));
  EXPECT_EQ(all.choice(kWay), "down");
  EXPECT_EQ(all.text(kWay), "down");
  EXPECT_EQ(all.all(kTag), (std::vector<std::string>{"a=1", "b"}));
  EXPECT_EQ(all.count(kMany), -7);
  EXPECT_EQ(all.natural(kThrow), 6U);
  EXPECT_EQ(all.number(kMass), 2.5e-3);
  EXPECT_EQ(all.numbers(kList), (std::vector<double>{0.5, 1.0}));
  EXPECT_EQ(all.numbers(kPlace), (std::vector<double>{1.0, -2.0, INFINITY}));
  EXPECT_EQ(all.file(kOut), "x.json");
}

TEST(Given, IsNothingOrThePresetWhereNothingWasGiven) {
  const Given none = given({});
  EXPECT_FALSE(none.has(kLoud));
  EXPECT_EQ(none.choice(kWay), "up");
  EXPECT_FALSE(none.text(kWay));
  EXPECT_TRUE(none.all(kTag).empty());
  EXPECT_FALSE(none.count(kMany));
  EXPECT_FALSE(none.number(kMass));
  EXPECT_TRUE(none.numbers(kList).empty());
  EXPECT_TRUE(none.file(kOut).empty());
}

TEST(Given, MayBeGivenForAnotherName) {
  const Given other = given({{"--many", {"2"}}}).of("other");
  EXPECT_EQ(other.name(), "other");
  EXPECT_EQ(other.count(kMany), 2);
}

// An option of another command, and one taken for what it is not, are mistakes that any test is to find.
TEST(Given, RefusesAProgramThatAsksForWhatTheCommandDoesNotHave) {
  const Given some = given({{"--many", {"2"}}, {"--way", {"down"}}});
  EXPECT_THROW(some.has(kForeign), std::logic_error);
  EXPECT_THROW(some.count(kForeign), std::logic_error);
  EXPECT_THROW(some.number(kMany), std::logic_error);
  EXPECT_THROW(some.all(kWay), std::logic_error);
  EXPECT_THROW(some.choice(kTag), std::logic_error);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

TEST(Given, RefusesValuesThatAreNotWhatTheirOptionsTake) {
  const auto refused = [](const std::string& option, const std::string& word) {
    return refusal([&] { given({{option, {word}}}).check_values(); });
  };
  EXPECT_EQ(refused("--many", "several"), "--many takes a whole number, not 'several'");
  EXPECT_EQ(refused("--many", "2.5"), "--many takes a whole number, not '2.5'");
  EXPECT_EQ(refused("--many", "+-2"), "--many takes a whole number, not '+-2'");
  EXPECT_EQ(refused("--many", ""), "--many takes a whole number, not ''");
  EXPECT_EQ(refused("--many", "99999999999"), "--many takes a whole number, and '99999999999' is out of range");
  EXPECT_EQ(refused("--throw", "-1"), "--throw takes a whole number that is not negative, not '-1'");
  EXPECT_EQ(refused("--mass", "1,5"), "--mass takes a number, not '1,5'");
  EXPECT_EQ(refused("--mass", "nan"), "--mass takes a number, not 'nan'");
  EXPECT_EQ(refused("--mass", "1e999"), "--mass takes a number, and '1e999' is out of range");
  EXPECT_EQ(refused("--mass", "1e-999"), "--mass takes a number, and '1e-999' is out of range");
  EXPECT_EQ(refused("--list", "1,"), "--list takes a number, not ''");
  EXPECT_EQ(refused("--mass", "-1e-3"), "");
}

TEST(Given, RefusesOptionsThatExcludeEachOther) {
  EXPECT_EQ(refusal([] {
              given({{"--soft", {}}, {"--loud", {}}}).check_values();
            }),
            "--loud and --soft exclude each other");
  EXPECT_EQ(refusal([] { given({{"--soft", {}}}).check_values(); }), "");
}

TEST(Given, RefusesWhatTheKindDoesNotTakeAndSaysWhatIsTaken) {
  const Given loud = given({{"--loud", {}}}), many = given({{"--many", {"1"}}});
  EXPECT_EQ(refusal([&] { loud.refuse_what_is_not_of(Kind::motion); }), "");
  EXPECT_EQ(refusal([&] { loud.refuse_what_is_not_of(Kind::structure); }),
            "--loud is for problems of motion; 'echo' is a co-design problem, of which shout takes --soft, --tag, "
            "--many, --throw, --list, --place and --out");
  EXPECT_TRUE(refuses([&] { many.refuse_what_is_not_of(Kind::controller); },
                      "--many is for problems of motion and co-design problems; 'echo' is a controller problem"));
  EXPECT_EQ(refusal([&] { loud.refuse_what_is_not_of(Kind::every); }), "--loud is for one problem, not for --all");
  EXPECT_EQ(refusal([&] { loud.refuse_what_is_not_of(Kind::starts); }),
            "--loud is for one solve, not for --multi-start");
}

TEST(Given, RefusesWhatMeansNothingWithoutAnother) {
  const Given alone = given({{"--throw", {"1"}}}), beside = given({{"--throw", {"1"}}, {"--many", {"1"}}});
  EXPECT_EQ(refusal([&] { alone.refuse_what_is_not_of(Kind::motion); }), "--throw is of --many or --mass");
  EXPECT_EQ(refusal([&] { alone.refuse_what_is_not_of(Kind::structure); }), "--throw is of --many");
  EXPECT_EQ(refusal([&] { beside.refuse_what_is_not_of(Kind::structure); }), "");
}

TEST(Given, RefusesFilesThatCouldNotBeWritten) {
  const test::TemporaryFile file("out.json");
  EXPECT_EQ(refusal([&] { given({{"--out", {file.name()}}}).check_files(); }), "");
  EXPECT_FALSE(file.exists());
  EXPECT_TRUE(refuses(
      [] {
        given({{"--out", {"/no/such/folder/x"}}}).check_files();
      },
      "cannot write to '/no/such/folder/x'"));
}

}  // namespace tandem::cli::given_test

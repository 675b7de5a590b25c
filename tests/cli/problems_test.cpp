#include <tandem/cli/problems.hpp>

#include <cli/own_problem.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::cli::problems_test {

using test::own_problem;
using test::refuses;

TEST(Problems, KnowTheKindOfEveryNameOfTheRegistries) {
  const Problems problems;
  EXPECT_EQ(problems.kind_of("bratu"), Kind::motion);
  EXPECT_EQ(problems.kind_of("draper"), Kind::structure);
  EXPECT_EQ(problems.kind_of("gust-alleviation"), Kind::controller);
  EXPECT_TRUE(refuses([&] { problems.kind_of("brat"); }, "no problem is called 'brat'; did you mean 'bratu'"));
  EXPECT_FALSE(problems.knows(""));
}

TEST(Problems, MakeMotionsOnly) {
  EXPECT_EQ(Problems().make("bratu").name(), "bratu");
  EXPECT_TRUE(refuses([] { Problems().make("draper"); }, "'draper' is a co-design problem, not a problem of motion"));
}

TEST(Problems, MeanTheProgramsOwnByItsNameAndByNone) {
  const Problems problems(own_problem());
  for (const std::string name : {"", "my-own"}) {
    EXPECT_TRUE(problems.knows(name));
    EXPECT_EQ(problems.kind_of(name), Kind::motion);
    EXPECT_EQ(problems.make(name).name(), "my-own");
  }
  EXPECT_EQ(problems.names().front(), "my-own");
}

}  // namespace tandem::cli::problems_test

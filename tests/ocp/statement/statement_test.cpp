#include <tandem/ocp/statement/statement.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::statement_test {

using test::refuses;

struct Plain : Statement {
  explicit Plain(std::string name) : Statement(std::move(name)) {}
};

Plain sample() {
  Plain problem("arm");
  problem.number({.name = "mass", .value = 2.0, .lower = 0.0});
  problem.description().reference = ReferenceValue{1.5, 1e-6, "a book"};
  return problem;
}

TEST(Statement, HasItsReferenceWhileItsNumbersAreAsStated) {
  Plain problem = sample();
  ASSERT_TRUE(problem.reference());
  EXPECT_EQ(problem.reference()->objective, 1.5);
  problem.set("mass", 3.0);
  EXPECT_FALSE(problem.is_as_stated());
  EXPECT_FALSE(problem.reference());
  EXPECT_TRUE(problem.description().reference);
  EXPECT_EQ(problem.value("mass"), 3.0);
}

TEST(Statement, NamesItsNumbersByTheirPlaces) {
  Plain problem = sample();
  EXPECT_EQ(problem.number({.name = "length", .value = 1.0}).index, 1);
  EXPECT_EQ(problem.index_of_number("length"), 1);
  EXPECT_EQ(problem.number_values(), (std::vector{2.0, 1.0}));
}

TEST(Statement, RefusesNamesThatItDoesNotKnowOrThatAreNotPlain) {
  Plain problem = sample();
  EXPECT_TRUE(
      refuses([&] { problem.set("mas", 1.0); }, "problem 'arm' has no number called 'mas'; did you mean 'mass'?"));
  EXPECT_TRUE(refuses([&] { problem.value("x"); }, "problem 'arm' has no number called 'x'"));
  EXPECT_TRUE(refuses([] { Plain("two words"); }, "the name 'two words' is not plain"));
}

}  // namespace tandem::statement_test

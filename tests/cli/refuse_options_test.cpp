#include <tandem/cli/refuse_options.hpp>

#include <gtest/gtest.h>
#include <tandem/core/error.hpp>

namespace tandem::cli::refuse_options_test {

std::string refusal_of(const Arguments& arguments) {
  try {
    refuse_options_of_motions(arguments, "a controller problem", "solve takes --set");
  } catch (const InvalidInput& refusal) {
    return refusal.what();
  }
  return "";
}

TEST(RefuseOptions, SaysWhichOptionAndWhatIsTakenInstead) {
  Arguments arguments;
  EXPECT_EQ(refusal_of(arguments), "");
  arguments.degree = 3;
  EXPECT_EQ(refusal_of(arguments), "--degree is for problems of motion; of a controller problem solve takes --set");
}

TEST(RefuseOptions, KnowsThoseOfEveryCommand) {
  const auto refused = [](auto set) {
    Arguments arguments;
    set(arguments);
    return refusal_of(arguments).substr(0, refusal_of(arguments).find(' '));
  };
  EXPECT_EQ(refused([](Arguments& a) { a.guess = "zeros"; }), "--guess");
  EXPECT_EQ(refused([](Arguments& a) { a.tolerance = 1e-3; }), "--tol");
  EXPECT_EQ(refused([](Arguments& a) { a.rescue = true; }), "--rescue");
  EXPECT_EQ(refused([](Arguments& a) { a.hessian = "exact"; }), "--hessian");
  EXPECT_EQ(refused([](Arguments& a) { a.through_folds = 1; }), "--through-folds");
  EXPECT_EQ(refused([](Arguments& a) { a.checkpoint = "file"; }), "--checkpoint");
  EXPECT_EQ(refused([](Arguments& a) { a.report = "file"; }), "--report");
}

}  // namespace tandem::cli::refuse_options_test

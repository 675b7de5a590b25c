#include <tandem/cli/solve_options.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::cli::solve_options_test {

using test::refuses;

Arguments bratu() {
  Arguments arguments;
  arguments.name = "bratu";
  return arguments;
}

TEST(SolveOptions, AreThoseThatWereTyped) {
  Arguments arguments = bratu();
  arguments.settings = {"lambda=2"};
  arguments.intervals = 7;
  arguments.tolerance = 1e-6;
  arguments.scales = {"temperature=10"};
  arguments.ipopt = {"mu_strategy=adaptive"};
  EXPECT_EQ(stated_problem(arguments, Problems(std::nullopt)).value("lambda"), 2.0);
  const SolveOptions options = options_from(arguments);
  EXPECT_EQ(options.intervals, 7);
  EXPECT_EQ(options.solver.tolerance, 1e-6);
  EXPECT_EQ(options.scales.at("temperature"), 10.0);
  EXPECT_EQ(options.solver.ipopt.at("mu_strategy"), "adaptive");
  EXPECT_FALSE(options.guess);
}

TEST(SolveOptions, StartFromZerosWhereThatIsAsked) {
  Arguments arguments;
  arguments.name = "cart-pole-swing-up";
  const Problem problem = stated_problem(arguments, Problems(std::nullopt));
  EXPECT_FALSE(options_from(arguments, problem).guess);
  arguments.guess = "zeros";
  const SolveOptions options = options_from(arguments, problem);
  ASSERT_TRUE(options.guess);
  EXPECT_EQ(options.guess->phases.front().states.cwiseAbs().maxCoeff(), 0.0);
  arguments.guess = "no-such-file.json";
  EXPECT_TRUE(refuses([&] { options_from(arguments, problem); }, "no-such-file.json"));
}

TEST(SolveOptions, GiveTheHessianToDdpOnly) {
  Arguments arguments = bratu();
  arguments.hessian = "gauss-newton";
  EXPECT_TRUE(refuses([&] { options_from(arguments); }, "--hessian is of --solver ddp; 'ipopt' takes the exact one"));
  arguments.solver = "ddp";
  EXPECT_EQ(options_from(arguments).solver.hessian, "gauss-newton");
  arguments.hessian = "newton";
  EXPECT_TRUE(
      refuses([&] { options_from(arguments); }, "hessian 'newton' is not known; there is: exact, gauss-newton"));
}

TEST(SolveOptions, RefuseWhatIsNotKnown) {
  Arguments arguments = bratu();
  arguments.derivatives = "guesses";
  EXPECT_TRUE(refuses([&] { options_from(arguments); }, "derivatives 'guesses' is not known; there is: "));
  arguments = bratu();
  arguments.json = "/nowhere/answer.json";
  EXPECT_TRUE(refuses([&] { check_files({arguments.json}); }, "cannot write to '/nowhere/answer.json'"));
  arguments.settings = {"lamda=2"};
  EXPECT_TRUE(refuses([&] { stated_problem(arguments, Problems(std::nullopt)); }, "did you mean 'lambda'?"));
}

}  // namespace tandem::cli::solve_options_test

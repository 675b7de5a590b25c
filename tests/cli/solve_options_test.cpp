#include <tandem/cli/solve_options.hpp>

#include <tandem/cli/settings.hpp>

#include <cli/asked.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::cli::solve_options_test {

using test::asked;
using test::refuses;

TEST(SolveOptions, AreThoseThatWereTyped) {
  const Given given =
      asked("solve bratu --set lambda=2 --intervals 7 --tol 1e-6 --scale temperature=10 --ipopt mu_strategy=adaptive");
  EXPECT_EQ(stated_problem(given, Problems()).value("lambda"), 2.0);
  const SolveOptions options = options_from(given);
  EXPECT_EQ(options.intervals, 7);
  EXPECT_EQ(options.solver.tolerance, 1e-6);
  EXPECT_EQ(options.scales.at("temperature"), 10.0);
  EXPECT_EQ(options.solver.ipopt.at("mu_strategy"), "adaptive");
  EXPECT_FALSE(options.guess);
}

TEST(SolveOptions, AreTheLibrarysWhereNothingWasTyped) {
  const SolveOptions options = options_from(asked("solve bratu")), usual;
  EXPECT_EQ(options.method, usual.method);
  EXPECT_EQ(options.derivatives, usual.derivatives);
  EXPECT_EQ(options.certify, usual.certify);
  EXPECT_EQ(options.intervals, usual.intervals);
  EXPECT_EQ(options.solver.linear_solver, usual.solver.linear_solver);
  EXPECT_EQ(options.solver.tolerance, usual.solver.tolerance);
  EXPECT_EQ(options.solver.max_iterations, usual.solver.max_iterations);
}

TEST(SolveOptions, StartFromZerosWhereThatIsAsked) {
  const Problem problem = Problems().make("cart-pole-swing-up");
  EXPECT_FALSE(options_from(asked("solve cart-pole-swing-up"), problem).guess);
  const SolveOptions options = options_from(asked("solve cart-pole-swing-up --guess zeros"), problem);
  ASSERT_TRUE(options.guess);
  EXPECT_EQ(options.guess->phases.front().states.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_TRUE(refuses([&] { options_from(asked("solve cart-pole-swing-up --guess no-such-file.json"), problem); },
                      "no-such-file.json"));
}

TEST(SolveOptions, OfTheMeshAreAskedForByOtherCommandsToo) {
  EXPECT_EQ(mesh_from(asked("homotopy bratu --over lambda --to 1 --intervals 9")).intervals, 9);
  EXPECT_EQ(mesh_from(asked("pareto slewing-beam --transcription radau --degree 2")).degree, 2);
  EXPECT_EQ(mesh_from(asked("show bratu --structure --transcription gauss")).transcription, "gauss");
}

TEST(SolveOptions, GiveTheHessianToDdpOnly) {
  EXPECT_TRUE(refuses([] { options_from(asked("solve bratu --hessian gauss-newton")); },
                      "--hessian is of --solver ddp; 'ipopt' takes the exact one"));
  EXPECT_EQ(options_from(asked("solve bratu --solver ddp --hessian gauss-newton")).solver.hessian, "gauss-newton");
  EXPECT_TRUE(refuses([] { options_from(asked("solve bratu --solver ddp --hessian newton")); },
                      "hessian 'newton' is not known; there is: exact, gauss-newton"));
}

TEST(SolveOptions, GiveLinearSolversAndSizesToIpoptOnly) {
  for (const std::string option : {"--linear-solver mumps", "--ipopt mu_init=1", "--scale temperature=10"}) {
    EXPECT_TRUE(refuses([&] { options_from(asked("solve bratu --solver ddp " + option)); },
                        option.substr(0, option.find(' ')) + " is of --solver ipopt"));
  }
  // Sizes tell minima of many starts apart, whatever solves.
  const Given starts = asked("solve bratu --solver ddp --multi-start 2 --scale temperature=10");
  EXPECT_EQ(options_from(starts).scales.at("temperature"), 10.0);
}

TEST(SolveOptions, GoOnUntilCertifiedUnlessSomethingKeepsThem) {
  EXPECT_TRUE(goes_on(asked("solve bratu")));
  EXPECT_TRUE(goes_on(asked("solve bratu --tol 1e-9 --transcription radau --certify full --solver ipopt")));
  for (const std::string option :
       {"--fixed", "--intervals 3", "--refine 1e-6", "--polish", "--rescue", "--solver ddp", "--certify light"}) {
    EXPECT_FALSE(goes_on(asked("solve bratu " + option))) << option;
    EXPECT_TRUE(refuses([&] { goes_on(asked("solve bratu --budget 3 " + option)); },
                        "--budget is for going on, which " + option.substr(0, 6)))
        << option;
  }
  EXPECT_EQ(certified_options_from(asked("solve bratu --budget 3"), {}).budget, 3.0);
}

TEST(SolveOptions, RefuseWhatIsNotKnown) {
  EXPECT_TRUE(refuses([] { options_from(asked("solve bratu --derivatives guesses")); },
                      "derivatives 'guesses' is not known; there is: "));
  EXPECT_TRUE(
      refuses([] { stated_problem(asked("solve bratu --set lamda=2"), Problems()); }, "did you mean 'lambda'?"));
}

}  // namespace tandem::cli::solve_options_test

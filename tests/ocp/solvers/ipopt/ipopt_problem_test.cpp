#include <tandem/ocp/solvers/ipopt/ipopt_problem.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

#include <vector>

/// IPOPT's questions, asked by hand.
namespace tandem::ipopt_problem_test {

using Ipopt::Index;
using Ipopt::Number;

/// A transcribed problem in IPOPT's words, at its guess.
struct Asked {
  explicit Asked(const Problem& problem, SolverOptions chosen = {})
      : nlp(problem, uniform_mesh("trapezoid", 5)),
        start(nlp.unknowns_from(straight_line_guess(nlp.problem()))),
        options(std::move(chosen)),
        ipopt(nlp, start, options) {
    Ipopt::TNLP::IndexStyleEnum style{};
    ipopt.get_nlp_info(variables, rows, jacobian_entries, hessian_entries, style);
    EXPECT_EQ(style, Ipopt::TNLP::C_STYLE);
  }

  StagedNlp nlp;
  Eigen::VectorXd start;
  SolverOptions options;
  IpoptProblem ipopt;
  Index variables = 0, rows = 0, jacobian_entries = 0, hessian_entries = 0;
};

TEST(IpoptProblem, HasTheSizesBoundsAndStartOfTheTranscribedProblem) {
  Asked asked(make_problem("double-integrator-energy"));
  EXPECT_EQ(asked.variables, asked.nlp.layout().variables());
  EXPECT_EQ(asked.rows, asked.nlp.layout().constraints());
  Eigen::VectorXd lower(asked.variables), upper(asked.variables), row_lower(asked.rows), row_upper(asked.rows);
  asked.ipopt.get_bounds_info(asked.variables, lower.data(), upper.data(), asked.rows, row_lower.data(),
                              row_upper.data());
  EXPECT_EQ(lower, asked.nlp.lower());
  EXPECT_EQ(upper, asked.nlp.upper());
  EXPECT_EQ(row_lower, asked.nlp.constraint_lower());
  EXPECT_EQ(row_upper, asked.nlp.constraint_upper());
  Eigen::VectorXd x(asked.variables);
  asked.ipopt.get_starting_point(asked.variables, true, x.data(), false, nullptr, nullptr, asked.rows, false, nullptr);
  EXPECT_EQ(x, asked.start);
}

TEST(IpoptProblem, AsksForDerivativesInTheOrderOfItsPatterns) {
  Asked asked(make_problem("cart-pole-swing-up"));
  std::vector<Index> rows(asked.jacobian_entries), cols(asked.jacobian_entries);
  ASSERT_TRUE(asked.ipopt.eval_jac_g(asked.variables, nullptr, false, asked.rows, asked.jacobian_entries, rows.data(),
                                     cols.data(), nullptr));
  EXPECT_TRUE(std::equal(rows.begin(), rows.end(), asked.nlp.jacobian_pattern().rows.begin()));
  EXPECT_TRUE(std::equal(cols.begin(), cols.end(), asked.nlp.jacobian_pattern().cols.begin()));

  const Eigen::VectorXd z = asked.start.array() + 0.1, multipliers = Eigen::VectorXd::LinSpaced(asked.rows, -1.0, 2.0);
  std::vector<double> ours(asked.hessian_entries), theirs(asked.hessian_entries);
  ASSERT_TRUE(asked.ipopt.eval_h(asked.variables, z.data(), true, 0.3, asked.rows, multipliers.data(), true,
                                 asked.hessian_entries, nullptr, nullptr, theirs.data()));
  asked.nlp.hessian(z, 0.3, multipliers, ours);
  EXPECT_EQ(ours, theirs);
}

// IPOPT says whether x is new; where it is not, what is in x is not looked at.
TEST(IpoptProblem, LooksAtUnknownsOnlyWhereTheyAreNew) {
  Asked asked(make_problem("cart-pole-swing-up"));
  const Eigen::VectorXd z = asked.start.array() + 0.1, other = asked.start.array() + 0.7;
  Number value = 0.0, again = 0.0;
  ASSERT_TRUE(asked.ipopt.eval_f(asked.variables, z.data(), true, value));
  ASSERT_TRUE(asked.ipopt.eval_f(asked.variables, other.data(), false, again));
  EXPECT_EQ(value, asked.nlp.objective(z));
  EXPECT_EQ(again, value);
  EXPECT_NE(asked.nlp.objective(other), value);
}

// sqrt of a negative number: IPOPT is told that there is no value, and shortens its step.
TEST(IpoptProblem, RefusesValuesThatAreNotFinite) {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 1.0}).control("u", {});
  phase.dynamics([](const auto& k) {
    using std::sqrt;
    return rates(sqrt(k.x[0]) + k.u[0]);
  });
  phase.running_cost([](const auto& k) {
    using std::sqrt;
    return sqrt(k.x[0]);
  });
  Asked asked(problem);
  const Eigen::VectorXd below = Eigen::VectorXd::Constant(asked.variables, -1.0);
  Eigen::VectorXd gradient(asked.variables), rows(asked.rows);
  Number value = 0.0;
  EXPECT_FALSE(asked.ipopt.eval_f(asked.variables, below.data(), true, value));
  EXPECT_FALSE(asked.ipopt.eval_grad_f(asked.variables, below.data(), true, gradient.data()));
  EXPECT_FALSE(asked.ipopt.eval_g(asked.variables, below.data(), true, asked.rows, rows.data()));
  const Eigen::VectorXd above = Eigen::VectorXd::Constant(asked.variables, 1.0);
  EXPECT_TRUE(asked.ipopt.eval_g(asked.variables, above.data(), true, asked.rows, rows.data()));
}

// A size of 10 is a factor of 1/10.
TEST(IpoptProblem, TellsSizesAsFactors) {
  SolverOptions options;
  options.scaling.emplace();
  Asked asked(make_problem("scalar-lqr"), options);
  Scaling& scaling = *asked.options.scaling;
  scaling.objective = 4.0;
  scaling.unknowns = Eigen::VectorXd::Constant(asked.variables, 10.0);
  scaling.rows = Eigen::VectorXd::Constant(asked.rows, 0.5);
  Number objective = 0.0;
  bool scales_x = false, scales_g = false;
  Eigen::VectorXd x(asked.variables), g(asked.rows);
  asked.ipopt.get_scaling_parameters(objective, scales_x, asked.variables, x.data(), scales_g, asked.rows, g.data());
  EXPECT_TRUE(scales_x && scales_g);
  EXPECT_EQ(objective, 0.25);
  EXPECT_EQ(x, Eigen::VectorXd::Constant(asked.variables, 0.1));
  EXPECT_EQ(g, Eigen::VectorXd::Constant(asked.rows, 2.0));
}

// A maximum is minimised with its sign changed; progress says it as stated, and may stop the solve.
TEST(IpoptProblem, TellsProgressAsStatedAndStopsWhenItIsTold) {
  SolverOptions options;
  std::vector<double> seen;
  options.progress = [&](const Progress& line) {
    seen.push_back(line.objective);
    return line.iteration < 1;
  };
  const auto ask = [](Asked& asked, int iteration) {
    return asked.ipopt.intermediate_callback(Ipopt::RegularMode, iteration, 2.5, 0.0, 0.0, 0.0, 0.0, 1e-3, 0.0, 1.0, 0,
                                             nullptr, nullptr);
  };
  Asked least(make_problem("scalar-lqr"), options), most(make_problem("goddard"), options);
  EXPECT_TRUE(ask(least, 0));
  EXPECT_FALSE(ask(most, 1));
  EXPECT_EQ(seen, (std::vector<double>{2.5, -2.5}));
  EXPECT_EQ(most.ipopt.solution().last_regularization, 1e-3);
  EXPECT_EQ(most.ipopt.solution().iterations, 1);
}

// IPOPT's multipliers of bounds are two positive vectors; ours are one, positive where an upper bound pushes.
TEST(IpoptProblem, JoinsTheMultipliersOfLowerAndUpperBounds) {
  Asked asked(make_problem("scalar-lqr"));
  const Eigen::VectorXd lower = Eigen::VectorXd::Constant(asked.variables, 3.0),
                        upper = Eigen::VectorXd::Constant(asked.variables, 1.0),
                        rows = Eigen::VectorXd::LinSpaced(asked.rows, 0.0, 1.0);
  asked.ipopt.finalize_solution(Ipopt::SUCCESS, asked.variables, asked.start.data(), lower.data(), upper.data(),
                                asked.rows, nullptr, rows.data(), 7.0, nullptr, nullptr);
  const NlpSolution& found = asked.ipopt.solution();
  EXPECT_EQ(found.unknowns, asked.start);
  EXPECT_EQ(found.multipliers, rows);
  EXPECT_EQ(found.bound_multipliers, Eigen::VectorXd::Constant(asked.variables, -2.0));
  EXPECT_EQ(found.objective, 7.0);
}

}  // namespace tandem::ipopt_problem_test

#include <tandem/ocp/statement/export_problem.hpp>

#include <casadi/casadi.hpp>
#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <random>

namespace tandem::export_problem_test {

using casadi::DM;
using casadi::Function;

std::vector<double> numbers_between(std::mt19937& random, int count) {
  std::uniform_real_distribution<double> uniform(0.1, 1.0);
  std::vector<double> all(count);
  for (double& one : all) one = uniform(random);
  return all;
}

TEST(ExportProblem, WritesFunctionsWithTheValuesOfTheStatement) {
  const Problem problem = test::rich_problem({.integrals = true, .second_phase = true});
  const test::TemporaryFile file("rich.casadi");
  const std::vector<std::string> names = export_problem(problem, file.path());
  EXPECT_EQ(names.size(), 6U + 4U + 2U);
  EXPECT_EQ(names.back(), "linkage_jump");
  casadi::StringDeserializer in(file.text());
  const Function dynamics = in.unpack_function(), cost = in.unpack_function(), paths = in.unpack_function();
  EXPECT_EQ(dynamics.name(), "only_dynamics");
  std::mt19937 random(3);
  const std::vector<double> x = numbers_between(random, 3), u = numbers_between(random, 2),
                            p = numbers_between(random, 3);
  const Phase& phase = problem.phases()[0];
  std::vector<double> expected(3), path(1);
  phase.dynamics(KnotView<double>{x, u, 0.4, p}, std::span<double>(expected));
  phase.path_constraints[1].function(KnotView<double>{x, u, 0.4, p}, std::span<double>(path));
  const std::vector<double> found = DM::densify(dynamics(std::vector<DM>{x, u, 0.4, p})[0]).get_elements();
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-15);
  EXPECT_NEAR(static_cast<double>(paths(std::vector<DM>{x, u, 0.4, p})[0](1)), path[0], 1e-15);
  EXPECT_EQ(cost.name_out(), std::vector<std::string>{"cost"});
}

TEST(ExportProblem, CarriesNamesAndValuesOfItsNumbers) {
  const test::TemporaryFile file("rich.casadi");
  const std::size_t functions = export_problem(test::rich_problem(), file.path()).size();
  casadi::StringDeserializer in(file.text());
  for (std::size_t i = 0; i < functions; ++i) in.unpack_function();
  EXPECT_EQ(in.unpack_string_vector(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(in.unpack_string_vector(), (std::vector<std::string>{"u", "w"}));
  EXPECT_EQ(in.unpack_string_vector(), (std::vector<std::string>{"mass", "gain", "limit"}));
  EXPECT_EQ(in.unpack_double_vector(), (std::vector<double>{0.8, 0.6, 2.0}));
}

TEST(ExportProblem, RefusesAPlaceItCannotWriteTo) {
  EXPECT_TRUE(test::refuses([] { export_problem(test::rich_problem(), "/no/such/folder/x.casadi"); },
                            "cannot write to '/no/such/folder/x.casadi'"));
}

}  // namespace tandem::export_problem_test

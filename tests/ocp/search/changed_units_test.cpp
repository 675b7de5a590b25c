// Metres or millimetres, seconds or hours: what the units are does not decide whether a problem is solved.

#include <tandem/ocp/search/polish/solve_certified.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/changed_units.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace tandem::changed_units_test {

/// All sixty in `make test-long`.
unsigned case_count() { return std::getenv("TANDEM_LONG") != nullptr ? 60 : 12; }

class ChangedUnits : public testing::TestWithParam<const char*> {};

TEST_P(ChangedUnits, OfAFactorOfAThousandEitherWayAreSolvedAndCertifiedIn58Of60Cases) {
  const Problem problem = make_problem(GetParam());
  const double objective = problem.description().reference->objective;
  const double sign = problem.is_maximised() ? -1.0 : 1.0;
  unsigned certified = 0;
  std::string others;
  for (unsigned seed = 1; seed <= case_count(); ++seed) {
    const test::Units units = test::Units::random(problem.phases().front(), seed);
    const CertifiedSolve found = solve_certified(test::in_units(problem, units));
    const double back = found.solution.objective / units.objective;
    // The cart-pole has a better minimum, which other units find in seven cases.
    if (is_certified(found.solution) && sign * (back - objective) < 1e-4 * std::abs(objective)) {
      ++certified;
    } else {
      others +=
          " " + std::to_string(seed) + " (" + to_string(found.solution.status) + ", " + std::to_string(back) + ")";
    }
  }
  EXPECT_GE(60 * certified, 58 * case_count()) << "not these:" << others;
}

INSTANTIATE_TEST_SUITE_P(OfEachProblem, ChangedUnits, testing::Values("cart-pole-swing-up", "flexible-hub", "goddard"),
                         [](const auto& problem) {
                           std::string name = problem.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace tandem::changed_units_test

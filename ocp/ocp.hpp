#pragma once

/// What one needs to state a problem, solve it and look at the answer.

#include <tandem/ocp/answers/certify.hpp>
#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/search/multi_start.hpp>
#include <tandem/ocp/search/polish/solve_certified.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/problem.hpp>

#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <string>
#include <vector>

namespace tandem {

/// The problems that come with tandem, by name.
std::vector<std::string> problem_names();

/// A fresh copy of the problem `name`; refuses unknown names with the nearest known ones.
Problem make_problem(const std::string& name);

}  // namespace tandem

#pragma once

#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/registry.hpp>

#include <map>
#include <string>

namespace tandem::test {

/// A problem of the registry with some numbers set.
inline Problem problem_with(const std::string& name, const std::map<std::string, double>& numbers = {}) {
  Problem problem = make_problem(name);
  for (const auto& [key, value] : numbers) problem.set(key, value);
  return problem;
}

/// The answer on that many intervals, from the problem's own guess.
inline Solution solved(const Problem& problem, int intervals, const std::string& transcription = "hermite-simpson") {
  SolveOptions options;
  options.transcription = transcription;
  options.intervals = intervals;
  return solve(problem, options);
}

inline Solution solved(const std::string& name, int intervals, const std::string& transcription = "hermite-simpson") {
  return solved(make_problem(name), intervals, transcription);
}

}  // namespace tandem::test

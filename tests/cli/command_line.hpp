#pragma once

#include <tandem/cli/run.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace tandem::test {

/// What a run of the command left behind.
struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// Runs `tandem <words>` in this process; words are separated by spaces.
inline Outcome run_command(const std::string& words, const std::optional<Problem>& own = std::nullopt) {
  std::vector<std::string> arguments{"tandem"};
  std::istringstream in(words);
  for (std::string word; in >> word;) arguments.push_back(word);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const int count = static_cast<int>(arguments.size());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.exit_code = own ? run(count, pointers.data(), *own) : run(count, pointers.data());
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

}  // namespace tandem::test

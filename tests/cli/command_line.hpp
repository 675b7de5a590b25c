#pragma once

#include <tandem/cli/run.hpp>

#include <cli/words.hpp>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace tandem::test {

/// What a run of the command left behind.
struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// Runs `tandem <words>` in this process; words are separated by spaces.
inline Outcome run_command(const std::string& words, const std::optional<Problem>& own = std::nullopt) {
  Words line(words);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.exit_code = own ? run(line.count(), line.pointers(), *own) : run(line.count(), line.pointers());
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

}  // namespace tandem::test

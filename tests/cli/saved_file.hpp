#pragma once

#include <cli/command_line.hpp>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <string>

namespace tandem::test {

/// What a command has written into its --json file.
inline nlohmann::json saved(const TemporaryFile& file) { return nlohmann::json::parse(file.text()); }

/// The sentence with which `tandem <words>` refuses, by the exit code for bad input.
inline std::string refusal_of(const std::string& words) {
  const Outcome outcome = run_command(words);
  EXPECT_EQ(outcome.exit_code, 2) << words;
  return outcome.err;
}

}  // namespace tandem::test

#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/cli/parse.hpp>

#include <cli/words.hpp>

#include <string>

namespace tandem::test {

/// What `tandem <words>` gives to its command, which is not run.
inline cli::Given asked(const std::string& words) {
  Words line(words);
  return cli::parse(line.count(), line.pointers(), cli::kTandem, false).given.value();
}

}  // namespace tandem::test

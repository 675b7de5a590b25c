#pragma once

#include <tandem/cli/commands.hpp>

namespace tandem::cli {

/// Refuses, by name, options that mean something to motions only; `kind` is what was asked for instead ("a co-design
/// problem") and `takes` what this command takes of one.
void refuse_options_of_motions(const Arguments& arguments, const char* kind, const char* takes);

}  // namespace tandem::cli

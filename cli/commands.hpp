#pragma once

#include <tandem/cli/command.hpp>

namespace tandem::cli {

// Each in the file of its name.
extern const Command kListCommand, kShowCommand, kSolveCommand, kHomotopyCommand, kParetoCommand, kSimulateCommand,
    kLinearizeCommand, kCertifyCommand, kVerifyCommand, kExportCommand;

/// `tandem`, with all of them.
extern const Program kTandem;

}  // namespace tandem::cli

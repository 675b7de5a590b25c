#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/answers/solution.hpp>

#include <filesystem>

namespace tandem::cli {

/// An answer, its switches and its certificate, as people read them.
void print_answer(const Solution& solution, const Problem& problem, const Arguments& arguments);

/// Says where a file was saved, unless quiet.
void say_saved(const Arguments& arguments, const char* what, const std::filesystem::path& file);

}  // namespace tandem::cli

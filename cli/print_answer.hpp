#pragma once

#include <tandem/cli/common_options.hpp>
#include <tandem/cli/given.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/search/solve.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::cli {

/// An answer, its switches and its certificate, as people read them.
void print_answer(const Solution& solution, const Problem& problem);
/// The same of an answer that was tested, not solved for.
void print_tested(const Solution& solution, const Problem& problem);

/// Where the time of a solve with these options went.
void print_timing(const Solution& solution, const SolveOptions& options);

/// A line each of what was done, after a word that says by what.
void print_each(const char* head, const std::vector<std::string>& sentences);

/// Says where a file was saved.
void say_saved(const char* what, const std::filesystem::path& file);

/// Saves what an option asks for, if it was given, by `save(file)`, and says where unless it is to be quiet. A file
/// that cannot be written is said and remembered (output::lose), so that the others are.
template <class Save>
void save_as(const Given& given, const Option& option, const char* what, const Save& save) {
  const std::filesystem::path file = given.file(option);
  if (file.empty()) return;
  try {
    save(file);
  } catch (const InvalidInput& refusal) {
    return output::lose(refusal.what());
  }
  if (!given.has(kQuiet) && file != kStandardOutput) say_saved(what, file);
}

}  // namespace tandem::cli

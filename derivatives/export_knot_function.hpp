#pragma once

#include <tandem/derivatives/knot_function.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tandem {

/// One function of an instant on its way out: what it is made of, and what it and its result are called there.
struct ExportedFunction {
  std::string name;    ///< letters, digits and '_'
  std::string result;  ///< of its one output, a column
  KnotBlocks blocks;
};

/// Saves functions of an instant as CasADi functions name(x, u, t, p) -> result in one file, in their order, x the
/// states, u the controls, p all named numbers; then the lists of names that are given, then the numbers' values.
/// CasADi loads the first by Function::load(file), all by a FileDeserializer. Operations come from a CppAD tape.
void export_knot_functions(const std::vector<ExportedFunction>& functions,
                           const std::vector<std::vector<std::string>>& names, const std::vector<double>& numbers,
                           const std::filesystem::path& file);

}  // namespace tandem

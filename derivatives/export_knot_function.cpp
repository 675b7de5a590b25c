#include <tandem/derivatives/export_knot_function.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/derivatives/recording.hpp>
#include <tandem/derivatives/tape_expression.hpp>

namespace tandem {
namespace {

using casadi::SX;

casadi::Function function_of(const ExportedFunction& exported) {
  KnotBlocks blocks = exported.blocks;
  blocks.free_numbers.clear();  // named numbers are the tape's parameters, all of them
  CppAD::ADFun<double> tape = record(blocks);
  const SX x = SX::sym("x", blocks.states), u = SX::sym("u", blocks.controls), t = SX::sym("t");
  const SX p = SX::sym("p", static_cast<casadi_int>(tape.size_dyn_ind()));
  const SX y = expression_of(tape, SX::vertcat({x, u, t}), p);
  return casadi::Function(exported.name, {x, u, t, p}, {y}, {"x", "u", "t", "p"}, {exported.result});
}

}  // namespace

void export_knot_functions(const std::vector<ExportedFunction>& functions,
                           const std::vector<std::vector<std::string>>& names, const std::vector<double>& numbers,
                           const std::filesystem::path& file) {
  casadi::StringSerializer out;         // that of files loads a plugin, which sanitized programs do not survive
  std::vector<casadi::Function> alive;  // the serializer knows what it has seen by its address
  for (const ExportedFunction& exported : functions) out.pack(alive.emplace_back(function_of(exported)));
  for (const std::vector<std::string>& list : names) out.pack(list);
  out.pack(numbers);
  write_text(out.encode(), file);
}

}  // namespace tandem

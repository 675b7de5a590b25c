#include <tandem/ocp/statement/export_problem.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/export_knot_function.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

/// A name that CasADi takes.
std::string plain(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

class FunctionList {
 public:
  explicit FunctionList(const Problem& problem) : problem_(problem) {}

  void add_phase(const Phase& phase) {
    const std::string prefix = problem_.phases().size() > 1 ? phase.name + "_" : "";
    add(prefix + "dynamics", "x_dot", phase, true, {phase.dynamics});
    add(prefix + "running_cost", "cost", phase, true, {phase.running_cost});
    add(prefix + "path_constraints", "c", phase, true, functions_of(phase.path_constraints));
    add(prefix + "integrands", "g", phase, true, functions_of(phase.integral_constraints));
    add(prefix + "end_cost", "cost", phase, false, {phase.end_cost});
    add(prefix + "end_constraints", "c", phase, false, functions_of(phase.end_constraints));
  }

  void add_linkage(const Linkage& linkage) {
    const std::deque<Phase>& phases = problem_.phases();
    const int states = phases[linkage.before].state_count + phases[linkage.after].state_count + 2;
    add({"linkage_" + linkage.name, "c", {states, 0, {linkage.function}, problem_.number_values(), {}}});
  }

  std::vector<ExportedFunction> take() { return std::move(all_); }

 private:
  static std::vector<GenericFunction> functions_of(const std::vector<Constraint>& constraints) {
    std::vector<GenericFunction> functions;
    for (const Constraint& constraint : constraints) functions.push_back(constraint.function);
    return functions;
  }

  void add(const std::string& name, const char* result, const Phase& phase, bool with_controls,
           const std::vector<GenericFunction>& functions) {
    KnotBlocks blocks{phase.state_count, with_controls ? phase.control_count : 0, {}, problem_.number_values(), {}};
    for (const GenericFunction& function : functions) {
      if (function) blocks.blocks.emplace_back(function, name);
    }
    if (!blocks.blocks.empty()) add({name, result, std::move(blocks)});
  }

  void add(ExportedFunction function) {
    for (const KnotBlock& block : function.blocks.blocks) {
      require(block.function.user() == nullptr, "export: '{}' brings derivatives of its own, which CasADi cannot take",
              function.name);
    }
    function.name = plain(function.name);
    all_.push_back(std::move(function));
  }

  const Problem& problem_;
  std::vector<ExportedFunction> all_;
};

}  // namespace

std::vector<std::string> export_problem(const Problem& problem, const std::filesystem::path& file) {
  problem.validate();
  FunctionList list(problem);
  std::vector<std::vector<std::string>> names;
  for (const Phase& phase : problem.phases()) {
    list.add_phase(phase);
    auto& states = names.emplace_back();
    for (const State& state : phase.states) states.push_back(state.name);
    auto& controls = names.emplace_back();
    for (const Control& control : phase.controls) controls.push_back(control.name);
  }
  for (const Linkage& linkage : problem.linkages()) list.add_linkage(linkage);
  auto& numbers = names.emplace_back();
  for (const NamedNumber& number : problem.numbers()) numbers.push_back(number.name);
  const std::vector<ExportedFunction> functions = list.take();
  export_knot_functions(functions, names, problem.number_values(), file);
  std::vector<std::string> exported;
  for (const ExportedFunction& function : functions) exported.push_back(function.name);
  return exported;
}

}  // namespace tandem

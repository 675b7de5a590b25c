#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_statement.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>

#include <fmt/core.h>

namespace tandem::cli {

int show_codesign(const Given& given, const Problems& /*problems*/) {
  const Codesign problem = make_codesign(given.name());
  print_description(problem);
  say("  co-design: a structure and its controller\n");
  say("\n  {:<18} {:>12} {:<8} {:<22} {}\n", "design number", "start", "unit", "bounds", "meaning");
  for (const NamedNumber& number : problem.designs()) {
    say("  {:<18} {:>12.6g} {:<8} {:<22} {}\n", number.name, number.value, number.unit,
        fmt::format("[{:.6g}, {:.6g}]", number.lower, number.upper), number.meaning);
  }
  print_numbers(problem.numbers());
  return kCertified;
}

int show_controller(const Given& given, const Problems& /*problems*/) {
  const ControllerProblem problem = make_controller(given.name());
  print_description(problem);
  const controllers::Objective objective = problem.objective();
  const controllers::Form& form = objective.form();
  say("  controller: {} states, {} sensors, {} controls; {} plants\n", form.order(), form.measured(), form.controls(),
      objective.conditions().size());
  say("\n  {:<18} {:>12}\n", "free number", "start");
  for (const auto& number : form.numbers()) say("  {:<18} {:>12.6g}\n", number.name, number.start);
  print_numbers(problem.numbers());
  return kCertified;
}

}  // namespace tandem::cli

#include <tandem/cli/controllers.hpp>
#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/homotopy_options.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/print_path.hpp>
#include <tandem/ocp/answers/path_file.hpp>
#include <tandem/ocp/designs/controllers/number_path.hpp>

namespace tandem::cli {

int homotopy_controller(const Given& given, const Problems& /*problems*/) {
  const ControllerProblem problem = stated_controller(given);
  const std::string over = given.text(kOver).value();
  controllers::ControllerPathOptions options;
  options.first_step = given.number(kFirstStep).value_or(options.first_step);
  options.most_steps = given.count(kMostSteps).value_or(options.most_steps);
  const auto from = given.number(kFrom);
  const Path path =
      follow_number(problem, over, from ? *from : problem.value(over), given.number(kTo).value(), options);
  if (!given.has(kQuiet)) print_path(path);
  save_as(given, kJson, "path", [&](const auto& file) { save_json(path, file); });
  return is_certified(path) ? kCertified : kNotCertified;
}

}  // namespace tandem::cli

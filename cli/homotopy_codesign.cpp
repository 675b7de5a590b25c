#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/homotopy_options.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/print_path.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/ocp/answers/path_file.hpp>
#include <tandem/ocp/designs/codesign/limited_path.hpp>

#include <fmt/core.h>

namespace tandem::cli {

int homotopy_codesign(const Given& given, const Problems& /*problems*/) {
  Codesign problem = stated_codesign(given);
  const std::string over = given.text(kOver).value();
  if (const auto from = given.number(kFrom)) problem.set(over, *from);
  ProgressLine line;
  const auto progress = [&, is_quiet = given.has(kQuiet)](const LimitedProgress& step) {
    if (is_quiet) return true;
    const double value = over == problem.effort_limit_name() ? step.limits.effort : step.limits.response;
    line.show(fmt::format("step {:4}  {} = {:<16.10g} {:2} Newton steps{}", step.step, over, value, step.iterations,
                          step.was_accepted ? "" : ", rejected"),
              true);
    return true;
  };
  const Path path = follow_limit(problem, over, given.number(kTo).value(), progress);
  line.finish();
  if (!given.has(kQuiet)) print_path(path);
  save_as(given, kJson, "path", [&](const auto& file) { save_json(path, file); });
  return is_certified(path) ? kCertified : kNotCertified;
}

}  // namespace tandem::cli

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/names.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/derivatives/check_model.hpp>
#include <tandem/ocp/designs/codesign/verify_codesign.hpp>
#include <tandem/ocp/designs/controllers/verify_controller.hpp>
#include <tandem/ocp/statement/verify_problem.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>

namespace tandem::cli {
namespace {

bool is_problem(const std::string& name, const Problems& problems) {
  const std::vector<std::string> names = problems.names();
  return (name.empty() && problems.has_own()) || std::find(names.begin(), names.end(), name) != names.end();
}

/// Names of all models, families by their example.
std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const ModelEntry& entry : model_entries()) names.push_back(entry.example);
  return names;
}

CheckOptions check_options_from(const Arguments& arguments) {
  CheckOptions options;
  if (arguments.states) options.states = *arguments.states;
  if (arguments.seed) options.seed = *arguments.seed;
  return options;
}

DerivativeReport report_of(const Arguments& arguments, const Problems& problems) {
  const CheckOptions options = check_options_from(arguments);
  const bool is_motion = is_problem(arguments.name, problems);
  if (is_motion || is_codesign(arguments.name) || is_controller(arguments.name)) {
    require(!arguments.base, "--base is for URDF files; '{}' is a problem", arguments.name);
  }
  if (is_motion) return verify_problem(stated_problem(arguments, problems), options);
  if (is_codesign(arguments.name)) return verify_codesign(stated_codesign(arguments), options);
  if (is_controller(arguments.name)) return verify_controller(stated_controller(arguments), options);
  if (!is_file(arguments.name) && !has_model(arguments.name)) {
    std::vector<std::string> known = problems.all_names();
    for (const ModelEntry& entry : model_entries()) known.push_back(entry.name);
    refuse("no model and no problem is called '{}'{} ('tandem list' and 'tandem list --models' list them)",
           arguments.name, did_you_mean(arguments.name, known));
  }
  require(arguments.settings.empty(), "--set is for problems; '{}' is a model", arguments.name);
  DerivativeReport report = check_model(model_from(arguments).model, options);
  if (!is_file(arguments.name)) report.name = arguments.name;  // a member of a family may be called by several names
  return report;
}

/// The blocks of all reports one below the other.
Json json_of(const std::vector<DerivativeReport>& reports, bool is_one) {
  Json blocks = Json::array();
  for (const DerivativeReport& report : reports) {
    for (const BlockReport& block : report.blocks) {
      blocks.push_back({{"name", is_one ? block.name : report.name + ": " + block.name},
                        {"ways", block.ways},
                        {"max_relative_difference", block.max_relative_difference},
                        {"limit", block.limit},
                        {"worst", {{"row", block.worst.row}, {"column", block.worst.column}}},
                        {"agrees", block.agrees},
                        {"note", block.note}});
    }
  }
  const bool all_agree = std::all_of(reports.begin(), reports.end(), [](const auto& r) { return r.agrees(); });
  return {{"format", 1},
          {"name", is_one ? reports.front().name : "all"},
          {"verdict", all_agree ? "pass" : "fail"},
          {"seed", reports.front().seed},
          {"blocks", std::move(blocks)}};
}

/// A line for each of many; in full what fails.
void print_line(const DerivativeReport& report) {
  double worst = 0;
  for (const BlockReport& block : report.blocks) worst = std::max(worst, block.max_relative_difference);
  fmt::print("{:<28} {:>3} blocks  largest difference {:.1e}  {}\n", report.name, report.blocks.size(), worst,
             report.agrees() ? "ok" : "FAILS");
  if (!report.agrees()) fmt::print("{}", to_text(report));
}

std::vector<DerivativeReport> verify_all(Arguments arguments, const Problems& problems) {
  std::vector<std::string> names = model_names();
  const std::vector<std::string> of_problems = problems.all_names();
  names.insert(names.end(), of_problems.begin(), of_problems.end());
  std::vector<DerivativeReport> reports;
  for (const std::string& name : names) {
    arguments.name = name;
    reports.push_back(report_of(arguments, problems));
    if (!arguments.quiet) print_line(reports.back());
  }
  return reports;
}

}  // namespace

int verify(const Arguments& arguments, const Problems& problems) {
  require(!arguments.all || arguments.name.empty(), "verify takes --all or a NAME, not both ('{}')", arguments.name);
  const bool has_name = !arguments.name.empty() || problems.has_own();
  require(arguments.all || has_name, "verify needs a NAME, a URDF file, or --all");
  require(!arguments.all || arguments.settings.empty(), "--set is for one problem, not for --all");
  std::vector<DerivativeReport> reports;
  if (arguments.all) {
    reports = verify_all(arguments, problems);
  } else {
    reports.push_back(report_of(arguments, problems));
    if (!arguments.quiet) fmt::print("{}", to_text(reports.front()));
  }
  const Json json = json_of(reports, !arguments.all);
  if (!arguments.json.empty()) write_text(json.dump(1) + "\n", arguments.json);
  return json["verdict"] == "pass" ? kCertified : kNotCertified;
}

}  // namespace tandem::cli

#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/names.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/derivatives/check_model.hpp>
#include <tandem/ocp/answers/envelope.hpp>
#include <tandem/ocp/designs/codesign/verify_codesign.hpp>
#include <tandem/ocp/designs/controllers/verify_controller.hpp>
#include <tandem/ocp/statement/verify_problem.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr Option kStates{
    .name = "--states", .takes = Takes::count, .value = "N", .about = "random states to compare at (3)"};

constexpr std::array kOptions = {
    kAll.saying("every model (families by an example) and problem").of(Kind::every),
    kStates,
    kSeed,
    kSet.saying("give a problem's named number another value; may be repeated").of(Kind::motion | kDesigns),
    kBase,
    kTimeLimit,
    kJson.saying("save the table"),
    kQuiet,
};

constexpr std::string_view kFooter =
    R"(Compares derivatives by all the ways that apply, a line a block: which ways, their largest difference relative to
the norm of the block, and the entry that it is in.
  tandem verify acrobot               every derivative of a model's dynamics: analytic sweeps, CppAD, CasADi,
                                      complex steps
  tandem verify robot.urdf --states 10
  tandem verify cart-pole-swing-up    dynamics, costs and constraints of a problem, first and second order:
                                      all plugs, and differences of the values
  tandem verify draper                a co-design problem's costs, or a controller's, by all its numbers
  tandem verify --all                 every model and problem that tandem knows
Exit codes: 0 all agree; 1 some do not, or a function is not smooth there; 2 refused.)";

Kind kind_of(const Given& given, const Problems& problems) {
  const std::string& name = given.name();
  const bool is_every = given.has(kAll);
  require(!is_every || name.empty(), "verify takes --all or a NAME, not both ('{}')", name);
  require(is_every || !name.empty() || problems.has_own(), "verify needs a NAME, a URDF file, or --all");
  if (is_every) return Kind::every;
  if (problems.knows(name)) return problems.kind_of(name);
  if (is_file(name) || has_model(name)) return kind_of_model(name);
  std::vector<std::string> known = problems.all_names();
  for (const ModelEntry& entry : model_entries()) known.push_back(entry.name);
  refuse("no model and no problem is called '{}'{} ('tandem list' and 'tandem list --models' list them)", name,
         did_you_mean(name, known));
}

/// Names of all models, families by their example.
std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const ModelEntry& entry : model_entries()) names.push_back(entry.example);
  return names;
}

CheckOptions check_options_from(const Given& given) {
  CheckOptions options;
  options.states = given.count(kStates).value_or(options.states);
  options.seed = given.natural(kSeed).value_or(options.seed);
  return options;
}

DerivativeReport report_of_model(const Given& given) {
  DerivativeReport report = check_model(model_from(given).model, check_options_from(given));
  // A member of a family may be called by several names.
  if (!is_file(given.name())) report.name = given.name();
  return report;
}

DerivativeReport report_of(const Given& given, const Problems& problems, Kind kind) {
  const CheckOptions options = check_options_from(given);
  if (kind == Kind::motion) return verify_problem(stated_problem(given, problems), options);
  if (kind == Kind::structure) return verify_codesign(stated_codesign(given), options);
  if (kind == Kind::controller) return verify_controller(stated_controller(given), options);
  return report_of_model(given);
}

bool all_agree(const std::vector<DerivativeReport>& reports) {
  return std::all_of(reports.begin(), reports.end(), [](const auto& report) { return report.agrees(); });
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
  const bool agrees = all_agree(reports);
  Json json = envelope_json({.kind = "verification",
                             .problem = is_one ? reports.front().name : "",
                             .status = agrees ? "passed" : "failed",
                             .message = agrees ? "all ways agree" : "some derivatives do not agree"});
  json["seed"] = reports.front().seed;
  json["blocks"] = std::move(blocks);
  return json;
}

/// A line for each of many; in full what fails.
void print_line(const DerivativeReport& report) {
  double worst = 0;
  for (const BlockReport& block : report.blocks) worst = std::max(worst, block.max_relative_difference);
  say("{:<28} {:>3} blocks  largest difference {:.1e}  {}\n", report.name, report.blocks.size(), worst,
      report.agrees() ? "ok" : "FAILS");
  if (!report.agrees()) say("{}", to_text(report));
}

void save(const std::vector<DerivativeReport>& reports, bool is_one, const Given& given) {
  save_as(given, kJson, "table", [&](const auto& file) { write_text(json_of(reports, is_one).dump(1) + "\n", file); });
}

int verify_one(const Given& given, const Problems& problems) {
  const DerivativeReport report = report_of(given, problems, kind_of(given, problems));
  if (!given.has(kQuiet)) say("{}", to_text(report));
  save({report}, true, given);
  return report.agrees() ? kCertified : kNotCertified;
}

int verify_all(const Given& given, const Problems& problems) {
  std::vector<DerivativeReport> reports;
  const auto see = [&](const std::string& name, Kind kind) {
    if (ending::is_due()) return;
    reports.push_back(report_of(given.of(name), problems, kind));
    if (!given.has(kQuiet)) print_line(reports.back());
  };
  for (const std::string& name : model_names()) see(name, Kind::model);
  for (const std::string& name : problems.all_names()) see(name, problems.kind_of(name));
  save(reports, false, given);
  return all_agree(reports) && !ending::is_due() ? kCertified : kNotCertified;
}

constexpr std::array kWays = {Way{Kind::motion, verify_one},     Way{Kind::structure, verify_one},
                              Way{Kind::controller, verify_one}, Way{Kind::model, verify_one},
                              Way{Kind::urdf, verify_one},       Way{Kind::every, verify_all}};

}  // namespace

constinit const Command kVerifyCommand{.name = "verify",
                                       .about = "compare derivatives by every way there is",
                                       .argument = "a model, a URDF file, or a problem",
                                       .options = kOptions,
                                       .kind_of = kind_of,
                                       .ways = kWays,
                                       .footer = kFooter};

}  // namespace tandem::cli

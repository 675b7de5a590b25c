#include <tandem/cli/commands.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/derivatives/export_model.hpp>
#include <tandem/ocp/statement/export_problem.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr Option kSavedTo{
    .name = "--output", .takes = Takes::saved, .value = "FILE", .about = "where to (NAME.casadi)"};

constexpr std::array kOptions = {
    kSet.saying("give a problem's named number another value; may be repeated").of(Kind::motion), kSavedTo, kBase,
    kQuiet};

constexpr std::string_view kFooter =
    R"(Saves forward_dynamics(q, v, tau) -> a, inverse_dynamics(q, v, a) -> tau and coordinate_rates(q, v) -> q_dot with
the model's numbers. In Python, f = casadi.Function.load('acrobot.casadi') is forward dynamics; a
casadi.FileDeserializer unpacks all, one after the other, then the names of coordinates and velocities.
Of a problem: dynamics, costs, constraints and linkages as functions of (x, u, t, p), p the named numbers.
Exit codes: 0 saved; 2 refused.)";

Kind kind_of(const Given& given, const Problems& problems) {
  const std::string& name = given.name();
  return problems.knows(name) ? problems.kind_of(name) : kind_of_model(name);
}

std::filesystem::path file_for(const Given& given, const std::string& name) {
  if (given.has(kSavedTo)) return given.file(kSavedTo);
  require(name.find('/') == std::string::npos && !name.starts_with('.'),
          "'{}' cannot be the name of a file: say one by {}", name, kSavedTo.name);
  return name + ".casadi";
}

int export_problem_functions(const Given& given, const Problems& problems) {
  const Problem problem = stated_problem(given, problems);
  const std::filesystem::path file = file_for(given, problem.name());
  const std::vector<std::string> functions = export_problem(problem, file);
  if (given.has(kQuiet)) return kCertified;
  say("{}: saved to '{}', functions of (x, u, t, p):\n", problem.name(), file.string());
  for (const std::string& name : functions) say("  {}\n", name);
  say("  and names of states and controls, names and values of the numbers p\n");
  return kCertified;
}

int export_dynamics(const Given& given, const Problems& /*problems*/) {
  const Model model = model_from(given).model;
  const std::filesystem::path file = file_for(given, model.name());
  export_model(model, file);
  if (given.has(kQuiet)) return kCertified;
  say("{}: nq = {}, nv = {}\n", model.name(), model.nq(), model.nv());
  say("  saved to '{}': forward_dynamics(q, v, tau) -> a, inverse_dynamics(q, v, a) -> tau,\n", file.string());
  say("  coordinate_rates(q, v) -> q_dot, names of coordinates, names of velocities\n");
  return kCertified;
}

constexpr std::array kWays = {Way{Kind::motion, export_problem_functions}, Way{Kind::model, export_dynamics},
                              Way{Kind::urdf, export_dynamics}};

}  // namespace

constinit const Command kExportCommand{
    .name = "export",
    .about = "save dynamics, or a problem's functions, as CasADi functions",
    .argument = "a problem, a model ('tandem list --models' lists them) or a URDF file",
    .needs_name = true,
    .options = kOptions,
    .kind_of = kind_of,
    .ways = kWays,
    .footer = kFooter};

}  // namespace tandem::cli

#include <tandem/cli/commands.hpp>
#include <tandem/cli/common_options.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace tandem::cli {
namespace {

constexpr Option kModelsInstead{.name = "--models", .about = "list the models that simulate knows, not the problems"};

constexpr std::array kOptions = {kModelsInstead, kJson.saying("save the list")};

Json entry_of(const Problem& problem) {
  const Description& about = problem.description();
  Json entry{{"name", problem.name()},
             {"title", about.title},
             {"source", about.source},
             {"teaches", about.teaches},
             {"states", problem.phases().front().state_count},
             {"controls", problem.phases().front().control_count},
             {"mesh",
              {{"transcription", problem.mesh().transcription},
               {"intervals", problem.mesh().intervals},
               {"degree", problem.mesh().degree}}}};
  if (about.reference) {
    entry["reference"] = {{"objective", about.reference->objective},
                          {"tolerance", about.reference->tolerance},
                          {"source", about.reference->source}};
  } else {
    entry["reference"] = nullptr;
  }
  return entry;
}

void save(const Json& json, const Given& given) {
  if (given.has(kJson)) write_text(json.dump(1) + "\n", given.file(kJson));
}

void list_codesigns(std::size_t width, Json& json) {
  fmt::print("\n{:<{}}  {:<18}{}\n", "co-design", width, "reference value", "what it is (tandem pareto NAME)");
  json["codesigns"] = Json::array();
  for (const std::string& name : codesign_names()) {
    const Codesign problem = make_codesign(name);
    const Description& about = problem.description();
    const std::string reference = about.reference ? fmt::format("{:.10g}", about.reference->objective) : "-";
    fmt::print("{:<{}}  {:<18}{}\n", name, width, reference, about.title);
    json["codesigns"].push_back({{"name", name},
                                 {"title", about.title},
                                 {"source", about.source},
                                 {"teaches", about.teaches},
                                 {"designs", problem.designs().size()}});
  }
}

void list_controllers(std::size_t width, Json& json) {
  fmt::print("\n{:<{}}  {:<18}{}\n", "controller", width, "reference value", "what it is (tandem solve NAME)");
  json["controllers"] = Json::array();
  for (const std::string& name : controller_names()) {
    const ControllerProblem problem = make_controller(name);
    const Description& about = problem.description();
    const std::string reference = about.reference ? fmt::format("{:.10g}", about.reference->objective) : "-";
    fmt::print("{:<{}}  {:<18}{}\n", name, width, reference, about.title);
    json["controllers"].push_back(
        {{"name", name}, {"title", about.title}, {"source", about.source}, {"teaches", about.teaches}});
  }
}

int list_models(const Given& given) {
  Json json{{"format", 1}, {"models", Json::array()}};
  const std::vector<ModelEntry> entries = model_entries();
  std::size_t width = 0;
  for (const ModelEntry& entry : entries) width = std::max(width, entry.name.size());
  fmt::print("{:<{}}  {}\n", "model", width, "what it is");
  for (const ModelEntry& entry : entries) {
    fmt::print("{:<{}}  {}\n", entry.name, width, entry.title);
    json["models"].push_back({{"name", entry.name},
                              {"example", entry.example},
                              {"title", entry.title},
                              {"source", entry.source},
                              {"freedoms", make_model(entry.example).nv()}});
  }
  save(json, given);
  return kCertified;
}

int list(const Given& given, const Problems& problems) {
  if (given.has(kModelsInstead)) return list_models(given);
  Json json{{"format", 1}, {"problems", Json::array()}};
  const std::vector<std::string> names = problems.names();
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  fmt::print("{:<{}}  {:<18}{}\n", "problem", width, "reference value", "what it is");
  for (const std::string& name : names) {
    const Problem problem = problems.make(name);
    const Description& about = problem.description();
    const std::string reference = about.reference ? fmt::format("{:.10g}", about.reference->objective) : "-";
    fmt::print("{:<{}}  {:<18}{}\n", name, width, reference, about.title);
    json["problems"].push_back(entry_of(problem));
  }
  list_codesigns(width, json);
  list_controllers(width, json);
  save(json, given);
  return kCertified;
}

Kind kind_of(const Given& /*given*/, const Problems& /*problems*/) { return Kind::every; }

constexpr std::array kWays = {Way{Kind::every, list}};

}  // namespace

constinit const Command kListCommand{.name = "list",
                                     .about = "list the problems, with their reference values",
                                     .options = kOptions,
                                     .kind_of = kind_of,
                                     .ways = kWays};

}  // namespace tandem::cli

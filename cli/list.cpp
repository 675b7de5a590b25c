#include <tandem/cli/commands.hpp>
#include <tandem/core/error.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace tandem::cli {
namespace {

nlohmann::ordered_json entry_of(const Problem& problem) {
  const Description& about = problem.description();
  nlohmann::ordered_json entry{{"name", problem.name()},
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

void save(const nlohmann::ordered_json& json, const std::filesystem::path& file) {
  std::ofstream out(file);
  require(out.good(), "cannot write to '{}'", file.string());
  out << json.dump(1) << '\n';
}

void list_codesigns(std::size_t width, nlohmann::ordered_json& json) {
  fmt::print("\n{:<{}}  {:<18}{}\n", "co-design", width, "reference value", "what it is (tandem pareto NAME)");
  json["codesigns"] = nlohmann::ordered_json::array();
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

void list_controllers(std::size_t width, nlohmann::ordered_json& json) {
  fmt::print("\n{:<{}}  {:<18}{}\n", "controller", width, "reference value", "what it is (tandem solve NAME)");
  json["controllers"] = nlohmann::ordered_json::array();
  for (const std::string& name : controller_names()) {
    const ControllerProblem problem = make_controller(name);
    const Description& about = problem.description();
    const std::string reference = about.reference ? fmt::format("{:.10g}", about.reference->objective) : "-";
    fmt::print("{:<{}}  {:<18}{}\n", name, width, reference, about.title);
    json["controllers"].push_back(
        {{"name", name}, {"title", about.title}, {"source", about.source}, {"teaches", about.teaches}});
  }
}

int list_models(const Arguments& arguments) {
  nlohmann::ordered_json json{{"format", 1}, {"models", nlohmann::ordered_json::array()}};
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
  if (!arguments.json.empty()) save(json, arguments.json);
  return kCertified;
}

}  // namespace

int list(const Arguments& arguments, const Problems& problems) {
  if (arguments.models) return list_models(arguments);
  nlohmann::ordered_json json{{"format", 1}, {"problems", nlohmann::ordered_json::array()}};
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
  if (!arguments.json.empty()) save(json, arguments.json);
  return kCertified;
}

}  // namespace tandem::cli

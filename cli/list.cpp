#include <tandem/cli/commands.hpp>
#include <tandem/cli/common_options.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/ocp/answers/envelope.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr Option kModelsInstead{.name = "--models", .about = "list the models that simulate knows, not the problems"};

constexpr std::array kOptions = {kModelsInstead, kJson.saying("save the list")};

Json reference_json(const std::optional<ReferenceValue>& reference) {
  if (!reference) return {};
  return {{"objective", reference->objective}, {"tolerance", reference->tolerance}, {"source", reference->source}};
}

/// What there is to say of a problem of any kind.
Json entry_of(const Statement& problem) {
  const Description& about = problem.description();
  return {{"name", problem.name()},
          {"title", about.title},
          {"source", about.source},
          {"teaches", about.teaches},
          {"reference", reference_json(about.reference)}};
}

Json entry_of(const Problem& problem) {
  Json entry = entry_of(static_cast<const Statement&>(problem));
  entry["states"] = problem.phases().front().state_count;
  entry["controls"] = problem.phases().front().control_count;
  entry["mesh"] = {{"transcription", problem.mesh().transcription},
                   {"intervals", problem.mesh().intervals},
                   {"degree", problem.mesh().degree}};
  return entry;
}

Json entry_of(const Codesign& problem) {
  Json entry = entry_of(static_cast<const Statement&>(problem));
  entry["designs"] = problem.designs().size();
  return entry;
}

std::size_t width_of(const std::vector<std::string>& names) {
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  return width;
}

void save(const Json& json, const Given& given) {
  if (given.has(kJson)) write_text(json.dump(1) + "\n", given.file(kJson));
}

/// A table of the problems of one kind, and their entries.
template <class Make>
Json list_kind(const char* kind, const char* what, const std::vector<std::string>& names, std::size_t width,
               const Make& make) {
  Json entries = Json::array();
  say("{:<{}}  {:<18}{}\n", kind, width, "reference value", what);
  for (const std::string& name : names) {
    const auto problem = make(name);
    const std::optional<ReferenceValue>& reference = problem.description().reference;
    say("{:<{}}  {:<18}{}\n", name, width, reference ? fmt::format("{:.10g}", reference->objective) : "-",
        problem.description().title);
    entries.push_back(entry_of(problem));
  }
  return entries;
}

Json models() {
  Json json = Json::array();
  std::vector<std::string> names;
  for (const ModelEntry& entry : model_entries()) names.push_back(entry.name);
  const std::size_t width = width_of(names);
  say("{:<{}}  {}\n", "model", width, "what it is");
  for (const ModelEntry& entry : model_entries()) {
    say("{:<{}}  {}\n", entry.name, width, entry.title);
    json.push_back({{"name", entry.name},
                    {"example", entry.example},
                    {"title", entry.title},
                    {"source", entry.source},
                    {"freedoms", make_model(entry.example).nv()}});
  }
  return json;
}

int list(const Given& given, const Problems& problems) {
  Json json = envelope_json({.kind = "list"});
  if (given.has(kModelsInstead)) {
    json["models"] = models();
  } else {
    const std::size_t width = width_of(problems.all_names());
    json["problems"] = list_kind("problem", "what it is", problems.names(), width,
                                 [&](const std::string& name) { return problems.make(name); });
    say("\n");
    json["codesigns"] =
        list_kind("co-design", "what it is (tandem pareto NAME)", codesign_names(), width, make_codesign);
    say("\n");
    json["controllers"] =
        list_kind("controller", "what it is (tandem solve NAME)", controller_names(), width, make_controller);
  }
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

#include <tandem/ocp/codesign/limited_file.hpp>

#include <tandem/core/error.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace tandem {

namespace {

using Json = nlohmann::ordered_json;

Json entry_of(const Codesign& problem, const LimitedDesign& one) {
  Json design = Json::object();
  for (int i = 0; i < std::ssize(problem.designs()); ++i) design[problem.designs()[i].name] = one.design(i);
  return {{"structure_cost", one.structure_cost},
          {"effort", one.effort},
          {"response", one.response},
          {"limits", {{"effort", one.limits.effort}, {"response", one.limits.response}}},
          {"price", one.price},
          {"multiplier", one.multiplier},
          {"violation", one.violation},
          {"stationarity", one.stationarity},
          {"least_curvature", one.least_curvature},
          {"is_minimum", one.is_minimum()},
          {"design", std::move(design)},
          {"iterations", one.iterations},
          {"seconds", one.seconds}};
}

}  // namespace

std::string to_json(const Codesign& problem, std::span<const LimitedDesign> designs) {
  Json json{{"problem", problem.name()}, {"minima", Json::array()}};
  for (const LimitedDesign& one : designs) json["minima"].push_back(entry_of(problem, one));
  return json.dump(1);
}

void save_json(const Codesign& problem, std::span<const LimitedDesign> designs, const std::filesystem::path& file) {
  std::ofstream out(file);
  require(out.good(), "cannot write to '{}'", file.string());
  out << to_json(problem, designs) << '\n';
}

}  // namespace tandem

#include <tandem/ocp/homotopy/homotopy_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/certificate_json.hpp>

#include <nlohmann/json.hpp>

#include <fstream>

namespace tandem {

std::string to_json(const Homotopy& homotopy) {
  using Json = nlohmann::ordered_json;
  Json json{{"problem", homotopy.problem},
            {"over", homotopy.over},
            {"from", homotopy.from},
            {"to", homotopy.to},
            {"status", to_string(homotopy.status)},
            {"reason", homotopy.reason},
            {"points", Json::array()},
            {"folds", Json::array()},
            {"rejected_steps", homotopy.rejected_steps},
            {"iterations", homotopy.iterations}};
  for (const HomotopyPoint& point : homotopy.points) {
    json["points"].push_back({{"value", point.value},
                              {"objective", point.objective},
                              {"iterations", point.iterations},
                              {"certified", point.certificate.passes()},
                              {"certificate", certificate_json(point.certificate)}});
    if (point.switches) json["points"].back()["switches"] = *point.switches;
  }
  for (const double fold : homotopy.folds) json["folds"].push_back({{"value", fold}});
  for (const double point : homotopy.branch_points) json["branch_points"].push_back({{"value", point}});
  for (const StructureChange& change : homotopy.changes) {
    json["structure_changes"].push_back({{"value", change.value},
                                         {"switches_before", change.switches_before},
                                         {"switches_after", change.switches_after}});
  }
  return json.dump(1);
}

void save_json(const Homotopy& homotopy, const std::filesystem::path& file) {
  std::ofstream out(file);
  require(out.good(), "cannot write to '{}'", file.string());
  out << to_json(homotopy) << '\n';
}

}  // namespace tandem

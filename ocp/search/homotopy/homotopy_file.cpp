#include <tandem/ocp/search/homotopy/homotopy_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>

namespace tandem {

std::string to_json(const Homotopy& homotopy) {
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
    Json one{{"value", point.value},
             {"objective", point.objective},
             {"iterations", point.iterations},
             {"certified", point.certificate.passes()},
             {"certificate", certificate_json(point.certificate)}};
    if (point.switches) one["switches"] = *point.switches;
    json["points"].push_back(std::move(one));
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
  write_text(to_json(homotopy) + "\n", file);
}

}  // namespace tandem

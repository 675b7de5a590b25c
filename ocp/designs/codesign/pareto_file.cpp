#include <tandem/ocp/designs/codesign/pareto_file.hpp>

#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>

#include <iterator>
#include <utility>

namespace tandem {

std::string to_json(const ParetoFront& front) {
  Json json{{"problem", front.problem},
            {"points", Json::array()},
            {"is_complete", front.is_complete},
            {"reason", front.reason},
            {"rejected_steps", front.rejected_steps},
            {"restarts", front.restarts},
            {"iterations", front.iterations},
            {"seconds", front.seconds}};
  for (const ParetoPoint& point : front.points) {
    Json design = Json::object();
    for (int i = 0; i < std::ssize(front.designs); ++i) design[front.designs[i]] = point.design(i);
    json["points"].push_back({{"lambda", point.lambda},
                              {"structure_cost", point.structure_cost},
                              {"control_cost", point.control_cost},
                              {"objective", point.objective},
                              {"design", std::move(design)},
                              {"certificate", certificate_json(point.certificate)}});
  }
  return json.dump(1);
}

void save_json(const ParetoFront& front, const std::filesystem::path& file) { write_text(to_json(front) + "\n", file); }

}  // namespace tandem

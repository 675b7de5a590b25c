#include <tandem/ocp/search/multi_start_file.hpp>

#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/solution_file.hpp>

#include <utility>

namespace tandem {
namespace {

Json minimum_json(const Minimum& minimum) {
  Json all = solution_json(minimum.solution);
  return {{"objective", all["objective"]},     {"final_time", all["final_time"]}, {"iterations", all["iterations"]},
          {"certificate", all["certificate"]}, {"starts", minimum.starts},        {"phases", std::move(all["phases"])}};
}

}  // namespace

std::string to_json(const MultiStart& found) {
  Json unsolved = Json::object(), minima = Json::array();
  for (const auto& [status, count] : found.unsolved) unsolved[to_string(status)] = count;
  for (const Minimum& minimum : found.minima) minima.push_back(minimum_json(minimum));
  Json json = solution_json(found.answer());
  json["multi_start"] = {{"starts", found.starts},     {"seed", found.seed},       {"threads", found.threads},
                         {"seconds", found.seconds},   {"solved", found.solved()}, {"unsolved", std::move(unsolved)},
                         {"minima", std::move(minima)}};
  return json.dump(1) + "\n";
}

void save_json(const MultiStart& found, const std::filesystem::path& file) { write_text(to_json(found), file); }

}  // namespace tandem

#include <tandem/ocp/designs/codesign/limited_file.hpp>

#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>

#include <iterator>
#include <utility>
#include <vector>

namespace tandem {

namespace {

Json by_name(const Codesign& problem, const Eigen::VectorXd& design) {
  Json sizes = Json::object();
  for (int i = 0; i < std::ssize(problem.designs()); ++i) sizes[problem.designs()[i].name] = design(i);
  return sizes;
}

Json entry_of(const Codesign& problem, const LimitedDesign& one) {
  return {{"structure_cost", one.structure_cost},
          {"effort", one.effort},
          {"response", one.response},
          {"limits", {{"effort", one.limits.effort}, {"response", one.limits.response}}},
          {"price", one.price},
          {"multiplier", one.multiplier},
          {"certificate", certificate_json(one.certificate)},
          {"design", by_name(problem, one.design)},
          {"iterations", one.iterations},
          {"seconds", one.seconds}};
}

Json entry_of(const Codesign& problem, const FeedbackDesign& one) {
  Json gain = Json::array();
  for (const auto& row : one.gain.rowwise()) gain.push_back(std::vector<double>(row.begin(), row.end()));
  return {{"structure_cost", one.structure_cost},
          {"effort", one.effort},
          {"response", one.response},
          {"limits", {{"effort", problem.effort_limit()}, {"response", problem.response_limit()}}},
          {"abscissa", one.abscissa},
          {"multipliers", std::vector<double>(one.multipliers.begin(), one.multipliers.end())},
          {"certificate", certificate_json(one.certificate)},
          {"design", by_name(problem, one.design)},
          {"gain", std::move(gain)},
          {"iterations", one.iterations},
          {"seconds", one.seconds}};
}

template <class Design>
std::string json_of(const Codesign& problem, std::span<const Design> designs) {
  Json json{{"problem", problem.name()}, {"minima", Json::array()}};
  for (const Design& one : designs) json["minima"].push_back(entry_of(problem, one));
  return json.dump(1);
}

}  // namespace

std::string to_json(const Codesign& problem, std::span<const LimitedDesign> designs) {
  return json_of(problem, designs);
}

void save_json(const Codesign& problem, std::span<const LimitedDesign> designs, const std::filesystem::path& file) {
  write_text(to_json(problem, designs) + "\n", file);
}

std::string to_json(const Codesign& problem, std::span<const FeedbackDesign> designs) {
  return json_of(problem, designs);
}

void save_json(const Codesign& problem, std::span<const FeedbackDesign> designs, const std::filesystem::path& file) {
  write_text(to_json(problem, designs) + "\n", file);
}

}  // namespace tandem

#include <tandem/ocp/designs/codesign/limited_file.hpp>

#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>
#include <tandem/ocp/answers/minima_json.hpp>

#include <string>
#include <vector>

namespace tandem {
namespace {

Json by_name(const Codesign& problem, const Eigen::VectorXd& design) {
  std::vector<std::string> names;
  for (const NamedNumber& number : problem.designs()) names.push_back(number.name);
  return named_values(names, design);
}

/// What designs of both kinds have.
template <class Design>
Json common_entry(const Codesign& problem, const Design& one, const codesign::Limits& limits) {
  return {{"objective", one.structure_cost},
          {"certificate", certificate_json(one.certificate)},
          {"designs", by_name(problem, one.design)},
          {"effort", one.effort},
          {"response", one.response},
          {"limits", {{"effort", limits.effort}, {"response", limits.response}}},
          {"iterations", one.iterations},
          {"seconds", one.seconds}};
}

Json entry_of(const Codesign& problem, const LimitedDesign& one) {
  Json entry = common_entry(problem, one, one.limits);
  entry["price"] = one.price;
  entry["multiplier"] = one.multiplier;
  return entry;
}

Json entry_of(const Codesign& problem, const FeedbackDesign& one) {
  Json entry = common_entry(problem, one, {problem.effort_limit(), problem.response_limit()});
  entry["abscissa"] = one.abscissa;
  entry["multipliers"] = Json::list_of(one.multipliers);
  entry["gain"] = rows_json(one.gain);
  return entry;
}

template <class Design>
std::string json_of(const Codesign& problem, std::span<const Design> designs) {
  return minima_json("structure", problem, designs, [&](const auto& one) { return entry_of(problem, one); }).dump(1);
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

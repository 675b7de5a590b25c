#include <tandem/ocp/search/homotopy/checkpoint_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>
#include <tandem/ocp/search/continuation/path_file.hpp>
#include <tandem/ocp/search/homotopy/homotopy_file.hpp>

namespace tandem {
namespace {

constexpr int kFormat = 2;

Json write(const HomotopyLeg& leg) {
  return {{"path", Json::parse(continuation::to_json(leg.path))},
          {"from", leg.from},
          {"way", leg.way},
          {"may_smooth", leg.may_smooth},
          {"is_normalised", leg.is_normalised},
          {"went_round", leg.went_round},
          {"folds_before", leg.folds_before},
          {"rejected", leg.rejected},
          {"barrier", leg.barrier},
          {"usual_multipliers", leg.usual_multipliers},
          {"restarts", leg.restarts},
          {"weights", std::vector<double>(leg.weights.begin(), leg.weights.end())},
          {"multiplier_size", leg.multiplier_size}};
}

HomotopyLeg read_leg(const Json& json) {
  HomotopyLeg leg;
  leg.path = continuation::path_from_json(json.at("path").dump());
  json.at("from").get_to(leg.from);
  json.at("way").get_to(leg.way);
  json.at("may_smooth").get_to(leg.may_smooth);
  json.at("is_normalised").get_to(leg.is_normalised);
  json.at("went_round").get_to(leg.went_round);
  json.at("folds_before").get_to(leg.folds_before);
  json.at("rejected").get_to(leg.rejected);
  json.at("barrier").get_to(leg.barrier);
  json.at("usual_multipliers").get_to(leg.usual_multipliers);
  json.at("restarts").get_to(leg.restarts);
  const auto weights = json.at("weights").get<std::vector<double>>();
  leg.weights = Eigen::Map<const Eigen::VectorXd>(weights.data(), std::ssize(weights));
  json.at("multiplier_size").get_to(leg.multiplier_size);
  return leg;
}

std::vector<double> read_values(const Json& json, const char* key) {
  std::vector<double> values;
  if (json.contains(key)) {
    for (const Json& one : json.at(key)) values.push_back(one.at("value").get<double>());
  }
  return values;
}

Homotopy read_path(const Json& json) {
  Homotopy path;
  json.at("problem").get_to(path.problem);
  json.at("over").get_to(path.over);
  json.at("from").get_to(path.from);
  json.at("to").get_to(path.to);
  for (const Json& point : json.at("points")) {
    path.points.push_back({point.at("value").get<double>(), point.at("objective").get<double>(),
                           point.at("iterations").get<int>(), certificate_from(point.at("certificate"))});
  }
  path.folds = read_values(json, "folds");
  path.branch_points = read_values(json, "branch_points");
  json.at("rejected_steps").get_to(path.rejected_steps);
  json.at("iterations").get_to(path.iterations);
  return path;
}

}  // namespace

std::string checkpoint_json(const Homotopy& stopped) {
  require(stopped.leg.has_value(), "checkpoint: the path of '{}' did not stop on its way", stopped.problem);
  Json json{{"format", kFormat}, {"path", Json::parse(to_json(stopped))}, {"leg", write(*stopped.leg)}};
  return json.dump(1);
}

Homotopy checkpoint_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    const int format = json.at("format").get<int>();
    require(format == kFormat, "checkpoint: format {} is not known, only {}", format, kFormat);
    Homotopy path = read_path(json.at("path"));
    path.leg = read_leg(json.at("leg"));
    return path;
  } catch (const JsonError& error) {
    refuse("checkpoint: it cannot be read ({})", error.what());
  }
}

void save_checkpoint(const Homotopy& stopped, const std::filesystem::path& file) {
  write_text(checkpoint_json(stopped) + "\n", file);
}

Homotopy load_checkpoint(const std::filesystem::path& file) { return checkpoint_from_json(read_text(file)); }

}  // namespace tandem

#include <tandem/ocp/search/homotopy/checkpoint_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/path_file.hpp>
#include <tandem/ocp/search/continuation/curve_file.hpp>

namespace tandem {
namespace {

Json write(const HomotopyLeg& leg) {
  return {{"curve", Json::parse(continuation::to_json(leg.curve))},
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
          {"weights", Json::list_of(leg.weights)},
          {"multiplier_size", leg.multiplier_size}};
}

HomotopyLeg read_leg(const Json& json) {
  HomotopyLeg leg;
  leg.curve = continuation::curve_from_json(json.at("curve").dump());
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
  leg.weights = vector_from(json.at("weights"));
  json.at("multiplier_size").get_to(leg.multiplier_size);
  return leg;
}

}  // namespace

std::string checkpoint_json(const Homotopy& stopped) {
  require(stopped.leg.has_value(), "checkpoint: the path of '{}' did not stop on its way", stopped.problem);
  Json json = path_json(stopped);
  json["leg"] = write(*stopped.leg);
  return json.dump(1);
}

Homotopy checkpoint_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Homotopy path{path_from(json)};
    require(json.contains("leg"), "checkpoint: the path of '{}' did not stop on its way", path.problem);
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

#include "case.hpp"
#include <nlohmann/json.hpp>

namespace tandem::stress {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json json_of(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class Value>
std::optional<Value> value_in(const Json& json, const char* name) {
  return json.at(name).is_null() ? std::nullopt : std::optional<Value>(json.at(name).get<Value>());
}

}  // namespace

std::string to_line(const Outcome& outcome) {
  const Case& tried = outcome.tried;
  Json json{{"group", tried.group},
            {"problem", tried.problem},
            {"numbers", tried.numbers},
            {"asked_transcription", json_of(tried.transcription)},
            {"asked_degree", json_of(tried.degree)},
            {"asked_intervals", json_of(tried.intervals)},
            {"refine", json_of(tried.refine)},
            {"nature", static_cast<int>(outcome.nature)},
            {"maximised", outcome.is_maximised},
            {"transcription", outcome.transcription},
            {"degree", outcome.degree},
            {"intervals", outcome.intervals},
            {"status", outcome.status},
            {"message", outcome.message},
            {"objective", outcome.objective},
            {"scale", outcome.scale},
            {"bar", json_of(outcome.bar)},
            {"better", json_of(outcome.better)},
            {"verdict", outcome.verdict},
            {"failing", outcome.failing},
            {"seconds", outcome.seconds}};
  if (outcome.optimum) {
    json["truth"] = outcome.optimum->objective;
    json["uncertainty"] = outcome.optimum->uncertainty;
    json["how"] = outcome.optimum->how;
  }
  if (outcome.is_known()) {
    json["error"] = outcome.error();
    if (outcome.bar) json["effectivity"] = outcome.effectivity();
    if (outcome.better) json["better_error"] = (*outcome.better - outcome.optimum->objective) / outcome.scale;
  }
  json["command"] = command_of(tried);
  return json.dump();
}

Outcome outcome_from(const std::string& line) {
  const Json json = Json::parse(line);
  Outcome outcome;
  outcome.tried = {.group = json.at("group"),
                   .problem = json.at("problem"),
                   .numbers = json.at("numbers").get<std::map<std::string, double>>(),
                   .transcription = value_in<std::string>(json, "asked_transcription"),
                   .degree = value_in<int>(json, "asked_degree"),
                   .intervals = value_in<int>(json, "asked_intervals"),
                   .refine = value_in<double>(json, "refine")};
  outcome.nature = static_cast<test::Nature>(json.at("nature").get<int>());
  outcome.is_maximised = json.at("maximised");
  outcome.transcription = json.at("transcription");
  outcome.degree = json.at("degree");
  outcome.intervals = json.at("intervals");
  outcome.status = json.at("status");
  outcome.message = json.at("message");
  const auto number = [&](const char* name) { return value_in<double>(json, name).value_or(NAN); };
  outcome.objective = number("objective");
  outcome.scale = number("scale");
  outcome.bar = value_in<double>(json, "bar");
  outcome.better = value_in<double>(json, "better");
  outcome.verdict = json.at("verdict");
  outcome.failing = json.at("failing").get<std::vector<std::string>>();
  outcome.seconds = number("seconds");
  if (json.contains("truth")) outcome.optimum = Optimum{number("truth"), number("uncertainty"), json.at("how")};
  return outcome;
}

}  // namespace tandem::stress

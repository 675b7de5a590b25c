#include <tandem/ocp/certificate_json.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace tandem {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

double read_number(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

}  // namespace

Json certificate_json(const Certificate& certificate) {
  Json json{{"verdict", to_string(certificate.verdict())}, {"kind", certificate.kind}, {"lines", Json::array()}};
  for (const CertificateLine& line : certificate.lines) {
    json["lines"].push_back({{"name", line.name},
                             {"value", number(line.value)},
                             {"limit", number(line.limit)},
                             {"in_verdict", line.in_verdict},
                             {"holds", line.holds},
                             {"where", line.where}});
  }
  if (const std::optional<ErrorBar>& bar = certificate.error_bar) {
    json["error_bar"] = {{"bar", number(bar->bar)}, {"better", number(bar->better)}, {"scale", number(bar->scale)}};
  }
  json["reasons"] = certificate.reasons;
  json["notes"] = certificate.notes;
  return json;
}

Certificate certificate_from(const Json& json) {
  Certificate certificate;
  certificate.kind = json.at("kind");
  for (const Json& line : json.at("lines")) {
    certificate.lines.push_back({line.at("name"), read_number(line.at("value")), read_number(line.at("limit")),
                                 line.at("in_verdict"), line.at("holds"), line.at("where")});
  }
  if (json.contains("error_bar")) {
    const Json& bar = json.at("error_bar");
    certificate.error_bar = {read_number(bar.at("bar")), read_number(bar.at("better")), read_number(bar.at("scale"))};
  }
  certificate.reasons = json.at("reasons").get<std::vector<std::string>>();
  certificate.notes = json.at("notes").get<std::vector<std::string>>();
  return certificate;
}

}  // namespace tandem

#include <tandem/ocp/answers/certificate_json.hpp>

#include <tandem/core/json.hpp>

#include <string>
#include <vector>

namespace tandem {
namespace {}  // namespace

Json certificate_json(const Certificate& certificate) {
  Json json{{"verdict", to_string(certificate.verdict())}, {"kind", certificate.kind}, {"lines", Json::array()}};
  for (const CertificateLine& line : certificate.lines) {
    json["lines"].push_back({{"name", line.name},
                             {"value", line.value},
                             {"limit", line.limit},
                             {"in_verdict", line.in_verdict},
                             {"holds", line.holds},
                             {"where", line.where}});
  }
  if (const std::optional<ErrorBar>& bar = certificate.error_bar) {
    json["error_bar"] = {{"bar", bar->bar}, {"better", bar->better}, {"scale", bar->scale}};
  }
  json["reasons"] = certificate.reasons;
  json["notes"] = certificate.notes;
  return json;
}

Certificate certificate_from(const Json& json) {
  Certificate certificate;
  json.at("kind").get_to(certificate.kind);
  for (const Json& line : json.at("lines")) {
    CertificateLine& read = certificate.lines.emplace_back();
    line.at("name").get_to(read.name);
    line.at("value").get_to(read.value);
    line.at("limit").get_to(read.limit);
    line.at("in_verdict").get_to(read.in_verdict);
    line.at("holds").get_to(read.holds);
    line.at("where").get_to(read.where);
  }
  if (json.contains("error_bar")) {
    const Json& bar = json.at("error_bar");
    certificate.error_bar = {bar.at("bar").get<double>(), bar.at("better").get<double>(),
                             bar.at("scale").get<double>()};
  }
  json.at("reasons").get_to(certificate.reasons);
  json.at("notes").get_to(certificate.notes);
  return certificate;
}

}  // namespace tandem

#include <tandem/ocp/answers/envelope.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>

namespace tandem {
namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

Json envelope_json(const Envelope& envelope) {
  return {{"format", kAnswerFormat},
          {"kind", envelope.kind},
          {"problem", text_or_null(envelope.problem)},
          {"numbers", envelope.numbers},
          {"status", text_or_null(envelope.status)},
          {"message", envelope.message},
          {"objective", envelope.objective},
          {"certificate", envelope.certificate != nullptr ? certificate_json(*envelope.certificate) : Json()}};
}

Json numbers_json(std::span<const NamedNumber> numbers) {
  Json json = Json::object();
  for (const NamedNumber& number : numbers) json[number.name] = number.value;
  return json;
}

void check_envelope(const Json& json, const std::string& kind, const std::string& what) {
  require(json.is_object() && json.contains("format"), "{}: it has no 'format'", what);
  require(json.at("format") == kAnswerFormat, "{}: its format is {}, this version reads {}", what,
          json.at("format").dump(), kAnswerFormat);
  require(json.at("kind") == kind, "{}: it is of the kind {}, not \"{}\"", what, json.at("kind").dump(), kind);
}

}  // namespace tandem

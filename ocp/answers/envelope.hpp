#pragma once

#include <tandem/core/json.hpp>
#include <tandem/core/named_number.hpp>
#include <tandem/ocp/answers/certificate.hpp>

#include <limits>
#include <span>
#include <string>

namespace tandem {

/// The format of the files that tandem writes: docs/answer.schema.json says what is in one.
inline constexpr int kAnswerFormat = 2;

/// What every such file begins with, whatever it is of; what that does not have is null.
struct Envelope {
  std::string kind;                                             ///< "motion", "path", ...: what else is in the file
  std::string problem = {};                                     ///< or model; null where empty
  Json numbers = Json::object();                                ///< the values of its named numbers
  std::string status = {};                                      ///< null where empty
  std::string message = {};                                     ///< a sentence
  double objective = std::numeric_limits<double>::quiet_NaN();  ///< null where NaN
  const Certificate* certificate = nullptr;
};

/// {"format", "kind", "problem", "numbers", "status", "message", "objective", "certificate"}.
Json envelope_json(const Envelope& envelope);

/// {name: value}.
Json numbers_json(std::span<const NamedNumber> numbers);

/// Refuses what is not a file of this format and kind; `what` names it in the sentence: "solution file".
void check_envelope(const Json& json, const std::string& kind, const std::string& what);

}  // namespace tandem

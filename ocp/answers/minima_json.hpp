#pragma once

#include <tandem/core/json.hpp>
#include <tandem/ocp/answers/envelope.hpp>
#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <string>
#include <vector>

namespace tandem {

/// The minima of a search for designs, the best first: an envelope with the best one's objective and certificate, and
/// {"minima": [{"objective", "certificate", ...}]}, whose entries `entry_of(design)` makes.
template <class Stated, class Designs, class Entry>
Json minima_json(const std::string& kind, const Stated& problem, const Designs& designs, const Entry& entry_of) {
  std::vector<Json> minima;
  for (const auto& one : designs) minima.push_back(entry_of(one));
  Envelope envelope{.kind = kind, .problem = problem.name(), .numbers = numbers_json(problem.numbers())};
  envelope.status = to_string(Status::failed);
  envelope.message = "no start led to a minimum";
  if (!minima.empty()) {
    const auto& best = designs.front();
    envelope.status = to_string(best.is_solved ? Status::solved : Status::failed);
    envelope.message = best.message;
    envelope.objective = minima.front().at("objective").template get<double>();
    envelope.certificate = &best.certificate;
  }
  Json json = envelope_json(envelope);
  json["minima"] = Json::array(std::move(minima));
  return json;
}

}  // namespace tandem

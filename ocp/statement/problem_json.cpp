#include <tandem/ocp/statement/problem_json.hpp>

#include <tandem/core/json.hpp>

#include <array>

namespace tandem {
namespace {

constexpr std::array kRoles{"constant", "design", "path"};

class ProblemWriter {
 public:
  explicit ProblemWriter(const Problem& problem) : problem_(problem), none_(problem.numbers().size(), 0.0) {}

  Json written() const {
    Json json{{"name", problem_.name()},
              {"title", problem_.description().title},
              {"maximised", problem_.is_maximised()},
              {"mesh",
               {{"transcription", problem_.mesh().transcription},
                {"intervals", problem_.mesh().intervals},
                {"degree", problem_.mesh().degree}}},
              {"numbers", Json::array()},
              {"phases", Json::array()},
              {"linkages", Json::array()}};
    for (const NamedNumber& number : problem_.numbers()) json["numbers"].push_back(of(number));
    for (const Phase& phase : problem_.phases()) json["phases"].push_back(of(phase));
    for (const Linkage& linkage : problem_.linkages()) json["linkages"].push_back(of(linkage));
    return json;
  }

 private:
  static Json of(const NamedNumber& number) {
    return {{"name", number.name},   {"value", number.value},
            {"unit", number.unit},   {"role", kRoles[static_cast<std::size_t>(number.role)]},
            {"lower", number.lower}, {"upper", number.upper}};
  }

  Json of(const Affine& value) const {
    Json constant(value.at(none_));
    if (value.terms().empty()) return constant;
    Json numbers = Json::object();
    for (const auto& [index, factor] : value.terms()) {
      const std::string& name = problem_.numbers()[index].name;
      numbers[name] = numbers.value(name, 0.0) + factor;
    }
    return {{"constant", constant}, {"numbers", numbers}};
  }

  Json of(const Range& range) const { return Json::array({of(range.lower), of(range.upper)}); }
  Json of(const std::optional<Range>& range) const { return range ? of(*range) : Json(); }

  Json of(const std::optional<LinearGuess>& guess) const {
    if (!guess) return {};
    Json points = Json::array({Json::array({0.0, of(guess->start)})});
    for (const GuessPoint& point : guess->between) points.push_back(Json::array({point.fraction, of(point.value)}));
    points.push_back(Json::array({1.0, of(guess->end)}));
    return points;
  }

  Json of(const PhaseTime& time) const {
    Json json{{"start", of(time.start)}, {"end", of(time.end)}, {"continues", time.continues}};
    json["guess"] = time.guess ? Json(*time.guess) : Json();
    json["duration"] = of(time.duration);
    return json;
  }

  Json of(const State& state) const {
    return {{"name", state.name},       {"unit", state.unit},   {"bounds", of(state.bounds)},
            {"start", of(state.start)}, {"end", of(state.end)}, {"guess", of(state.guess)}};
  }

  Json of(const Control& control) const {
    return {
        {"name", control.name}, {"unit", control.unit}, {"bounds", of(control.bounds)}, {"guess", of(control.guess)}};
  }

  Json of(const std::vector<Constraint>& constraints) const {
    Json json = Json::array();
    for (const Constraint& each : constraints) {
      json.push_back({{"name", each.name}, {"bounds", of(each.bounds)}, {"outputs", each.function.outputs()}});
    }
    return json;
  }

  Json of(const Phase& phase) const {
    Json json{{"name", phase.name}, {"time", of(phase.time)}, {"states", Json::array()}, {"controls", Json::array()}};
    for (const State& state : phase.states) json["states"].push_back(of(state));
    for (const Control& control : phase.controls) json["controls"].push_back(of(control));
    json["path_constraints"] = of(phase.path_constraints);
    json["end_constraints"] = of(phase.end_constraints);
    json["integral_constraints"] = of(phase.integral_constraints);
    json["intervals"] = phase.intervals ? Json(*phase.intervals) : Json();
    return json;
  }

  Json of(const Linkage& linkage) const {
    return {{"name", linkage.name},
            {"before", problem_.phases()[linkage.before].name},
            {"after", problem_.phases()[linkage.after].name},
            {"bounds", of(linkage.bounds)},
            {"outputs", linkage.rows()}};
  }

  const Problem& problem_;
  std::vector<double> none_;  // all numbers at zero: what is left of a value is its constant
};

}  // namespace

std::string to_json(const Problem& problem) { return ProblemWriter(problem).written().dump(1); }

}  // namespace tandem

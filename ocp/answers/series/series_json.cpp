#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/ocp/answers/series/series_names.hpp>

#include <cmath>

namespace tandem {
namespace {

const std::vector<std::string> kPhaseKeys{"name", "time", "states", "control_time", "controls", "costates"};
const std::vector<std::string> kKeys{"problem", "objective", "numbers", "control_shape", "steps", "phases"};

class JsonReader {
 public:
  JsonReader(const Problem& problem, const std::string& source) : problem_(problem), source_(source) {}

  Series read(const Json& json) {
    require(json.is_object(), "{}: it is not an object with 'time', 'states' and 'controls', or 'phases'", source_);
    const bool has_phases = json.contains("phases");
    std::vector<std::string> known = kKeys;
    if (!has_phases) known.insert(known.end(), kPhaseKeys.begin(), kPhaseKeys.end());
    check_keys(json, known);
    if (json.contains("problem")) {
      const auto name = json["problem"].get<std::string>();
      require(name == problem_.name(), "{}: it is of problem '{}', not of '{}'", source_, name, problem_.name());
    }
    Series out;
    if (json.contains("objective")) out.objective = number(json["objective"], "objective");
    const Json numbers = json.value("numbers", Json::object());
    for (const auto& [name, value] : numbers.items()) {
      out.numbers[name] = number(value, name);
    }
    if (json.contains("control_shape")) out.shape = control_shape(json["control_shape"].get<std::string>());
    out.steps = json.value("steps", "");
    out.phases.resize(problem_.phases().size());
    std::vector<bool> found(out.phases.size(), false);
    for (const Json& one : has_phases ? json["phases"] : own_phase(json)) {
      if (has_phases) check_keys(one, kPhaseKeys);
      const int p = phase_called(problem_, one.value("name", ""), source_);
      require(!found[p], "{}: phase '{}' is there twice", source_, problem_.phases()[p].name);
      found[p] = true;
      out.phases[p] = phase(one, problem_.phases()[p]);
    }
    for (std::size_t p = 0; p < found.size(); ++p) {
      require(found[p], "{}: it has no phase '{}'", source_, problem_.phases()[p].name);
    }
    return out;
  }

 private:
  void check_keys(const Json& json, const std::vector<std::string>& known) const {
    for (const auto& [key, value] : json.items()) {
      require(std::find(known.begin(), known.end(), key) != known.end(), "{}: '{}' is not known{}", source_, key,
              did_you_mean(key, known));
    }
  }

  /// The list of the one phase whose keys stand outside.
  static Json own_phase(const Json& json) {
    Json own = Json::object(), phases = Json::array();
    for (const std::string& key : kPhaseKeys) {
      if (json.contains(key)) own[key] = json[key];
    }
    phases.push_back(std::move(own));
    return phases;
  }

  double number(const Json& json, const std::string& what) const {
    require(json.is_number() && std::isfinite(json.get<double>()), "{}: '{}' is {}, not a finite number", source_, what,
            json.dump());
    return json.get<double>();
  }

  Eigen::VectorXd list(const Json& json, const std::string& what) const {
    require(json.is_array(), "{}: '{}' is not a list of numbers", source_, what);
    Eigen::VectorXd values(static_cast<int>(json.size()));
    for (int i = 0; i < values.size(); ++i) values(i) = number(json[i], fmt::format("{}[{}]", what, i));
    return values;
  }

  const Json& needed(const Json& json, const char* key, const Phase& phase) const {
    require(json.contains(key), "{}: phase '{}' has no '{}'", source_, phase.name, key);
    return json[key];
  }

  /// The rows of these names, `columns` long each.
  Eigen::MatrixXd rows(const Json& json, const std::vector<std::string>& names, Eigen::Index columns, const char* kind,
                       const Phase& phase) const {
    require(json.is_object(), "{}: the {}s of phase '{}' are not lists by name", source_, kind, phase.name);
    for (const auto& [name, values] : json.items()) {
      require(std::find(names.begin(), names.end(), name) != names.end(), "{}: phase '{}' has no {} called '{}'{}",
              source_, phase.name, kind, name, did_you_mean(name, names));
    }
    Eigen::MatrixXd all(static_cast<int>(names.size()), columns);
    for (std::size_t i = 0; i < names.size(); ++i) {
      require(json.contains(names[i]), "{}: {} '{}' of phase '{}' is not there", source_, kind, names[i], phase.name);
      const Eigen::VectorXd values = list(json[names[i]], names[i]);
      require(values.size() == columns, "{}: {} '{}' has {} values at {} times", source_, kind, names[i], values.size(),
              columns);
      all.row(static_cast<int>(i)) = values.transpose();
    }
    return all;
  }

  /// Without times of their own, controls are at the states' first ones.
  Eigen::VectorXd control_times(const Json& json, const Eigen::VectorXd& time, const Phase& phase) const {
    if (json.contains("control_time")) return list(json["control_time"], "control_time");
    const Json& controls = needed(json, "controls", phase);
    if (controls.empty()) return time;
    const auto count = static_cast<Eigen::Index>(controls.items().front().second.size());
    require(count <= time.size(), "{}: phase '{}' has {} controls at {} times; say their 'control_time'", source_,
            phase.name, count, time.size());
    return time.head(count);
  }

  PhaseSeries phase(const Json& json, const Phase& phase) const {
    const SeriesNames names(phase);
    PhaseSeries out;
    out.time = list(needed(json, "time", phase), "time");
    out.states = rows(needed(json, "states", phase), names.states, out.time.size(), "state", phase);
    if (!names.controls.empty()) {
      out.control_time = control_times(json, out.time, phase);
      out.controls = rows(needed(json, "controls", phase), names.controls, out.control_time.size(), "control", phase);
    }
    if (json.contains("costates")) {
      out.costates = rows(json["costates"], names.states, out.time.size(), "costate", phase);
    }
    return out;
  }

  const Problem& problem_;
  const std::string& source_;
};

}  // namespace

Series series_from_json(const std::string& text, const Problem& problem, const std::string& source) {
  try {
    Series series = JsonReader(problem, source).read(Json::parse(text));
    check_series(problem, series);
    return series;
  } catch (const JsonError& error) {
    refuse("{}: {}", source, error.what());
  }
}

}  // namespace tandem

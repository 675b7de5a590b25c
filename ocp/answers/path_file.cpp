#include <tandem/ocp/answers/path_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>
#include <tandem/ocp/answers/envelope.hpp>

#include <array>
#include <limits>
#include <utility>

namespace tandem {
namespace {

constexpr const char* kWhat = "path file";
constexpr std::array kMarks{Mark::fold, Mark::branch_point, Mark::structure_change, Mark::restart};
constexpr std::array kStatuses{PathStatus::reached, PathStatus::end_of_feasibility, PathStatus::step_limit,
                               PathStatus::stopped, PathStatus::failed};

/// The one of `all` that has this name.
template <class All>
auto one_from(const All& all, const std::string& name) {
  for (const auto one : all) {
    if (to_string(one) == name) return one;
  }
  refuse("{}: '{}' is not known", kWhat, name);
}

Json point_json(const Path& path, const PathPoint& point) {
  return {{"value", point.value},
          {"objective", point.objective},
          {"iterations", point.iterations},
          {"measures", named_values(path.measures, point.measures)},
          {"designs", named_values(path.designs, point.designs)},
          {"certificate", certificate_json(point.certificate)}};
}

/// The values of an object, and where nothing is known of them yet their names.
Eigen::VectorXd values_from(const Json& object, std::vector<std::string>& names) {
  Eigen::VectorXd values(static_cast<int>(object.size()));
  std::vector<std::string> own;
  for (const auto& [name, value] : object.items()) {
    values(std::ssize(own)) = value.get<double>();
    own.push_back(name);
  }
  if (names.empty()) names = own;
  require(own == names, "{}: its points are not of the same numbers", kWhat);
  return values;
}

PathPoint point_from(const Json& json, Path& path) {
  return {json.at("value").get<double>(),
          json.at("objective").get<double>(),
          json.at("iterations").get<int>(),
          certificate_from(json.at("certificate")),
          values_from(json.at("measures"), path.measures),
          values_from(json.at("designs"), path.designs)};
}

Json mark_json(const PathMark& mark) {
  Json json{{"mark", to_string(mark.mark)}, {"value", mark.value}};
  if (mark.mark == Mark::structure_change) {
    json["switches_before"] = mark.switches_before;
    json["switches_after"] = mark.switches_after;
  }
  return json;
}

PathMark mark_from(const Json& json) {
  return {one_from(kMarks, json.at("mark").get<std::string>()), json.at("value").get<double>(),
          json.value("switches_before", 0), json.value("switches_after", 0)};
}

}  // namespace

Json path_json(const Path& path) {
  const Certificate certificate = certificate_of(path);
  Envelope envelope{.kind = path.is_front ? "front" : "path",
                    .problem = path.problem,
                    .status = to_string(path.status),
                    .message = path.reason,
                    .certificate = &certificate};
  for (const auto& [name, value] : path.numbers) envelope.numbers[name] = value;
  if (!path.points.empty()) envelope.objective = path.points.back().objective;
  Json json = envelope_json(envelope);
  json["over"] = path.over;
  json["from"] = path.from;
  json["to"] = path.to;
  json["points"] = Json::array();
  for (const PathPoint& point : path.points) json["points"].push_back(point_json(path, point));
  json["marks"] = Json::array();
  for (const PathMark& mark : path.marks) json["marks"].push_back(mark_json(mark));
  json["rejected_steps"] = path.rejected_steps;
  json["iterations"] = path.iterations;
  if (path.evaluations > 0) json["evaluations"] = path.evaluations;
  if (path.seconds > 0.0) json["seconds"] = path.seconds;
  return json;
}

Path path_from(const Json& json) {
  Path path;
  path.is_front = json.at("kind") == "front";
  check_envelope(json, path.is_front ? "front" : "path", kWhat);
  json.at("problem").get_to(path.problem);
  for (const auto& [name, value] : json.at("numbers").items()) path.numbers[name] = value.get<double>();
  path.status = one_from(kStatuses, json.at("status").get<std::string>());
  json.at("message").get_to(path.reason);
  json.at("over").get_to(path.over);
  json.at("from").get_to(path.from);
  json.at("to").get_to(path.to);
  for (const Json& point : json.at("points")) path.points.push_back(point_from(point, path));
  for (const Json& mark : json.at("marks")) path.marks.push_back(mark_from(mark));
  json.at("rejected_steps").get_to(path.rejected_steps);
  json.at("iterations").get_to(path.iterations);
  path.evaluations = json.value("evaluations", 0);
  path.seconds = json.value("seconds", 0.0);
  return path;
}

void save_json(const Path& path, const std::filesystem::path& file) {
  write_text(path_json(path).dump(1) + "\n", file);
}

}  // namespace tandem

#include <tandem/ocp/search/continuation/path_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>

#include <array>

namespace tandem::continuation {
namespace {

constexpr int kFormat = 1;
constexpr std::array kSpecials{Special::fold, Special::branch_point, Special::event, Special::target};
constexpr std::array kEnds{PathEnd::open,   PathEnd::reached, PathEnd::bound,
                           PathEnd::fold,   PathEnd::event,   PathEnd::step_limit,
                           PathEnd::closed, PathEnd::stopped, PathEnd::corrector_failure};

/// The one of `all` that has this name.
template <class Kinds>
auto kind_from(const Kinds& all, const std::string& name) {
  for (const auto kind : all) {
    if (to_string(kind) == name) return kind;
  }
  refuse("path file: '{}' is not known", name);
}

Json list(const Eigen::VectorXd& values) { return Json(std::vector<double>(values.begin(), values.end())); }

Eigen::VectorXd read_list(const Json& json) {
  const auto values = json.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
}

Json write(const PathPoint& point) {
  return {{"lambda", point.lambda},
          {"x", list(point.x)},
          {"tangent", list(point.tangent)},
          {"length", point.length},
          {"corrections", point.corrections},
          {"was_natural", point.was_natural},
          {"determinant_sign", point.determinant_sign},
          {"branch_distance", point.branch_distance}};
}

PathPoint read_point(const Json& json) {
  PathPoint point;
  point.lambda = json.at("lambda").get<double>();
  point.x = read_list(json.at("x"));
  point.tangent = read_list(json.at("tangent"));
  require(point.tangent.size() == point.x.size() + 1, "path file: a point has {} unknowns and a tangent of {}",
          point.x.size(), point.tangent.size());
  point.length = json.at("length").get<double>();
  point.corrections = json.at("corrections").get<int>();
  point.was_natural = json.at("was_natural").get<bool>();
  point.determinant_sign = json.at("determinant_sign").get<int>();
  point.branch_distance = json.at("branch_distance").get<double>();
  return point;
}

Json write(const SpecialPoint& special) {
  return {{"kind", to_string(special.kind)},
          {"name", special.name},
          {"is_exact", special.is_exact},
          {"point", write(special.point)}};
}

SpecialPoint read_special(const Json& json) {
  return {kind_from(kSpecials, json.at("kind").get<std::string>()), json.at("name").get<std::string>(),
          read_point(json.at("point")), json.at("is_exact").get<bool>()};
}

Path read_path(const Json& json) {
  require(json.at("format") == kFormat, "path file: the format is {}, this program reads {}", json.at("format").dump(),
          kFormat);
  Path path;
  path.end = kind_from(kEnds, json.at("end").get<std::string>());
  path.reason = json.at("reason").get<std::string>();
  path.rejected = json.at("rejected").get<int>();
  path.corrections = json.at("corrections").get<int>();
  path.step = json.at("step").get<double>();
  path.is_natural = json.at("is_natural").get<bool>();
  for (const Json& point : json.at("points")) path.points.push_back(read_point(point));
  for (const Json& special : json.at("specials")) path.specials.push_back(read_special(special));
  return path;
}

}  // namespace

std::string to_json(const Path& path) {
  Json json{{"format", kFormat},
            {"end", to_string(path.end)},
            {"reason", path.reason},
            {"rejected", path.rejected},
            {"corrections", path.corrections},
            {"step", path.step},
            {"is_natural", path.is_natural},
            {"points", Json::array()},
            {"specials", Json::array()}};
  for (const PathPoint& point : path.points) json["points"].push_back(write(point));
  for (const SpecialPoint& special : path.specials) json["specials"].push_back(write(special));
  return json.dump(1);
}

Path path_from_json(const std::string& text) {
  try {
    return read_path(Json::parse(text));
  } catch (const JsonError& error) {
    refuse("path file: {}", error.what());
  }
}

void save_path(const Path& path, const std::filesystem::path& file) { write_text(to_json(path) + "\n", file); }

Path load_path(const std::filesystem::path& file) { return path_from_json(read_text(file)); }

}  // namespace tandem::continuation

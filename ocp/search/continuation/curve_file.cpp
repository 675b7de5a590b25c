#include <tandem/ocp/search/continuation/curve_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>

#include <array>

namespace tandem::continuation {
namespace {

constexpr int kFormat = 1;
constexpr std::array kSpecials{Special::fold, Special::branch_point, Special::event, Special::target};
constexpr std::array kEnds{CurveEnd::open,   CurveEnd::reached, CurveEnd::bound,
                           CurveEnd::fold,   CurveEnd::event,   CurveEnd::step_limit,
                           CurveEnd::closed, CurveEnd::stopped, CurveEnd::corrector_failure};

/// The one of `all` that has this name.
template <class Kinds>
auto kind_from(const Kinds& all, const std::string& name) {
  for (const auto kind : all) {
    if (to_string(kind) == name) return kind;
  }
  refuse("curve file: '{}' is not known", name);
}

Json write(const CurvePoint& point) {
  return {{"lambda", point.lambda},
          {"x", Json::list_of(point.x)},
          {"tangent", Json::list_of(point.tangent)},
          {"length", point.length},
          {"corrections", point.corrections},
          {"was_natural", point.was_natural},
          {"determinant_sign", point.determinant_sign},
          {"branch_distance", point.branch_distance}};
}

CurvePoint read_point(const Json& json) {
  CurvePoint point;
  point.lambda = json.at("lambda").get<double>();
  point.x = vector_from(json.at("x"));
  point.tangent = vector_from(json.at("tangent"));
  require(point.tangent.size() == point.x.size() + 1, "curve file: a point has {} unknowns and a tangent of {}",
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

Curve read_path(const Json& json) {
  require(json.at("format") == kFormat, "curve file: the format is {}, this program reads {}", json.at("format").dump(),
          kFormat);
  Curve curve;
  curve.end = kind_from(kEnds, json.at("end").get<std::string>());
  curve.reason = json.at("reason").get<std::string>();
  curve.rejected = json.at("rejected").get<int>();
  curve.corrections = json.at("corrections").get<int>();
  curve.step = json.at("step").get<double>();
  curve.is_natural = json.at("is_natural").get<bool>();
  for (const Json& point : json.at("points")) curve.points.push_back(read_point(point));
  for (const Json& special : json.at("specials")) curve.specials.push_back(read_special(special));
  return curve;
}

}  // namespace

std::string to_json(const Curve& curve) {
  Json json{{"format", kFormat},
            {"end", to_string(curve.end)},
            {"reason", curve.reason},
            {"rejected", curve.rejected},
            {"corrections", curve.corrections},
            {"step", curve.step},
            {"is_natural", curve.is_natural},
            {"points", Json::array()},
            {"specials", Json::array()}};
  for (const CurvePoint& point : curve.points) json["points"].push_back(write(point));
  for (const SpecialPoint& special : curve.specials) json["specials"].push_back(write(special));
  return json.dump(1);
}

Curve curve_from_json(const std::string& text) {
  try {
    return read_path(Json::parse(text));
  } catch (const JsonError& error) {
    refuse("curve file: {}", error.what());
  }
}

void save_curve(const Curve& curve, const std::filesystem::path& file) { write_text(to_json(curve) + "\n", file); }

Curve load_curve(const std::filesystem::path& file) { return curve_from_json(read_text(file)); }

}  // namespace tandem::continuation

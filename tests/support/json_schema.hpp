#pragma once

#include <nlohmann/json.hpp>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace tandem::test {

/// Looks at JSON values by a JSON Schema: of draft 2020-12 the keywords type, const, enum, required, properties,
/// additionalProperties, items, oneOf and $ref into $defs. A schema with another keyword is refused, so that none is
/// passed over.
class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json schema) : root_(std::move(schema)) {}

  /// What is wrong, a sentence each: "/points/0/value: ...".
  std::vector<std::string> faults(const nlohmann::json& value) const { return faults_of(value, root_, ""); }

  /// The names that an object's properties may have, of the schema itself and of the alternative that it is.
  std::set<std::string> names_for(const nlohmann::json& value) const {
    std::set<std::string> names = property_names(root_);
    for (const nlohmann::json& one : root_.value("oneOf", nlohmann::json::array())) {
      if (!faults_of(value, one, "").empty()) continue;
      const std::set<std::string> more = property_names(target(one));
      names.insert(more.begin(), more.end());
    }
    return names;
  }

 private:
  using Faults = std::vector<std::string>;

  static std::set<std::string> property_names(const nlohmann::json& schema) {
    std::set<std::string> names;
    const nlohmann::json properties = schema.value("properties", nlohmann::json::object());
    for (const auto& [name, ignored] : properties.items()) names.insert(name);
    return names;
  }

  const nlohmann::json& target(const nlohmann::json& schema) const {
    if (!schema.contains("$ref")) return schema;
    const std::string reference = schema.at("$ref"), stem = "#/$defs/";
    if (reference.rfind(stem, 0) != 0) throw std::runtime_error("schema: no reference like " + reference);
    return root_.at("$defs").at(reference.substr(stem.size()));
  }

  static bool is_of(const nlohmann::json& value, const std::string& type) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    throw std::runtime_error("schema: no type is called " + type);
  }

  static bool is_of_one(const nlohmann::json& value, const nlohmann::json& types) {
    if (types.is_string()) return is_of(value, types);
    for (const nlohmann::json& type : types) {
      if (is_of(value, type)) return true;
    }
    return false;
  }

  Faults faults_of(const nlohmann::json& value, const nlohmann::json& schema, const std::string& place) const {
    static const std::set<std::string> kKnown{
        "$schema", "$defs",    "$ref",       "title", "description",         "type", "const", "enum",
        "items",   "required", "properties", "oneOf", "additionalProperties"};
    Faults faults;
    const auto say = [&](const std::string& words) { faults.push_back(place + ": " + words); };
    const auto add = [&](const Faults& more) { faults.insert(faults.end(), more.begin(), more.end()); };
    for (const auto& [keyword, ignored] : schema.items()) {
      if (!kKnown.contains(keyword)) throw std::runtime_error("schema: the keyword '" + keyword + "' is not known");
    }
    if (schema.contains("$ref")) add(faults_of(value, target(schema), place));
    if (schema.contains("type") && !is_of_one(value, schema["type"])) {
      say("it is " + value.dump().substr(0, 40) + ", not " + schema["type"].dump());
    }
    if (schema.contains("const") && value != schema["const"]) say("it is not " + schema["const"].dump());
    if (schema.contains("enum")) {
      bool is_there = false;
      for (const nlohmann::json& one : schema["enum"]) is_there = is_there || one == value;
      if (!is_there) say(value.dump().substr(0, 40) + " is none of " + schema["enum"].dump());
    }
    if (value.is_array() && schema.contains("items")) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        add(faults_of(value[i], schema["items"], place + "/" + std::to_string(i)));
      }
    }
    if (value.is_object()) add(faults_of_members(value, schema, place));
    if (schema.contains("oneOf")) add(faults_of_choice(value, schema["oneOf"], place));
    return faults;
  }

  Faults faults_of_members(const nlohmann::json& value, const nlohmann::json& schema, const std::string& place) const {
    Faults faults;
    for (const nlohmann::json& name : schema.value("required", nlohmann::json::array())) {
      if (!value.contains(name)) faults.push_back(place + ": '" + name.get<std::string>() + "' is missing");
    }
    const nlohmann::json properties = schema.value("properties", nlohmann::json::object());
    for (const auto& [name, member] : value.items()) {
      const std::string at = place + "/" + name;
      Faults more;
      if (properties.contains(name)) {
        more = faults_of(member, properties[name], at);
      } else if (schema.contains("additionalProperties")) {
        const nlohmann::json& others = schema["additionalProperties"];
        if (others.is_object()) more = faults_of(member, others, at);
        if (others == false) more = {at + ": it is not in the schema"};
      }
      faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
  }

  Faults faults_of_choice(const nlohmann::json& value, const nlohmann::json& all, const std::string& place) const {
    int fitting = 0;
    std::string why;
    for (const nlohmann::json& one : all) {
      const Faults faults = faults_of(value, one, place);
      fitting += faults.empty() ? 1 : 0;
      for (const std::string& fault : faults) why += "\n    " + fault;
    }
    if (fitting == 1) return {};
    return {place + ": " + std::to_string(fitting) + " of the alternatives fit, not one:" + why};
  }

  nlohmann::json root_;
};

}  // namespace tandem::test

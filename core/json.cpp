// The only file that includes nlohmann's library.
#include <tandem/core/json.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace tandem {
namespace {

using Theirs = nlohmann::ordered_json;

constexpr int kDeepest = 100;  ///< more is a mistake, and would fill the stack

/// nlohmann's words without the name of its class in brackets.
std::string words_of(const nlohmann::json::exception& error) {
  const std::string words = error.what();
  const std::size_t bracket = words.find("] ");
  return bracket == std::string::npos ? words : words.substr(bracket + 2);
}

}  // namespace

/// Values as nlohmann's library has them, and back.
struct JsonLibrary {
  static Json ours(Theirs& json) {
    switch (json.type()) {
      case Theirs::value_t::boolean:
        return json.get<bool>();
      case Theirs::value_t::number_integer:
        return json.get<std::int64_t>();
      case Theirs::value_t::number_unsigned:
        return unsigned_number(json.get<std::uint64_t>());
      case Theirs::value_t::number_float:
        return json.get<double>();
      case Theirs::value_t::string:
        return std::move(json.get_ref<std::string&>());
      case Theirs::value_t::array:
        return list(json);
      case Theirs::value_t::object:
        return object(json);
      default:
        return nullptr;
    }
  }

  static Json unsigned_number(std::uint64_t value) {
    const bool fits = value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return fits ? Json(static_cast<std::int64_t>(value)) : Json(static_cast<double>(value));
  }

  static Json list(Theirs& json) {
    Json::List values;
    values.reserve(json.size());
    for (Theirs& one : json) values.push_back(ours(one));
    return Json::array(std::move(values));
  }

  static Json object(Theirs& json) {
    Json::Object members;
    for (auto& [name, value] : json.items()) members.emplace_back(name, ours(value));
    Json made;
    made.value_ = std::move(members);
    return made;
  }

  Theirs operator()(std::monostate) const { return nullptr; }
  Theirs operator()(const Json::List& list) const {
    Theirs made = Theirs::array();
    for (const Json& one : list) made.push_back(theirs(one));
    return made;
  }
  Theirs operator()(const Json::Object& object) const {
    Theirs made = Theirs::object();
    for (const auto& [name, value] : object) made[name] = theirs(value);
    return made;
  }
  template <class Plain>
  Theirs operator()(const Plain& value) const {
    return value;
  }

  static Theirs theirs(const Json& json) { return std::visit(JsonLibrary(), json.value_); }
};

Json::Json(std::initializer_list<Item> items) {
  const bool is_object = std::all_of(items.begin(), items.end(), [](const Item& item) {
    return item.value.is_array() && item.value.size() == 2 && item.value.front().is_string();
  });
  if (!is_object) {
    List list;
    for (const Item& item : items) list.push_back(std::move(item.value));
    value_ = std::move(list);
    return;
  }
  Object object;
  for (const Item& item : items) {
    List& pair = std::get<List>(item.value.value_);
    object.emplace_back(std::move(std::get<std::string>(pair[0].value_)), std::move(pair[1]));
  }
  value_ = std::move(object);
}

Json Json::array(List values) {
  Json json;
  json.value_ = std::move(values);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(const std::string& text) {
  const auto shallow = [](int depth, Theirs::parse_event_t, Theirs&) {
    if (depth > kDeepest) throw JsonError(fmt::format("it is nested more than {} deep", kDeepest));
    return true;
  };
  try {
    Theirs read = Theirs::parse(text, shallow);
    return JsonLibrary::ours(read);
  } catch (const nlohmann::json::exception& error) {
    throw JsonError(words_of(error));
  }
}

std::string Json::dump(int indent) const {
  return JsonLibrary::theirs(*this).dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

// ---- reading ----------------------------------------------------------------------------------------------------

const char* Json::kind() const {
  static constexpr const char* kKinds[] = {"null",   "true or false", "a whole number", "a number",
                                           "a text", "a list",        "an object"};
  return kKinds[value_.index()];
}

std::size_t Json::size() const {
  if (const auto* list = std::get_if<List>(&value_)) return list->size();
  if (const auto* object = std::get_if<Object>(&value_)) return object->size();
  return 0;
}

const Json::Object& Json::items() const {
  if (const auto* object = std::get_if<Object>(&value_)) return *object;
  throw JsonError(fmt::format("an object is wanted where {} is", kind()));
}

bool Json::contains(std::string_view key) const {
  const auto* object = std::get_if<Object>(&value_);
  return object != nullptr &&
         std::any_of(object->begin(), object->end(), [&](const auto& member) { return member.first == key; });
}

const Json& Json::at(std::string_view key) const {
  for (const auto& [name, value] : items()) {
    if (name == key) return value;
  }
  throw JsonError(fmt::format("'{}' is not there", key));
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Object();
  items();  // or throws
  Object& members = std::get<Object>(value_);
  for (auto& [name, value] : members) {
    if (name == key) return value;
  }
  return members.emplace_back(key, Json()).second;
}

const Json::List& Json::values() const {
  static const List kNone;
  if (is_null()) return kNone;
  if (const auto* list = std::get_if<List>(&value_)) return *list;
  throw JsonError(fmt::format("a list is wanted where {} is", kind()));
}

const Json& Json::element(std::size_t index) const {
  const List& list = values();
  if (index >= list.size()) throw JsonError(fmt::format("a list of {} has no value {}", list.size(), index));
  return list[index];
}

void Json::push_back(Json value) {
  if (is_null()) value_ = List();
  values();  // or throws
  std::get<List>(value_).push_back(std::move(value));
}

void Json::read(double& to) const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) {
    to = static_cast<double>(*whole);
  } else if (const auto* number = std::get_if<double>(&value_)) {
    to = *number;
  } else if (is_null()) {
    to = std::numeric_limits<double>::quiet_NaN();
  } else {
    throw JsonError(fmt::format("a number is wanted where {} is", kind()));
  }
}

void Json::read(int& to) const {
  const auto* whole = std::get_if<std::int64_t>(&value_);
  if (whole == nullptr || !std::in_range<int>(*whole)) {
    throw JsonError(fmt::format("a whole number is wanted where {} is", whole != nullptr ? dump() : kind()));
  }
  to = static_cast<int>(*whole);
}

void Json::read(unsigned& to) const {
  const auto* whole = std::get_if<std::int64_t>(&value_);
  if (whole == nullptr || !std::in_range<unsigned>(*whole)) {
    throw JsonError(fmt::format("a whole number from 0 is wanted where {} is", whole != nullptr ? dump() : kind()));
  }
  to = static_cast<unsigned>(*whole);
}

void Json::read(bool& to) const {
  const auto* truth = std::get_if<bool>(&value_);
  if (truth == nullptr) throw JsonError(fmt::format("true or false is wanted where {} is", kind()));
  to = *truth;
}

void Json::read(std::string& to) const {
  const auto* text = std::get_if<std::string>(&value_);
  if (text == nullptr) throw JsonError(fmt::format("a text is wanted where {} is", kind()));
  to = *text;
}

bool operator==(const Json& left, const Json& right) {
  if (left.is_number() && right.is_number()) return left.get<double>() == right.get<double>();
  return left.value_ == right.value_;
}

}  // namespace tandem

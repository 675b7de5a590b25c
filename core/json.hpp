#pragma once

#include <tandem/core/error.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tandem {

/// What JSON does not have, or has otherwise than it is asked for; in words that follow "file: ".
class JsonError : public Error {
 public:
  using Error::Error;
};

/// A JSON value. Members keep their order. JSON has no infinity and no NaN: they become null, and null is read as NaN
/// where a number is wanted. The only door to nlohmann's library, which costs seconds in every file (json.cpp).
///
/// Braces make an object of pairs that begin with a name, and a list of anything else:
///     Json{{"name", "a"}, {"values", {1.0, 2.0}}}
/// A list of one value is Json::array({value}): braces round one value may be that value.
class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;
  struct Item;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  template <class Number>
  requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>) Json(Number value) {
    if constexpr (std::is_integral_v<Number>) {
      value_ = static_cast<std::int64_t>(value);
    } else if (std::isfinite(value)) {
      value_ = static_cast<double>(value);
    }
  }
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  template <class Value>
  Json(const std::vector<Value>& values) : value_(List(values.begin(), values.end())) {}
  Json(std::initializer_list<Item> items);

  static Json array(List values = {});
  static Json object();
  /// Of anything that can be gone through.
  template <class Values>
  static Json list_of(const Values& values) {
    List list;
    for (const auto& value : values) list.emplace_back(value);
    return array(std::move(list));
  }

  /// Throws JsonError where the text is no JSON, or is nested more than a hundred deep.
  static Json parse(const std::string& text);
  /// On lines indented by that many blanks a level, or on one line. What is no UTF-8 in a text becomes U+FFFD.
  std::string dump(int indent = -1) const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const {
    return std::holds_alternative<double>(value_) || std::holds_alternative<std::int64_t>(value_);
  }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<List>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }

  /// Values of a list, or members of an object; 0 of others.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  bool contains(std::string_view key) const;
  const Json& at(std::string_view key) const;  ///< throws where it is not there
  const Json& operator[](std::string_view key) const { return at(key); }
  Json& operator[](std::string_view key);  ///< made where it is not there
  const Json& operator[](const char* key) const { return at(key); }
  Json& operator[](const char* key) { return (*this)[std::string_view(key)]; }
  template <class Index>
  requires std::is_integral_v<Index>
  const Json& operator[](Index index) const { return element(static_cast<std::size_t>(index)); }
  template <class Index>
  requires std::is_integral_v<Index> Json& operator[](Index index) {
    return const_cast<Json&>(element(static_cast<std::size_t>(index)));
  }
  const Object& items() const;  ///< of an object; throws otherwise

  /// A list's values. Null is an empty list, to which values can be added.
  List::const_iterator begin() const { return values().begin(); }
  List::const_iterator end() const { return values().end(); }
  const Json& front() const { return element(0); }
  const Json& back() const { return element(size() - 1); }
  void push_back(Json value);

  /// double, int, unsigned, bool, std::string, or a std::vector of these; throws where it is something else.
  template <class Value>
  Value get() const {
    Value value;
    read(value);
    return value;
  }
  template <class Value>
  void get_to(Value& to) const {
    read(to);
  }
  /// The member of that name, or `otherwise` where there is none.
  template <class Value>
  Value value(std::string_view key, Value otherwise) const {
    return contains(key) ? at(key).get<Value>() : otherwise;
  }
  std::string value(std::string_view key, const char* otherwise) const { return value<std::string>(key, otherwise); }

  /// Numbers are compared as numbers: 1 is 1.0.
  friend bool operator==(const Json& left, const Json& right);

 private:
  friend struct JsonLibrary;  // core/json.cpp

  const List& values() const;
  const Json& element(std::size_t index) const;
  const char* kind() const;

  void read(double& to) const;
  void read(int& to) const;
  void read(unsigned& to) const;
  void read(bool& to) const;
  void read(std::string& to) const;
  void read(Json& to) const { to = *this; }
  template <class Value>
  void read(std::vector<Value>& to) const {
    to.clear();
    for (const Json& one : values()) to.push_back(one.get<Value>());
  }

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Object> value_;
};

/// What stands between braces: a value that can be moved on, which those of an initializer_list cannot.
struct Json::Item {
  template <class Value>
  requires std::is_constructible_v<Json, Value&&> Item(Value&& from) : value(std::forward<Value>(from)) {}
  Item(std::initializer_list<Item> items) : value(items) {}

  mutable Json value;
};

}  // namespace tandem

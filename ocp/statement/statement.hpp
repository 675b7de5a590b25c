#pragma once

#include <tandem/ocp/statement/number_list.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// A value of the objective that is known from elsewhere.
struct ReferenceValue {
  double objective = 0.0;
  double tolerance = 0.0;  ///< absolute, with the problem's default mesh
  std::string source = {};
};

/// What a problem says about itself.
struct Description {
  std::string title = {};    ///< one line
  std::string source = {};   ///< where the problem comes from
  std::string teaches = {};  ///< what one learns from it
  std::optional<ReferenceValue> reference = {};
};

/// What every problem begins with, of motions, structures and controllers alike: its name, what it says about itself,
/// and named numbers.
class Statement {
 public:
  const std::string& name() const { return name_; }
  Description& description() { return description_; }
  const Description& description() const { return description_; }

  /// Adds a named number; every number that matters should be one. Refuses a name that is taken or not plain.
  Number number(NamedNumber number) { return numbers_.add(words(), std::move(number)); }

  /// Sets the value of the named number `name`; refuses unknown names (with the nearest known ones), values that
  /// are not finite or not within its bounds.
  void set(std::string_view name, double value) { numbers_.set(index_of_number(name), value); }

  double value(std::string_view name) const { return numbers_[index_of_number(name)].value; }

  /// The place of the named number `name` in numbers(); refuses unknown names.
  int index_of_number(std::string_view name) const;

  std::span<const NamedNumber> numbers() const { return numbers_.all(); }
  std::vector<double> number_values() const { return numbers_.values(); }

  /// All numbers are still as the statement gave them.
  bool is_as_stated() const { return numbers_.is_as_stated(); }
  /// The description's reference value, where they are.
  std::optional<ReferenceValue> reference() const { return is_as_stated() ? description_.reference : std::nullopt; }

 protected:
  /// Refuses a name that is not plain.
  explicit Statement(std::string name);
  ~Statement() = default;
  Statement(const Statement&) = default;
  Statement(Statement&&) = default;
  Statement& operator=(const Statement&) = default;
  Statement& operator=(Statement&&) = default;

  /// "problem 'draper'"
  std::string words() const { return "problem '" + name_ + "'"; }
  /// Says that no number is called `name`, and which of those known may be meant.
  [[noreturn]] void refuse_number(std::string_view name, const std::vector<std::string>& known) const;

  NumberList numbers_;

 private:
  std::string name_;
  Description description_;
};

}  // namespace tandem

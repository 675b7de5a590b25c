#pragma once

#include <tandem/core/named_number.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// Named numbers in order, and the values that they were stated with.
class NumberList {
 public:
  /// Refuses a name that is not plain or taken, and a value that is not finite or not within its bounds; `owner` begins
  /// the sentences: "problem 'draper'".
  Number add(const std::string& owner, NamedNumber number);

  std::optional<int> find(std::string_view name) const;
  /// Refuses values that are not finite, or not within the number's bounds.
  void set(int index, double value);
  void set_role(int index, Role role) { all_[index].role = role; }

  const NamedNumber& operator[](int index) const { return all_[index]; }
  std::span<const NamedNumber> all() const { return all_; }
  std::vector<std::string> names() const;
  std::vector<double> values() const;
  bool is_as_stated() const { return values() == stated_; }

 private:
  std::vector<NamedNumber> all_;
  std::vector<double> stated_;
};

}  // namespace tandem

#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <map>
#include <string>
#include <vector>

namespace tandem {

/// Design numbers that say how much of each integral an arc has; they come behind the statement's.
class Shares {
 public:
  explicit Shares(const Problem& problem) : first_(static_cast<int>(problem.numbers().size())) {}

  /// The bounds of an integral on one of a phase's arcs, the last of which gets what the others leave.
  Range bounds_on(const Constraint& integral, const std::string& arc, bool is_first, bool is_last) {
    if (is_first) given_[integral.name] = {};
    std::vector<Number>& given = given_[integral.name];
    if (!is_last) {
      numbers_.push_back({integral.name + "-on-" + arc, 0.0, "", "integral along the arc", Role::design});
      given.push_back(Number{first_ + static_cast<int>(numbers_.size()) - 1});
      return Range(given.back());
    }
    Range rest = integral.bounds;
    for (const Number number : given) {
      rest.lower = rest.lower - number;
      rest.upper = rest.upper - number;
    }
    return rest;
  }

  const std::vector<NamedNumber>& numbers() const { return numbers_; }

 private:
  int first_;
  std::vector<NamedNumber> numbers_;
  std::map<std::string, std::vector<Number>> given_;  ///< of the phase that is being divided
};

}  // namespace tandem

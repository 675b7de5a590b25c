#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/ocp/designs/controllers/objective.hpp>
#include <tandem/ocp/statement/problem.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem {

/// A controller of a fixed form to be found for one or several plants: a named statement like a Codesign, whose numbers
/// may be set.
class ControllerProblem {
 public:
  using Maker = std::function<controllers::Objective(std::span<const double> numbers)>;

  explicit ControllerProblem(std::string name);

  const std::string& name() const { return name_; }
  Description& description() { return description_; }
  const Description& description() const { return description_; }

  /// Adds a number that plants and weights depend on, in the order in which the maker gets them.
  void number(NamedNumber number);
  void objective(Maker maker) { maker_ = std::move(maker); }

  std::span<const NamedNumber> numbers() const { return numbers_; }
  double value(std::string_view name) const;
  /// Sets a number; refuses unknown names, values not finite or out of bounds.
  void set(std::string_view name, double value);
  /// The numbers' values are still as the statement gave them.
  bool is_as_stated() const { return is_as_stated_; }

  /// What is minimised, at the numbers' values. Refuses a problem without one, and adds the problem's name to whatever
  /// the objective refuses.
  controllers::Objective objective() const;

 private:
  std::string name_;
  Description description_;
  std::vector<NamedNumber> numbers_;
  Maker maker_;
  bool is_as_stated_ = true;
};

}  // namespace tandem

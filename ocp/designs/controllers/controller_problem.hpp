#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/ocp/designs/controllers/objective.hpp>
#include <tandem/ocp/statement/statement.hpp>

#include <functional>
#include <string>
#include <utility>

namespace tandem {

/// A controller of a fixed form to be found for one or several plants: a named statement like a Codesign, whose numbers
/// may be set.
class ControllerProblem : public Statement {
 public:
  /// What is minimised for numbers k[decay].
  using Maker = std::function<controllers::Objective(NumberValues k)>;

  explicit ControllerProblem(std::string name) : Statement(std::move(name)) {}

  void objective(Maker maker) { maker_ = std::move(maker); }

  /// What is minimised, at the numbers' values. Refuses a problem without one, and adds the problem's name to whatever
  /// the objective refuses.
  controllers::Objective objective() const;

 private:
  Maker maker_;
};

}  // namespace tandem

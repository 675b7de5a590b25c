#pragma once

#include <tandem/ocp/designs/codesign/design_values.hpp>
#include <tandem/ocp/designs/codesign/mean_squares.hpp>
#include <tandem/ocp/lq/output_feedback.hpp>
#include <tandem/ocp/statement/statement.hpp>

#include <Eigen/Core>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// x = ln p and p = exp(x), entry by entry.
Eigen::VectorXd logarithms(const Eigen::VectorXd& p);
Eigen::VectorXd exponentials(const Eigen::VectorXd& x);

/// A structure and its controller, designed together. Design numbers are positive sizes p of the structure (areas,
/// depths) within bounds; for each design the best controller is known (a Riccati equation), so that what remains is
///
///     structure_cost(p)  and  control_cost(p),  both smooth, with their derivatives.
///
/// Or mean_squares(p, price) of effort and response under noise, with limits on both: then the structure's cost is
/// minimised within the limits. tandem looks at x = ln p: sizes change by decades, and costs are powers of them.
class Codesign : public Statement {
 public:
  using Cost = std::function<NumberJet(const DesignValues& k)>;
  using MeanSquaresCost = std::function<codesign::MeanSquares(const DesignValues& k)>;
  using FeedbackPlantMaker = std::function<lq::FeedbackPlant(const DesignValues& k)>;

  explicit Codesign(std::string name) : Statement(std::move(name)) {}

  /// Adds a design number; its lower bound must be positive and below the upper one.
  Design design(NamedNumber number);
  /// Adds another number that the costs depend on.
  Number number(NamedNumber number);

  /// Costs of sizes k[area] and numbers k[modulus], with derivatives by the sizes.
  void structure_cost(Cost cost) { structure_cost_ = std::move(cost); }
  void control_cost(Cost cost) { control_cost_ = std::move(cost); }

  /// Mean squares of effort and response by the sizes and k.price(), and the numbers that limit them. The control cost
  /// of a front then is response / its limit + effort / its limit.
  void mean_squares(MeanSquaresCost cost, Number effort_limit, Number response_limit);

  /// The plant of direct output feedback under the same limits.
  void feedback(FeedbackPlantMaker maker) { feedback_ = std::move(maker); }

  /// Weights lambda in [0, 1) at which `tandem pareto` prints the front unless told otherwise.
  std::vector<double>& weights() { return weights_; }
  const std::vector<double>& weights() const { return weights_; }

  std::span<const NamedNumber> designs() const { return designs_.all(); }
  /// A number's value, or the start of a design number.
  double value(std::string_view name) const;
  /// Sets a number, or the start of a design number; refuses unknown names, values not finite or out of bounds.
  void set(std::string_view name, double value);
  /// The numbers' values, and the start, are still as the statement gave them.
  bool is_as_stated() const { return Statement::is_as_stated() && designs_.is_as_stated(); }
  std::optional<ReferenceValue> reference() const { return is_as_stated() ? description().reference : std::nullopt; }

  Eigen::VectorXd start() const;
  Eigen::VectorXd lower() const;
  Eigen::VectorXd upper() const;
  /// exp(x), exactly at a bound where x is its logarithm.
  Eigen::VectorXd sizes_at(const Eigen::VectorXd& x) const;

  /// The costs with derivatives by p. Refuses sizes that are not positive, by name, and adds the problem's name to
  /// whatever refuses the controller.
  NumberJet structure_cost(const Eigen::VectorXd& design) const;
  NumberJet control_cost(const Eigen::VectorXd& design) const;

  /// Whether it has limits on mean squares, and what they are. Refuses problems without.
  bool has_limits() const { return static_cast<bool>(mean_squares_); }
  double effort_limit() const { return limit(effort_limit_).value; }
  double response_limit() const { return limit(response_limit_).value; }
  const std::string& effort_limit_name() const { return limit(effort_limit_).name; }
  const std::string& response_limit_name() const { return limit(response_limit_).name; }
  codesign::MeanSquares mean_squares(const Eigen::VectorXd& design, double price) const;
  bool has_feedback() const { return static_cast<bool>(feedback_); }
  /// Refuses problems without one.
  lq::FeedbackPlant feedback_plant(const Eigen::VectorXd& design) const;

 private:
  void check_design(const Eigen::VectorXd& design) const;
  const NamedNumber& limit(Number which) const;
  template <class Evaluate>
  auto named(const Evaluate& evaluate) const;

  NumberList designs_;
  std::vector<double> weights_;
  Cost structure_cost_, control_cost_;
  MeanSquaresCost mean_squares_;
  FeedbackPlantMaker feedback_;
  Number effort_limit_, response_limit_;
};

}  // namespace tandem

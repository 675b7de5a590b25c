#pragma once

#include <tandem/ocp/designs/controllers/form.hpp>
#include <tandem/ocp/designs/controllers/plant.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem::controllers {

/// One plant that the controller has to serve, and what its norms cost.
struct Condition {
  Plant plant;
  double mean_square = 1.0;  ///< W_2, of E[z'z] = |T|_2^2
  double peak = 0.0;         ///< W_inf, of the largest gain squared, |T|_inf^2
};

struct ConditionValue {
  double mean_square = 0.0, peak = 0.0;
  double peak_frequency = 0.0;
  double abscissa = 0.0;  ///< of the loop, the decay rate asked for included
};

/// A function of the numbers with its derivatives; the Hessian where it was asked for.
struct Value {
  double value = 0.0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
};

class MeanSquare;

/// A mean square as a function of the numbers of a form, with its exact Hessian. `plant` is the one that it is of.
Value value_of(const MeanSquare& square, const Plant& plant, const Form& form, bool with_hessian);

/// A peak of a condition's gain squared: a smooth function of the numbers as long as it is one.
struct LocalPeak {
  std::size_t condition = 0;
  double frequency = 0.0;
  Value squared;
};

/// The numbers p of a controller's form as one function of several plants (Ly 1989, equation 1.a),
///
///     J(p) = sum over conditions of  W_2 |T|_2^2 + W_inf |T|_inf^2,
///
/// and, while a loop is not stable, its lower bound with a finite horizon (4.b). `decay` alpha weights signals with
/// e^(alpha t), so that loops must decay at least so fast.
class Objective {
 public:
  /// Refuses an empty form, no conditions, weights that are negative or not finite, plants that do not fit the form,
  /// free numbers through which sensor noise reaches z directly, and modes that are not stable whatever the numbers.
  Objective(Form form, std::vector<Condition> conditions, double decay = 0.0);

  const Form& form() const { return form_; }
  const std::vector<Condition>& conditions() const { return conditions_; }
  bool has_peaks() const;

  /// The closed loops, their states in the order (plant's, controller's) and shifted by the decay rate.
  std::vector<Loop> loops(const Eigen::VectorXd& p) const;
  /// The greatest real part of an eigenvalue of all loops.
  double abscissa(const Eigen::VectorXd& p) const;
  bool is_stable(const Eigen::VectorXd& p) const;
  /// J, and the norms that it is made of. Nothing where a loop is not stable.
  std::optional<std::vector<ConditionValue>> look(const Eigen::VectorXd& p) const;
  double value_of(const std::vector<ConditionValue>& conditions) const;

  /// The sum of W_2 |T|_2^2, with its exact Hessian. Nothing where a loop is not stable.
  std::optional<Value> mean_squares(const Eigen::VectorXd& p, bool with_hessian = false) const;
  /// The sum of W_2 E[z'z](horizon) without Hessian; nothing where it overflows. Where all W_2 are 0, they are taken
  /// for 1.
  std::optional<Value> at_horizon(const Eigen::VectorXd& p, double horizon) const;

  /// The peaks of conditions with W_inf > 0 that reach `share` of the highest of their condition. Loops must be stable.
  /// Hessians are made of differences of gradients.
  std::vector<LocalPeak> peaks_at(const Eigen::VectorXd& p, double share, bool with_hessian = false) const;
  /// A condition's gain squared at a frequency that stays, with derivatives.
  double gain_value(const Eigen::VectorXd& p, std::size_t condition, double frequency) const;
  Value gain_at(const Eigen::VectorXd& p, std::size_t condition, double frequency, bool with_hessian = false) const;

 private:
  void check_noise(const Plant& plant) const;
  void check_fixed_modes(const Plant& plant, double decay) const;
  Eigen::VectorXd gain_gradient(const Eigen::VectorXd& p, std::size_t condition, double frequency) const;
  Eigen::MatrixXd by_differences(const Eigen::VectorXd& p,
                                 const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& gradient) const;

  Form form_;
  std::vector<Condition> conditions_;
  std::vector<Plant> plants_;  ///< with the controller's states, and shifted by the decay rate
};

}  // namespace tandem::controllers

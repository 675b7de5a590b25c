#pragma once

#include <tandem/ocp/answers/accessory_problem.hpp>
#include <tandem/ocp/answers/lagrangian_plane.hpp>

#include <optional>
#include <vector>

namespace tandem {

/// Where the plane of the Jacobi fields stands after the sweep from the end to the start.
struct StartOfFields {
  int negative_directions = 0;  ///< of the second variation minus ratio times its control part
  double margin = 0.0;          ///< LagrangianPlane::margin: 0 where the first direction becomes negative
};

/// The Jacobi fields of an accessory problem that fit its end, moved back in time interval by interval by Magnus'
/// exponential of order 4 (Iserles and Norsett, Phil. Trans. R. Soc. A 357, 1999), exact where the coefficients are
/// constant. Every sweep costs O(panels); it is a Riccati sweep that conjugate points do not stop.
class JacobiFields {
 public:
  /// `problem` must outlive it.
  explicit JacobiFields(const AccessoryProblem& problem);

  /// How long the path of the plane is: the sum of the exponents' norms, to which the cost of a sweep is proportional
  /// where it exceeds the number of panels. NaN where something along the motion is.
  double turning() const;

  /// `ratio` < 1.
  StartOfFields at_start(double ratio);

  /// The latest time before the end at which a field vanishes in all states: from an earlier start with fixed states
  /// the motion is no minimum. To 1e-10 of a panel, of the exponential's linear coefficients.
  std::optional<double> conjugate_time();

  /// The largest ratio below `most` at which nothing is negative, to 1e-9: the least eigenvalue of the second variation
  /// relative to the integral of v'H_uu v. `most` if it is larger; -infinity if it is below -1e6. `as_it_is` is what
  /// at_start(0) found.
  double least_ratio(const StartOfFields& as_it_is, double most);

 private:
  struct Step {
    Eigen::MatrixXd constant, linear, square;  ///< of the exponent, in nu
  };

  LagrangianPlane end_plane() const;
  const Eigen::MatrixXd& exponent(const Step& step, double nu);
  void balance();
  void make_steps();
  Eigen::MatrixXd scaled(const Eigen::MatrixXd& matrix) const;
  Eigen::MatrixXd partial_exponent(const AccessoryPanel& panel, double fraction) const;

  const AccessoryProblem& problem_;
  Eigen::VectorXd scale_;  ///< of [y; lambda]: the second half is one over the first
  std::vector<Step> steps_;
  Eigen::MatrixXd exponent_;
};

}  // namespace tandem

#pragma once

#include <tandem/ocp/answers/box_model.hpp>
#include <tandem/ocp/answers/phase_flow.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// How much less H could be at each lane's instant if the controls were chosen anew within what the statement lets them
/// do (Weierstrass' excess, >= 0), by control where H is affine in it, in one number for all the others.
struct Excess {
  Eigen::ArrayXXd affine;     ///< controls x lanes; 0 for a control in which H is curved
  Eigen::ArrayXd curved;      ///< of all other controls together
  Eigen::MatrixXd switching;  ///< dH/du, controls x lanes
  bool elsewhere = false;     ///< H is less at one of the nine places than at some lane's control
};

/// Minimises H over the controls: in closed form where H is affine; elsewhere by projected Newton steps on H's own
/// second derivative, from the answer's control and, for a single bounded control, from nine places between its bounds;
/// path constraints with controls hold to first order. Cost: an evaluation with Hessian and two to ten of values.
class LeastHamiltonian {
 public:
  explicit LeastHamiltonian(PhaseFlow& flow);

  bool is_affine(int control) const { return affine_[control]; }
  bool any_affine() const { return any_affine_; }
  /// What the statement lets a control do; where that has no end, as far beyond the answer as the answer moves.
  double lower(int control) const { return lower_(control); }
  double upper(int control) const { return upper_(control); }
  bool is_bounded(int control) const { return bounded_[control]; }

  /// At the instants that the flow was placed at and evaluated with Jacobians, for these costates. Leaves the flow
  /// placed and weighed there. `look_everywhere` asks for the nine places.
  Excess measure(const Eigen::MatrixXd& costates, bool look_everywhere);

 private:
  void measure_affine(Excess& found) const;
  void measure_curved(const Eigen::MatrixXd& costates, bool look_everywhere, Excess& found);
  Eigen::ArrayXd values_at(const Eigen::MatrixXd& u);
  BoxModel model_at(int lane, const Eigen::VectorXd& u) const;
  double step(int lane, Eigen::MatrixXd& u) const;
  void look_around(const Eigen::ArrayXd& noise, Eigen::MatrixXd& from, Eigen::ArrayXd& at_from);
  void evaluate_at(const Eigen::MatrixXd& u, const Eigen::MatrixXd& costates);
  static void judge(const Eigen::ArrayXd& predicted, const Eigen::ArrayXd& values, const Eigen::ArrayXd& noise,
                    const Eigen::MatrixXd& to, Eigen::MatrixXd& from, Eigen::ArrayXd& at_from, Eigen::ArrayXd& gained,
                    std::vector<bool>& done);

  PhaseFlow& flow_;
  std::vector<bool> affine_, bounded_;
  bool any_affine_ = false, any_curved_ = false;
  Eigen::VectorXd lower_, upper_;
  std::vector<int> curved_;  ///< the controls that are not affine
  std::vector<int> mixed_;   ///< rows of path constraints with controls
};

}  // namespace tandem

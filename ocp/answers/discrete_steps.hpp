#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/played.hpp>

#include <memory>
#include <vector>

namespace tandem {

/// One explicit step x_{k+1} = phi(x_k, u_k, p) with its cost l(x_k, u_k, p), and derivatives by
/// [x_k; node controls; start time; end time; design numbers], whether these are free or not.
struct DiscreteStep {
  Eigen::VectorXd end;
  Eigen::MatrixXd end_by;
  Eigen::RowVectorXd cost_by;  ///< of the cost that is minimised, multipliers' integrands included
  Eigen::MatrixXd paths_by;    ///< path constraints at the left knot
};

/// Makes the steps of a discrete answer's phase again, from the statement, by tapes.
class DiscreteSteps {
 public:
  DiscreteSteps(const Problem& problem, const Solution& solution, int phase);

  const Played& replay() const { return replay_; }
  int states() const { return replay_.phase().state_count; }
  /// Of all nodes of a step.
  int controls() const { return replay_.phase().control_count * replay_.tableau().node_controls(); }
  /// Where derivatives by the start time, the end time and the numbers begin.
  int start_time() const { return states() + controls(); }
  int end_time() const { return start_time() + 1; }
  int first_number() const { return start_time() + 2; }
  int numbers() const { return static_cast<int>(numbers_.size()); }

  DiscreteStep at(int k);

 private:
  int size() const { return first_number() + numbers(); }
  Eigen::MatrixXd direct_inputs_by(int k, int point) const;

  Played replay_;
  std::vector<int> ahead_;  ///< velocities_ahead
  double sign_;
  std::vector<int> numbers_;  ///< the design numbers
  std::vector<double> integral_multipliers_;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
};

}  // namespace tandem

#pragma once

#include <tandem/ocp/answers/least_hamiltonian.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// Where controls in which H is affine are singular: three or more intervals in a row whose mean control, within its
/// bounds, is more than 2 % of its range inside them, and one more on each side. Cost: sixteen controls an interval.
class SingularArcs {
 public:
  SingularArcs(const PhaseFlow& flow, const LeastHamiltonian& least);

  bool is_singular(int control, int interval) const { return singular_[control][interval]; }
  bool is_singular(int interval) const;  ///< any control

  /// The excess of one control whose switching function has this integral over the interval, averaged over it.
  double averaged_excess(int control, int interval, double switching) const;

  /// "control 'thrust' is singular from 0.02 to 0.07, and chatters there"
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void find(int control);
  void add(int control, int first, int end);
  bool chatters(int control, int first, int end) const;

  const PhaseFlow& flow_;
  const LeastHamiltonian& least_;
  Eigen::MatrixXd means_;                    ///< controls x intervals
  std::vector<std::vector<bool>> singular_;  ///< of each control, of each interval
  std::vector<std::string> notes_;
};

}  // namespace tandem

#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/answers/knot_pushes.hpp>
#include <tandem/ocp/answers/least_hamiltonian.hpp>
#include <tandem/ocp/answers/played_phase.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// Where the measure of what pushes at a knot lies, seen from one interval beside it.
enum class Measure {
  atom,    ///< at the knot
  share,   ///< shared by its neighbours by their lengths, spread over both
  before,  ///< all of it in the interval that ends there: spread, or as the last Radau point's polynomial
  after    ///< all of it spread over the interval that starts there
};

/// One interval under one way of placing the measures at its two ends: `left` is atom, share or after, `right` atom,
/// share or before.
struct CostateTask {
  int interval = 0;
  Measure left = Measure::atom, right = Measure::atom;
};

/// What the minimum principle finds along one interval.
struct CostateResult {
  Eigen::ArrayXd affine;      ///< integrals of the excess of each control in which H is affine
  double curved = 0.0;        ///< and of all other controls together
  Eigen::VectorXd miss;       ///< costate integrated back - that of the answer just after the left knot
  Eigen::VectorXd switching;  ///< integrals of dH/du
  std::vector<MeshEvent> switches;
  double total() const { return affine.sum() + curved; }
};

/// Sums over the whole phase that free times, numbers and notes need.
struct PhaseIntegrals {
  double mean_to_end = 0.0;    ///< integral over s in [0, 1], t = t0 + s T, of H + s T dH/dt
  double mean_to_start = 0.0;  ///< of H - (1 - s) T dH/dt
  Eigen::VectorXd by_numbers;  ///< integral of dH/dnumber
};

/// Integrates costates back along a played phase, lambda' = -H_x - density of what pushes, and measures there how much
/// less H could be. Beside the costate integrated back stands the cubic through the answer's costates at both ends:
/// both are admissible, the better one counts.
class PlayedCostates {
 public:
  /// `objective_scale` is what is negligible against. All three outlive this.
  PlayedCostates(PhaseFlow& flow, const PlayedPhase& played, double objective_scale);

  const LeastHamiltonian& least_hamiltonian() const { return least_; }

  /// What pushes at each knot (knot_pushes.hpp), and what of it is left to the bounds of states, without what path
  /// constraints of states alone explain.
  const Eigen::MatrixXd& pushes() const { return pushes_.all; }
  Eigen::VectorXd bound_push(int knot) const {
    Eigen::VectorXd push = pushes_.all.col(knot);
    if (pushes_.has_paths()) push -= pushes_.by_paths.col(knot);
    return push;
  }
  /// The answer's costate just before the right knot of an interval, as a function of time would have it.
  Eigen::VectorXd right_costate(int interval) const {
    Eigen::VectorXd costate = answer_.series().costates_before.col(interval + 1);
    if (pushes_.has_paths()) costate -= pushes_.right_shift.col(interval);
    return costate;
  }

  /// Cost: some 50 evaluations with Jacobians an interval.
  std::vector<CostateResult> run(const std::vector<CostateTask>& tasks);

  /// Of the tasks with atoms at both ends that have run, one an interval.
  const PhaseIntegrals& integrals() const { return integrals_; }

 private:
  /// One Gauss point of all lanes.
  struct Point {
    double weight = 0.0;  ///< of the step
    Eigen::ArrayXd s, length;
    Eigen::MatrixXd x, costates;
  };

  void run_lanes(std::span<const CostateTask> tasks, std::span<CostateResult> results);
  void start(std::span<const CostateTask> tasks);
  void evaluate(const Eigen::MatrixXd& y, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes);
  Eigen::VectorXd density(int lane, double fraction) const;
  void collect(const Eigen::ArrayXd& from, const Eigen::ArrayXd& length, const Eigen::MatrixXd& y1,
               const Eigen::MatrixXd& slopes1, const Eigen::MatrixXd& y0, const Eigen::MatrixXd& slopes0);
  void examine_all();
  double examine(const Point& point, bool by_cubic, bool look_everywhere, std::vector<CostateResult>& results);
  void add_to_integrals();
  void add_slopes_by_numbers();
  void see_switch(int control, double fraction, double slope, int lane);

  PhaseFlow& flow_;
  const Played& answer_;
  const PlayedPhase& played_;
  double scale_;
  LeastHamiltonian least_;
  Eigen::VectorXd state_scales_;
  bool is_radau_;
  KnotPushes pushes_;
  PhaseIntegrals integrals_;
  bool wants_integrals_ = false;  ///< a time is free

  // the lanes at work
  std::span<const CostateTask> tasks_;
  Eigen::MatrixXd mass_, shaped_mass_, inner_mass_;
  Eigen::MatrixXd left_, right_, left_slopes_, right_slopes_;  ///< of the cubic, by fractions
  std::vector<Point> points_;
  CostateResult none_;
  std::vector<CostateResult> back_, cubic_;
  Eigen::ArrayXXd last_slope_, last_fraction_;
};

}  // namespace tandem

#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/designs/controllers/first_order.hpp>

#include <string>
#include <vector>

namespace tandem::controllers {

/// One horizon of a search that began with a loop that is not stable.
struct HorizonStep {
  double horizon = 0.0;
  double value = 0.0;     ///< of the finite-horizon cost: a lower bound
  double abscissa = 0.0;  ///< of the worst loop
  int iterations = 0;
};

struct DesignOptions {
  double first_horizon = 0.0;  ///< 0: as long as the fastest growth at the start multiplies by 10
  double growth = 4.0;         ///< of the horizon, from step to step
  int most_horizons = 20;
  int max_iterations = 500;
};

/// The controller found, and what says that it is one.
struct ControllerDesign {
  bool is_solved = false;
  std::string message;  ///< a sentence
  Eigen::VectorXd numbers;
  Controller controller;
  double value = 0.0;  ///< J
  std::vector<ConditionValue> conditions;
  std::vector<HorizonStep> horizons;
  FirstOrder first_order;
  Certificate certificate = {};  ///< certify_controller.hpp
  double start_abscissa = 0.0;   ///< of the worst loop at the start
  int iterations = 0, evaluations = 0;
  double seconds = 0.0;
};

/// The least J(p) from a start. Where a loop is not stable there, first the cost of a finite horizon, which is finite
/// anyway, at longer and longer horizons until it is (Ly 1989). Then the mean squares or, where they count, the peaks
/// too are minimised, and Newton's method on the conditions of first order goes on to rounding. A search that ends at
/// the edge of stability, where J is finite and every step forward leads across, goes on once more by a horizon.
ControllerDesign design_controller(const Objective& objective, const Eigen::VectorXd& start,
                                   const DesignOptions& options = {});

/// From many starts: `start` itself and count - 1 others, each of its numbers (for one that is 0 the largest, or 1)
/// times a power of 10 between -1 and 1, with any sign; each minimum once, the best first, and what is no minimum left
/// out. Depends on the seed only.
std::vector<ControllerDesign> design_controllers(const Objective& objective, const Eigen::VectorXd& start, int count,
                                                 unsigned seed, const DesignOptions& options = {});

}  // namespace tandem::controllers

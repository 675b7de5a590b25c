#pragma once

#include <tandem/ocp/answers/played.hpp>

#include <string>
#include <vector>

namespace tandem {

/// What the states y of an accessory problem are: [states; integrals that their constraints hold; free start time; free
/// end time; free design numbers].
struct AccessoryStates {
  int states = 0;
  std::vector<int> integrals;  ///< places among the phase's integral constraints
  bool start_time = false, end_time = false;
  std::vector<int> numbers;  ///< indices of named numbers

  int parameter_row() const { return states + static_cast<int>(integrals.size()); }
  int number_row() const { return parameter_row() + (start_time ? 1 : 0) + (end_time ? 1 : 0); }
  int size() const { return number_row() + static_cast<int>(numbers.size()); }
};

/// Times and numbers count as free where nothing holds them at a bound.
AccessoryStates accessory_states(const Problem& problem, const Solution& solution, int phase);

/// Empty, or a sentence why the second variation of this answer is not the accessory problem of one smooth motion: it
/// has several phases or linkages, is a finite problem, or a state bound or path constraint pushes along it.
std::string why_no_accessory_problem(const Problem& problem, const Solution& solution, const Played& played,
                                     const AccessoryStates& states);

/// Whether a bound holds the value with a push that matters: beside `size`, at a bound, outwards. What has no length
/// always holds.
bool is_held(double value, const Range& range, std::span<const double> numbers, double push, double size);

/// What pushes on the states are measured by: the largest costate times the range of its state, over the state's own.
Eigen::VectorXd push_sizes(const PhaseSolution& series);

/// What holds a state at an end: `end`, or its bounds where there is none.
Range end_range(const Range& bounds, const std::optional<Range>& end);

}  // namespace tandem

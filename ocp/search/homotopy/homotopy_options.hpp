#pragma once

#include <tandem/ocp/search/solve.hpp>

#include <functional>

namespace tandem {

/// One line of a homotopy's progress: a step that was tried.
struct HomotopyProgress {
  int step = 0;
  double value = 0.0;  ///< of the number
  int iterations = 0;
  bool was_natural = false;
  bool was_accepted = false;
};

struct HomotopyOptions {
  SolveOptions solve = {};       ///< mesh, scales and solver of the problem at both ends
  double barrier = 1e-8;         ///< mu of the smoothed conditions; larger where steps get short
  double first_step = 0.1;       ///< of the path: 1 is all of the range, or all of the answer changed once
  int most_steps = 1000;         ///< in all
  int folds_first = 0;           ///< the target counts after that many folds
  bool restarts = true;          ///< at a fold or an end, look for another minimum just beyond it first
  bool certifies_points = true;  ///< each of them; else only those that IPOPT solved
  std::function<bool(const HomotopyProgress&)> progress = {};  ///< returning false stops
};

}  // namespace tandem

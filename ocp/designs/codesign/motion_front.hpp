#pragma once

#include <tandem/ocp/designs/codesign/front.hpp>
#include <tandem/ocp/designs/codesign/pareto.hpp>
#include <tandem/ocp/search/solve.hpp>

#include <string>
#include <vector>

namespace tandem {

struct MotionFrontOptions {
  std::vector<double> weights = {};                          ///< lambda; 0.05, 0.1, 0.2, ..., 0.9, 0.95 where empty
  SolveOptions solve = {};                                   ///< of each point; the guess is of the first one
  std::function<bool(const ParetoProgress&)> progress = {};  ///< after each solve; returning false stops
};

/// The front of a structure that is designed with its motion: for each weight lambda the least
///
///     J = (1 - lambda) J_s + lambda J_c
///
/// over motions and design numbers, where J is the problem's objective and lambda its named number `weight`. J_s and
/// J_c are what the objective is with that number 0 and 1, for the same motion: the lighter end and the quieter one.
///
/// The problem is solved first as it is stated; each point starts from the answer beside it. Since the two costs of a
/// motion tell what it costs at every weight, a point that another point's motion beats is solved anew from that
/// motion, until none is: neighbours in different valleys end in the better one. Each point has
/// its motion's certificate; a weight that is not solved is left out. Refuses numbers in which the objective is not
/// affine, those that a solver chooses, and maximised objectives. Cost: a solve a point, and one more where a point is
/// beaten.
Path motion_front(const Problem& problem, const std::string& weight, const MotionFrontOptions& options = {});

}  // namespace tandem

#pragma once

#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/problem.hpp>

#include <string>
#include <vector>

namespace tandem {

/// How far to go for a certificate.
struct CertifiedOptions {
  SolveOptions solve = {};  ///< the first solve; `most_intervals` and the limits of its certificate hold throughout
  double budget = 30.0;     ///< seconds, in all
  int starts = 3;           ///< other starts, where the answer is a stationary point that is no minimum
  unsigned seed = 1;        ///< of these
};

/// An answer, certified if the budget allowed, and what was done for it.
struct CertifiedSolve {
  Problem problem;  ///< the statement that `solution` answers: of a polished answer one phase an arc
  Solution solution;
  std::vector<std::string> done;  ///< "refined in 3 rounds to 85 intervals"; empty where the first answer was certified
};

/// Solves, and goes on until the answer is certified or the budget ends: refines by the parts of the error bar; where
/// singular arcs chatter changes to Radau points; where arcs are bang-bang or singular polishes; from a stationary
/// point that is no minimum starts anew elsewhere. What does not help leaves the better answer as it was.
CertifiedSolve solve_certified(const Problem& problem, const CertifiedOptions& options = {});

}  // namespace tandem

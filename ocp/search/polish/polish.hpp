#pragma once

#include <tandem/ocp/search/polish/polished_problem.hpp>
#include <tandem/ocp/search/solve.hpp>

#include <string>
#include <vector>

namespace tandem {

struct PolishOptions {
  SolveOptions solve = {};  ///< its mesh and guess are not looked at: arcs have their own
  PolishMesh mesh = {};
  double tolerance = 1e-12;       ///< of the solver, unless `solve` has a tighter one
  double interval_error = 1e-11;  ///< arcs get more intervals until each one's error is below this
  double objective_gap = 1e-8;    ///< relative, to the objective with running costs integrated anew
  int most_rounds = 8;            ///< of solving, dropping and adding arcs
  double time_limit = 10.0;       ///< seconds of all rounds; that of `solve`, where it is shorter
};

/// A polished answer and the statement that it answers.
struct Polished {
  Problem problem;  ///< one phase an arc
  ArcStructure arcs;
  Solution solution;                 ///< of `problem`, with its switches
  std::vector<std::string> changes;  ///< what was done to the arcs that were detected
  PolishMesh mesh = {};              ///< that it came to
  bool is_confirmed = false;         ///< the minimum principle holds along every arc
};

/// Polishes an answer whose controls jump between their bounds (or onto singular arcs): finds its arcs, solves for the
/// times between them on one phase an arc, looks at the sign of dH/du along every arc against the statement's bounds,
/// drops arcs that shrink to nothing and adds missing ones, integrates running costs anew, and solves again, until
/// nothing changes or the time is up. A structure that
/// could not be confirmed makes the certificate fail and says why. Refuses an answer that was not solved and one
/// without switches (is_trivial of its arcs says so beforehand).
Polished polish(const Problem& problem, const Solution& solution, const PolishOptions& options = {});

/// The same from arcs that are known, and a trajectory of the problem's own phases.
Polished polish(const Problem& problem, const ArcStructure& arcs, const Guess& trajectory,
                const PolishOptions& options = {});

/// Whether a polished answer is to stand in the place of the one it was made of: its arcs are confirmed, and no
/// certificate is lost.
bool improves(const Polished& polished, const Solution& given);

}  // namespace tandem

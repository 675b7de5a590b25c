#pragma once

#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <map>
#include <string>
#include <vector>

namespace tandem {

/// The size that one named thing is measured by.
struct NamedSize {
  std::string name;
  double size = 1.0;
  bool is_given = false;  ///< by the caller, else found
};

/// Sizes of all unknowns and equations of a StagedNlp: a solver sees each divided by its size.
struct Scaling {
  std::vector<NamedSize> names;  ///< states, controls, integrals, constraints, linkages, times, numbers, objective
  Eigen::VectorXd unknowns, rows;
  double objective = 1.0;

  /// Nothing is to be scaled.
  bool is_one() const { return objective == 1.0 && (unknowns.array() == 1.0).all() && (rows.array() == 1.0).all(); }
};

/// Sizes by the guess, by fixed ends, and (where these are zero) by bounds, as powers of ten; what lies within a factor
/// of a hundred of 1 is left as it is, and so is the objective. A defect has the size of its state. `given` overrides
/// by name, "velocity" for all phases or "phase/velocity" for one; unknown names are refused with the nearest known
/// ones, and so are sizes that are not positive.
Scaling make_scaling(const StagedNlp& nlp, const Guess& guess, const std::map<std::string, double>& given = {});

}  // namespace tandem

#pragma once

#include <tandem/ocp/transcription/tableau.hpp>

#include <string>
#include <vector>

namespace tandem {

/// Where the intervals of a phase lie: fractions of its duration, and what is done on each.
struct Mesh {
  Tableau tableau;
  int degree = 0;
  std::vector<double> ends;  ///< intervals + 1 fractions from 0 to 1, increasing

  int intervals() const { return static_cast<int>(ends.size()) - 1; }
  double start(int interval) const { return ends[interval]; }
  double length(int interval) const { return ends[interval + 1] - ends[interval]; }
};

/// `intervals` equal intervals; refuses a count below 1 and whatever make_tableau refuses.
Mesh uniform_mesh(const std::string& transcription, int intervals, int degree = 0);

/// The same transcription on other interval ends; refuses ends that do not go from 0 to 1 increasing.
Mesh mesh_with_ends(const std::string& transcription, int degree, std::vector<double> ends);

}  // namespace tandem

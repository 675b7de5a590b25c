#pragma once

#include <tandem/ocp/statement/problem.hpp>

namespace tandem::test {

/// Which parts the made-up problem has.
struct RichParts {
  bool free_times = true;
  bool design = true;
  bool paths = true;
  bool ends = true;
  bool running = true;
  bool maximised = false;
  bool integrals = false;
  bool second_phase = false;  ///< which continues the first, with linkages
  bool ring = false;          ///< the end and the start of the first phase are linked
};

/// A problem that nobody wants to solve and that has everything a transcription must differentiate: three states,
/// two controls, explicit time, a design number, path and end constraints, running and end cost, both times free.
Problem rich_problem(const RichParts& parts = {});

/// The transcriptions that take it: all but those of second-order dynamics.
std::vector<std::string> general_transcriptions();

}  // namespace tandem::test

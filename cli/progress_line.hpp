#pragma once

#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <string>

namespace tandem::cli {

/// Progress on standard error: one line that is written over on a terminal, a line every 50 iterations otherwise.
class ProgressLine {
 public:
  ProgressLine();
  void show(const Progress& progress);
  void show(const std::string& line,
            bool is_kept);  ///< where there is no terminal, only lines that are
                            ///< to be kept
  void finish();            ///< leaves the terminal on a fresh line

 private:
  bool is_terminal_;
  bool is_open_ = false;
};

/// A solver's callback that shows each iteration on the line, which outlives it, and lets the solver go on.
ProgressCallback shown_on(ProgressLine& line);

}  // namespace tandem::cli

#pragma once

#include <tandem/ocp/nlp_solver.hpp>

namespace tandem::cli {

/// Progress on standard error: one line that is written over on a terminal, a line every 50 iterations otherwise.
class ProgressLine {
 public:
  ProgressLine();
  void show(const Progress& progress);
  /// Any line; where there is no terminal it is printed if `is_kept`.
  void show(const std::string& line, bool is_kept);
  void finish();  ///< leaves the terminal on a fresh line

 private:
  bool is_terminal_;
  bool is_open_ = false;
};

}  // namespace tandem::cli

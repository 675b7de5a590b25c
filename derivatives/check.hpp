#pragma once

#include <string>
#include <vector>

namespace tandem {

/// One block of derivatives, and how far the ways to it differ.
struct BlockReport {
  struct Entry {
    std::string row, column;
  };
  std::string name;                    ///< "inverse dynamics by q"
  std::vector<std::string> ways;       ///< what was compared: "analytic", "cppad", "casadi", "complex-step", ...
  double max_relative_difference = 0;  ///< of two ways in one entry, over the norm of the block
  double limit = 0;                    ///< of that difference
  Entry worst;                         ///< where it is
  std::string note;                    ///< which way stands alone; where the function is not smooth
  bool agrees = true;
};

/// What a check of derivatives found.
struct DerivativeReport {
  std::string name;
  unsigned seed = 0;
  std::vector<BlockReport> blocks;

  bool agrees() const;
  const char* verdict() const { return agrees() ? "pass" : "fail"; }
};

/// Adds the blocks that another report has found, with `prefix` before their names.
void append(DerivativeReport& report, const DerivativeReport& more, const std::string& prefix = "");

struct CheckOptions {
  int states = 3;     ///< random states (points) at which derivatives are compared
  unsigned seed = 1;  ///< of everything random
};

/// A table: a line a block with its ways, the worst relative difference, its limit and its entry; then what is wrong.
std::string to_text(const DerivativeReport& report);

/// Refuses options that ask for nothing.
void check_options(const CheckOptions& options);

}  // namespace tandem

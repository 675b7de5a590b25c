#include <tandem/cli/progress_line.hpp>

#include <tandem/cli/output.hpp>

#include <fmt/core.h>

#include <cstdio>
#include <unistd.h>

namespace tandem::cli {

ProgressLine::ProgressLine() : is_terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show(const Progress& progress) {
  const std::string line =
      fmt::format("iteration {:4}  objective {:<14.8g} infeasibility {:.1e}  stationarity {:.1e}", progress.iteration,
                  progress.objective, progress.infeasibility, progress.stationarity);
  show(line, progress.iteration % 50 == 0 && progress.iteration > 0);
}

void ProgressLine::show(const std::string& line, bool is_kept) {
  if (is_terminal_) {
    warn("\r{}\x1b[K", line);
    std::fflush(stderr);
    is_open_ = true;
  } else if (is_kept) {
    warn("{}\n", line);
  }
}

void ProgressLine::finish() {
  if (is_open_) warn("\r\x1b[K");
  is_open_ = false;
}

ProgressCallback shown_on(ProgressLine& line) {
  return [&line](const Progress& progress) {
    line.show(progress);
    return true;
  };
}

}  // namespace tandem::cli

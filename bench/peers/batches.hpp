#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <vector>

/// Times of several ways to do the same, taken in turn in one run, so that what else the machine does hits all of them.
namespace tandem::bench {

/// Seconds of processor time this thread has had.
inline double thread_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Entrant {
  std::string name;
  std::function<void(int sweeps)> run;
  double microseconds = std::numeric_limits<double>::infinity();  ///< a call: the least over batches
  int sweeps = 1;                                                 ///< of one batch
};

struct BatchOptions {
  int batches = 60;
  double seconds = 1e-3;  ///< of a batch, at least
};

inline double seconds_of(const Entrant& entrant) {
  const double start = thread_time();
  entrant.run(entrant.sweeps);
  return thread_time() - start;
}

/// The least time is the one that nothing disturbed. Each round begins with another entrant: none always comes after
/// the same one.
inline void race(std::vector<Entrant>& entrants, int calls_per_sweep, const BatchOptions& options = {}) {
  for (Entrant& entrant : entrants) {
    entrant.sweeps = 1;
    while (seconds_of(entrant) < options.seconds) entrant.sweeps *= 2;
  }
  for (int batch = 0; batch < options.batches; ++batch) {
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      Entrant& entrant = entrants[(i + batch) % entrants.size()];
      const double calls = static_cast<double>(entrant.sweeps) * calls_per_sweep;
      entrant.microseconds = std::min(entrant.microseconds, 1e6 * seconds_of(entrant) / calls);
    }
  }
}

/// The quickest of those whose name begins with `side`.
inline const Entrant& quickest(const std::vector<Entrant>& entrants, const std::string& side) {
  const Entrant* best = nullptr;
  for (const Entrant& entrant : entrants) {
    if (entrant.name.rfind(side, 0) != 0) continue;
    if (best == nullptr || entrant.microseconds < best->microseconds) best = &entrant;
  }
  return *best;
}

}  // namespace tandem::bench

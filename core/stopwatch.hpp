#pragma once

#include <tandem/core/ending.hpp>

#include <algorithm>
#include <chrono>
#include <limits>

namespace tandem {

/// Seconds of the wall's clock since it was made.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Adds to `seconds`, which must outlive it, the time until it goes.
class TimeAdded {
 public:
  explicit TimeAdded(double& seconds) : seconds_(seconds) {}
  TimeAdded(const TimeAdded&) = delete;
  TimeAdded& operator=(const TimeAdded&) = delete;
  ~TimeAdded() { seconds_ += watch_.seconds(); }

 private:
  double& seconds_;
  Stopwatch watch_;
};

/// So many seconds from when it was made on, and no longer than the program has (ending.hpp); without an end unless
/// some are given.
class Deadline {
 public:
  explicit Deadline(double seconds = std::numeric_limits<double>::infinity()) : seconds_(seconds) {}

  double seconds() const { return seconds_; }
  double left() const { return std::min(seconds_ - watch_.seconds(), ending::seconds_left()); }
  bool is_over() const { return left() <= 0.0; }

 private:
  double seconds_;
  Stopwatch watch_;
};

}  // namespace tandem

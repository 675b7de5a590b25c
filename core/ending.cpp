#include <tandem/core/ending.hpp>

#include <tandem/core/memory.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>

namespace tandem::ending {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Handlers of signals write these: they must not take a lock.
std::atomic<Cause> first_cause = Cause::none;
std::atomic<double> end_time = kInfinity;  ///< on the clock of now()
std::atomic<std::size_t> most_bytes = 0;   ///< 0: any
std::atomic<double> next_look = 0.0;       ///< at memory
static_assert(std::atomic<Cause>::is_always_lock_free && std::atomic<double>::is_always_lock_free);

double now() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr double kBetweenLooks = 0.01;

/// Reading it takes the system 5 us, so that not every question is one.
bool is_too_large(double time) noexcept {
  const std::size_t most = most_bytes;
  if (most == 0 || time < next_look) return false;
  next_look = time + kBetweenLooks;
  return resident_bytes() > most;
}

void note(Cause cause) noexcept {
  Cause none = Cause::none;
  first_cause.compare_exchange_strong(none, cause);
}

}  // namespace

void ask() noexcept { note(Cause::asked); }

void ask_in(double seconds) noexcept {
  Cause late = Cause::out_of_time;
  first_cause.compare_exchange_strong(late, Cause::none);
  end_time = now() + seconds;
}

void limit_memory(std::size_t bytes) noexcept {
  Cause large = Cause::out_of_memory;
  first_cause.compare_exchange_strong(large, Cause::none);
  next_look = 0.0;
  most_bytes = bytes;
}

void forget() noexcept {
  first_cause = Cause::none;
  most_bytes = 0;
  end_time = kInfinity;
}

bool is_due() noexcept {
  if (first_cause != Cause::none) return true;
  const double end = end_time;
  if (end == kInfinity && most_bytes == 0) return false;
  const double time = now();
  if (time >= end) {
    note(Cause::out_of_time);
  } else if (is_too_large(time)) {
    note(Cause::out_of_memory);
  } else {
    return false;
  }
  return true;
}

Cause cause() noexcept {
  is_due();
  return first_cause;
}

double seconds_left() noexcept {
  if (is_due()) return 0.0;
  const double end = end_time;
  return end == kInfinity ? kInfinity : std::max(0.0, end - now());
}

std::string_view words() noexcept {
  switch (cause()) {
    case Cause::out_of_time:
      return "the time limit was reached";
    case Cause::out_of_memory:
      return "the memory limit was reached";
    default:
      return "stopped, as was asked";
  }
}

}  // namespace tandem::ending

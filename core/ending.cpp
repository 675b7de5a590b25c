#include <tandem/core/ending.hpp>

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
static_assert(std::atomic<Cause>::is_always_lock_free && std::atomic<double>::is_always_lock_free);

double now() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
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

void forget() noexcept {
  first_cause = Cause::none;
  end_time = kInfinity;
}

bool is_due() noexcept {
  if (first_cause != Cause::none) return true;
  const double end = end_time;
  if (end == kInfinity || now() < end) return false;
  note(Cause::out_of_time);
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
  return cause() == Cause::out_of_time ? "the time limit was reached" : "stopped, as was asked";
}

}  // namespace tandem::ending

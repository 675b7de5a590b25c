#include <tandem/core/steps.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

namespace tandem {
namespace {

constexpr double kNoCell = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostKept = 65536;

/// Read without a lock: a place is written once, before its number is given away. What is kept is never destroyed, as
/// recordings that last to the end of the program name it.
std::array<std::atomic<const Steps*>, kMostKept> places;
std::size_t count_of_kept = 0;
std::mutex keeping;

bool are_same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

Steps::Steps(std::vector<double> breaks, int width, std::vector<double> numbers)
    : breaks_(std::move(breaks)), numbers_(std::move(numbers)), width_(width) {
  require(width_ > 0 && width_ <= kMostWidth && !numbers_.empty() && numbers_.size() % width_ == 0,
          "steps: {} numbers are no whole cells of {}", numbers_.size(), width_);
  require(counts() || breaks_.size() + 1 == numbers_.size() / width_, "steps: {} breaks divide no {} cells",
          breaks_.size(), numbers_.size() / width_);
  const auto unordered =
      std::adjacent_find(breaks_.begin(), breaks_.end(), [](double a, double b) { return !(a < b); });
  require(unordered == breaks_.end(), "steps: breaks must grow");
}

double Steps::find(double x) const {
  if (std::isnan(x)) return kNoCell;
  if (counts()) return std::clamp(std::nearbyint(x), 0.0, static_cast<double>(cells() - 1));
  return static_cast<double>(std::upper_bound(breaks_.begin(), breaks_.end(), x) - breaks_.begin());
}

double Steps::take(double cell, int k) const {
  return std::isnan(cell) ? kNoCell : numbers_[static_cast<std::size_t>(cell) * width_ + k];
}

bool operator==(const Steps& a, const Steps& b) {
  return a.width_ == b.width_ && are_same(a.breaks_, b.breaks_) && are_same(a.numbers_, b.numbers_);
}

std::size_t keep(Steps steps) {
  const std::lock_guard lock(keeping);
  for (std::size_t i = 0; i < count_of_kept; ++i) {
    if (*places[i].load(std::memory_order_relaxed) == steps) return i;
  }
  require(count_of_kept < kMostKept, "tables: there is room for {} different ones", kMostKept);
  places[count_of_kept].store(std::make_unique<Steps>(std::move(steps)).release(), std::memory_order_release);
  return count_of_kept++;
}

const Steps& kept_steps(std::size_t number) { return *places[number].load(std::memory_order_acquire); }

}  // namespace tandem

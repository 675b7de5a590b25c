#pragma once

#include <cstdint>
#include <random>

namespace tandem {

/// Random numbers that are the same everywhere: the standard fixes the generator and the way it is seeded, but not its
/// distributions. A stream a start.
class Dice {
 public:
  explicit Dice(unsigned seed, int start = 0) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(start)};
    generator_.seed(sequence);
  }

  double within(double low, double high) {
    return low + (high - low) * 0x1.0p-53 * static_cast<double>(generator_() >> 11);
  }
  bool coin() { return (generator_() >> 63) == 1; }
  double sign_and_size() { return within(-1.0, 1.0); }

 private:
  std::mt19937_64 generator_;
};

}  // namespace tandem

#include <tandem/derivatives/bytecode/columns.hpp>

#include <algorithm>

namespace tandem::bytecode {
namespace {

/// Vectors as the rows of a square matrix become its columns: squares of two, of four, of eight.
[[gnu::always_inline]] inline void transpose(Lanes* r) {
#ifdef __AVX512F__
  Lanes pairs[8], fours[8];
  for (int i = 0; i < 8; i += 2) {
    pairs[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int half = 0; half < 8; half += 4) {
    for (int i = half; i < half + 2; ++i) {
      fours[i] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      fours[i + 2] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (int i = 0; i < 4; ++i) {
    r[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[i + 4] = __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
#else
  Lanes pairs[4];
  for (int i = 0; i < 4; i += 2) {
    pairs[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 4, 2, 6);
    pairs[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 5, 3, 7);
  }
  for (int i = 0; i < 2; ++i) {
    r[i] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 4, 5);
    r[i + 2] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 6, 7);
  }
#endif
}

#if defined(__AVX2__) && !defined(__AVX512F__)
[[gnu::always_inline]] inline __m256i first_of(int count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
#endif

/// The first `count` numbers of a column, and back: the last rows may be fewer than a vector.
[[gnu::always_inline]] inline Lanes load(const double* from, int count) {
#if defined(__AVX512F__)
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>((1U << count) - 1), from);
#elif defined(__AVX2__)
  return _mm256_maskload_pd(from, first_of(count));
#else
  Lanes result{};
  for (int i = 0; i < count; ++i) result[i] = from[i];
  return result;
#endif
}
[[gnu::always_inline]] inline void store(Lanes numbers, double* to, int count) {
#if defined(__AVX512F__)
  _mm512_mask_storeu_pd(to, static_cast<__mmask8>((1U << count) - 1), numbers);
#elif defined(__AVX2__)
  _mm256_maskstore_pd(to, first_of(count), numbers);
#else
  for (int i = 0; i < count; ++i) to[i] = numbers[i];
#endif
}

/// Slots of one group of lanes.
class Group {
 public:
  Group(Machine& machine, int width, int group)
      : first_(machine.at(width, 0, group)), stride_(static_cast<std::size_t>(width) * kLanes) {}
  [[gnu::always_inline]] Stored& operator[](std::uint32_t slot) const {
    return *reinterpret_cast<Stored*>(first_ + slot * stride_);
  }

 private:
  double* first_;
  std::size_t stride_;
};

}  // namespace

void gather(const Columns<const double>& columns, std::span<const std::uint32_t> slots, Machine& machine, int width,
            int group) {
  const Group to(machine, width, group);
  const int rows = static_cast<int>(slots.size());
  for (int row = 0; row < rows; row += kLanes) {
    const int count = std::min(kLanes, rows - row);
    Lanes square[kLanes];
    for (int i = 0; i < kLanes; ++i) square[i] = load(columns[i] + row, count);
    transpose(square);
    // Loops of constant length stay in registers: past the last row its slot is written too, and then rightly.
    for (int i = kLanes; i-- > 0;) to[slots[std::min(row + i, rows - 1)]] = square[i];
  }
}

void scatter(Machine& machine, int width, int group, std::span<const std::uint32_t> slots,
             const Columns<double>& into) {
  const Group from(machine, width, group);
  const Columns<double> columns = into;  // a copy: no store of a number can change it
  const int rows = static_cast<int>(slots.size());
  int row = 0;
  for (; row + kLanes <= rows; row += kLanes) {
    Lanes square[kLanes];
    for (int i = 0; i < kLanes; ++i) square[i] = from[slots[row + i]];
    transpose(square);
    for (int i = 0; i < kLanes; ++i) *reinterpret_cast<Unaligned*>(columns[i] + row) = square[i];
  }
  if (row == rows) return;
  Lanes square[kLanes];
  for (int i = 0; i < kLanes; ++i) square[i] = from[slots[std::min(row + i, rows - 1)]];
  transpose(square);
  for (int i = 0; i < kLanes; ++i) store(square[i], columns[i] + row, rows - row);
}

}  // namespace tandem::bytecode

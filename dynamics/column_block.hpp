#pragma once

#include <tandem/core/pack.hpp>

namespace tandem {

/// Two packs side by side: eight numbers, or two columns of packs. Registers of 256 bits every machine with AVX2 has
/// (GCC takes wider vectors apart in memory there), and two chains of operations hide each other's latency.
struct TwinPack {
  Pack4 low, high;

  TwinPack() = default;
  TwinPack(double value) : low(value), high(value) {}        // NOLINT(google-explicit-constructor): eight equal numbers
  TwinPack(const Pack4& value) : low(value), high(value) {}  // NOLINT(google-explicit-constructor): two equal packs
  TwinPack(const Pack4& low_, const Pack4& high_) : low(low_), high(high_) {}

  double operator[](int i) const { return i < 4 ? low[i] : high[i - 4]; }
  void set(int i, double value) { i < 4 ? low.set(i, value) : high.set(i - 4, value); }

  TwinPack& operator+=(const TwinPack& b) { return low += b.low, high += b.high, *this; }
  TwinPack& operator-=(const TwinPack& b) { return low -= b.low, high -= b.high, *this; }
  TwinPack& operator*=(const TwinPack& b) { return low *= b.low, high *= b.high, *this; }
  friend TwinPack operator+(const TwinPack& a, const TwinPack& b) { return {a.low + b.low, a.high + b.high}; }
  friend TwinPack operator-(const TwinPack& a, const TwinPack& b) { return {a.low - b.low, a.high - b.high}; }
  friend TwinPack operator*(const TwinPack& a, const TwinPack& b) { return {a.low * b.low, a.high * b.high}; }
  friend TwinPack operator-(const TwinPack& a) { return {-a.low, -a.high}; }
};

/// Columns of a matrix that go through a recursion together: one for a general scalar, eight for double, two for packs.
template <class S>
struct ColumnBlock {
  using Type = S;
  static constexpr int kWidth = 1;
  static void set(Type& block, int, const S& value) { block = value; }
  /// The numbers of the first `count` columns.
  static void write(const Type& block, int, S* numbers) { numbers[0] = block; }
};

template <>
struct ColumnBlock<double> {
  using Type = TwinPack;
  static constexpr int kWidth = 8;
  static void set(Type& block, int column, double value) { block.set(column, value); }
  static void write(const Type& block, int count, double* numbers) {
    if (count == kWidth) {  // a full block is two stores
      for (int i = 0; i < 4; ++i) numbers[i] = block.low[i];
      for (int i = 0; i < 4; ++i) numbers[i + 4] = block.high[i];
      return;
    }
    for (int i = 0; i < count; ++i) numbers[i] = block[i];
  }
};

template <>
struct ColumnBlock<Pack4> {
  using Type = TwinPack;
  static constexpr int kWidth = 2;
  static void set(Type& block, int column, const Pack4& value) { (column == 0 ? block.low : block.high) = value; }
  static void write(const Type& block, int count, Pack4* numbers) {
    numbers[0] = block.low;
    if (count == kWidth) numbers[1] = block.high;
  }
};

}  // namespace tandem

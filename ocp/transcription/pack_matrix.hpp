#pragma once

#include <tandem/core/pack.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace tandem {

/// Up to four neighbours (intervals or knots) that are worked on side by side, one a lane; past the last of them it is
/// repeated.
struct LaneGroup {
  int first = 0;
  int count = Pack4::kWidth;

  /// Group number g of [start, end).
  static LaneGroup of(int g, int start, int end) {
    const int first = start + g * Pack4::kWidth;
    return {first, std::min(Pack4::kWidth, end - first)};
  }
  static int groups(int all) { return (all + Pack4::kWidth - 1) / Pack4::kWidth; }

  int at(int lane) const { return first + std::min(lane, count - 1); }

  /// value(neighbour) of each.
  template <class Value>
  Pack4 pack(const Value& value) const {
    return Pack4(Pack4::Lanes{value(at(0)), value(at(1)), value(at(2)), value(at(3))});
  }
};

/// Where a column of numbers begins for each lane.
using LaneColumns = std::array<const double*, Pack4::kWidth>;

/// Number n of each column.
inline Pack4 number_of(const LaneColumns& columns, int n) {
  return Pack4(Pack4::Lanes{columns[0][n], columns[1][n], columns[2][n], columns[3][n]});
}

/// Where the entries of a matrix may differ from zero, row by row.
class SparseRows {
 public:
  SparseRows() = default;
  explicit SparseRows(const BoolMatrix& pattern) {
    starts_.push_back(0);
    for (int row = 0; row < pattern.rows(); ++row) {
      for (int col = 0; col < pattern.cols(); ++col) {
        if (pattern(row, col)) columns_.push_back(col);
      }
      starts_.push_back(static_cast<int>(columns_.size()));
    }
  }
  std::span<const int> row(int i) const {
    return {columns_.data() + starts_[i], static_cast<std::size_t>(starts_[i + 1] - starts_[i])};
  }

 private:
  std::vector<int> starts_, columns_;
};

/// Where a product of two matrices may differ from zero.
inline BoolMatrix pattern_of_product(const BoolMatrix& a, const BoolMatrix& b) {
  BoolMatrix result = BoolMatrix::Constant(a.rows(), b.cols(), false);
  for (int i = 0; i < a.rows(); ++i) {
    for (int k = 0; k < a.cols(); ++k) {
      if (a(i, k)) result.row(i) = result.row(i) || b.row(k);
    }
  }
  return result;
}

/// Four dense matrices of one size, one a lane, row by row.
class PackMatrix {
 public:
  PackMatrix() = default;
  PackMatrix(int rows, int cols) : cols_(cols), packs_(static_cast<std::size_t>(rows) * cols, Pack4(0.0)) {}

  int cols() const { return cols_; }
  Pack4* row(int i) { return packs_.data() + static_cast<std::ptrdiff_t>(i) * cols_; }
  const Pack4* row(int i) const { return packs_.data() + static_cast<std::ptrdiff_t>(i) * cols_; }
  Pack4& operator()(int row, int col) { return this->row(row)[col]; }
  const Pack4& operator()(int row, int col) const { return this->row(row)[col]; }

  /// An entry by its place, row * cols() + col.
  Pack4& at(int place) { return packs_[place]; }
  const Pack4& at(int place) const { return packs_[place]; }

  void set_zero() { std::fill(packs_.begin(), packs_.end(), Pack4(0.0)); }
  void set_zero(std::span<const int> places) {
    for (const int place : places) packs_[place] = Pack4(0.0);
  }

 private:
  int cols_ = 0;
  std::vector<Pack4> packs_;
};

/// Four matrices at once: out.row(to + i) += factor * a.row(from + i) * b for `count` rows. Cost: one multiply-add for
/// each pair of entries that the patterns let meet.
inline void add_product(const PackMatrix& a, const SparseRows& a_rows, int from, int count, const Pack4& factor,
                        const PackMatrix& b, const SparseRows& b_rows, PackMatrix& out, int to) {
  for (int i = 0; i < count; ++i) {
    Pack4* const row = out.row(to + i);
    for (const int k : a_rows.row(from + i)) {
      const Pack4 weight = factor * a(from + i, k);
      const Pack4* const other = b.row(k);
      for (const int col : b_rows.row(k)) row[col] += weight * other[col];
    }
  }
}

/// The lower triangle of out += g' h g, with h symmetric and `hg` as room for h g, of pattern `hg_rows`.
inline void add_congruence(const PackMatrix& h, const SparseRows& h_rows, const PackMatrix& g, const SparseRows& g_rows,
                           PackMatrix& hg, const SparseRows& hg_rows, PackMatrix& out) {
  const int size = h.cols();
  for (int a = 0; a < size; ++a) {
    for (const int col : hg_rows.row(a)) hg(a, col) = Pack4(0.0);
    add_product(h, h_rows, a, 1, Pack4(1.0), g, g_rows, hg, a);
    const Pack4* const products = hg.row(a);
    for (const int row : g_rows.row(a)) {
      if (hg_rows.row(a).empty()) break;
      const Pack4 weight = g(a, row);
      Pack4* const to = out.row(row);
      for (const int col : hg_rows.row(a)) {
        if (col > row) break;
        to[col] += weight * products[col];
      }
    }
  }
}

/// Reads columns of numbers, one a lane: entry `places[i]` of the matrices is number i of each column.
inline void gather(const LaneColumns& columns, std::span<const int> places, PackMatrix& to) {
  for (std::size_t i = 0; i < places.size(); ++i) to.at(places[i]) = number_of(columns, static_cast<int>(i));
}

/// Writes the entries at `places`, one after the other, into a run of numbers for each of the group's neighbours; runs
/// follow each other.
inline void scatter(const PackMatrix& from, std::span<const int> places, const LaneGroup& group, double* runs) {
  const std::size_t size = places.size();
  std::size_t i = 0;
  for (; group.count == Pack4::kWidth && i + Pack4::kWidth <= size; i += Pack4::kWidth) {
    std::array<Pack4, 4> tile{from.at(places[i]), from.at(places[i + 1]), from.at(places[i + 2]),
                              from.at(places[i + 3])};
    transpose(tile[0], tile[1], tile[2], tile[3]);
    for (int lane = 0; lane < Pack4::kWidth; ++lane) {
      std::copy_n(reinterpret_cast<const double*>(&tile[lane]), Pack4::kWidth, runs + lane * size + i);
    }
  }
  for (; i < size; ++i) {
    for (int lane = 0; lane < group.count; ++lane) runs[lane * size + i] = from.at(places[i])[lane];
  }
}

}  // namespace tandem

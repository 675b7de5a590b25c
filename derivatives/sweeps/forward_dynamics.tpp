#pragma once

#include <tandem/core/error.hpp>
#include <tandem/core/pack.hpp>
#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/sweeps/inverse_dynamics.tpp>
#include <tandem/dynamics/recursions/forward_dynamics.tpp>

#include <cstring>
#include <type_traits>

/// Bodies of the functions in derivatives/forward_dynamics_derivatives.hpp, for the files that instantiate them.
///
/// The unknowns are rows, one a freedom, that hold the columns [by_q | by_v | by_known | by_number] side by side: the
/// solve then works on whole rows, contiguous in memory.
namespace tandem {
namespace sweeps {

#ifdef __AVX512F__
using RowPack = Pack<double, 8>;
#else
using RowPack = Pack<double, 4>;
#endif

/// What of a row is loaded at once: as many doubles as a register holds, or four states of one column.
template <class S>
using RowUnit = std::conditional_t<std::is_same_v<S, double>, RowPack, S>;
template <class S>
inline constexpr int kUnitColumns = sizeof(RowUnit<S>) / sizeof(S);

template <class S>
inline RowUnit<S> load_unit(const S* from) {
  RowUnit<S> unit;
  std::memcpy(&unit, from, sizeof(unit));
  return unit;
}

/// row = scale row + sum of factor_t row_t, for kUnits units of columns from the `first` on, whose sums stay in
/// registers.
template <int kUnits, class S>
inline void combine_panel(DerivativeWorkspace<S>& ws, const RowSum<S>& sum, int first) {
  using Unit = RowUnit<S>;
  S* const panel = ws.rows.data() + first;
  S* const own = panel + static_cast<long>(sum.row) * ws.stride;
  Unit total[kUnits];
  for (int c = 0; c < kUnits; ++c) total[c] = Unit(sum.scale) * load_unit(own + c * kUnitColumns<S>);
  for (int t = sum.begin; t < sum.end; ++t) {
    const S* const x = panel + static_cast<long>(ws.term_rows[t]) * ws.stride;
    const Unit factor(ws.term_factors[t]);
    for (int c = 0; c < kUnits; ++c) total[c] += factor * load_unit(x + c * kUnitColumns<S>);
  }
  for (int c = 0; c < kUnits; ++c) std::memcpy(own + c * kUnitColumns<S>, &total[c], sizeof(Unit));
}

template <int kUnits, class S>
inline void combine_panels(DerivativeWorkspace<S>& ws, int width, int& first) {
  for (; first + kUnits * kUnitColumns<S> <= width; first += kUnits * kUnitColumns<S>) {
    for (const RowSum<S>& sum : ws.sums) combine_panel<kUnits>(ws, sum, first);
  }
}

/// The rows of the workspace and the mass matrix, with what is force-driven.
template <class S>
struct DriveSystem {
  const Model& model;
  DerivativeWorkspace<S>& ws;
  int nv = model.nv();
  int width;  ///< columns in use, made up to whole vectors

  S* row(int d) const { return ws.rows.data() + static_cast<long>(d) * ws.stride; }
  S& mass(int d, int e) const { return ws.mass[static_cast<long>(d) * nv + e]; }
  bool is_force(int d) const { return ws.drives[d] == Drive::force; }

  /// Drives by freedom, and the way to the root among force-driven freedoms.
  void mark(const Drive* drives) const {
    for (int d = 0; d < nv; ++d) {
      ws.drives[d] = drives == nullptr ? Drive::force : drives[model.body_of_velocity(d)];
      int e = model.inward()[d];
      while (e >= 0 && !is_force(e)) e = model.inward()[e];
      ws.inward[d] = e;
    }
  }

  StateEntries<S> entries() const {
    const long stride = ws.stride;
    return {{row(0), stride, 1}, {row(0) + nv, stride, 1}, {ws.mass.data(), nv, 1}};
  }

  /// Columns by what is known: (-1; 0) by a force, the column of M by an acceleration.
  void write_known() const {
    for (int d = 0; d < nv; ++d) {
      S* const out = row(d) + 2 * nv;
      for (int e = 0; e < nv; ++e) out[e] = is_force(e) ? S(0.0) : mass(d, e);
      if (is_force(d)) out[d] = S(-1.0);
    }
  }

  /// M_ff = L'D L in place, L below the diagonal with ones on it. Each row is left to those nearer to the root.
  void factor() const {
    for (int k = nv - 1; k >= 0; --k) {
      if (!is_force(k)) continue;
      const S inverse = S(1.0) / mass(k, k);
      for (int i = ws.inward[k]; i >= 0; i = ws.inward[i]) {
        const S l = mass(k, i) * inverse;
        for (int j = i; j >= 0; j = ws.inward[j]) mass(i, j) -= l * mass(k, j);
        mass(k, i) = l;
      }
      mass(k, k) = inverse;
    }
  }

  void begin_sum(int row, const S& scale) const {
    const int terms = static_cast<int>(ws.term_rows.size());
    ws.sums.push_back({row, terms, terms, scale});
  }
  void add_term(int row, const S& factor) const {
    ws.term_rows.push_back(row);
    ws.term_factors.push_back(factor);
    ++ws.sums.back().end;
  }

  /// x_f = -M_ff^-1 b_f: L'y = b from the tips, L x = -D^-1 y from the root.
  void list_solve() const {
    for (int j = nv - 1; j >= 0; --j) {
      if (!is_force(j)) continue;
      begin_sum(j, S(1.0));
      for (const int k : ws.beyond(j)) {
        if (is_force(k)) add_term(k, -mass(k, j));
      }
    }
    for (int k = 0; k < nv; ++k) {
      if (!is_force(k)) continue;
      begin_sum(k, -mass(k, k));
      for (int j = ws.inward[k]; j >= 0; j = ws.inward[j]) add_term(j, -mass(k, j));
    }
  }

  /// b_p + M_pf x_f, for freedoms on one way to the root.
  void list_substitution() const {
    for (int p = 0; p < nv; ++p) {
      if (is_force(p)) continue;
      begin_sum(p, S(1.0));
      for (int f = ws.inward[p]; f >= 0; f = ws.inward[f]) add_term(f, mass(p, f));
      for (const int f : ws.beyond(p)) {
        if (is_force(f)) add_term(f, mass(f, p));
      }
    }
  }

  /// Lists the sums over rows that solve and substitute, then makes all of them for a few columns after the other:
  /// those of all rows stay in the nearest cache.
  void solve() const {
    ws.sums.clear(), ws.term_rows.clear(), ws.term_factors.clear();
    list_solve();
    list_substitution();
    int first = 0;
    combine_panels<8>(ws, width, first);
    combine_panels<4>(ws, width, first);
    combine_panels<1>(ws, width, first);
  }

  void copy(Eigen::Ref<MatrixX<S>>& out, int first) const {
    constexpr long kBlock = 64 / sizeof(S) > 4 ? 64 / sizeof(S) : 4;  // columns of a row that share cache lines
    S* const data = out.data();
    const long stride = out.outerStride(), columns = out.cols();
    for (long begin = 0; begin < columns; begin += kBlock) {
      const long end = begin + kBlock < columns ? begin + kBlock : columns;
      for (int d = 0; d < nv; ++d) {
        const S* const in = row(d) + first;
        for (long c = begin; c < end; ++c) data[c * stride + d] = in[c];
      }
    }
  }
};

/// Accelerations of all freedoms, once hybrid dynamics has been solved.
template <class S>
void collect_accelerations(const DriveSystem<S>& system, const S* known, const S* wanted) {
  for (int d = 0; d < system.nv; ++d) system.ws.solved[d] = system.is_force(d) ? wanted[d] : known[d];
}

/// Fills and solves the rows at the solved accelerations; places are those that the recursion left.
template <class S>
void solve_rows(const DriveSystem<S>& system, const Parameters<S>& parameters, const S* q, const S* v,
                std::span<const ModelNumber> numbers, ExternalWrenches<S> wrenches) {
  const Model& model = system.model;
  DerivativeWorkspace<S>& ws = system.ws;
  columns_outward<S>(model, parameters, ws, q, v, ws.solved.data(), wrenches, true);
  composites_inward(model, ws);
  multiply_columns<S>(model, parameters, ws, system.entries());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    S* const column = system.row(0) + 3 * system.nv + k;
    write_number_column<S>(model, parameters, ws, q, v, ws.solved.data(), numbers[k], column, ws.stride);
  }
  system.write_known();
  system.factor();
  system.solve();
}

template <class S>
DriveSystem<S> drive_system(const Model& model, DerivativeWorkspace<S>& ws, std::span<const ModelNumber> numbers) {
  check_numbers(model, numbers);
  require(static_cast<int>(numbers.size()) <= ws.numbers,
          "model '{}': derivatives by {} numbers were asked for, the workspace was made for {}", model.name(),
          numbers.size(), ws.numbers);
  const int used = 3 * model.nv() + static_cast<int>(numbers.size());
  return {.model = model, .ws = ws, .width = (used + 7) / 8 * 8};
}

}  // namespace sweeps

template <class S>
void forward_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                  In<S> q, In<S> v, In<S> tau, Out<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v,
                                  OutMatrix<S> by_tau, ExternalWrenches<S> wrenches) {
  sweeps::check_square<S>(model, "derivative by q", by_q);
  sweeps::check_square<S>(model, "derivative by v", by_v);
  sweeps::check_square<S>(model, "derivative by tau", by_tau);
  forward_dynamics<S>(model, parameters, ws.recursions, q, v, tau, a, wrenches);
  const sweeps::DriveSystem<S> system = sweeps::drive_system<S>(model, ws, {});
  system.mark(nullptr);
  sweeps::collect_accelerations(system, tau.data(), a.data());
  sweeps::solve_rows<S>(system, parameters, q.data(), v.data(), {}, wrenches);
  system.copy(by_q, 0);
  system.copy(by_v, model.nv());
  system.copy(by_tau, 2 * model.nv());
}

template <class S>
void hybrid_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                 In<S> q, In<S> v, std::span<const Drive> drives, In<S> known, Out<S> wanted,
                                 OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_known,
                                 std::span<const ModelNumber> numbers, OutMatrix<S> by_numbers,
                                 ExternalWrenches<S> wrenches) {
  sweeps::check_square<S>(model, "derivative by q", by_q);
  sweeps::check_square<S>(model, "derivative by v", by_v);
  sweeps::check_square<S>(model, "derivative by what is known", by_known);
  check_shape(model, "derivative by numbers", by_numbers.rows(), by_numbers.cols(), model.nv(),
              static_cast<long>(numbers.size()));
  const sweeps::DriveSystem<S> system = sweeps::drive_system<S>(model, ws, numbers);
  hybrid_dynamics<S>(model, parameters, ws.recursions, q, v, drives, known, wanted, wrenches);
  system.mark(drives.data());
  sweeps::collect_accelerations(system, known.data(), wanted.data());
  sweeps::solve_rows<S>(system, parameters, q.data(), v.data(), numbers, wrenches);
  system.copy(by_q, 0);
  system.copy(by_v, model.nv());
  system.copy(by_known, 2 * model.nv());
  system.copy(by_numbers, 3 * model.nv());
}

template <class S>
void hybrid_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                 In<S> q, In<S> v, std::span<const Drive> drives, In<S> known, Out<S> wanted,
                                 OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_known,
                                 ExternalWrenches<S> wrenches) {
  Eigen::Map<MatrixX<S>> nothing(nullptr, model.nv(), 0);
  hybrid_dynamics_derivatives<S>(model, parameters, ws, q, v, drives, known, wanted, by_q, by_v, by_known, {}, nothing,
                                 wrenches);
}

}  // namespace tandem

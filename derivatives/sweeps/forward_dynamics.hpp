#pragma once

#include <cstring>
#include <type_traits>

#include <tandem/core/error.hpp>
#include <tandem/core/pack.hpp>
#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/sweeps/inverse_dynamics.hpp>
#include <tandem/dynamics/recursions/forward_dynamics.hpp>

/// Bodies of the functions in derivatives/forward_dynamics_derivatives.hpp, for the files that instantiate them.
///
/// The unknowns are rows, one a freedom, that hold the columns [by_q | by_v | by_known | by_number] side by side: the
/// solve then works on whole rows, contiguous in memory.
namespace tandem {
namespace sweeps {

/// What of a row is loaded at once: eight doubles, or four states of one column.
template <class S>
using RowUnit = std::conditional_t<std::is_same_v<S, double>, Pack<double, 8>, S>;
template <class S>
inline constexpr int kUnitColumns = sizeof(RowUnit<S>) / sizeof(S);

template <class S>
inline RowUnit<S> load_unit(const S* from) {
  RowUnit<S> unit;
  std::memcpy(&unit, from, sizeof(unit));
  return unit;
}

/// own = scale own + sum of factor_t row_t, for kUnits units of columns from the `first` on, whose sums stay in
/// registers.
template <int kUnits, class S>
inline void combine_panel(S* own, const S& scale, const S* const* rows, const S* factors, int count, int first) {
  using Unit = RowUnit<S>;
  Unit sum[kUnits];
  for (int c = 0; c < kUnits; ++c) sum[c] = Unit(scale) * load_unit(own + first + c * kUnitColumns<S>);
  for (int t = 0; t < count; ++t) {
    const S* const x = rows[t] + first;
    const Unit factor(factors[t]);
    for (int c = 0; c < kUnits; ++c) sum[c] += factor * load_unit(x + c * kUnitColumns<S>);
  }
  for (int c = 0; c < kUnits; ++c) std::memcpy(own + first + c * kUnitColumns<S>, &sum[c], sizeof(Unit));
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
  bool is_force(int d) const { return ws.drives[d] == Drive::kForce; }

  /// Drives by freedom, and the way to the root among force-driven freedoms.
  void mark(const Drive* drives) const {
    for (int d = 0; d < nv; ++d) {
      ws.drives[d] = drives == nullptr ? Drive::kForce : drives[model.body_of_velocity(d)];
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

  /// row k = scale row k + sum of the terms that `add` was given.
  class Sum {
   public:
    explicit Sum(const DriveSystem& system) : system_(system) {}
    void add(int row, const S& factor) {
      system_.ws.term_rows[count_] = system_.row(row);
      system_.ws.term_factors[count_++] = factor;
    }
    void into(int k, const S& scale) const {
      constexpr int kColumns = kUnitColumns<S>;
      S* const own = system_.row(k);
      const S* const* const rows = system_.ws.term_rows.data();
      const S* const factors = system_.ws.term_factors.data();
      int c = 0;
      for (; c + 8 * kColumns <= system_.width; c += 8 * kColumns) combine_panel<8>(own, scale, rows, factors, count_, c);
      for (; c + 2 * kColumns <= system_.width; c += 2 * kColumns) combine_panel<2>(own, scale, rows, factors, count_, c);
      for (; c < system_.width; c += kColumns) combine_panel<1>(own, scale, rows, factors, count_, c);
    }

   private:
    const DriveSystem& system_;
    int count_ = 0;
  };

  /// x_f = -M_ff^-1 b_f: L'y = b from the tips, L x = -D^-1 y from the root.
  void solve() const {
    for (int j = nv - 1; j >= 0; --j) {
      if (!is_force(j)) continue;
      Sum sum(*this);
      for (const int k : ws.beyond(j)) {
        if (is_force(k)) sum.add(k, -mass(k, j));
      }
      sum.into(j, S(1.0));
    }
    for (int k = 0; k < nv; ++k) {
      if (!is_force(k)) continue;
      Sum sum(*this);
      for (int j = ws.inward[k]; j >= 0; j = ws.inward[j]) sum.add(j, -mass(k, j));
      sum.into(k, -mass(k, k));
    }
  }

  /// b_p + M_pf x_f, for freedoms on one way to the root.
  void substitute() const {
    for (int p = 0; p < nv; ++p) {
      if (is_force(p)) continue;
      Sum sum(*this);
      for (int f = ws.inward[p]; f >= 0; f = ws.inward[f]) sum.add(f, mass(p, f));
      for (const int f : ws.beyond(p)) {
        if (is_force(f)) sum.add(f, mass(f, p));
      }
      sum.into(p, S(1.0));
    }
  }

  void copy(Eigen::Ref<MatrixX<S>>& out, int first) const {
    S* const data = out.data();
    const long stride = out.outerStride(), columns = out.cols();
    for (int d = 0; d < nv; ++d) {
      const S* const in = row(d) + first;
      for (long c = 0; c < columns; ++c) data[c * stride + d] = in[c];
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
  system.substitute();
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

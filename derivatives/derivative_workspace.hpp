#pragma once

#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/workspace.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace tandem {

/// Sums over a body and all beyond it, in the frame of the first body of its tree (the root's frame).
template <class S>
struct CompositeBody {
  Inertia<S> inertia;  ///< I
  Mat3<S> spin;        ///< D and
  Vec3<S> momentum;    ///< p of 2B = [D, 0; -2[p], 0]: the rate of change of forces by velocities
  Wrench<S> force;     ///< I a + v x* I v - external wrench
};

/// A freedom of a joint, in the root's frame. With V and A the motions of the joint's parent:
template <class S>
struct FreedomColumn {
  Motion<S> axis;      ///< S
  Motion<S> by_v;      ///< Psi' + v x S: what a unit of the freedom's velocity adds to accelerations beyond
  Motion<S> by_q;      ///< Psi'' = A x S + V x Psi'
  Motion<S> rate;      ///< Psi' = V x S
  Wrench<S> momentum;  ///< I S, with I of the composite body
  Vec3<S> turn;        ///< angular part of (2B)'S; its linear part is nil
};

/// row = scale row + sum of factors times other rows: the terms `begin` to `end` of a list.
template <class S>
struct RowSum {
  int row, begin, end;
  S scale;
};

/// What the derivative sweeps write while they run. Owned by the caller, for one thread at a time; made once for a
/// model, and for at most `numbers` of its numbers to differentiate by, after which no sweep allocates. Nothing
/// depends on what it held before.
template <class S>
struct DerivativeWorkspace {
  explicit DerivativeWorkspace(const Model& model, int numbers = 0);

  Workspace<S> recursions;
  std::vector<Motion<S>> velocity, acceleration;  ///< of bodies, in the root's frame; minus gravity is in the latter
  std::vector<CompositeBody<S>> composite;
  std::vector<FreedomColumn<S>> freedom;
  std::vector<int> root;                 ///< the first body of each body's tree
  std::vector<unsigned char> is_beyond;  ///< whether a body is carried by another, while one column is made

  // Forward and hybrid dynamics: rows of unknowns [by_q | by_v | by_known | by_number], `stride` apart.
  int numbers, stride;
  std::vector<S> rows;
  std::vector<S> mass;          ///< nv x nv by rows: M, then the factors of its force-driven block
  std::vector<S> solved;        ///< accelerations
  std::vector<int> inward;      ///< the next force-driven freedom towards the root, -1 at its end
  std::vector<Drive> drives;    ///< of the freedoms
  std::vector<RowSum<S>> sums;  ///< what solves for the rows, in order
  std::vector<int> term_rows;   ///< their terms
  std::vector<S> term_factors;

  /// The freedoms on whose way to the root a freedom lies.
  std::span<const int> beyond(int freedom_index) const {
    return std::span(beyond_).subspan(beyond_begin_[freedom_index],
                                      beyond_begin_[freedom_index + 1] - beyond_begin_[freedom_index]);
  }

 private:
  /// Columns in eights. Packs: an odd number of eights, or the rows, 4096 bytes apart for 128 columns, would all fall
  /// on the same few lines of the nearest cache.
  static int row_stride(int columns) {
    const int eights = (columns + 7) / 8;
    return (sizeof(S) > sizeof(double) ? eights | 1 : eights) * 8;
  }

  std::vector<int> beyond_, beyond_begin_;
};

template <class S>
DerivativeWorkspace<S>::DerivativeWorkspace(const Model& model, int numbers_)
    : recursions(model),
      velocity(model.body_count()),
      acceleration(model.body_count()),
      composite(model.body_count()),
      freedom(model.nv()),
      root(model.body_count()),
      is_beyond(model.body_count()),
      numbers(numbers_),
      stride(row_stride(3 * model.nv() + numbers_)),
      rows(static_cast<std::size_t>(stride) * model.nv(), S(0.0)),
      mass(static_cast<std::size_t>(model.nv()) * model.nv(), S(0.0)),
      solved(model.nv()),
      inward(model.nv()),
      drives(model.nv()),
      beyond_begin_{0} {
  check_tree(model, "analytic derivatives");
  for (int i = 1; i < model.body_count(); ++i) {
    const int parent = model.links()[i].parent;
    root[i] = parent == kWorld ? i : root[parent];
  }
  for (int d = 0; d < model.nv(); ++d) {
    for (int e = d + 1; e < model.nv(); ++e) {
      int inner = e;
      while (inner > d) inner = model.inward()[inner];
      if (inner == d) beyond_.push_back(e);
    }
    beyond_begin_.push_back(static_cast<int>(beyond_.size()));
  }
  // Two sums a force-driven freedom, one a motion-driven one; a pair of freedoms is in two of them at most.
  sums.reserve(2 * model.nv());
  term_rows.reserve(2 * beyond_.size());
  term_factors.reserve(2 * beyond_.size());
}

}  // namespace tandem

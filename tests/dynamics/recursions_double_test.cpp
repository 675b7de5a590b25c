#include <tandem/core/pack.hpp>

#include "scalars.hpp"
#include "support/allocations.hpp"
#include <gtest/gtest.h>
#include <malloc.h>

#include <complex>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

namespace tandem::recursions_double_test {

using test::allocations_in;
using test::RandomCase;

TEST(AllocationCount, SeesEigenAndTheStandardLibraryAllocate) {
  Eigen::VectorXd v;
  Eigen::Matrix<Pack4, Eigen::Dynamic, 1> packs;
  EXPECT_GT(allocations_in([&] { v = Eigen::VectorXd::Zero(100); }), 0);
  EXPECT_GT(allocations_in([&] { v.conservativeResize(200); }), 0);
  EXPECT_GT(allocations_in([&] { packs.resize(10); }), 0);
  EXPECT_GT(allocations_in([&] { std::vector<double>(50).swap(*std::make_unique<std::vector<double>>()); }), 0);
  // The aligned operator new; the compiler may leave out an allocation that nobody reads, so one is kept.
  std::vector<Pack<double, 8>> kept;
  EXPECT_GT(allocations_in([&] { kept.resize(5); }), 0);
}

TEST(AllocationCount, SeesEveryWayToAllocate) {
  void* volatile memory = nullptr;  // so that the compiler does not leave out what nobody reads
  const auto sees = [&](const auto& allocate) {
    const long count = allocations_in([&] { memory = allocate(); });
    std::free(memory);
    return count > 0;
  };
  EXPECT_TRUE(sees([] { return std::malloc(8); }));
  EXPECT_TRUE(sees([] { return std::calloc(2, 8); }));
  EXPECT_TRUE(sees([] { return std::realloc(nullptr, 8); }));
  EXPECT_TRUE(sees([] { return memalign(64, 64); }));
  EXPECT_TRUE(sees([] { return std::aligned_alloc(64, 64); }));
  EXPECT_TRUE(sees([] {
    void* result = nullptr;
    return posix_memalign(&result, 64, 64) == 0 ? result : nullptr;
  }));
}

/// All a call of any recursion writes to or reads from, made beforehand.
template <class S>
struct Everything {
  explicit Everything(RandomCase& c)
      : model(c.model),
        p(c.model.parameters().cast<S>()),
        ws(c.model),
        q(c.q.cast<S>()),
        v(c.v.cast<S>()),
        a(c.a.cast<S>()),
        out(c.model.nv()),
        moved(c.model.nq()),
        M(c.model.nv(), c.model.nv()),
        J(6, c.model.nv()),
        mobility(6, 6),
        through(c.model.body_count()),
        placements(c.model.body_count()),
        drives(test::alternating_drives(c.model)),
        inertia(c.dice.inertia().template cast<S>()),
        placement(c.dice.placement().template cast<S>()) {
    for (const Wrench<double>& w : c.wrenches) {
      wrenches.push_back({w.torque.template cast<S>(), w.force.template cast<S>()});
    }
  }

  /// Every function that the headers of dynamics/ declare for all scalars.
  void call() {
    p.set_inertia(1, inertia);
    p.set_placement(1, kWorld, placement);
    p.set_gravity({S(0.0), S(0.0), S(-1.0)});
    inverse_dynamics(model, p, ws, q, v, a, out, wrenches);
    bias(model, p, ws, q, v, out, wrenches);
    gravity_forces(model, p, ws, q, out);
    apply_mass(model, p, ws, q, a, out);
    joint_wrenches<S>(model, p, ws, q, v, a, through, wrenches);
    forward_dynamics(model, p, ws, q, v, a, out, wrenches);
    hybrid_dynamics(model, p, ws, q, v, drives, a, out, wrenches);
    mass_matrix(model, p, ws, q, M);
    mass_matrix_inverse(model, p, ws, q, M);
    apply_mass_inverse(model, p, ws, q, a, out);
    frame_motion(model, p, ws, q, v, a, frame, motion);
    frame_jacobian(model, p, ws, q, frame, J);
    body_placements<S>(model, p, ws, q, placements);
    operational_inertia_inverse(model, p, ws, q, frame, mobility);
    kinetic_energy(model, p, ws, q, v);
    potential_energy(model, p, ws, q);
    momentum(model, p, ws, q, v);
    centre_of_mass(model, p, ws, q, v);
    integrate<S>(model, q, v, moved);
    difference<S>(model, q, moved, out);
    coordinate_rates<S>(model, q, v, moved);
    normalize<S>(model, q);
  }

  const Model& model;
  Parameters<S> p;
  Workspace<S> ws;
  VectorX<S> q, v, a, out, moved;
  MatrixX<S> M, J, mobility;
  std::vector<Wrench<S>> wrenches, through;
  std::vector<Transform<S>> placements;
  std::vector<Drive> drives;
  Inertia<S> inertia;
  Transform<S> placement;
  Frame frame{"t", model.body_count() - 1};
  FrameMotion<S> motion;
};

template <class S>
void expect_no_allocation() {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomCase c(seed);
    Everything<S> everything(c);
    EXPECT_EQ(allocations_in([&] { everything.call(); }), 0) << c.model.name();
  }
}

TEST(Recursions, DoNotAllocateWithDoubles) { expect_no_allocation<double>(); }
TEST(Recursions, DoNotAllocateWithPacks) { expect_no_allocation<Pack4>(); }
TEST(Recursions, DoNotAllocateWithComplexNumbers) { expect_no_allocation<std::complex<double>>(); }

TEST(OperationalInertia, DoesNotAllocate) {
  for (unsigned seed = 0; seed < 50; seed += 2) {  // these trees float: their first body moves in all directions
    RandomCase c(seed);
    const Frame root{"root", 1};
    Eigen::MatrixXd inertia(6, 6);
    EXPECT_EQ(allocations_in([&] { operational_inertia(c.model, c.ws, c.q, root, inertia); }), 0) << c.model.name();
  }
}

}  // namespace tandem::recursions_double_test

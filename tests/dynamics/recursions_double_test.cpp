#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "scalars.hpp"

/// Counts allocations of this thread while it is asked to. Eigen allocates by malloc, not by operator new: under
/// AddressSanitizer its hooks count, otherwise malloc itself is replaced by one that counts.
namespace {
thread_local long allocations = 0;
thread_local bool counting = false;
void count_allocation() {
  if (counting) ++allocations;
}
}  // namespace

#if defined(__SANITIZE_ADDRESS__)
// As in sanitizer/allocator_interface.h, which not every installation has.
extern "C" int __sanitizer_install_malloc_and_free_hooks(  // NOLINT(bugprone-reserved-identifier)
    void (*malloc_hook)(const volatile void*, std::size_t), void (*free_hook)(const volatile void*));
namespace {
void on_malloc(const volatile void*, std::size_t) { count_allocation(); }
void on_free(const volatile void*) {}
const bool hooked = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
}  // namespace
#else
extern "C" void* __libc_malloc(std::size_t size);            // NOLINT(bugprone-reserved-identifier): glibc's name
extern "C" void* __libc_memalign(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier): glibc's name
extern "C" void* malloc(std::size_t size) {
  count_allocation();
  return __libc_malloc(size);
}
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count_allocation();
  return __libc_memalign(alignment, size);
}
extern "C" int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  count_allocation();
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? 12 : 0;
}
#endif

namespace tandem {
namespace {

using testing::RandomCase;

template <class Function>
long allocations_in(const Function& function) {
  allocations = 0;
  counting = true;
  function();
  counting = false;
  return allocations;
}

TEST(AllocationCount, SeesEigenAllocate) {
  Eigen::VectorXd v;
  EXPECT_GT(allocations_in([&] { v = Eigen::VectorXd::Zero(100); }), 0);
  EXPECT_GT(allocations_in([&] { std::vector<double>(50).swap(*std::make_unique<std::vector<double>>()); }), 0);
}

TEST(Recursions, DoNotAllocate) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomCase c(seed);
    const Model& model = c.model;
    const int nv = model.nv();
    Parameters<double> p = model.parameters();
    Workspace<double>& ws = c.ws;
    Eigen::VectorXd out(nv), moved(model.nq());
    Eigen::MatrixXd M(nv, nv), J(6, nv), mobility(6, 6);
    std::vector<Wrench<double>> through(model.body_count());
    std::vector<Transform<double>> placements(model.body_count());
    const std::vector<Drive> drives = testing::alternating_drives(model);
    const Frame frame{"t", model.body_count() - 1};
    FrameMotion<double> motion;
    const Inertia<double> inertia = c.dice.inertia();
    const long count = allocations_in([&] {
      p.set_inertia(1, inertia);
      p.set_gravity({0, 0, -1});
      inverse_dynamics(model, p, ws, c.q, c.v, c.a, out, c.wrenches);
      bias(model, p, ws, c.q, c.v, out);
      gravity_forces(model, p, ws, c.q, out);
      apply_mass(model, p, ws, c.q, c.a, out);
      forward_dynamics(model, p, ws, c.q, c.v, c.a, out, c.wrenches);
      hybrid_dynamics(model, p, ws, c.q, c.v, drives, c.a, out, c.wrenches);
      mass_matrix(model, p, ws, c.q, M);
      mass_matrix_inverse(model, p, ws, c.q, M);
      apply_mass_inverse(model, p, ws, c.q, c.a, out);
      joint_wrenches<double>(model, p, ws, c.q, c.v, c.a, through, c.wrenches);
      frame_motion(model, p, ws, c.q, c.v, c.a, frame, motion);
      frame_jacobian(model, p, ws, c.q, frame, J);
      body_placements<double>(model, p, ws, c.q, placements);
      operational_inertia_inverse(model, p, ws, c.q, frame, mobility);
      kinetic_energy(model, p, ws, c.q, c.v);
      potential_energy(model, p, ws, c.q);
      momentum(model, p, ws, c.q, c.v);
      integrate<double>(model, c.q, c.v, moved);
      difference<double>(model, c.q, moved, out);
      coordinate_rates<double>(model, c.q, c.v, moved);
    });
    EXPECT_EQ(count, 0) << model.name();
  }
}

}  // namespace
}  // namespace tandem

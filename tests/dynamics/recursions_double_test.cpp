#include <cstdlib>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "scalars.hpp"
#include "support/allocations.hpp"

namespace tandem {
namespace {

using test::allocations_in;
using testing::RandomCase;

TEST(AllocationCount, SeesEigenAllocate) {
  Eigen::VectorXd v;
  EXPECT_GT(allocations_in([&] { v = Eigen::VectorXd::Zero(100); }), 0);
  EXPECT_GT(allocations_in([&] { std::free(std::realloc(std::calloc(7, 8), 900)); }), 1);
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
      centre_of_mass(model, p, ws, c.q, c.v);
      integrate<double>(model, c.q, c.v, moved);
      difference<double>(model, c.q, moved, out);
      normalize<double>(model, moved);
      coordinate_rates<double>(model, c.q, c.v, moved);
    });
    EXPECT_EQ(count, 0) << model.name();
  }
}

}  // namespace
}  // namespace tandem

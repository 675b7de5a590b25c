#include <tandem/dynamics/models/reference_states.hpp>

#include <tandem/dynamics/loop_projection.hpp>
#include <tandem/dynamics/models.hpp>

#include "../multipliers.hpp"
#include "support/extrapolation.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <set>

namespace tandem::reference_states_test {

/// q' by the kinematics of quaternions.
Eigen::VectorXd coordinate_rates_of(const Model& tree, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  Eigen::VectorXd rate(q.size());
  for (const Link& link : tree.links()) {
    if (!has_quaternion(link.type)) {
      rate.segment(link.q_index, link.velocity_count) = v.segment(link.v_index, link.velocity_count);
      continue;
    }
    const Eigen::Quaterniond turn(q(link.q_index), q(link.q_index + 1), q(link.q_index + 2), q(link.q_index + 3));
    const Eigen::Vector3d half = 0.5 * v.segment<3>(link.v_index);
    const Eigen::Quaterniond by = turn * Eigen::Quaterniond(0, half.x(), half.y(), half.z());
    rate.segment<4>(link.q_index) << by.w(), by.vec();
    if (link.type == JointType::free) {
      rate.segment<3>(link.q_index + 4) = turn.normalized() * v.segment<3>(link.v_index + 3);
    }
  }
  return rate;
}

/// [q'; v'] of a model with loops, by multipliers on its tree.
Eigen::VectorXd rates_by_multipliers(const Model& model, const Eigen::VectorXd& x) {
  const Model& tree = model.tree();
  const Eigen::VectorXd q = test::tree_coordinates_of(model, x.head(model.nq()));
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(tree.nv());
  const Eigen::VectorXd v = test::Constraints(model, q, still).tree_rates(model, x.tail(model.nv()));
  const Eigen::VectorXd a =
      test::accelerations_by_multipliers(tree, test::Constraints(model, q, v), q, v, Eigen::VectorXd::Zero(tree.nv()));
  Eigen::VectorXd rate(x.size());
  rate << own_coordinates(model, coordinate_rates_of(tree, q, v)), own_velocities(model, a);
  return rate;
}

/// [q'; v'] by Kane's equations, without the recursions.
Eigen::VectorXd rates(const Model& model, const Eigen::VectorXd& x) {
  if (model.has_loops()) return rates_by_multipliers(model, x);
  const Eigen::VectorXd q = x.head(model.nq()), v = x.tail(model.nv());
  Eigen::VectorXd rate(x.size());
  rate.head(model.nq()) = coordinate_rates_of(model, q, v);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model.nv());
  rate.tail(model.nv()) =
      test::reference_mass_matrix(model, q).ldlt().solve(-test::reference_inverse_dynamics(model, q, v, rest));
  return rate;
}

TEST(ReferenceStates, AreThereForEveryModel) {
  std::set<std::string> models, stored;
  for (const ModelEntry& entry : model_entries()) models.insert(entry.example);
  for (const ReferenceState& reference : reference_states()) stored.insert(reference.model);
  EXPECT_EQ(models, stored);
}

// Half a second from where each starts (the leg with a four-bar, whose crank is short, a tenth); in the worst of them
// (a long chain, fast rotors) 24 steps and 64 differ by 1e-11.
TEST(ReferenceStates, AreWhereKanesEquationsLead) {
  for (const ReferenceState& reference : reference_states()) {
    const ModelExample example = make_model_example(reference.model);
    Eigen::VectorXd x(example.model.nq() + example.model.nv());
    x << example.q, example.v;
    ASSERT_EQ(std::ssize(reference.x), x.size()) << reference.model;
    const auto f = [&](const Eigen::VectorXd& at) { return rates(example.model, at); };
    const Eigen::VectorXd end = test::extrapolated(f, x, reference.time, 24);
    for (long i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(end(i), reference.x[i], 1e-10 * (1 + std::abs(end(i)))) << reference.model << " " << i;
    }
  }
}

}  // namespace tandem::reference_states_test

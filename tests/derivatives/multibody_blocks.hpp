#pragma once

#include <tandem/core/eigen_spectra.hpp>
#include <tandem/core/math.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/force_laws.hpp>
#include <tandem/dynamics/log_cholesky.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "dynamics/random_tree.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Random trees as blocks of knot functions, and states to look at them.
namespace tandem::test {

/// Whether a problem of the tests has joints of known motion, smooth ones, named numbers that are free, laws of force,
/// and numbers by maps.
struct MultibodyKind {
  bool hybrid = false;
  bool smooth = false;
  bool free_numbers = false;
  bool laws = false;
  bool maps = false;
};

/// A number of each kind follows one of three named numbers, which have the values of kMultibodyNumbers.
inline const std::vector<double> kMultibodyNumbers{0.7, 1.2, -0.4};

inline void add_rules(MultibodyDynamics& dynamics, Dice& dice) {
  const Model& model = dynamics.model();
  const int body = dice.integer(1, model.body_count() - 1), freedom = dice.integer(0, model.nv() - 1);
  using Kind = ModelNumber::Kind;
  dynamics.number({Kind::inertia, body, 0}, 3.0 + 0.5 * Number{0})
      .number({Kind::placement, body, 3 + dice.integer(0, 2)}, Number{1})
      .number({Kind::placement, body, dice.integer(0, 2)}, 0.3 * Number{0} - Number{1})
      .number({Kind::gravity, 0, dice.integer(0, 2)}, -9.0 * Affine(Number{2}))
      .number({Kind::wrench, body, dice.integer(0, 5)}, Affine(Number{0}) + Number{2})
      .number({Kind::damping, freedom, 0}, Affine(Number{1}));
  if (model.links()[model.body_of_velocity(freedom)].velocity_count == 1) {
    dynamics.number({Kind::rotor_inertia, freedom, 0}, 0.2 * Number{1})
        .number({Kind::stiffness, freedom, 0}, Affine(Number{0}))
        .number({Kind::rest, freedom, 0}, Affine(Number{2}));
  }
}

/// A force on every third freedom that has a coordinate, wrenches on two bodies and on a frame that stands apart from
/// its body's, each of everything that it sees, and a push.
inline void add_laws(MultibodyDynamics& dynamics, Dice& dice) {
  const Model& model = dynamics.model();
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    if (link.velocity_count != 1 || dice.integer(0, 2) != 0) continue;
    dynamics.force(model.velocity_name(link.v_index), [](const auto& k, const auto& freedom) {
      return sin(freedom.position) * tanh(freedom.rate) * (1.0 + 0.5 * k[Number{0}]) + k.x[0] * k.t;
    });
  }
  const auto wrench = [](const auto& k, const auto& frame) {
    using S = std::decay_t<decltype(k.t)>;
    const Vec3<S> drag = quadratic_drag(frame.velocity, 0.2 * k[Number{1}], 0.1);
    const Vec3<S> torque = cross(frame.axes.x, frame.position) * sin(frame.turn_rate.y) + frame.turn_rate * S(-0.3);
    return Wrench<S>{torque, drag + frame.axes.z * (frame.position.x * k.x[0])};
  };
  const auto force = [](const auto& k, const auto& frame) {
    return frame.axes.y * (k[Number{2}] * frame.velocity.z * frame.turn_rate.x) + frame.position * k.t;
  };
  const int body = dice.integer(1, model.body_count() - 1);
  dynamics.wrench(model.body(body).name, wrench).wrench(model.body(model.body_count() - 1).name, force);
  dynamics.wrench("tool", wrench).push("tool", Eigen::Vector3d(0.3, -0.4, 1.2));
}

/// Numbers of the last body's inertia and of gravity by maps of named numbers.
inline void add_maps(MultibodyDynamics& dynamics, Dice& dice) {
  const Model& model = dynamics.model();
  const double size = dice.number(0.2, 0.4);
  dynamics.inertia(model.body(model.body_count() - 1).name, [size](const auto& k) {
    using S = std::decay_t<decltype(k[Number{0}])>;
    const S a = k[Number{0}], b = k[Number{1}], nil(0.0);
    return log_cholesky_inertia(std::array<S, 10>{a * b, S(-size) + nil, b * S(-1.0), S(-0.8), a * S(0.1),
                                                  b * b * S(0.1), nil, a * S(0.2), S(0.1), sin(b) * S(0.1)});
  });
}

inline MultibodyDynamics random_dynamics(unsigned seed, const MultibodyKind& kind) {
  Dice dice(seed + 5000);
  MultibodyDynamics dynamics(random_tree(seed));
  const Model& model = dynamics.model();
  std::vector<std::pair<std::string, double>> gears;
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    if (link.velocity_count == 0) continue;
    const int choice = dice.integer(0, 3);
    if (choice == 0) dynamics.actuate(model.body(i).joint.name, dice.number(0.5, 2));
    if (choice == 1 && kind.hybrid) {
      dynamics.drive_motion(model.body(i).joint.name, kind.smooth ? dice.integer(1, 4) : 1);
    }
    if (choice == 2) gears.emplace_back(model.velocity_name(link.v_index), dice.number(0.5, 2));
  }
  if (!gears.empty()) dynamics.motor(gears);
  if (kind.maps) {
    add_maps(dynamics, dice);
  } else {
    add_rules(dynamics, dice);
  }
  if (kind.laws) add_laws(dynamics, dice);
  return dynamics;
}

/// The joints of one freedom whose motion is known.
inline std::vector<std::string> moved_joints(const MultibodyDynamics& dynamics) {
  std::vector<std::string> joints;
  for (int i = 1; i < dynamics.model().body_count(); ++i) {
    if (dynamics.drives()[i] != Drive::motion || dynamics.model().links()[i].velocity_count != 1) continue;
    joints.push_back(dynamics.model().body(i).joint.name);
  }
  return joints;
}

inline KnotBlocks blocks_of(const MultibodyDynamics& dynamics, bool free_numbers) {
  KnotBlocks blocks{dynamics.states(), dynamics.controls(), {}, kMultibodyNumbers, {}};
  blocks.blocks = {{GenericFunction::of(dynamics), "dynamics"}};
  for (const std::string& joint : moved_joints(dynamics)) {
    blocks.blocks.emplace_back(GenericFunction::of(MultibodyForce{dynamics, joint}), "force of " + joint);
  }
  if (free_numbers) blocks.free_numbers = {2, 0, 1};
  return blocks;
}

/// Knots at random states; quaternions are a little off unit length.
inline KnotBatch random_knots(const MultibodyDynamics& dynamics, const KnotBlocks& blocks, int knots, Dice& dice) {
  KnotBatch batch;
  batch.resize(blocks.inputs(), blocks.outputs(), knots);
  for (double& entry : batch.inputs.reshaped()) entry = dice.number();
  for (double& entry : batch.weights.reshaped()) entry = dice.number();
  const int time = blocks.states + blocks.controls;
  for (int knot = 0; knot < knots; ++knot) {
    Eigen::VectorXd q = random_configuration(dynamics.model(), dice);
    batch.inputs.col(knot).head(q.size()) = q * dice.number(0.9, 1.1);
    for (std::size_t i = 0; i < blocks.free_numbers.size(); ++i) {
      batch.inputs(time + 1 + i, knot) = blocks.numbers[blocks.free_numbers[i]] + 0.05 * dice.number();
    }
  }
  return batch;
}

/// The largest difference of two matrices over the size of the second.
inline double relative_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  if (a.size() == 0) return 0.0;
  if (!a.allFinite() || !b.allFinite()) return std::numeric_limits<double>::infinity();
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

/// The condition of the mass matrix in units in which every freedom has inertia 1: what is lost in solving for
/// accelerations.
inline double condition(const Model& model, Eigen::VectorXd q) {
  normalize<double>(model, q);
  Workspace<double> ws(model);
  Eigen::MatrixXd mass(model.nv(), model.nv());
  mass_matrix(model, ws, q, mass);
  const Eigen::VectorXd units = mass.diagonal().cwiseSqrt().cwiseInverse();
  mass = units.asDiagonal() * mass * units.asDiagonal();
  const Eigen::VectorXd sizes =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mass, Eigen::EigenvaluesOnly).eigenvalues();
  return sizes.maxCoeff() / sizes.minCoeff();
}

/// To what two plugs agree: 1e-12 up to a condition of 1,000, beyond it in proportion (of sixty trees one has 5,000).
inline double agreement(const KnotBlocks& blocks, const KnotBatch& at) {
  double worst = 0.0;
  for (const KnotBlock& block : blocks.blocks) {
    const MultibodyDynamics* const dynamics = block.function.dynamics();
    for (int knot = 0; dynamics != nullptr && knot < at.knots(); ++knot) {
      worst = std::max(worst, condition(dynamics->model(), at.inputs.col(knot).head(dynamics->model().nq())));
    }
  }
  return 1e-12 * std::max(1.0, worst / 1000.0);
}

/// Values and derivatives by two plugs.
inline void expect_same(const KnotBlocks& blocks, const KnotBatch& at, const std::string& one, const std::string& other,
                        const std::string& what) {
  const auto function = make_knot_function(blocks, one), reference = make_knot_function(blocks, other);
  EXPECT_EQ(function->jacobian_pattern(), reference->jacobian_pattern()) << what;
  EXPECT_EQ(function->hessian_pattern(), reference->hessian_pattern()) << what;
  const double limit = agreement(blocks, at);
  KnotBatch batch = at, expected = at;
  reference->evaluate(expected, 0, at.knots(), Level::hessian);
  for (const Level level : {Level::hessian, Level::jacobian, Level::values}) {
    batch.values.setConstant(7.0), batch.jacobians.setConstant(7.0), batch.hessians.setConstant(7.0);
    function->evaluate(batch, 0, at.knots(), level);
    EXPECT_LT(relative_difference(batch.values, expected.values), limit) << what;
    if (level < Level::jacobian) continue;
    EXPECT_LT(relative_difference(batch.jacobians, expected.jacobians), limit) << what << ", Jacobian";
    if (level < Level::hessian) continue;
    EXPECT_LT(relative_difference(batch.hessians, expected.hessians), limit) << what << ", Hessian";
  }
}

}  // namespace tandem::test

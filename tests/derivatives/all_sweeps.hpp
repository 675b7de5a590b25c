#pragma once

#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>
#include <tandem/derivatives/kinematics_derivatives.hpp>

#include "dynamics/scalars.hpp"

#include <vector>

/// Every derivative sweep on one state, for any scalar.
namespace tandem::test {

/// What the sweeps read and write; after it is made, run() is nothing but calls.
template <class S>
struct AllSweeps {
  AllSweeps(const Model& model_, const VectorX<S>& q_, const VectorX<S>& v_, const VectorX<S>& x_)
      : model(model_),
        parameters(model_.parameters().template cast<S>()),
        q(q_),
        v(v_),
        x(x_),
        wanted(model_.nv()),
        drives(alternating_drives(model_)),
        numbers(model_numbers(model_)),
        ws(model_, static_cast<int>(numbers.size())),
        inverse(3, MatrixX<S>(model_.nv(), model_.nv())),
        forward(inverse),
        hybrid(inverse),
        by_numbers(2, MatrixX<S>(model_.nv(), static_cast<long>(numbers.size()))),
        wrenches(3, MatrixX<S>(6 * model_.body_count(), model_.nv())),
        motion(model_),
        jacobian(6 * model_.nv(), model_.nv()),
        frame{"tool", model_.body_count() - 1, Transform<double>::translated({0.1, -0.2, 0.3})} {}

  void run() {
    const std::span<const ModelNumber> all(numbers);
    inverse_dynamics_derivatives<S>(model, parameters, ws, q, v, x, inverse[0], inverse[1], inverse[2], all,
                                    by_numbers[0]);
    forward_dynamics_derivatives<S>(model, parameters, ws, q, v, x, wanted, forward[0], forward[1], forward[2]);
    hybrid_dynamics_derivatives<S>(model, parameters, ws, q, v, std::span<const Drive>(drives), x, wanted, hybrid[0],
                                   hybrid[1], hybrid[2], all, by_numbers[1]);
    joint_wrench_derivatives<S>(model, parameters, ws, q, v, x, wrenches[0], wrenches[1], wrenches[2]);
    frame_motion_derivatives<S>(model, parameters, ws, q, v, x, frame, motion);
    frame_jacobian_derivatives<S>(model, parameters, ws, q, frame, jacobian);
  }

  /// What comes without solving for accelerations.
  std::vector<S> direct_results() const {
    Collected<S> all;
    for (const auto* blocks : {&inverse, &wrenches}) {
      for (const MatrixX<S>& m : *blocks) all.add(m);
    }
    all.add(by_numbers[0]), all.add(jacobian);
    all.add(motion.velocity_by_q), all.add(motion.acceleration_by_q), all.add(motion.acceleration_by_v);
    return all.numbers();
  }
  /// What inherits the condition of the mass matrix.
  std::vector<S> solved_results() const {
    Collected<S> all;
    for (const auto* blocks : {&forward, &hybrid}) {
      for (const MatrixX<S>& m : *blocks) all.add(m);
    }
    all.add(by_numbers[1]), all.add(wanted);
    return all.numbers();
  }
  double condition() const { return inverse[2].norm() * forward[2].norm(); }

  const Model& model;
  Parameters<S> parameters;
  VectorX<S> q, v, x, wanted;
  std::vector<Drive> drives;
  std::vector<ModelNumber> numbers;
  DerivativeWorkspace<S> ws;
  std::vector<MatrixX<S>> inverse, forward, hybrid, by_numbers, wrenches;
  FrameMotionDerivatives<S> motion;
  MatrixX<S> jacobian;
  Frame frame;
};

/// The same state of doubles, in another scalar's sweeps: one lane, or the real part.
template <class S, class Part>
void expect_same_sweeps(const AllSweeps<S>& sweeps, const Part& part, AllSweeps<double>& expected,
                        const std::string& where) {
  const auto parts = [&part](const std::vector<S>& results) {
    std::vector<double> numbers;
    for (const S& x : results) numbers.push_back(part(x));
    return numbers;
  };
  expected.run();
  expect_same(parts(sweeps.direct_results()), expected.direct_results(), where);
  expect_same(parts(sweeps.solved_results()), expected.solved_results(), where, expected.condition());
}

}  // namespace tandem::test

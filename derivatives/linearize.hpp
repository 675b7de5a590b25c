#pragma once

#include <tandem/derivatives/derivative_workspace.hpp>

#include <span>
#include <string>
#include <vector>

namespace tandem {

/// What an output of a linear model is.
struct LinearOutput {
  enum class Kind {
    freedoms,            ///< tangent coordinates of all freedoms, nv numbers
    velocities,          ///< of all freedoms, nv numbers
    accelerations,       ///< of all freedoms, nv numbers
    forces,              ///< of all freedoms' drives, nv numbers
    frame_displacement,  ///< turn and shift of `frame`, in its axes, 6 numbers
    frame_velocity,      ///< spatial, of `frame`, in its axes, 6 numbers
    frame_acceleration   ///< the same
  };
  Kind kind = Kind::freedoms;
  Frame frame = {};
};

/// How a model departs from a motion, to first order: with x = [d; e] the departures of its configuration in the
/// tangent, d = difference(q, q + dq), and of its velocity, and u those of what the drives are given,
///
///   x' = A x + B u,   y = C x + D u.
struct LinearModel {
  Eigen::MatrixXd A, B, C, D;
  Eigen::VectorXd wanted;                            ///< what hybrid dynamics gives at the state
  std::vector<std::string> states, inputs, outputs;  ///< "elbow", "rate of elbow"; "force of elbow", ...
};

/// (A, B, C, D) at a state by one sweep of derivatives (Lin and Yae, "Recursive linearization of multibody dynamics
/// equations of motion", (39), here M da = dtau - dID with the sweeps of this library):
///
///   A = [-ad(v)  1; da/dq  da/dv],   B = [0; da/dknown],
///
/// where -ad(v) is zero but for spherical and free joints, whose departures are seen from a frame that moves with v.
/// `drives` has an entry a body: force-driven joints are given a force, motion-driven ones an acceleration; `known` are
/// these at the state. Inputs are all freedoms, or those with the given velocity indices, in that order. Without
/// outputs, y = x.
LinearModel linearize(const Model& model, const Parameters<double>& parameters, DerivativeWorkspace<double>& ws,
                      In<double> q, In<double> v, std::span<const Drive> drives, In<double> known,
                      std::span<const LinearOutput> outputs = {}, std::span<const int> inputs = {});

/// With all joints force-driven.
LinearModel linearize(const Model& model, const Parameters<double>& parameters, DerivativeWorkspace<double>& ws,
                      In<double> q, In<double> v, In<double> tau, std::span<const LinearOutput> outputs = {},
                      std::span<const int> inputs = {});

}  // namespace tandem

#pragma once

#include <tandem/ocp/designs/controllers/form.hpp>
#include <tandem/ocp/designs/controllers/plant.hpp>
#include <tandem/ocp/lq/lqg.hpp>

namespace tandem::controllers {

/// The weights and noises of a plant as regulators and estimators take them: Q = watched'watched, R = effort'effort,
/// V1 = noise noise', V2 = sensor_noise sensor_noise'. Refuses cross weights (watched'effort) and noises that reach
/// both states and sensors, which these equations have no place for.
struct PlantWeights {
  lq::Regulator regulator;
  lq::Observation observation;
};
PlantWeights weights_of(const Plant& plant);

/// The controller of least E[z'z], of the plant's order.
struct FullOrder {
  Controller controller;
  double cost = 0.0;
  lq::Lqg lqg;
};
FullOrder lqg_controller(const Plant& plant);

/// The same in coordinates in which the solutions of the regulator's and the estimator's Riccati equations are equal
/// and diagonal, with the largest `order` of them kept (Jonckheere and Silverman, IEEE Trans. Automatic Control 28,
/// 1983). It need not stabilise.
Controller truncated_lqg(const Plant& plant, int order);

/// How far a controller with D = 0 is from Hyland and Bernstein's conditions of first order (IEEE Trans. Automatic
/// Control 29, 1984) for the least E[z'z] among those of its order: with Sigma = B R^-1 B', S = C'V2^-1 C,
/// the projection tau = G'Gamma and tau_p = 1 - tau,
///
///     0 = A Q + Q A' + V1 - Q S Q + tau_p Q S Q tau_p'
///     0 = A'P + P A + Q1 - P Sigma P + tau_p'P Sigma P tau_p
///     0 = (A - Sigma P) Q^ + Q^ (A - Sigma P)' + Q S Q - tau_p Q S Q tau_p'
///     0 = (A - Q S)'P^ + P^ (A - Q S) + P Sigma P - tau_p'P Sigma P tau_p
///     A_c = Gamma (A - Q S - Sigma P) G',  B_c = Gamma Q C'V2^-1,  C_c = -R^-1 B'P G',  Gamma G' = 1,
///
/// each residual relative to its equation's largest term. Q, P, Q^, P^, G and Gamma are those of the closed loop's
/// covariance and adjoint. Refuses a controller that does not stabilise.
struct OptimalProjection {
  double estimator = 0.0, regulator = 0.0, covariance = 0.0, adjoint = 0.0, projection = 0.0, gains = 0.0;
  double worst() const;
};
OptimalProjection optimal_projection(const Plant& plant, const Controller& controller);

}  // namespace tandem::controllers

#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <vector>

namespace tandem {

/// Gibbs' function of a tree at (q, v), of the joint accelerations a,
///
///   J(a) = sum over bodies of 1/2 a_n'M_n a_n + h_n'a_n  -  sum over joints of t'a - 1/2 a'R a,
///
/// with a_n the part of a body's acceleration that is linear in a, -h_n all forces on the body but those of its joints,
/// t what its drive exerts less damper and spring, and R its rotor's inertia. Its least value is at the accelerations
/// of forward dynamics: dJ/da = M a + bias - tau (D'Eleuterio and Damaren, "The relationship between recursive
/// multibody dynamics and discrete-time optimal control", section V). O(n).
double gibbs_function(const Model& model, const Parameters<double>& parameters, Workspace<double>& ws, In<double> q,
                      In<double> v, In<double> a, In<double> tau, ExternalWrenches<double> wrenches = {});

/// A body of a chain as a stage of a problem of optimal control, whose state is a_n and whose control is the joint
/// acceleration u (section V):
///
///   a_n = A a_(n-1) + B u,   a_(-1) = 0,   least sum of 1/2 a_n'M a_n + h'a_n - t'u + 1/2 u'R u.
///
/// All in the body's own frame, (angular; linear).
struct ChainBody {
  Eigen::Matrix<double, 6, 6> A;  ///< the papers' T_(n,n-1): motions of the body before, at this one's origin
  Eigen::Matrix<double, 6, Eigen::Dynamic> B;  ///< P_n, the joint's freedoms
  Eigen::Matrix<double, 6, 6> M;               ///< the body's inertia
  Eigen::Matrix<double, 6, 1> h;               ///< -f_net: M a_non + v x* M v, less weight and external wrenches
  Eigen::VectorXd t;                           ///< forces along the joint's freedoms: I_n f_(n,c)
  Eigen::VectorXd R;                           ///< inertias of rotors, which the papers do not have
};

/// The bodies of a chain, from the world outward. Refuses a tree that branches, by the bodies at which it does. O(n).
std::vector<ChainBody> chain_problem(const Model& model, const Parameters<double>& parameters, Workspace<double>& ws,
                                     In<double> q, In<double> v, In<double> tau,
                                     ExternalWrenches<double> wrenches = {});

/// What the recursion from the tip leaves of a body and all beyond it.
struct ArmstrongBody {
  Eigen::Matrix<double, 6, 6> Psi;             ///< articulated inertia: the Riccati equation's S
  Eigen::Matrix<double, 6, 1> psi;             ///< the wrench of the joint on the body is Psi a_n + psi, (19)
  Eigen::Matrix<double, 6, Eigen::Dynamic> Q;  ///< orthonormal, P'Q = 0
  Eigen::MatrixXd Phi;                         ///< of Q'a_n, and
  Eigen::VectorXd phi;                         ///< the joint's constraint force is Phi Q'a_n + phi, (31)
};

/// Featherstone's and Armstrong's recursions as the paper has them, (27) and (29)-(31): with Psi_PP = P'Psi P and so
/// on,
///   Phi = Psi_QQ - Psi_PQ' Psi_PP^-1 Psi_PQ,   phi = Q'psi + Psi_PQ' Psi_PP^-1 (t - P'psi),
///   Psi_(n-1) = M_(n-1) + A'Q Phi Q'A,         psi_(n-1) = h_(n-1) + A'(psi + Psi P Psi_PP^-1 (t - P'psi)).
/// Refuses rotors, which bring forces into Phi that are none of constraints. O(n).
std::vector<ArmstrongBody> armstrong_recursion(const std::vector<ChainBody>& chain);

}  // namespace tandem

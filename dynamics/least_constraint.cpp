#include <tandem/dynamics/least_constraint.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/error.hpp>
#include <tandem/dynamics/recursions/inverse_dynamics.tpp>

namespace tandem {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;
using recursions::at_joint;

Motion<double> unit_motion(int k) { return recursions::FreeJoint<double>::column(k); }

/// What acts along the freedoms of a joint beside its rotor: the drive's force less those of damper and spring.
Eigen::VectorXd forces_along(const Parameters<double>& parameters, const Link& link, In<double> q, In<double> v,
                             In<double> tau) {
  Eigen::VectorXd passive = Eigen::VectorXd::Zero(link.velocity_count);
  recursions::add_passive_forces(parameters, link, q.data(), v.data(), passive.data());
  return tau.segment(link.v_index, link.velocity_count) - passive;
}

Eigen::VectorXd rotors_of(const Parameters<double>& parameters, const Link& link) {
  return Eigen::Map<const Eigen::VectorXd>(parameters.rotor_inertias().data() + link.v_index, link.velocity_count);
}

/// Of all bodies: h in ws.force, without joint accelerations.
void forces_without_accelerations(const Model& model, const Parameters<double>& parameters, Workspace<double>& ws,
                                  In<double> q, In<double> v, In<double> tau, ExternalWrenches<double> wrenches) {
  recursions::check_state(model, parameters, ws, q, v);
  check_tree(model, "Gibbs' function and Armstrong's recursion");
  check_length(model, "tau", tau.size(), model.nv());
  check_wrenches<double>(model, wrenches);
  recursions::newton_euler_outward(model, parameters, ws, q.data(), v.data(), ws.zeros.data(), wrenches);
}

void refuse_branches(const Model& model) {
  for (int i = 1; i < model.body_count(); ++i) {
    require(model.links()[i].parent == i - 1, "model '{}': it is no chain: body '{}' is carried by '{}', not by '{}'",
            model.name(), model.body(i).name, model.body(model.links()[i].parent).name, model.body(i - 1).name);
  }
}

/// Motions of the parent in the body's frame, both in the user's axes.
Matrix6 from_parent(const Parameters<double>& parameters, const Workspace<double>& ws, const Link& link, int body) {
  const Transform<double> X = Transform<double>::rotated(parameters.user_from_canonical(link.parent)) *
                              ws.parent_from_body[body] *
                              Transform<double>::rotated(transposed(parameters.user_from_canonical(body)));
  Matrix6 A;
  for (int k = 0; k < 6; ++k) A.col(k) = to_child(X, unit_motion(k)).eigen();
  return A;
}

/// An orthonormal basis of what P' takes to nothing.
Matrix6X complement(const Matrix6X& P) {
  if (P.cols() == 0) return Matrix6::Identity();
  const Eigen::HouseholderQR<Eigen::MatrixXd> factors{Eigen::MatrixXd(P)};
  const Eigen::MatrixXd all = factors.householderQ() * Eigen::MatrixXd::Identity(6, 6);
  return all.rightCols(6 - P.cols());
}

}  // namespace

double gibbs_function(const Model& model, const Parameters<double>& parameters, Workspace<double>& ws, In<double> q,
                      In<double> v, In<double> a, In<double> tau, ExternalWrenches<double> wrenches) {
  check_length(model, "a", a.size(), model.nv());
  forces_without_accelerations(model, parameters, ws, q, v, tau, wrenches);
  ws.acceleration[kWorld] = Motion<double>::zero();
  double sum = 0;
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    Motion<double> A = to_child(ws.parent_from_body[i], ws.acceleration[link.parent]);
    at_joint(link, ws, [&](const auto& joint) { joint.add_rate(A, a.data() + link.v_index); });
    ws.acceleration[i] = A;
    const auto u = a.segment(link.v_index, link.velocity_count);
    sum += 0.5 * dot(A, parameters.canonical_inertias()[i] * A) + dot(A, ws.force[i]);
    sum += 0.5 * u.dot(rotors_of(parameters, link).cwiseProduct(u)) - forces_along(parameters, link, q, v, tau).dot(u);
  }
  return sum;
}

std::vector<ChainBody> chain_problem(const Model& model, const Parameters<double>& parameters, Workspace<double>& ws,
                                     In<double> q, In<double> v, In<double> tau, ExternalWrenches<double> wrenches) {
  refuse_branches(model);
  forces_without_accelerations(model, parameters, ws, q, v, tau, wrenches);
  std::vector<ChainBody> chain(model.body_count() - 1);
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    const Inertia<double> inertia = parameters.inertia(i);
    ChainBody& body = chain[i - 1];
    body.A = from_parent(parameters, ws, link, i);
    body.B.resize(6, link.velocity_count);
    at_joint(link, ws, [&](const auto& joint) {
      for (int k = 0; k < link.velocity_count; ++k) {
        body.B.col(k) = recursions::to_user(parameters, i, joint.column(k)).eigen();
      }
    });
    for (int k = 0; k < 6; ++k) body.M.col(k) = (inertia * unit_motion(k)).eigen();
    body.h = recursions::to_user(parameters, i, ws.force[i]).eigen();
    body.t = forces_along(parameters, link, q, v, tau);
    body.R = rotors_of(parameters, link);
  }
  return chain;
}

std::vector<ArmstrongBody> armstrong_recursion(const std::vector<ChainBody>& chain) {
  std::vector<ArmstrongBody> found(chain.size());
  for (int n = static_cast<int>(chain.size()) - 1; n >= 0; --n) {
    const ChainBody& body = chain[n];
    ArmstrongBody& at = found[n];
    require(body.R.isZero(0), "body {} of the chain: its joint has a rotor, which Armstrong's form has no place for",
            n + 1);
    at.Psi = body.M;
    at.psi = body.h;
    if (n + 1 < static_cast<int>(chain.size())) {
      const ChainBody& next = chain[n + 1];
      const ArmstrongBody& beyond = found[n + 1];
      at.Psi += next.A.transpose() * beyond.Q * beyond.Phi * beyond.Q.transpose() * next.A;  // (30)
      const Eigen::MatrixXd U = beyond.Psi * next.B;
      const Eigen::VectorXd free = next.t - next.B.transpose() * beyond.psi;
      const Eigen::MatrixXd pivot = next.B.transpose() * U;
      at.psi += next.A.transpose() * (beyond.psi + U * pivot.llt().solve(free));  // (27)
    }
    at.Q = complement(body.B);
    const Eigen::MatrixXd QQ = at.Q.transpose() * at.Psi * at.Q, PQ = body.B.transpose() * at.Psi * at.Q;
    const Eigen::MatrixXd PP = body.B.transpose() * at.Psi * body.B;
    const Eigen::VectorXd free = body.t - body.B.transpose() * at.psi;
    const Eigen::LLT<Eigen::MatrixXd> factor(PP);
    at.Phi = QQ - PQ.transpose() * factor.solve(PQ);
    at.phi = at.Q.transpose() * at.psi + PQ.transpose() * factor.solve(free);
  }
  return found;
}

}  // namespace tandem

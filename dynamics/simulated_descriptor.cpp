#include <tandem/dynamics/simulated_descriptor.hpp>

#include <tandem/dynamics/loop_projection.hpp>
#include <tandem/dynamics/spanning.hpp>

namespace tandem {

SimulatedDescriptor::SimulatedDescriptor(const Model& model, const Parameters<double>& parameters,
                                         SimulatedSystem& system)
    : model_(model), parameters_(parameters), motion_(model, parameters) {
  motion_.push_by([&](double t, In<double> tree_q, In<double> tree_v, Out<double> tree_tau) {
    const Eigen::VectorXd q = own_coordinates(model, tree_q), v = own_velocities(model, tree_v);
    tree_tau = on_all_joints(model, system.drives_at(t, q, v));
  });
}

void SimulatedDescriptor::start(const Values& x) {
  const int nq = model_.nq(), nv = model_.nv();
  const Eigen::Map<const Eigen::VectorXd> q(x.data(), nq), v(x.data() + nq, nv);
  Eigen::VectorXd tree_q(model_.tree().nq()), tree_v(model_.tree().nv());
  Workspace<double> ws(model_);
  span<double>(model_, parameters_, ws, q, v, tree_q, tree_v);
  motion_.start(tree_q, tree_v);
}

void SimulatedDescriptor::advance(Values& x, double t, double end) {
  const int nq = model_.nq(), nv = model_.nv();
  motion_.advance(t, end - t);
  Eigen::Map<Eigen::VectorXd>(x.data(), nq) = own_coordinates(model_, motion_.tree_q());
  Eigen::Map<Eigen::VectorXd>(x.data() + nq, nv) = own_velocities(model_, motion_.tree_v());
  x[nq + nv] = motion_.work();
  Eigen::Map<Eigen::Matrix<double, 6, 1>>(x.data() + nq + nv + 1) = motion_.impulse().eigen();
}

}  // namespace tandem

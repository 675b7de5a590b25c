#include <tandem/dynamics/spatial_operators.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/recursions/forward_dynamics.tpp>

#include <algorithm>

namespace tandem {
namespace {

using recursions::at_joint;
using recursions::JointPass;

void check_stacked(const Model& model, const BlockDiagonal& A, const StackedVector& x) {
  check_length(model, "blocks", std::ssize(A), model.body_count());
  check_length(model, "columns of the stacked vector", x.cols(), model.body_count());
}

}  // namespace

StackedVector apply_influence(const Model& model, const BlockDiagonal& A, const StackedVector& x) {
  check_stacked(model, A, x);
  StackedVector z = StackedVector::Zero(6, model.body_count());
  for (int i = 1; i < model.body_count(); ++i) {
    const int parent = model.links()[i].parent;
    if (parent != kWorld) z.col(i) = A[i] * x.col(parent);
  }
  return z;
}

StackedVector apply_influence_transposed(const Model& model, const BlockDiagonal& A, const StackedVector& x) {
  check_stacked(model, A, x);
  StackedVector z = StackedVector::Zero(6, model.body_count());
  for (int i = 1; i < model.body_count(); ++i) {
    const int parent = model.links()[i].parent;
    if (parent != kWorld) z.col(parent) += A[i].transpose() * x.col(i);
  }
  return z;
}

StackedVector apply_psi(const Model& model, const BlockDiagonal& A, const StackedVector& x) {
  check_stacked(model, A, x);
  StackedVector z = x;
  z.col(kWorld).setZero();
  for (int i = 1; i < model.body_count(); ++i) {
    const int parent = model.links()[i].parent;
    if (parent != kWorld) z.col(i) += A[i] * z.col(parent);
  }
  return z;
}

StackedVector apply_psi_transposed(const Model& model, const BlockDiagonal& A, const StackedVector& x) {
  check_stacked(model, A, x);
  StackedVector z = x;
  z.col(kWorld).setZero();
  for (int i = model.body_count() - 1; i > 0; --i) {
    const int parent = model.links()[i].parent;
    if (parent != kWorld) z.col(parent) += A[i].transpose() * z.col(i);
  }
  return z;
}

MassFactors::MassFactors(const Model& model) : model_(model), parameters_(model.parameters()), ws_(model) {}

void MassFactors::set(const Parameters<double>& parameters, In<double> q) {
  check_model(model_, parameters, ws_);
  check_tree(model_, "factors of the mass matrix");
  check_length(model_, "q", q.size(), model_.nq());
  recursions::check_quaternions(model_, q.data());
  parameters_ = parameters;
  recursions::articulate(model_, parameters_, ws_, q.data());
}

void MassFactors::check(In<double> x) const { check_length(model_, "x", x.size(), model_.nv()); }

/// y_i = x_i + S'z_i,   z_parent += X*(z_i + G x_i).
void MassFactors::times(Out<double> x) {
  check(x);
  std::fill(ws_.force.begin(), ws_.force.end(), Wrench<double>::zero());
  for (int i = model_.body_count() - 1; i > 0; --i) {
    const Link& link = model_.links()[i];
    at_joint(link, ws_, [&](const auto& joint) {
      double carried[6] = {};
      joint.project(ws_.force[i], carried);
      double* const at = x.data() + link.v_index;
      for (int k = 0; k < link.velocity_count; ++k) at[k] += carried[k];
      JointPass<double>{model_, parameters_, ws_, i, link.v_index}.remove(joint, at, ws_.force[i]);
    });
    if (link.parent != kWorld) ws_.force[link.parent] += to_parent(ws_.parent_from_body[i], ws_.force[i]);
  }
}

/// y_i = x_i - S'z_i,   z_parent += X*(z_i + G y_i): what the articulated-body method leaves to each joint.
void MassFactors::solve(Out<double> x) {
  check(x);
  recursions::remainders_inward(model_, parameters_, ws_, x.data());
  for (int d = 0; d < model_.nv(); ++d) x(d) = ws_.remainder[d];
}

/// y_i = x_i + G'X u_parent,   u_i = X u_parent + S x_i.
void MassFactors::transposed_times(Out<double> x) {
  check(x);
  std::fill(ws_.remainder.begin(), ws_.remainder.end(), 0.0);
  ws_.acceleration[kWorld] = Motion<double>::zero();
  for (int i = 1; i < model_.body_count(); ++i) {
    const Link& link = model_.links()[i];
    at_joint(link, ws_, [&](const auto& joint) {
      Motion<double> u = to_child(ws_.parent_from_body[i], ws_.acceleration[link.parent]), held = u;
      double rate[6] = {};  // -G'u
      JointPass<double>{model_, parameters_, ws_, i, link.v_index}.accelerate(joint, held, rate);
      double* const at = x.data() + link.v_index;
      joint.add_rate(u, at);
      for (int k = 0; k < link.velocity_count; ++k) at[k] -= rate[k];
      ws_.acceleration[i] = u;
    });
  }
}

/// y_i = x_i - G'X u_parent,   u_i = X u_parent + S y_i.
void MassFactors::transposed_solve(Out<double> x) {
  check(x);
  std::fill(ws_.remainder.begin(), ws_.remainder.end(), 0.0);
  ws_.acceleration[kWorld] = Motion<double>::zero();
  for (int i = 1; i < model_.body_count(); ++i) {
    const Link& link = model_.links()[i];
    at_joint(link, ws_, [&](const auto& joint) {
      Motion<double> u = to_child(ws_.parent_from_body[i], ws_.acceleration[link.parent]), held = u;
      double rate[6] = {};  // -G'u
      JointPass<double>{model_, parameters_, ws_, i, link.v_index}.accelerate(joint, held, rate);
      double* const at = x.data() + link.v_index;
      for (int k = 0; k < link.velocity_count; ++k) at[k] += rate[k];
      joint.add_rate(u, at);
      ws_.acceleration[i] = u;
    });
  }
}

/// With the factors D = L d L' of each joint: L below the diagonal of its rows, 1/d on it.
void MassFactors::weigh(Out<double> x) const {
  check(x);
  for (const Link& link : model_.links()) {
    const double* const rows = ws_.pivot.data() + 6 * link.v_index;
    double* const at = x.data() + link.v_index;
    const int n = link.velocity_count;
    for (int k = 0; k < n; ++k) {
      for (int i = k + 1; i < n; ++i) at[k] += rows[6 * i + k] * at[i];
      at[k] /= rows[6 * k + k];
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int k = 0; k < i; ++k) at[i] += rows[6 * i + k] * at[k];
    }
  }
}

void MassFactors::unweigh(Out<double> x) const {
  check(x);
  for (const Link& link : model_.links()) {
    recursions::solve(ws_.pivot.data() + 6 * link.v_index, link.velocity_count, x.data() + link.v_index);
  }
}

}  // namespace tandem

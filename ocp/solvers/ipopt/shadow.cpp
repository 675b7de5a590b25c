#include <tandem/ocp/solvers/ipopt/shadow.hpp>

#include <algorithm>

namespace tandem::sweep {

bool Shadow::InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) {
  return steering_->Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), options, prefix) &&
         shadow_->Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), options, prefix);
}

bool Shadow::IncreaseQuality() {
  shadow_->IncreaseQuality();
  return steering_->IncreaseQuality();
}

namespace {

using Ipopt::SmartPtr;
using Vectors = std::vector<SmartPtr<Ipopt::Vector>>;

Vectors alike(const Vectors& x) {
  Vectors made;
  for (const auto& one : x) made.push_back(one->MakeNew());
  return made;
}

}  // namespace

Ipopt::ESymSolverStatus Shadow::solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                      bool check_inertia, Ipopt::Index negatives) {
  Vectors shadow_x = alike(x.x), shadow_s = alike(x.s), shadow_c = alike(x.c), shadow_d = alike(x.d);
  const Steps shadow{shadow_x, shadow_s, shadow_c, shadow_d};
  const Ipopt::ESymSolverStatus shadow_status = solve_by(*shadow_, system, right, shadow, false, 0);
  const Ipopt::ESymSolverStatus status = solve_by(*steering_, system, right, x, check_inertia, negatives);
  compare(status, shadow_status);
  if (status == Ipopt::SYMSOLVER_SUCCESS && shadow_status == Ipopt::SYMSOLVER_SUCCESS) {
    compare_steps(system, right, x, shadow);
  }
  return status;
}

void Shadow::compare(Ipopt::ESymSolverStatus status, Ipopt::ESymSolverStatus shadow_status) {
  ++report_.systems;
  const int iteration = IpData().iter_count();
  const bool is_factorised = status == Ipopt::SYMSOLVER_SUCCESS || status == Ipopt::SYMSOLVER_WRONG_INERTIA;
  if (is_factorised != (shadow_status == Ipopt::SYMSOLVER_SUCCESS)) {
    ++report_.status_differences;
    Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA, "shadow: iteration %d: status %d, the sweep's %d\n",
                   iteration, status, shadow_status);
  } else if (is_factorised && steering_->NumberOfNegEVals() != shadow_->NumberOfNegEVals()) {
    ++report_.inertia_differences;
    Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA,
                   "shadow: iteration %d: %d negative pivots, the sweep's %d\n", iteration,
                   steering_->NumberOfNegEVals(), shadow_->NumberOfNegEVals());
  }
}

namespace {

/// Number i of several vectors, in its four parts.
struct Parts {
  SmartPtr<Ipopt::Vector> x, s, c, d;

  template <class Vector>
  static Parts of(const AugmentedVectors<Vector>& all, std::size_t i) {
    return {all.x[i]->MakeNewCopy(), all.s[i]->MakeNewCopy(), all.c[i]->MakeNewCopy(), all.d[i]->MakeNewCopy()};
  }
  Parts copy() const { return {x->MakeNewCopy(), s->MakeNewCopy(), c->MakeNewCopy(), d->MakeNewCopy()}; }

  double largest() const { return std::max({x->Amax(), s->Amax(), c->Amax(), d->Amax()}); }
  void subtract(const Parts& other) const {
    x->Axpy(-1.0, *other.x);
    s->Axpy(-1.0, *other.s);
    c->Axpy(-1.0, *other.c);
    d->Axpy(-1.0, *other.d);
  }
};

/// to -= (diagonal + shift) * x.
void subtract_diagonal(const Ipopt::Vector* diagonal, double shift, const Ipopt::Vector& x, Ipopt::Vector& to) {
  to.Axpy(-shift, x);
  if (diagonal == nullptr) return;
  const SmartPtr<Ipopt::Vector> product = x.MakeNewCopy();
  product->ElementWiseMultiply(*diagonal);
  to.Axpy(-1.0, *product);
}

/// |b - K x| / (|x| + |b|), by largest entries.
double residual_of(const AugmentedSystem& a, const Parts& right, const Parts& x) {
  const Parts r = right.copy();
  if (a.W != nullptr && a.W_factor != 0.0) a.W->MultVector(-a.W_factor, *x.x, 1.0, *r.x);
  subtract_diagonal(a.D_x, a.delta_x, *x.x, *r.x);
  a.J_c->TransMultVector(-1.0, *x.c, 1.0, *r.x);
  a.J_d->TransMultVector(-1.0, *x.d, 1.0, *r.x);
  subtract_diagonal(a.D_s, a.delta_s, *x.s, *r.s);
  r.s->Axpy(1.0, *x.d);
  a.J_c->MultVector(-1.0, *x.x, 1.0, *r.c);
  subtract_diagonal(a.D_c, -a.delta_c, *x.c, *r.c);
  a.J_d->MultVector(-1.0, *x.x, 1.0, *r.d);
  r.d->Axpy(1.0, *x.s);
  subtract_diagonal(a.D_d, -a.delta_d, *x.d, *r.d);
  return r.largest() / std::max(x.largest() + right.largest(), 1e-300);
}

}  // namespace

void Shadow::compare_steps(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                           const Steps& shadow_x) {
  for (std::size_t i = 0; i < x.x.size(); ++i) {
    const Parts b = Parts::of(right, i), step = Parts::of(x, i), shadow_step = Parts::of(shadow_x, i);
    const double residual = residual_of(system, b, step), shadow_residual = residual_of(system, b, shadow_step);
    report_.worst_residual = std::max(report_.worst_residual, residual);
    report_.worst_sweep_residual = std::max(report_.worst_sweep_residual, shadow_residual);
    shadow_step.subtract(step);
    const double difference = shadow_step.largest() / std::max(step.largest(), 1e-300);
    report_.worst_step = std::max(report_.worst_step, difference);
    if (!(difference <= ShadowReport::kSameStep)) {
      ++report_.step_differences;
      Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA,
                     "shadow: iteration %d: steps differ by %.1e, their residuals are %.1e, the sweep's %.1e\n",
                     IpData().iter_count(), difference, residual, shadow_residual);
    }
  }
}

}  // namespace tandem::sweep

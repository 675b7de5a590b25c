#include <tandem/derivatives/recursive_hessian.hpp>

#include <tandem/derivatives/acting_laws.hpp>
#include <tandem/derivatives/quaternion_chain.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>

#include <algorithm>

namespace tandem {
namespace {

/// Inverse dynamics is affine in these together.
bool is_linear(ModelNumber::Kind kind) {
  using Kind = ModelNumber::Kind;
  return kind == Kind::inertia || kind == Kind::wrench || kind == Kind::rotor_inertia || kind == Kind::damping ||
         kind == Kind::stiffness;
}

bool is_linear(const MultibodyDynamics& dynamics, int a, int b) {
  return std::all_of(dynamics.rules().begin(), dynamics.rules().end(),
                     [&](const MultibodyDynamics::Rule& rule) {
                       return is_linear(rule.number.kind) || !(rule.value.depends_on(a) || rule.value.depends_on(b));
                     }) &&
         std::none_of(dynamics.maps().begin(), dynamics.maps().end(), [&](const MultibodyDynamics::Map& map) {
           return map.map.depends_on(a) || map.map.depends_on(b);
         });
}

}  // namespace

template <class S>
RecursiveHessian::Point<S>::Point(const MultibodyDynamics& dynamics, std::size_t number_count)
    : parameters(dynamics),
      numbers(number_count, S(0.0)),
      q(dynamics.model().nq()),
      v(dynamics.model().nv()),
      a(dynamics.model().nv()),
      y(dynamics.model().nv()) {}

template <class S>
void RecursiveHessian::Point<S>::set(const RecursiveJacobian& first) {
  for (long i = 0; i < q.size(); ++i) q(i) = S(first.q()(i));
  for (long d = 0; d < v.size(); ++d) v(d) = S(first.v()(d)), a(d) = S(first.accelerations()(d));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = S(first.numbers()[i]);
}

template <class S>
void RecursiveHessian::Point<S>::follow(const MultibodyDynamics& dynamics, const RecursiveJacobian& first) {
  parameters.set(dynamics, numbers);
  if (first.laws() != nullptr) first.laws()->add_wrenches(parameters.wrenches);
}

RecursiveHessian::RecursiveHessian(const MultibodyFunction& function, const RecursiveJacobian& first,
                                   std::size_t numbers, const BoolMatrix& pattern)
    : function_(function),
      dynamics_(function.dynamics()),
      model_(dynamics_.model()),
      first_(first),
      inputs_(first.inputs()),
      y_(inputs_.nv),
      rate_weights_(inputs_.nq, Dual4(0.0)),
      along_(dynamics_, numbers),
      gradient_(model_),
      along_ws_(model_),
      rate_ws_(model_),
      by_rates_(inputs_.nv, inputs_.nv),
      across_(dynamics_, numbers),
      across_ws_(model_),
      across_force_(inputs_.nv),
      hessian_(inputs_.count * inputs_.count, Pack4(0.0)),
      mixed_(inputs_.count * inputs_.nv, Pack4(0.0)) {
  for (int i = 0; i < inputs_.count; ++i) is_curved_.push_back(pattern.row(i).any() ? 1 : 0);
  for (std::size_t k = 0; k < inputs_.numbers.size(); ++k) {
    for (std::size_t l = 0; l <= k; ++l) {
      const MultibodyInputs::FreeNumber &a = inputs_.numbers[k], &b = inputs_.numbers[l];
      if (pattern(a.input, b.input) && !is_linear(dynamics_, a.index, b.index)) pairs_.push_back({a, b});
    }
  }
  set_numbers();
}

void RecursiveHessian::set_numbers() {
  for (std::size_t i = 0; i < along_.numbers.size(); ++i) along_.numbers[i] = Dual4(first_.numbers()[i]);
  along_.parameters.set(dynamics_, along_.numbers);
}

void RecursiveHessian::evaluate(const Pack4* weights) {
  std::fill(hessian_.begin(), hessian_.end(), Pack4(0.0));
  weigh(weights);
  along_.set(first_);
  for (int d = 0; d < inputs_.nv; ++d) along_.y(d) = Dual4(y_(d));
  if (!inputs_.numbers.empty() || first_.laws() != nullptr) along_.follow(dynamics_, first_);
  add_coordinates();
  add_velocities();
  add_numbers();
  add_accelerations();
  if (first_.laws() != nullptr) first_.laws()->subtract_hessian(first_.knots(), y_, hessian_.data());
  if (function_.output() == MultibodyFunction::Output::effort) add_squares(weights[0]);
}

/// y_p = nu,  y_f = -M_ff^-1 (mu + M_fp nu).
void RecursiveHessian::weigh(const Pack4* weights) {
  for (int d = 0; d < inputs_.nv; ++d) y_(d) = Pack4(0.0);
  if (function_.output() == MultibodyFunction::Output::rates) {
    weigh_rates(weights);
  } else {
    weigh_forces(weights[0]);
  }
}

void RecursiveHessian::weigh_rates(const Pack4* weights) {
  for (int d = 0; d < inputs_.nv; ++d) {
    for (int e = 0; e < inputs_.nv; ++e) {
      if (is_force(d) && is_force(e)) y_(d) -= first_.by_known()(e, d) * weights[inputs_.nq + e];
    }
  }
  for (int i = 0; i < inputs_.nq; ++i) rate_weights_[i] = Dual4(weights[i]);
}

void RecursiveHessian::weigh_forces(const Pack4& weight) {
  for (const int p : function_.forces_of()) {
    const Pack4 nu = weight * first_.by_force(p);
    y_(p) += nu;
    for (int d = 0; d < inputs_.nv; ++d) {
      if (is_force(d)) y_(d) -= first_.by_known()(p, d) * nu;
    }
  }
}

/// Of y'ID and the weighted rates of coordinates, by coordinates, velocities and accelerations.
void RecursiveHessian::take_gradient() {
  contracted_inverse_dynamics_derivatives<Dual4>(model_, along_.parameters.current, along_ws_, along_.q, along_.v,
                                                 along_.a, along_.y, gradient_.tangent, gradient_.by_v, gradient_.by_a,
                                                 along_.parameters.wrenches);
  for (const Link& link : model_.links()) {
    const Dual4* const q = along_.q.data() + link.q_index;
    Dual4* const by_q = gradient_.by_q.data() + link.q_index;
    quaternions::by_coordinates(link, q, gradient_.tangent.data() + link.v_index, by_q);
    if (function_.output() != MultibodyFunction::Output::rates || !has_quaternion(link.type)) continue;
    quaternions::add_rate_derivatives(link, q, along_.v.data() + link.v_index, rate_weights_.data() + link.q_index,
                                      by_q, gradient_.by_v.data() + link.v_index);
  }
}

/// The column of H of the input along which something has a slope.
void RecursiveHessian::add_direction(int input) {
  take_gradient();
  for (int i = 0; i < inputs_.nq; ++i) set_both(i, input, gradient_.by_q(i).slope);
  for (int d = 0; d < inputs_.nv; ++d) {
    set_both(inputs_.nq + d, input, gradient_.by_v(d).slope);
    mixed_[input * inputs_.nv + d] = gradient_.by_a(d).slope;
  }
}

void RecursiveHessian::add_coordinates() {
  for (int i = 0; i < inputs_.nq; ++i) {
    if (is_curved_[i] == 0) continue;
    along_.q(i).slope = Pack4(1.0);
    add_direction(i);
    along_.q(i).slope = Pack4(0.0);
  }
}

void RecursiveHessian::add_velocities() {
  contracted_velocity_hessian<Pack4>(model_, first_.parameters(), rate_ws_, first_.q(), y_, by_rates_);
  for (int k = 0; k < inputs_.nv; ++k) {
    for (int d = 0; d < inputs_.nv; ++d) entry(inputs_.nq + d, inputs_.nq + k) = by_rates_(d, k);
  }
}

void RecursiveHessian::add_numbers() {
  for (const auto& [input, index] : inputs_.numbers) {
    if (is_curved_[input] == 0) continue;
    along_.numbers[index].slope = Pack4(1.0);
    along_.follow(dynamics_, first_);
    add_direction(input);
    along_.numbers[index].slope = Pack4(0.0);
  }
  for (const auto& [a, b] : pairs_) add_pair(a, b);
}

void RecursiveHessian::add_pair(const MultibodyInputs::FreeNumber& a, const MultibodyInputs::FreeNumber& b) {
  across_.set(first_);
  across_.numbers[a.index].value.slope = Pack4(1.0);
  across_.numbers[b.index].slope.value = Pack4(1.0);
  across_.follow(dynamics_, first_);
  inverse_dynamics<Second4>(model_, across_.parameters.current, across_ws_, across_.q, across_.v, across_.a,
                            across_force_, across_.parameters.wrenches);
  Pack4 sum(0.0);
  for (int d = 0; d < inputs_.nv; ++d) sum += y_(d) * across_force_(d).slope.slope;
  set_both(a.input, b.input, sum);
}

/// S' H S, of which the part [1, 0]' H [1, 0] is there: H by an input and an acceleration, times the derivatives of
/// the latter, and its transpose.
void RecursiveHessian::add_accelerations() {
  const int n = inputs_.count;
  const auto add_row = [&](int input) {
    if (is_curved_[input] == 0) return;
    for (int d = 0; d < inputs_.nv; ++d) {
      const Pack4 factor = mixed_[input * inputs_.nv + d];
      const Pack4* const by = first_.accelerations_by(d);
      Pack4* const row = hessian_.data() + input * n;
      for (int j = 0; j < n; ++j) row[j] += factor * by[j];
      for (int j = 0; j < n; ++j) hessian_[j * n + input] += factor * by[j];
    }
  };
  for (int i = 0; i < inputs_.nq; ++i) add_row(i);
  for (const auto& [input, index] : inputs_.numbers) add_row(input);
}

/// w dtau'dtau.
void RecursiveHessian::add_squares(const Pack4& weight) {
  const int n = inputs_.count;
  for (const int p : function_.forces_of()) {
    const Pack4* const by = first_.wanted_by(p);
    for (int i = 0; i < n; ++i) {
      const Pack4 factor = weight * by[i];
      for (int j = 0; j < n; ++j) hessian_[i * n + j] += factor * by[j];
    }
  }
}

}  // namespace tandem

#include <tandem/derivatives/recursive_jacobian.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/acting_laws.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/quaternion_chain.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>

#include <algorithm>
#include <array>

namespace tandem {

struct RecursiveJacobian::Slopes {
  using S = Dual<Pack4>;
  Slopes(const MultibodyDynamics& dynamics, std::size_t number_count)
      : parameters(dynamics),
        numbers(number_count, S(0.0)),
        ws(dynamics.model()),
        q(dynamics.model().nq()),
        v(dynamics.model().nv()),
        a(dynamics.model().nv()),
        force(dynamics.model().nv()) {}

  FollowingParameters<S> parameters;
  std::vector<S> numbers;
  Workspace<S> ws;
  VectorX<S> q, v, a, force;
};

RecursiveJacobian::RecursiveJacobian(const MultibodyFunction& function, const std::vector<int>& free_numbers,
                                     std::span<const double> numbers)
    : function_(function),
      dynamics_(function.dynamics()),
      model_(dynamics_.model()),
      inputs_(dynamics_, dynamics_.controls(), free_numbers),
      parameters_(dynamics_),
      numbers_(numbers.begin(), numbers.end()),
      ws_(model_),
      q_(inputs_.nq),
      v_(inputs_.nv),
      still_(VectorX<Pack4>::Constant(inputs_.nv, Pack4(0.0))),
      known_(inputs_.nv),
      wanted_(inputs_.nv),
      accelerations_(inputs_.nv),
      rates_(inputs_.nq),
      by_q_(inputs_.nv, inputs_.nv),
      by_v_(inputs_.nv, inputs_.nv),
      by_known_(inputs_.nv, inputs_.nv),
      slopes_(std::make_unique<Slopes>(dynamics_, numbers.size())),
      wanted_by_(inputs_.nv * inputs_.count, Pack4(0.0)),
      accelerations_by_(inputs_.nv * inputs_.count, Pack4(0.0)),
      values_(function.outputs(), Pack4(0.0)),
      jacobian_(function.outputs() * inputs_.count, Pack4(0.0)) {
  const auto check = [&](const ModelNumber& number, int index) {
    require(index >= 0 && index < static_cast<int>(numbers.size()),
            "model '{}': {} follows the named number {}, there are {}", model_.name(), name_of(model_, number), index,
            numbers.size());
  };
  for (const auto& rule : dynamics_.rules()) {
    for (const auto& [index, coefficient] : rule.value.terms()) check(rule.number, index);
  }
  for (const auto& map : dynamics_.maps()) {
    for (const int index : map.map.reads()) check(map.numbers.front(), index);
  }
  if (!dynamics_.laws().empty()) laws_ = std::make_unique<ActingLaws>(dynamics_, inputs_, free_numbers, numbers);
  set_numbers(numbers);
}

RecursiveJacobian::~RecursiveJacobian() = default;

void RecursiveJacobian::set_numbers(std::span<const double> numbers) {
  std::copy(numbers.begin(), numbers.end(), numbers_.begin());
  parameters_.set(dynamics_, numbers_);
  if (laws_) laws_->set_numbers(numbers);
}

FourKnots RecursiveJacobian::knots() const { return {q_, v_, still_, parameters_.current, numbers_}; }

void RecursiveJacobian::load(const Pack4* inputs) {
  for (int i = 0; i < inputs_.nq; ++i) q_(i) = inputs[i];
  for (int d = 0; d < inputs_.nv; ++d) v_(d) = inputs[inputs_.nq + d];
  for (int d = 0; d < inputs_.nv; ++d) known_(d) = Pack4(0.0);
  for (const auto& [freedom, input, gear] : inputs_.known) known_(freedom) += Pack4(gear) * inputs[input];
  for (const auto& [input, index] : inputs_.all_numbers) numbers_[index] = inputs[input];
  if (!inputs_.numbers.empty() || laws_) parameters_.set(dynamics_, numbers_);
}

void RecursiveJacobian::act(const Pack4* inputs, bool with_jacobian) {
  laws_->act(inputs, knots(), with_jacobian);
  laws_->add_wrenches(parameters_.wrenches);
  for (int d = 0; d < inputs_.nv; ++d) {
    if (is_force(d)) known_(d) += laws_->forces()[d];
  }
}

void RecursiveJacobian::evaluate(const Pack4* inputs, bool with_jacobian) {
  load(inputs);
  if (laws_) act(inputs, with_jacobian);
  if (with_jacobian) {
    solve_jacobian();
  } else {
    hybrid_dynamics<Pack4>(model_, parameters_.current, ws_.recursions, q_, v_, dynamics_.drives(), known_, wanted_,
                           parameters_.wrenches);
  }
  for (int d = 0; d < inputs_.nv; ++d) accelerations_(d) = is_force(d) ? wanted_(d) : known_(d);
  for (int d = 0; d < inputs_.nv && laws_; ++d) {
    if (!is_force(d)) wanted_(d) -= laws_->forces()[d];
  }
  write_values(inputs);
  if (with_jacobian) write_jacobian();
}

void RecursiveJacobian::solve_jacobian() {
  hybrid_dynamics_derivatives<Pack4>(model_, parameters_.current, ws_, q_, v_, dynamics_.drives(), known_, wanted_,
                                     by_q_, by_v_, by_known_, parameters_.wrenches);
  for (int d = 0; d < inputs_.nv; ++d) {
    Pack4* const row = wanted_by_.data() + d * inputs_.count;
    by_state(d, row);
    std::fill(row + inputs_.nq + inputs_.nv, row + inputs_.count, Pack4(0.0));
    for (const auto& [freedom, input, gear] : inputs_.known) row[input] += by_known_(d, freedom) * Pack4(gear);
  }
}

void RecursiveJacobian::by_state(int freedom, Pack4* row) const {
  std::array<Pack4, 6> tangent;
  for (const Link& link : model_.links()) {
    for (int k = 0; k < link.velocity_count; ++k) tangent[k] = by_q_(freedom, link.v_index + k);
    quaternions::by_coordinates(link, q_.data() + link.q_index, tangent.data(), row + link.q_index);
  }
  for (int e = 0; e < inputs_.nv; ++e) row[inputs_.nq + e] = by_v_(freedom, e);
}

/// After the accelerations are known.
void RecursiveJacobian::by_number(const MultibodyInputs::FreeNumber& number) {
  Slopes& s = *slopes_;
  for (std::size_t i = 0; i < numbers_.size(); ++i) s.numbers[i] = numbers_[i];
  s.numbers[number.index].slope = Pack4(1.0);
  s.parameters.set(dynamics_, s.numbers);
  if (laws_) laws_->add_wrenches(s.parameters.wrenches);
  for (int i = 0; i < inputs_.nq; ++i) s.q(i) = q_(i);
  for (int d = 0; d < inputs_.nv; ++d) s.v(d) = v_(d), s.a(d) = accelerations_(d);
  inverse_dynamics<Slopes::S>(model_, s.parameters.current, s.ws, s.q, s.v, s.a, s.force, s.parameters.wrenches);
  for (int d = 0; d < inputs_.nv; ++d) {
    Pack4 sum = is_force(d) ? Pack4(0.0) : s.force(d).slope;
    for (int f = 0; f < inputs_.nv; ++f) {
      if (is_force(f)) sum -= by_known_(d, f) * s.force(f).slope;
    }
    wanted_by_[d * inputs_.count + number.input] = sum;
  }
}

/// After numbers, whose columns it adds to.
void RecursiveJacobian::by_laws() {
  const int n = inputs_.count;
  for (int d = 0; d < inputs_.nv; ++d) {
    Pack4* const row = wanted_by_.data() + d * n;
    const auto add = [&](int freedom, const Pack4& factor) {
      const Pack4* const by = laws_->forces_by(freedom);
      for (int i = 0; i < n; ++i) row[i] += factor * by[i];
    };
    for (int f = 0; f < inputs_.nv; ++f) {
      if (is_force(f)) add(f, by_known_(d, f));
    }
    if (!is_force(d)) add(d, Pack4(-1.0));
  }
}

void RecursiveJacobian::write_values(const Pack4* inputs) {
  if (function_.output() != Output::rates) {
    values_[0] = Pack4(0.0);
    for (const int d : function_.forces_of()) {
      values_[0] += function_.output() == Output::force ? wanted_(d) : Pack4(0.5) * wanted_(d) * wanted_(d);
    }
    return;
  }
  coordinate_rates<Pack4>(model_, q_, v_, rates_);
  for (int i = 0; i < inputs_.nq; ++i) values_[i] = rates_(i);
  for (int d = 0; d < inputs_.nv; ++d) values_[inputs_.nq + d] = accelerations_(d);
  for (const auto& [state, input] : inputs_.integrated) values_[state] = inputs[input];
}

void RecursiveJacobian::write_jacobian() {
  for (const MultibodyInputs::FreeNumber& number : inputs_.numbers) by_number(number);
  if (laws_) by_laws();
  const int n = inputs_.count;
  for (int d = 0; d < inputs_.nv; ++d) {
    if (is_force(d)) std::copy_n(wanted_by_.data() + d * n, n, accelerations_by_.data() + d * n);
  }
  for (const auto& [freedom, input, gear] : inputs_.known) {
    if (!is_force(freedom)) accelerations_by_[freedom * n + input] = Pack4(gear);
  }
  if (function_.output() != Output::rates) {
    std::fill(jacobian_.begin(), jacobian_.end(), Pack4(0.0));
    for (const int d : function_.forces_of()) {
      for (int i = 0; i < n; ++i) jacobian_[i] += by_force(d) * wanted_by(d)[i];
    }
    return;
  }
  write_rates();
  std::copy(accelerations_by_.begin(), accelerations_by_.end(), jacobian_.begin() + inputs_.nq * n);
  for (const auto& [state, input] : inputs_.integrated) jacobian_[state * n + input] = Pack4(1.0);
}

/// Of the rates of coordinates: a row is the derivative of the sum that has a unit weight there.
void RecursiveJacobian::write_rates() {
  for (const Link& link : model_.links()) {
    const int count = link.coordinate_count;
    for (int r = 0; r < count; ++r) {
      std::array<Pack4, 7> weight, by_q;
      std::array<Pack4, 6> by_v;
      weight.fill(Pack4(0.0)), by_q.fill(Pack4(0.0)), by_v.fill(Pack4(0.0));
      weight[r] = Pack4(1.0);
      quaternions::add_rate_derivatives(link, q_.data() + link.q_index, v_.data() + link.v_index, weight.data(),
                                        by_q.data(), by_v.data());
      Pack4* const row = jacobian_.data() + (link.q_index + r) * inputs_.count;
      std::copy_n(by_q.begin(), count, row + link.q_index);
      std::copy_n(by_v.begin(), link.velocity_count, row + inputs_.nq + link.v_index);
    }
  }
}

}  // namespace tandem

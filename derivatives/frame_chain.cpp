#include <tandem/derivatives/frame_chain.hpp>

#include <tandem/derivatives/frame_weights.hpp>
#include <tandem/derivatives/quaternion_chain.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tandem {

// ---- scratch ----------------------------------------------------------------------------------------------------

template <class S>
FrameScratch::Point<S>::Point(const MultibodyDynamics& dynamics, std::size_t number_count)
    : parameters(dynamics),
      numbers(number_count, S(0.0)),
      q(dynamics.model().nq()),
      v(dynamics.model().nv()),
      a(dynamics.model().nv()),
      ws(dynamics.model()) {}

template <class S>
void FrameScratch::Point<S>::set(const FourKnots& at, const VectorX<Pack4>& its_v) {
  for (long i = 0; i < q.size(); ++i) q(i) = S(at.q(i));
  for (long d = 0; d < v.size(); ++d) v(d) = S(its_v(d)), a(d) = S(at.a(d));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = S(at.numbers[i]);
}

template <class S>
void FrameScratch::Point<S>::move(const Model& model, const Parameters<S>& its_parameters, const Frame& frame) {
  frame_motion<S>(model, its_parameters, ws, q, v, a, frame, motion);
}

FrameScratch::FrameScratch(const MultibodyDynamics& dynamics, std::size_t number_count)
    : ws(dynamics.model()),
      along_ws(dynamics.model()),
      first(dynamics.model()),
      along_first(dynamics.model()),
      here(dynamics, 0),
      along(dynamics, number_count),
      across(dynamics, number_count),
      tangent(dynamics.model().nv(), Pack4(0.0)),
      along_tangent(dynamics.model().nv(), Dual4(0.0)),
      along_by_q(dynamics.model().nq(), Dual4(0.0)),
      mixed(dynamics.model().nv(), Pack4(0.0)) {}

// ---- first order ------------------------------------------------------------------------------------------------

FrameChain::FrameChain(const MultibodyDynamics& dynamics, Frame frame, int numbers, const MultibodyInputs& inputs)
    : dynamics_(dynamics),
      model_(dynamics.model()),
      inputs_(inputs),
      frame_(std::move(frame)),
      count_(numbers),
      jacobian_(6, inputs.nv),
      by_(numbers * inputs.count, Pack4(0.0)),
      along_by_(6 * inputs.count, Pack4(0.0)),
      by_accelerations_(numbers * inputs.nv, Pack4(0.0)) {
  for_each_link([&](const Link& link) {
    for (int i = 0; i < link.coordinate_count; ++i) reached_.push_back(link.q_index + i);
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) freedoms_.push_back(d);
  });
  for (const int d : freedoms_) reached_.push_back(inputs_.nq + d);
  for (const MultibodyInputs::FreeNumber& number : inputs_.numbers) reached_.push_back(number.input);
  if (!is_accelerated()) return;
  reached_.resize(inputs_.count);
  std::iota(reached_.begin(), reached_.end(), 0);
}

/// The joints that carry the frame.
template <class Visit>
void FrameChain::for_each_link(const Visit& visit) const {
  for (int i = frame_.body; i != kWorld; i = model_.links()[i].parent) visit(model_.links()[i]);
}

void FrameChain::move(const FourKnots& at, FrameScratch& scratch) {
  scratch.here.set(at, at.v);
  scratch.here.move(model_, at.parameters, frame_);
  write_numbers(scratch.here.motion, count_, numbers_.data());
}

/// Derivatives by coordinates from those by tangents.
void FrameChain::write_row(const VectorX<Pack4>& q, FrameScratch& scratch, Pack4* row) const {
  for_each_link([&](const Link& link) {
    quaternions::by_coordinates(link, q.data() + link.q_index, scratch.tangent.data() + link.v_index,
                                row + link.q_index);
  });
}

void FrameChain::differentiate(const FourKnots& at, FrameScratch& scratch, const Pack4* accelerations_by) {
  FrameMotionDerivatives<Pack4>& first = scratch.first;
  frame_motion_derivatives<Pack4>(model_, at.parameters, scratch.ws, at.q, at.v, at.a, frame_, first);
  jacobian_ = first.jacobian;
  scratch.here.set(at, at.v);
  scratch.here.move(model_, at.parameters, frame_);
  std::fill(by_.begin(), by_.end(), Pack4(0.0));
  for (int i = 0; i < count_; ++i) {
    std::array<Pack4, kAcceleratedNumbers> unit;
    unit.fill(Pack4(0.0));
    unit[i] = Pack4(1.0);
    const FrameWeights<Pack4> weights(scratch.here.motion, unit.data(), is_accelerated());
    Pack4* const row = by_.data() + i * inputs_.count;
    for (const int d : freedoms_) {
      scratch.tangent[d] = weights.by_displacement(first, d, is_accelerated());
      row[inputs_.nq + d] = weights.by_velocity(first, d, is_accelerated());
      by_accelerations_[i * inputs_.nv + d] = weights.by_acceleration(first, d);
    }
    write_row(at.q, scratch, row);
  }
  for (const MultibodyInputs::FreeNumber& number : inputs_.numbers) by_number(at, scratch, number);
  if (is_accelerated()) add_slopes(accelerations_by);
}

/// What accelerations bring: their derivatives by the inputs.
void FrameChain::add_slopes(const Pack4* accelerations_by) {
  for (int i = kMovingNumbers; i < count_; ++i) {
    Pack4* const row = by_.data() + i * inputs_.count;
    for (const int d : freedoms_) {
      const Pack4 factor = by_accelerations_[i * inputs_.nv + d];
      const Pack4* const slopes = accelerations_by + d * inputs_.count;
      for (int j = 0; j < inputs_.count; ++j) row[j] += factor * slopes[j];
    }
  }
}

void FrameChain::weigh_accelerations(const Pack4* weights, Pack4* freedoms) const {
  for (int i = kMovingNumbers; i < count_; ++i) {
    for (const int d : freedoms_) freedoms[d] += weights[i] * by_accelerations_[i * inputs_.nv + d];
  }
}

void FrameChain::by_number(const FourKnots& at, FrameScratch& scratch, const MultibodyInputs::FreeNumber& number) {
  auto& along = scratch.along;
  along.set(at, at.v);
  along.numbers[number.index].slope = Pack4(1.0);
  along.parameters.set(dynamics_, along.numbers);
  along.move(model_, along.parameters.current, frame_);
  std::array<Dual4, kAcceleratedNumbers> moved;
  write_numbers(along.motion, count_, moved.data());
  for (int i = 0; i < count_; ++i) by_[i * inputs_.count + number.input] = moved[i].slope;
}

void FrameChain::move_along(const FourKnots& at, FrameScratch& scratch, const VectorX<Pack4>& y) {
  FrameMotionDerivatives<Pack4>& first = scratch.first;
  frame_motion_derivatives<Pack4>(model_, at.parameters, scratch.ws, at.q, y, at.a, frame_, first);
  for (int k = 0; k < 6; ++k) {
    along_[k] = Pack4(0.0);
    for (const int d : freedoms_) {
      along_[k] += jacobian_(k, d) * y(d);
      scratch.tangent[d] = first.velocity_by_q(k, d);
    }
    write_row(at.q, scratch, along_by_.data() + k * inputs_.count);
  }
  for (const auto& [input, index] : inputs_.numbers) {
    auto& along = scratch.along;
    along.set(at, y);
    along.numbers[index].slope = Pack4(1.0);
    along.parameters.set(dynamics_, along.numbers);
    along.move(model_, along.parameters.current, frame_);
    const Eigen::Matrix<Dual4, 6, 1> velocity = along.motion.velocity.eigen();
    for (int k = 0; k < 6; ++k) along_by_[k * inputs_.count + input] = velocity(k).slope;
  }
}

// ---- second order -----------------------------------------------------------------------------------------------

/// The column of an input along which something has a slope, and by symmetry its row where that is not made along
/// other inputs.
void FrameChain::add_direction(FrameScratch& scratch, const Pack4* weights, int input, Along kind,
                               const Pack4* accelerations_by, Pack4* hessian) const {
  auto& along = scratch.along;
  auto& first = scratch.along_first;
  along.move(model_, along.parameters.current, frame_);
  frame_motion_derivatives<Dual4>(model_, along.parameters.current, scratch.along_ws, along.q, along.v, along.a, frame_,
                                  first);
  const FrameWeights<Dual4> weighed(along.motion, weights, is_accelerated());
  const int n = inputs_.count;
  for (const int d : freedoms_) {
    scratch.along_tangent[d] = weighed.by_displacement(first, d, is_accelerated());
    scratch.mixed[d] = weighed.by_acceleration(first, d).slope;
    const Pack4 slope = weighed.by_velocity(first, d, is_accelerated()).slope;
    hessian[(inputs_.nq + d) * n + input] += slope;
    if (kind != Along::velocity) hessian[input * n + inputs_.nq + d] += slope;
  }
  if (kind == Along::velocity) return;
  for_each_link([&](const Link& link) {
    quaternions::by_coordinates(link, along.q.data() + link.q_index, scratch.along_tangent.data() + link.v_index,
                                scratch.along_by_q.data() + link.q_index);
    for (int i = link.q_index; i < link.q_index + link.coordinate_count; ++i) {
      hessian[i * n + input] += scratch.along_by_q[i].slope;
      if (kind == Along::number) hessian[input * n + i] += scratch.along_by_q[i].slope;
    }
  });
  if (is_accelerated()) add_accelerations(scratch, input, accelerations_by, hessian);
}

/// S' H S: H by the input and an acceleration, times the derivatives of the latter, and its transpose.
void FrameChain::add_accelerations(const FrameScratch& scratch, int input, const Pack4* accelerations_by,
                                   Pack4* hessian) const {
  const int n = inputs_.count;
  for (const int d : freedoms_) {
    const Pack4* const slopes = accelerations_by + d * n;
    for (int j = 0; j < n; ++j) {
      const Pack4 product = scratch.mixed[d] * slopes[j];
      hessian[input * n + j] += product;
      hessian[j * n + input] += product;
    }
  }
}

void FrameChain::add_pair(const FourKnots& at, FrameScratch& scratch, const Pack4* weights,
                          const MultibodyInputs::FreeNumber& a, const MultibodyInputs::FreeNumber& b,
                          Pack4* hessian) const {
  auto& across = scratch.across;
  across.set(at, at.v);
  across.numbers[a.index].value.slope = Pack4(1.0);
  across.numbers[b.index].slope.value = Pack4(1.0);
  across.parameters.set(dynamics_, across.numbers);
  across.move(model_, across.parameters.current, frame_);
  std::array<FrameScratch::Second4, kAcceleratedNumbers> moved;
  write_numbers(across.motion, count_, moved.data());
  Pack4 sum(0.0);
  for (int i = 0; i < count_; ++i) sum += weights[i] * moved[i].slope.slope;
  hessian[a.input * inputs_.count + b.input] += sum;
  if (a.input != b.input) hessian[b.input * inputs_.count + a.input] += sum;
}

void FrameChain::add_hessian(const FourKnots& at, FrameScratch& scratch, const Pack4* weights,
                             const Pack4* accelerations_by, Pack4* hessian) {
  auto& along = scratch.along;
  along.set(at, at.v);
  along.parameters.set(dynamics_, along.numbers);
  const auto add_along = [&](Pack4& slope, int input, Along kind) {
    slope = Pack4(1.0);
    if (kind == Along::number) along.parameters.set(dynamics_, along.numbers);
    add_direction(scratch, weights, input, kind, accelerations_by, hessian);
    slope = Pack4(0.0);
  };
  for_each_link([&](const Link& link) {
    for (int i = link.q_index; i < link.q_index + link.coordinate_count; ++i) {
      add_along(along.q(i).slope, i, Along::coordinate);
    }
  });
  for (const int d : freedoms_) {  // velocities are linear in v, accelerations are not
    if (is_accelerated()) add_along(along.v(d).slope, inputs_.nq + d, Along::velocity);
  }
  for (std::size_t k = 0; k < inputs_.numbers.size(); ++k) {
    const MultibodyInputs::FreeNumber& number = inputs_.numbers[k];
    add_along(along.numbers[number.index].slope, number.input, Along::number);
    for (std::size_t l = 0; l <= k; ++l) add_pair(at, scratch, weights, number, inputs_.numbers[l], hessian);
  }
}

}  // namespace tandem

#pragma once

#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/recursions/closed.hpp>
#include <tandem/dynamics/recursions/joints.tpp>

/// Bodies of the functions in dynamics/configuration.hpp, for the files that instantiate them. The scalar of a call is
/// given, as there is neither workspace nor parameters: integrate<double>(model, q, v, result).
namespace tandem {
namespace recursions {

template <class S>
Quaternion<S> normalized(const Quaternion<S>& q) {
  using std::sqrt;
  const S k = S(1.0) / sqrt(S(q.w * q.w + dot(q.vector, q.vector)));
  return {q.w * k, q.vector * k};
}

template <class S>
Vec3<S> read_vec3(const S* x) {
  return {x[0], x[1], x[2]};
}

template <class S>
void write_vec3(const Vec3<S>& v, S* x) {
  x[0] = v.x, x[1] = v.y, x[2] = v.z;
}

template <class S>
void integrate_joint(const Link& link, const S* q, const S* v, S* result) {
  if (!has_quaternion(link.type)) {
    for (int k = 0; k < link.velocity_count; ++k) result[k] = q[k] + v[k];
    return;
  }
  const Quaternion<S> start = normalized(read_quaternion(q));
  if (link.type == JointType::free) {
    const Vec3<S> step = displacement_exp(Motion<S>{read_vec3(v), read_vec3(v + 3)});
    write_vec3(read_vec3(q + 4) + rotation_matrix(start) * step, result + 4);
  }
  write_quaternion(normalized(start * quaternion_exp(read_vec3(v))), result);
}

template <class S>
void joint_difference(const Link& link, const S* from, const S* to, S* v) {
  if (!has_quaternion(link.type)) {
    for (int k = 0; k < link.velocity_count; ++k) v[k] = to[k] - from[k];
    return;
  }
  const Quaternion<S> start = read_quaternion(from);
  const Vec3<S> turn = quaternion_log(conjugate(start) * read_quaternion(to));
  write_vec3(turn, v);
  if (link.type == JointType::free) {
    const Vec3<S> step = transposed_times(rotation_matrix(start), read_vec3(to + 4) - read_vec3(from + 4));
    write_vec3(displacement_log(turn, step), v + 3);
  }
}

template <class S>
void joint_rates(const Link& link, const S* q, const S* v, S* rates) {
  if (!has_quaternion(link.type)) {
    for (int k = 0; k < link.velocity_count; ++k) rates[k] = v[k];
    return;
  }
  const Quaternion<S> start = read_quaternion(q);
  write_quaternion(start * Quaternion<S>{S(0.0), read_vec3(v) * S(0.5)}, rates);
  if (link.type == JointType::free) write_vec3(rotation_matrix(start) * read_vec3(v + 3), rates + 4);
}

template <class S>
void normalize_quaternions(const Model& model, S* q) {
  check_quaternions<S>(model, q);
  for (const Link& link : model.links()) {
    if (!has_quaternion(link.type)) continue;
    write_quaternion(normalized(read_quaternion<S>(q + link.q_index)), q + link.q_index);
  }
}

}  // namespace recursions

template <class S>
void integrate(const Model& model, In<S> q, In<S> v, Out<S> result) {
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "v", v.size(), model.nv());
  check_length(model, "result", result.size(), model.nq());
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::integrate<S>(model, q, v, result);
  for (const Link& link : model.links()) {
    recursions::integrate_joint(link, q.data() + link.q_index, v.data() + link.v_index, result.data() + link.q_index);
  }
}

template <class S>
void difference(const Model& model, In<S> from, In<S> to, Out<S> v) {
  check_length(model, "from", from.size(), model.nq());
  check_length(model, "to", to.size(), model.nq());
  check_length(model, "v", v.size(), model.nv());
  recursions::check_quaternions(model, from.data());
  recursions::check_quaternions(model, to.data());
  if (model.has_loops()) return recursions::closed::difference<S>(model, from, to, v);
  for (const Link& link : model.links()) {
    recursions::joint_difference(link, from.data() + link.q_index, to.data() + link.q_index, v.data() + link.v_index);
  }
}

template <class S>
void coordinate_rates(const Model& model, In<S> q, In<S> v, Out<S> rates) {
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "v", v.size(), model.nv());
  check_length(model, "rates", rates.size(), model.nq());
  if (model.has_loops()) return recursions::closed::coordinate_rates<S>(model, q, v, rates);
  for (const Link& link : model.links()) {
    recursions::joint_rates(link, q.data() + link.q_index, v.data() + link.v_index, rates.data() + link.q_index);
  }
}

template <class S>
void coordinate_rates(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                      Out<S> rates) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "rates", rates.size(), model.nq());
  if (model.has_loops()) return recursions::closed::coordinate_rates<S>(model, parameters, ws, q, v, rates);
  coordinate_rates<S>(model, q, v, rates);
}

template <class S>
void normalize(const Model& model, Out<S> q) {
  check_length(model, "q", q.size(), model.nq());
  recursions::normalize_quaternions<S>(model, q.data());
  if (model.has_loops()) recursions::closed::close<S>(model, q);
}

template <class S>
void normalize(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, Out<S> q) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  recursions::normalize_quaternions<S>(model, q.data());
  if (model.has_loops()) recursions::closed::close<S>(model, parameters, ws, q);
}

}  // namespace tandem

#pragma once

#include <tandem/core/scalar.hpp>
#include <tandem/dynamics/arguments.hpp>

namespace tandem {

[[noreturn]] void refuse_length(const Model& model, const char* what, long length, long wanted);
[[noreturn]] void refuse_shape(const Model& model, const char* what, long rows, long columns);
[[noreturn]] void refuse_loops(const Model& model, const char* what);
[[noreturn]] void refuse_driven(const Model& model, int body);
[[noreturn]] void refuse_quaternion(const Model& model, int body, double squared_norm);
[[noreturn]] void report_singular_joint(const Model& model, int body, double pivot);
[[noreturn]] void report_dependent_freedoms(const Model& model, int body);

inline void check_length(const Model& model, const char* what, long length, long wanted) {
  if (length != wanted) [[unlikely]]
    refuse_length(model, what, length, wanted);
}
inline void check_shape(const Model& model, const char* what, long rows, long columns, long wanted_rows,
                        long wanted_columns) {
  if (rows != wanted_rows || columns != wanted_columns) [[unlikely]]
    refuse_shape(model, what, rows, columns);
}
template <class S>
void check_model(const Model& model, const Parameters<S>& parameters, const Workspace<S>& ws) {
  check_length(model, "bodies of the parameters", parameters.body_count(), model.body_count());
  check_length(model, "bodies of the workspace", static_cast<long>(ws.velocity.size()), model.body_count());
  check_length(model, "freedoms of the workspace", static_cast<long>(ws.zeros.size()), model.tree().nv());
}
template <class S>
void check_wrenches(const Model& model, std::span<const Wrench<S>> wrenches) {
  if (!wrenches.empty()) {
    check_length(model, "external wrenches", static_cast<long>(wrenches.size()), model.body_count());
  }
}

/// Refuses a model with loops, for what is of trees alone.
inline void check_tree(const Model& model, const char* what) {
  if (model.has_loops()) [[unlikely]]
    refuse_loops(model, what);
}

/// Refuses a quaternion whose norm is not within a factor of two of one. Scalars without a value pass.
template <class S>
void check_quaternion(const Model& model, int body, const S* q) {
  const S norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const bool near_one = !ScalarTraits<S>::is_below(norm2, S(0.25)) && !ScalarTraits<S>::is_below(S(4.0), norm2);
  if (!near_one) [[unlikely]]
    refuse_quaternion(model, body, ScalarTraits<S>::first_value(norm2));
}

/// Reports a joint along which the articulated body behind it has no inertia, compared with `scale`; NaN counts.
template <class S>
void check_pivot(const Model& model, int body, const S& pivot, const S& scale) {
  if (ScalarTraits<S>::is_below(pivot, scale * S(1e-14)) || ScalarTraits<S>::is_below(pivot, S(1e-300))) [[unlikely]] {
    report_singular_joint(model, body, ScalarTraits<S>::first_value(pivot));
  }
}

/// Reports a freedom of which nothing is left (a sine of 1e-5) once those before it at the same joint are taken off.
template <class S>
void check_freedom(const Model& model, int body, const S& left, const S& of) {
  if (ScalarTraits<S>::is_below(left, of * S(1e-10)) || ScalarTraits<S>::is_below(left, S(1e-300))) [[unlikely]] {
    report_dependent_freedoms(model, body);
  }
}

}  // namespace tandem

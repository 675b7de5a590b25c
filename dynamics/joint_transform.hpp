#pragma once

#include <tandem/dynamics/spatial.hpp>

#include <typeinfo>

namespace tandem {

/// The transform of a custom joint for one scalar, with what the recursions and sweeps ask of it.
template <class S>
class JointTransformOf {
 public:
  virtual ~JointTransformOf() = default;

  /// T(q), where the body stands against its placement; the columns S_k = (T^-1 dT/dq_k) in the body's frame; and at
  /// slopes[6 k + j] dS_k/dq_j.
  virtual void place(const S* q, Transform<S>& T, Motion<S>* columns, Motion<S>* slopes) const = 0;
  /// out[j] = d/dq_j sum_kl (dS_k/dq_l) v_k v_l.
  virtual void differentiate_convection(const S* q, const S* v, Motion<S>* out) const = 0;
};

/// The same for all scalars that it was compiled for.
class JointTransform {
 public:
  virtual ~JointTransform() = default;
  virtual int freedoms() const = 0;

  /// Null for a scalar that it was not compiled for.
  template <class S>
  const JointTransformOf<S>* of() const {
    return static_cast<const JointTransformOf<S>*>(find(typeid(S)));
  }

 private:
  /// A JointTransformOf<S>, by typeid(S).
  virtual const void* find(const std::type_info& scalar) const = 0;
};

}  // namespace tandem

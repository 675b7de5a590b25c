#pragma once

#include <tandem/dynamics/rotation.hpp>
#include <tandem/dynamics/workspace.hpp>

/// The general path: any S, by its columns. Where S depends on the coordinates, placing the joint fills the columns and
/// their slopes dS_k/dq_j, and S r turns in the body's frame by
///   S° r = sum_kj (dS_k/dq_j) r_k r_j
/// (papers' P-dot v: D'Eleuterio and Damaren, (16)).
namespace tandem::recursions {

template <class S>
struct SubspaceJoint {
  Motion<S>* columns;
  Motion<S>* slopes;         ///< dS_k/dq_j at 6 k + j; null where S is constant
  const Motion<S>* at_zero;  ///< columns where coordinates are zero
  const JointTransformOf<S>* transform;
  int count;
  JointType type;

  void place(const Transform<S>& P, const S* q, Transform<S>& X) const {
    X = P;
    switch (type) {
      case JointType::spherical:
        X.rotation = P.rotation * rotation_matrix(read_quaternion(q));
        return;
      case JointType::screw:
        X.rotation = P.rotation * turn_about(columns[0].angular, q[0]);
        X.translation += P.rotation * (columns[0].linear * q[0]);
        return;
      case JointType::cylindrical:
        X.rotation = P.rotation * turn_about(columns[0].angular, q[0]);
        X.translation += P.rotation.z * q[1];
        return;
      case JointType::translation:
        X.translation += P.rotation * Vec3<S>(q[0], q[1], q[2]);
        return;
      case JointType::planar:
      case JointType::universal:
      case JointType::euler:
      case JointType::custom:
        X = P * moved(q);
        return;
      default:
        return;
    }
  }
  void place_axes(const S* q) const {
    if (slopes != nullptr) moved(q);
  }

  void add_rate(Motion<S>& m, const S* r) const {
    for (int k = 0; k < count; ++k) m += columns[k] * r[k];
  }
  void add_convection(Motion<S>& a, const Motion<S>& v, const S* r) const {
    if (count == 0) return;
    Motion<S> rate = columns[0] * r[0];
    for (int k = 1; k < count; ++k) rate += columns[k] * r[k];
    a += cross(v, rate);
    add_turning(a, r);
  }
  void add_turning(Motion<S>& a, const S* r) const {
    if (slopes == nullptr) return;
    for (int k = 0; k < count; ++k) {
      for (int j = 0; j < count; ++j) a += slopes[6 * k + j] * (r[k] * r[j]);
    }
  }
  void project(const Wrench<S>& f, S* tau) const {
    for (int k = 0; k < count; ++k) tau[k] = dot(columns[k], f);
  }
  Motion<S> column(int k) const { return columns[k]; }

  /// out[j] = d(S° v)/dq_j, once the joint is placed at q.
  void differentiate_convection(const S* q, const S* v, Motion<S>* out) const {
    if (type == JointType::custom) return transform->differentiate_convection(q, v, out);
    for (int j = 0; j < count; ++j) {
      out[j] = Motion<S>::zero();
      // d/dq_j sum_{k < l} (S_k x S_l) v_k v_l
      for (int k = 0; k < count; ++k) {
        for (int l = k + 1; l < count; ++l) {
          out[j] += (cross(slopes[6 * k + j], columns[l]) + cross(columns[k], slopes[6 * l + j])) * (v[k] * v[l]);
        }
      }
    }
  }

 private:
  /// Where the body stands against the placement, with columns and slopes.
  Transform<S> moved(const S* q) const {
    Transform<S> T = Transform<S>::identity();
    if (type == JointType::custom) {
      transform->place(q, T, columns, slopes);
      return T;
    }
    // T = T_1 ... T_n, each a turn about or a slide along an axis that the ones before it carry. With T_k+1 ... T_n,
    // S_k is its axis seen from the body; a later freedom moves the body under it: dS_k/dq_j = S_k x S_j.
    for (int k = count - 1; k >= 0; --k) {
      columns[k] = to_child(T, at_zero[k]);
      const bool slides = type == JointType::planar && k < 2;
      T = (slides ? Transform<S>::translated(at_zero[k].linear * q[k])
                  : Transform<S>::rotated(turn_about(at_zero[k].angular, q[k]))) *
          T;
      for (int j = 0; j < count; ++j) {
        slopes[6 * k + j] = j > k ? cross(columns[k], columns[j]) : Motion<S>::zero();
      }
    }
    return T;
  }
};

template <class S>
inline SubspaceJoint<S> subspace_joint(const Link& link, Workspace<S>& ws) {
  const int d = link.v_index;
  const bool moves = has_moving_axes(link.type), is_custom = link.type == JointType::custom;
  return {ws.subspace.data() + d, moves ? ws.slopes.data() + 6 * d : nullptr,
          ws.at_zero.data() + d,  is_custom ? ws.transforms[d] : nullptr,
          link.velocity_count,    link.type};
}

}  // namespace tandem::recursions

#pragma once

#include <tandem/dynamics/inertia.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// The numbers of a model: a copy can be varied at run time, without rebuilding and without allocation, and
/// differentiated, as its scalar is free. Bodies are numbered as in Model, 0 is the world.
///
/// Inside, everything is kept in *canonical* body frames, in which the axis of a one-freedom joint is z: the hot loops
/// read it there. `set_...` and the getters below speak of the user's frames.
template <class S>
class Parameters {
 public:
  /// For ModelBuilder; all inertias zero, all placements identity.
  Parameters(std::vector<Mat3<double>> user_from_canonical, int velocity_count)
      : user_from_canonical_(std::move(user_from_canonical)),
        inertias_(user_from_canonical_.size(), Inertia<S>::zero()),
        placements_(user_from_canonical_.size(), Transform<S>::identity()),
        rotor_inertias_(velocity_count, S(0.0)),
        has_rotor_(velocity_count, 0),
        dampings_(velocity_count, S(0.0)),
        stiffnesses_(velocity_count, S(0.0)),
        rests_(velocity_count, S(0.0)),
        gravity_(Vec3<S>::zero()) {}

  /// The same numbers in another scalar.
  template <class T>
  Parameters<T> cast() const;

  /// Gravity's acceleration in the world's axes, m/s^2.
  const Vec3<S>& gravity() const { return gravity_; }
  void set_gravity(const Vec3<S>& g) { gravity_ = g; }

  /// A body's ten inertial numbers, in its frame.
  Inertia<S> inertia(int body) const { return to_parent(turn(body), inertias_[body]); }
  void set_inertia(int body, const Inertia<S>& I) { inertias_[body] = to_parent(turn_back(body), I); }

  /// Where a body's frame stands in its parent's at zero coordinates: parent_from_body.
  Transform<S> placement(int body, int parent) const { return turn(parent) * placements_[body] * turn_back(body); }
  void set_placement(int body, int parent, const Transform<S>& X) {
    placements_[body] = turn_back(parent) * X * turn(body);
  }

  /// All by index of velocity. Rotor inertias and springs belong to one-freedom joints: the places of others stay zero.
  const std::vector<S>& rotor_inertias() const { return rotor_inertias_; }
  void set_rotor_inertia(int index, const S& value) {
    rotor_inertias_[index] = value;
    has_rotor_[index] = !is_zero_number(value);
  }
  std::vector<S>& dampings() { return dampings_; }
  const std::vector<S>& dampings() const { return dampings_; }
  std::vector<S>& stiffnesses() { return stiffnesses_; }
  const std::vector<S>& stiffnesses() const { return stiffnesses_; }
  std::vector<S>& rests() { return rests_; }
  const std::vector<S>& rests() const { return rests_; }

  // What the recursions read.
  const Inertia<S>* canonical_inertias() const { return inertias_.data(); }
  const Transform<S>* canonical_placements() const { return placements_.data(); }
  const Mat3<double>& user_from_canonical(int body) const { return user_from_canonical_[body]; }
  /// Whether a rotor inertia was set to anything but the number zero: without one, half of a revolute joint's
  /// articulated inertia vanishes, and forward dynamics uses it.
  bool has_rotor(int index) const { return has_rotor_[index] != 0; }
  int body_count() const { return static_cast<int>(inertias_.size()); }

 private:
  template <class>
  friend class Parameters;

  static bool is_zero_number(const S& value) {
    if constexpr (std::is_same_v<S, double>) return value == 0;
    return false;
  }
  Transform<S> turn(int body) const { return Transform<S>::rotated(user_from_canonical_[body].template cast<S>()); }
  Transform<S> turn_back(int body) const {
    return Transform<S>::rotated(transposed(user_from_canonical_[body]).template cast<S>());
  }

  std::vector<Mat3<double>> user_from_canonical_;
  std::vector<Inertia<S>> inertias_;
  std::vector<Transform<S>> placements_;
  std::vector<S> rotor_inertias_;
  std::vector<unsigned char> has_rotor_;
  std::vector<S> dampings_, stiffnesses_, rests_;
  Vec3<S> gravity_;
};

template <class S>
template <class T>
Parameters<T> Parameters<S>::cast() const {
  Parameters<T> result(user_from_canonical_, static_cast<int>(dampings_.size()));
  for (std::size_t i = 0; i < inertias_.size(); ++i) {
    result.inertias_[i] = inertias_[i].template cast<T>();
    result.placements_[i] = placements_[i].template cast<T>();
  }
  for (std::size_t i = 0; i < dampings_.size(); ++i) {
    result.rotor_inertias_[i] = T(rotor_inertias_[i]);
    result.dampings_[i] = T(dampings_[i]);
    result.stiffnesses_[i] = T(stiffnesses_[i]);
    result.rests_[i] = T(rests_[i]);
  }
  result.has_rotor_ = has_rotor_;
  result.gravity_ = gravity_.template cast<T>();
  return result;
}

}  // namespace tandem

#pragma once

#include <tandem/dynamics/arguments.hpp>
#include <tandem/dynamics/rotation.hpp>

#include <span>
#include <string>
#include <vector>

namespace tandem {

/// One of the numbers that dynamics can be differentiated by, besides states and drives: a number of the model's
/// parameters, or of the wrench on a body.
struct ModelNumber {
  enum class Kind : unsigned char {
    inertia,        ///< of body `index`: m, then first moments x y z, then second ones xx xy xz yy yz zz
    placement,      ///< of body `index`: X exp(d), d a turn x y z, then a shift x y z, in the placed frame's axes
    wrench,         ///< on body `index`: torque x y z, then force x y z, in its axes
    gravity,        ///< x y z
    rotor_inertia,  ///< of velocity `index`, as the ones below
    damping,
    stiffness,
    rest
  };
  Kind kind;
  int index = 0;      ///< a body or a velocity; nothing for gravity
  int component = 0;  ///< 0 to component_count(kind) - 1

  friend bool operator==(const ModelNumber&, const ModelNumber&) = default;
};

int component_count(ModelNumber::Kind kind);

/// "mass of 'forearm'", "shift z of 'forearm'", "stiffness of 'elbow'", "gravity x".
std::string name_of(const Model& model, const ModelNumber& number);

/// All numbers of the model, the wrenches on its bodies among them. Rotors, springs and rests are those of one-freedom
/// joints.
std::vector<ModelNumber> model_numbers(const Model& model);

/// Refuses a number that the model does not have.
void check_number(const Model& model, const ModelNumber& number);

/// Adds `by` to a number, as dynamics is differentiated by it. `wrenches` has an entry for each body, or is empty where
/// no number is of a wrench.
template <class S>
void vary(const Model& model, Parameters<S>& parameters, std::span<Wrench<S>> wrenches, const ModelNumber& number,
          const S& by);

// ---- bodies of the templates ------------------------------------------------------------------------------------

namespace model_numbers_detail {

template <class S>
S& component_of(Vec3<S>& v, int k) {
  return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

template <class S>
S& component_of(Inertia<S>& I, int k) {
  SymMat3<S>& J = I.rotational;
  S* const numbers[10] = {&I.mass, &I.moment.x, &I.moment.y, &I.moment.z, &J.xx, &J.xy, &J.xz, &J.yy, &J.yz, &J.zz};
  return *numbers[k];
}

/// exp(by e_k) of one of the six displacements.
template <class S>
Transform<S> displaced(int k, const S& by) {
  Motion<S> step = Motion<S>::zero();
  component_of(k < 3 ? step.angular : step.linear, k % 3) = by;
  if (k >= 3) return Transform<S>::translated(step.linear);
  return {rotation_matrix(quaternion_exp(step.angular)), displacement_exp(step)};
}

}  // namespace model_numbers_detail

template <class S>
void vary(const Model& model, Parameters<S>& parameters, std::span<Wrench<S>> wrenches, const ModelNumber& number,
          const S& by) {
  using namespace model_numbers_detail;
  using Kind = ModelNumber::Kind;
  const int i = number.index, k = number.component;
  switch (number.kind) {
    case Kind::inertia: {
      Inertia<S> I = parameters.inertia(i);
      component_of(I, k) += by;
      parameters.set_inertia(i, I);
      break;
    }
    case Kind::placement: {
      const int parent = model.links()[i].parent;
      parameters.set_placement(i, parent, parameters.placement(i, parent) * displaced(k, by));
      break;
    }
    case Kind::wrench:
      component_of(k < 3 ? wrenches[i].torque : wrenches[i].force, k % 3) += by;
      break;
    case Kind::gravity: {
      Vec3<S> g = parameters.gravity();
      component_of(g, k) += by;
      parameters.set_gravity(g);
      break;
    }
    case Kind::rotor_inertia:
      parameters.set_rotor_inertia(i, parameters.rotor_inertias()[i] + by);
      break;
    case Kind::damping:
      parameters.dampings()[i] += by;
      break;
    case Kind::stiffness:
      parameters.stiffnesses()[i] += by;
      break;
    case Kind::rest:
      parameters.rests()[i] += by;
      break;
  }
}

}  // namespace tandem

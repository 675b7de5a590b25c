#pragma once

#include <tandem/derivatives/multibody_dynamics.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include <array>
#include <string>
#include <vector>

// Models that stand in more than one problem, and their parts. They move in the x-z plane, z up. A joint's angle is
// that against the body that carries it, from hanging, counter-clockwise as seen from -y.
namespace tandem::problems {

/// Where a body stands that hangs this far below its parent.
Transform<double> hanging(double below);

/// About the axis that brings a hanging body's -z towards x.
Joint swinging(const std::string& joint);

/// A point mass rigidly on a body, as a body of its own, so that its mass and place can follow named numbers.
void add_bob(ModelBuilder& builder, const std::string& name, const std::string& body, double below, double mass);

/// A thin uniform rod of 1 kg and 1 m that hangs from `parent` by a joint: a sixth of its mass at either end, two
/// thirds in the middle. Mass, centre and moment of inertia are the rod's, as Simpson's rule is exact for them; and all
/// numbers of the model are then affine in the rod's mass and length.
void add_rod(ModelBuilder& builder, const std::string& name, const std::string& parent, double below,
             const std::string& joint);

/// The same masses on a body that has been added without any, whatever its joint.
void fill_rod(ModelBuilder& builder, const std::string& body);

/// Mass and length of a rod of add_rod() are named numbers.
void follow_rod(MultibodyDynamics& dynamics, const std::string& name, Number mass, Number length);

/// What hangs at the end of a rod moves with its length.
void follow_end(MultibodyDynamics& dynamics, const std::string& name, Number length_of_parent);

/// A cart of 1 kg on "slide", a massless "pole" of 0.5 m on "hinge", a "bob" of 0.3 kg at its end.
Model cart_and_pole();

/// A cart on "slide" and a chain of rods, "rod 1" on "hinge 1" and so on, whose numbers are these.
MultibodyDynamics cart_and_rods(Number cart_mass, const std::vector<Number>& masses, const std::vector<Number>& lengths,
                                Number gravity);

/// Two rods, "upper" on "shoulder" and "lower" on "elbow", whose numbers are these.
MultibodyDynamics two_rods(const std::array<Number, 2>& masses, const std::array<Number, 2>& lengths, Number gravity);

/// A "torso" that hangs by its "hands" and two legs on "left_hip" and "right_hip", rods whose numbers are these, a
/// torso's and a leg's.
MultibodyDynamics torso_and_legs(const std::array<Number, 2>& masses, const std::array<Number, 2>& lengths,
                                 Number gravity);

}  // namespace tandem::problems

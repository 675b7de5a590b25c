#pragma once

#include <tandem/derivatives/multibody_function.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include <string>

// Models that stand in more than one problem, and their parts. They move in the x-z plane, z up; angles are from hanging,
// counter-clockwise as seen from -y, those of a joint against the body that carries it.
namespace tandem::problems {

/// Brings a hanging body's -z towards x.
Joint swinging(const std::string& joint);

/// A point mass rigidly on a body, as a body of its own, so that its mass and place can follow named numbers.
void add_bob(ModelBuilder& builder, const std::string& name, const std::string& body, double below, double mass);

/// A thin uniform rod of 1 kg and 1 m that hangs from `parent`, `below` its joint: a sixth of its mass at either end,
/// two thirds in the middle. Mass, centre and moment of inertia are the rod's, as Simpson's rule is exact for them; and
/// all numbers of the model are then affine in the rod's mass and length.
void add_rod(ModelBuilder& builder, const std::string& name, const std::string& parent, double below,
             const std::string& joint);

/// Mass and length of a rod of add_rod() are named numbers.
void follow_rod(MultibodyDynamics& dynamics, const std::string& name, Number mass, Number length);

/// What hangs at the end of a rod moves with its length.
void follow_end(MultibodyDynamics& dynamics, const std::string& name, Number length_of_parent);

/// A cart of 1 kg on "slide", a massless "pole" of 0.5 m on "hinge", a "bob" of 0.3 kg at its end.
Model cart_and_pole();

/// A cart of 1 kg on "slide" and a chain of rods, "rod 1" on "hinge 1" and so on.
Model cart_and_rods(int rods);

}  // namespace tandem::problems

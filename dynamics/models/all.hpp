#pragma once

#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/model_example.hpp>

#include <initializer_list>
#include <string_view>
#include <utility>

/// One function a model or family, several in a file. Planar models move in the x-z plane, x to the right and z up;
/// their angles grow counter-clockwise as seen from -y, so that a positive angle of something hanging leans it to +x.
namespace tandem::models {

/// Thin uniform rods, 1 kg and 1 m, all on parallel axes, hanging.
ModelExample planar_pendulum(int links);
/// Thin uniform rods, 1 kg and 1 m, end to end; the axes turn by x, y, x, y, ...
ModelExample chain(int links);
/// The same rods, each carrying `branching` others, counted breadth first up to `links`.
ModelExample tree(int links, int branching);

ModelExample cart_pole();
ModelExample acrobot();
ModelExample pendubot();
ModelExample furuta();
ModelExample two_link_arm();
ModelExample branched_acrobot();

ModelExample arm_7();
ModelExample quadruped_18();
ModelExample humanoid_36();

/// Cylinders of 1 kg, 1 m and 5 cm radius end to end, on ball joints: thin rods would spin without inertia.
ModelExample ball_chain(int links);
/// The same on universal joints, about x and then y.
ModelExample hooke_chain(int links);
/// A trunk with two fingers in a plane, standing as a Y.
ModelExample y_tree();
ModelExample jack_screw();
ModelExample quadrotor();

/// Crank, coupler and rocker between pivots 0.9 m apart; one freedom each.
ModelExample four_bar();
ModelExample parallelogram();
ModelExample slider_crank();
ModelExample pin_in_slot();
ModelExample cardan_shaft();
/// Two wheels, the carrier that turns with their mean, and the shaft that drives it.
ModelExample differential();
/// A rectangle of four bars on a slide (Nikravesh, Gim, Arabyan and Rein, JPL 1989, Fig. 4).
ModelExample rectangle_on_slide();

/// The arm of seven joints with a motor behind a gear at each.
ModelExample geared_arm();
/// Robot Research's arm with its motors (Chen and Ou, 3rd Annual Conf. on Aerospace Computational Control, JPL 1989).
ModelExample robot_research_7();
/// A leg whose knee is moved from the hip by a four-bar; a trunk on four of them.
ModelExample four_bar_leg();
ModelExample four_bar_quadruped();
/// A boom, a dipper and a bucket that three pistons move (Yae, Hwang and Chern, ibid.).
ModelExample backhoe();

ModelExample spinning_body();
ModelExample spacecraft_with_booms();

inline const Vec3<double> kOrigin = Vec3<double>::zero();
inline const Eigen::Vector3d kX = Eigen::Vector3d::UnitX(), kY = Eigen::Vector3d::UnitY(),
                             kZ = Eigen::Vector3d::UnitZ();

/// About which a positive angle brings -z towards +x, and +x towards +z.
inline const Eigen::Vector3d kPlanarAxis = -Eigen::Vector3d::UnitY();

inline Transform<double> at(double x, double y, double z) { return Transform<double>::translated({x, y, z}); }

/// A capsule from one point to another, to draw.
VisualShape bar_shape(const Vec3<double>& from, const Vec3<double>& to, double radius);
VisualShape box_shape(const Vec3<double>& edges, const Vec3<double>& centre = Vec3<double>::zero());
VisualShape ball_shape(double radius, const Vec3<double>& centre = Vec3<double>::zero());

/// A solid uniform cylinder between two points.
Inertia<double> cylinder(double mass, const Vec3<double>& from, const Vec3<double>& to, double radius);

/// The model at its neutral configuration and at rest, but for the coordinates and velocities given by name.
ModelExample example(Model model, std::initializer_list<std::pair<std::string_view, double>> coordinates,
                     std::initializer_list<std::pair<std::string_view, double>> velocities = {});

}  // namespace tandem::models

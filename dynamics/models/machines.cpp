#include <tandem/dynamics/models/all.hpp>

#include <Eigen/Geometry>

#include <array>
#include <string>

namespace tandem::models {
namespace {

/// What of a link and its motor belongs to the motor's rotor: it spins with J about an axis through the link's own
/// origin, where the link has its middle, and weighs a hundredth of the link.
struct Rotor {
  double inertia, ratio;
  Eigen::Vector3d axis;
};

SymMat3<double> spin_moments(const Rotor& rotor) {
  const Eigen::Vector3d all = rotor.inertia * (0.5 * Eigen::Vector3d::Ones() + 0.5 * rotor.axis);
  return SymMat3<double>::diagonal(all.x(), all.y(), all.z());
}

}  // namespace

ModelExample rectangle_on_slide() {
  // Where all joints are at zero this is the configuration whose matrices the source prints.
  ModelBuilder builder("rectangle-on-slide");
  const Eigen::Vector3d across = Eigen::Vector3d(1, -1, 0).normalized();
  const auto hinge_across = [&](const std::string& name, double effort) {
    Joint joint = Joint::revolute(name, across);
    joint.limits.effort = effort;
    return joint;
  };
  const auto add_side = [&](const std::string& name, const std::string& parent, const Vec3<double>& from,
                            const Vec3<double>& to, const Joint& joint) {
    builder.add_body(name, parent, Transform<double>::translated(from), joint, cylinder(1, kOrigin, to, 0.03))
        .add_shape(name, bar_shape(kOrigin, to, 0.03));
  };
  Joint slide = Joint::prismatic("slide", kX);
  slide.limits.effort = 20;
  builder.add_body("carriage", "world", at(0, 0, 0), slide, Inertia<double>::box(4, {0.5, 0.5, 0}, {1.4, 0.2, 0.1}))
      .add_shape("carriage", bar_shape(kOrigin, {1, 1, 0}, 0.05));
  add_side("left", "carriage", kOrigin, {0, 0, 2}, hinge_across("second", 20));
  add_side("top", "left", {0, 0, 2}, {1, 1, 0}, hinge_across("third", 0));
  add_side("right", "top", {1, 1, 0}, {0, 0, -2}, hinge_across("fourth", 0));
  const auto to_hinge =
      Transform<double>::rotated(Mat3<double>::from(Eigen::Quaterniond::FromTwoVectors(kZ, across).toRotationMatrix()));
  builder.add_frame("right end", "right", at(0, 0, -2))
      .add_frame("corner", "carriage", at(1, 1, 0))
      .add_frame("right axis", "right", to_hinge)
      .add_frame("corner axis", "carriage", to_hinge)
      .close("pin", "right end", "corner", kBall)
      .close("axis", "right axis", "corner axis", {Direction::turn_x, Direction::turn_y})
      .independent("second");
  return example(builder.build(), {}, {{"slide", 0.5}, {"second", -1}});
}

ModelExample robot_research_7() {
  // The source gives neither where the frames stand nor which way joints turn: here all frames are parallel where all
  // joints are at zero, and a joint turns about the axis of its motor. Middles of mass are at the joints.
  constexpr std::array<double, 7> kMass{104.2, 55.4, 28.8, 20.4, 11.1, 4.7, 4.7};
  constexpr std::array<std::array<double, 3>, 7> kMoments{{{2.05, 2.05, 0.7},
                                                           {0.4, 0.4, 0.3},
                                                           {0.6, 0.6, 0.2},
                                                           {0.2, 0.2, 0.2},
                                                           {0.1, 0.1, 0.04},
                                                           {0.03, 0.03, 0.03},
                                                           {0.03, 0.03, 0.03}}};
  const std::array<Vec3<double>, 7> to_next{
      {{0, 0, 0.5}, {0.3, 0.1, 0}, {0.1, 0, 0.3}, {0.3, -0.1, 0}, {0.08, 0, 0.4}, {0.19, -0.08, 0}, {0, 0, 0}}};
  const std::array<Rotor, 7> rotors{{{0.003, 160, kZ},
                                     {0.003, 160, kX},
                                     {0.0003, 200, kY},
                                     {0.0003, 200, kX},
                                     {0.0002, 200, kY},
                                     {0.0002, 200, kX},
                                     {0.0002, 160, kY}}};
  ModelBuilder builder("robot-research-7");
  for (int i = 0; i < 7; ++i) {
    const std::string n = std::to_string(i + 1), parent = i == 0 ? "world" : "link " + std::to_string(i);
    const Transform<double> placement = Transform<double>::translated(i == 0 ? kOrigin : to_next[i - 1]);
    SymMat3<double> moments = SymMat3<double>::diagonal(kMoments[i][0], kMoments[i][1], kMoments[i][2]);
    double mass = kMass[i];
    if (i < 6) {
      moments = moments - spin_moments(rotors[i + 1]);
      mass *= 0.99;
    }
    const Vec3<double> spin = Vec3<double>(rotors[i].axis) * 0.08;
    Joint joint = Joint::revolute("joint " + n, rotors[i].axis);
    joint.limits.effort = 500;
    builder.add_body("link " + n, parent, placement, joint, Inertia<double>::from_com(mass, kOrigin, moments))
        .add_body("rotor " + n, parent, at(0, 0, 0), Joint::revolute("motor " + n, rotors[i].axis),
                  Inertia<double>::from_com(i == 0 ? 1 : 0.01 * kMass[i - 1], kOrigin, spin_moments(rotors[i])))
        .couple("motor " + n, {{"joint " + n, rotors[i].ratio}})
        .add_shape("link " + n, i < 6 ? bar_shape(kOrigin, to_next[i], 0.05) : ball_shape(0.06))
        .add_shape("rotor " + n, bar_shape(-spin, spin, 0.04));
  }
  return example(builder.build(), {{"joint 2", 0.5}, {"joint 4", -0.8}, {"joint 6", 0.3}}, {{"joint 1", 0.5}});
}

}  // namespace tandem::models

#include <tandem/dynamics/models/all.hpp>

#include <string>

namespace tandem::models {
namespace {

// Segments of a person of 1.75 m and 75 kg as fractions of height and mass: Winter, Biomechanics and Motor Control of
// Human Movement, 4th ed., figure 4.1 and table 4.1.
constexpr double kHeight = 1.75, kBodyMass = 75;
constexpr double kThigh = 0.245 * kHeight, kShank = 0.246 * kHeight, kFootHeight = 0.039 * kHeight,
                 kFoot = 0.152 * kHeight, kUpperArm = 0.186 * kHeight, kForearm = 0.146 * kHeight,
                 kHand = 0.108 * kHeight, kHipHalfWidth = 0.0955 * kHeight, kShoulderHalfWidth = 0.129 * kHeight;
constexpr double kTrunkMass = 0.497 * kBodyMass, kHeadMass = 0.081 * kBodyMass, kThighMass = 0.100 * kBodyMass,
                 kShankMass = 0.0465 * kBodyMass, kFootMass = 0.0145 * kBodyMass, kUpperArmMass = 0.028 * kBodyMass,
                 kForearmMass = 0.016 * kBodyMass, kHandMass = 0.006 * kBodyMass;

// A joint of two or three freedoms is that many revolute joints; the bodies between them are housings of this size,
// whose mass is taken off the segment that follows.
constexpr double kHousingRadius = 0.04;

Joint joint(const std::string& name, const Eigen::Vector3d& axis, double lower, double upper) {
  Joint result = Joint::revolute(name, axis);
  result.limits.lower = lower, result.limits.upper = upper;
  return result;
}

void add_housing(ModelBuilder& builder, const std::string& name, const std::string& parent,
                 const Transform<double>& placement, const Joint& by, double mass) {
  builder.add_body(name, parent, placement, by, Inertia<double>::sphere(mass, kOrigin, kHousingRadius));
  builder.add_shape(name, ball_shape(kHousingRadius));
}

void add_segment(ModelBuilder& builder, const std::string& name, const std::string& parent,
                 const Transform<double>& placement, const Joint& by, double mass, const Vec3<double>& to,
                 double radius) {
  builder.add_body(name, parent, placement, by, cylinder(mass, kOrigin, to, radius));
  builder.add_shape(name, bar_shape(kOrigin, to, radius));
}

/// Six freedoms: three at the hip, one at the knee, two at the ankle.
void add_leg(ModelBuilder& builder, const std::string& side, double left) {
  constexpr double housing = 0.5;
  const std::string s = side + "_";
  add_housing(builder, s + "hip_housing1", "pelvis", at(0, left * kHipHalfWidth, 0), joint(s + "hip_turn", kZ, -1, 1),
              housing);
  add_housing(builder, s + "hip_housing2", s + "hip_housing1", at(0, 0, 0), joint(s + "hip_sideways", kX, -0.8, 0.8),
              housing);
  add_segment(builder, s + "thigh", s + "hip_housing2", at(0, 0, 0), joint(s + "hip", kY, -2.1, 0.6),
              kThighMass - 2 * housing, {0, 0, -kThigh}, 0.07);
  add_segment(builder, s + "shank", s + "thigh", at(0, 0, -kThigh), joint(s + "knee", kY, 0, 2.4), kShankMass,
              {0, 0, -kShank}, 0.05);
  add_housing(builder, s + "ankle_housing", s + "shank", at(0, 0, -kShank), joint(s + "ankle", kY, -0.9, 0.7),
              0.2 * kFootMass);
  const Vec3<double> sole{kFoot, 0.09, kFootHeight}, centre{0.2 * kFoot, 0, -0.5 * kFootHeight};
  builder.add_body(s + "foot", s + "ankle_housing", at(0, 0, 0), joint(s + "ankle_sideways", kX, -0.5, 0.5),
                   Inertia<double>::box(0.8 * kFootMass, centre, sole));
  builder.add_shape(s + "foot", box_shape(sole, centre));
  builder.add_frame(s + "sole", s + "foot", at(0, 0, -kFootHeight));
}

/// Seven freedoms: three at the shoulder, one at the elbow, three at the wrist.
void add_arm(ModelBuilder& builder, const std::string& side, double left) {
  constexpr double shoulder_housing = 0.3, wrist_housing = 0.1;
  const std::string s = side + "_";
  add_housing(builder, s + "shoulder_housing1", "chest", at(0, left * kShoulderHalfWidth, 0.4),
              joint(s + "shoulder", kY, -3, 1), shoulder_housing);
  add_housing(builder, s + "shoulder_housing2", s + "shoulder_housing1", at(0, 0, 0),
              joint(s + "shoulder_sideways", kX, left > 0 ? -0.3 : -3, left > 0 ? 3 : 0.3), shoulder_housing);
  add_segment(builder, s + "upper_arm", s + "shoulder_housing2", at(0, 0, 0),
              joint(s + "upper_arm_turn", kZ, -1.5, 1.5), kUpperArmMass - 2 * shoulder_housing, {0, 0, -kUpperArm},
              0.045);
  add_segment(builder, s + "forearm", s + "upper_arm", at(0, 0, -kUpperArm), joint(s + "elbow", kY, -2.5, 0),
              kForearmMass, {0, 0, -kForearm}, 0.035);
  add_housing(builder, s + "wrist_housing1", s + "forearm", at(0, 0, -kForearm),
              joint(s + "forearm_turn", kZ, -1.5, 1.5), wrist_housing);
  add_housing(builder, s + "wrist_housing2", s + "wrist_housing1", at(0, 0, 0),
              joint(s + "wrist_sideways", kX, -0.5, 0.5), wrist_housing);
  add_segment(builder, s + "hand", s + "wrist_housing2", at(0, 0, 0), joint(s + "wrist", kY, -1, 1),
              kHandMass - 2 * wrist_housing, {0, 0, -kHand}, 0.03);
  builder.add_frame(s + "palm", s + "hand", at(0, 0, -kHand));
}

/// Pelvis, two freedoms at the waist, chest, two at the neck, head.
void add_trunk(ModelBuilder& builder) {
  constexpr double waist_housing = 1.0, neck_housing = 0.5;
  const Vec3<double> pelvis{0.2, 0.3, 0.15}, chest{0.22, 0.34, 0.42};
  builder.add_body("pelvis", "world", at(0, 0, 0), Joint::free("pelvis"),
                   Inertia<double>::box(0.3 * kTrunkMass, kOrigin, pelvis));
  builder.add_shape("pelvis", box_shape(pelvis));
  add_housing(builder, "waist_housing", "pelvis", at(0, 0, 0.1), joint("waist_turn", kZ, -0.9, 0.9), waist_housing);
  const Vec3<double> chest_centre{0, 0, 0.22};
  builder.add_body("chest", "waist_housing", at(0, 0, 0), joint("waist", kY, -0.4, 1.2),
                   Inertia<double>::box(0.7 * kTrunkMass - waist_housing, chest_centre, chest));
  builder.add_shape("chest", box_shape(chest, chest_centre));
  add_housing(builder, "neck_housing", "chest", at(0, 0, 0.47), joint("neck_turn", kZ, -1.2, 1.2), neck_housing);
  const Vec3<double> head_centre{0, 0, 0.12};
  builder.add_body("head", "neck_housing", at(0, 0, 0), joint("neck", kY, -0.7, 0.7),
                   Inertia<double>::sphere(kHeadMass - neck_housing, head_centre, 0.11));
  builder.add_shape("head", ball_shape(0.11, head_centre));
}

}  // namespace

ModelExample humanoid_36() {
  ModelBuilder builder("humanoid-36");
  add_trunk(builder);
  add_leg(builder, "left", 1);
  add_leg(builder, "right", -1);
  add_arm(builder, "left", 1);
  add_arm(builder, "right", -1);
  return example(builder.build(),
                 {{"pelvis.z", kThigh + kShank + kFootHeight},
                  {"left_hip", -0.6},
                  {"left_knee", 0.9},
                  {"right_shoulder", -0.8},
                  {"left_elbow", -0.5},
                  {"right_elbow", -1.0}},
                 {{"pelvis.wz", 0.6}, {"pelvis.vx", 0.5}, {"right_hip", -1.0}});
}

}  // namespace tandem::models

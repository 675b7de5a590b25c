#include <tandem/dynamics/joint.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/joint_transform.hpp>

#include <array>
#include <utility>

namespace tandem {
namespace {

Joint make(std::string name, JointType type, const Eigen::Vector3d& axis = Eigen::Vector3d::UnitZ()) {
  Joint joint;
  joint.name = std::move(name);
  joint.type = type;
  joint.axis = axis;
  return joint;
}

/// What is known of a kind without its joint.
struct Kind {
  const char* name;
  int coordinates, velocities;
  std::array<const char*, 7> coordinate_parts;
};

constexpr std::array kVelocityParts{"wx", "wy", "wz", "vx", "vy", "vz"};
constexpr std::array<const char*, 7> kNone{}, kFrame{"qw", "qx", "qy", "qz", "x", "y", "z"},
    kInTurn{"first", "second", "third", "fourth", "fifth", "sixth"};

const Kind& kind_of(JointType type) {
  static constexpr std::array<Kind, 12> kKinds{{{"revolute", 1, 1, kNone},
                                                {"prismatic", 1, 1, kNone},
                                                {"spherical", 4, 3, kFrame},
                                                {"free", 7, 6, kFrame},
                                                {"fixed", 0, 0, kNone},
                                                {"screw", 1, 1, kNone},
                                                {"cylindrical", 2, 2, {"turn", "slide"}},
                                                {"translation", 3, 3, {"x", "y", "z"}},
                                                {"planar", 3, 3, {"x", "y", "turn"}},
                                                {"universal", 2, 2, kInTurn},
                                                {"euler", 3, 3, kInTurn},
                                                {"custom", -1, -1, kInTurn}}};
  return kKinds[static_cast<std::size_t>(type)];
}

const Kind& counted_kind(JointType type) {
  require(type != JointType::custom, "how many coordinates a custom joint has, its transform says");
  return kind_of(type);
}

}  // namespace

const char* name_of(JointType type) { return kind_of(type).name; }

int coordinate_count(JointType type) { return counted_kind(type).coordinates; }
int velocity_count(JointType type) { return counted_kind(type).velocities; }

int coordinate_count(const Joint& joint) {
  return joint.type == JointType::custom ? velocity_count(joint) : coordinate_count(joint.type);
}
int velocity_count(const Joint& joint) {
  if (joint.type != JointType::custom) return velocity_count(joint.type);
  require(joint.transform != nullptr, "joint '{}': a custom joint needs a transform", joint.name);
  return joint.transform->freedoms();
}

const char* coordinate_part(const Joint& joint, int index) { return kind_of(joint.type).coordinate_parts[index]; }
const char* velocity_part(const Joint& joint, int index) {
  return has_quaternion(joint.type) ? kVelocityParts[index] : coordinate_part(joint, index);
}

std::vector<Motion<double>> motions_at_zero(const Joint& joint) {
  using V = Vec3<double>;
  const V nil = V::zero(), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  switch (joint.type) {
    case JointType::revolute:
      return {{z, nil}};
    case JointType::prismatic:
      return {{nil, z}};
    case JointType::spherical:
      return {{x, nil}, {y, nil}, {z, nil}};
    case JointType::free:
      return {{x, nil}, {y, nil}, {z, nil}, {nil, x}, {nil, y}, {nil, z}};
    case JointType::screw:
      return {{z, z * joint.pitch}};
    case JointType::cylindrical:
      return {{z, nil}, {nil, z}};
    case JointType::translation:
      return {{nil, x}, {nil, y}, {nil, z}};
    case JointType::planar:
      return {{nil, x}, {nil, y}, {z, nil}};
    case JointType::universal:
    case JointType::euler: {
      std::vector<Motion<double>> turns;
      for (const Eigen::Vector3d& axis : joint.axes) turns.push_back({V(axis.normalized()), nil});
      return turns;
    }
    case JointType::fixed:
    case JointType::custom:
      return {};
  }
  return {};
}

Joint Joint::revolute(std::string name, const Eigen::Vector3d& axis) {
  return make(std::move(name), JointType::revolute, axis);
}
Joint Joint::prismatic(std::string name, const Eigen::Vector3d& axis) {
  return make(std::move(name), JointType::prismatic, axis);
}
Joint Joint::spherical(std::string name) { return make(std::move(name), JointType::spherical); }
Joint Joint::free(std::string name) { return make(std::move(name), JointType::free); }
Joint Joint::fixed(std::string name) { return make(std::move(name), JointType::fixed); }

Joint Joint::screw(std::string name, const Eigen::Vector3d& axis, double pitch) {
  Joint joint = make(std::move(name), JointType::screw, axis);
  joint.pitch = pitch;
  return joint;
}
Joint Joint::cylindrical(std::string name, const Eigen::Vector3d& axis) {
  return make(std::move(name), JointType::cylindrical, axis);
}
Joint Joint::translation(std::string name) { return make(std::move(name), JointType::translation); }
Joint Joint::planar(std::string name, const Eigen::Vector3d& normal) {
  return make(std::move(name), JointType::planar, normal);
}
Joint Joint::universal(std::string name, const Eigen::Vector3d& first, const Eigen::Vector3d& second) {
  Joint joint = make(std::move(name), JointType::universal);
  joint.axes = {first, second};
  return joint;
}
Joint Joint::euler(std::string name, const Eigen::Vector3d& first, const Eigen::Vector3d& second,
                   const Eigen::Vector3d& third) {
  Joint joint = make(std::move(name), JointType::euler);
  joint.axes = {first, second, third};
  return joint;
}

}  // namespace tandem

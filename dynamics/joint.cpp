#include <utility>

#include <tandem/dynamics/joint.hpp>

namespace tandem {
namespace {

Joint make(std::string name, JointType type, const Eigen::Vector3d& axis = Eigen::Vector3d::UnitZ()) {
  Joint joint;
  joint.name = std::move(name);
  joint.type = type;
  joint.axis = axis;
  return joint;
}

}  // namespace

const char* name_of(JointType type) {
  switch (type) {
    case JointType::kRevolute:
      return "revolute";
    case JointType::kPrismatic:
      return "prismatic";
    case JointType::kSpherical:
      return "spherical";
    case JointType::kFree:
      return "free";
    case JointType::kFixed:
      return "fixed";
  }
  return "unknown";
}

int coordinate_count(JointType type) {
  switch (type) {
    case JointType::kSpherical:
      return 4;
    case JointType::kFree:
      return 7;
    case JointType::kFixed:
      return 0;
    default:
      return 1;
  }
}

int velocity_count(JointType type) {
  switch (type) {
    case JointType::kSpherical:
      return 3;
    case JointType::kFree:
      return 6;
    case JointType::kFixed:
      return 0;
    default:
      return 1;
  }
}

Joint Joint::revolute(std::string name, const Eigen::Vector3d& axis) {
  return make(std::move(name), JointType::kRevolute, axis);
}
Joint Joint::prismatic(std::string name, const Eigen::Vector3d& axis) {
  return make(std::move(name), JointType::kPrismatic, axis);
}
Joint Joint::spherical(std::string name) { return make(std::move(name), JointType::kSpherical); }
Joint Joint::free(std::string name) { return make(std::move(name), JointType::kFree); }
Joint Joint::fixed(std::string name) { return make(std::move(name), JointType::kFixed); }

}  // namespace tandem

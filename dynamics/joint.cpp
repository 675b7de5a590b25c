#include <tandem/dynamics/joint.hpp>

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

}  // namespace

const char* name_of(JointType type) {
  switch (type) {
    case JointType::revolute:
      return "revolute";
    case JointType::prismatic:
      return "prismatic";
    case JointType::spherical:
      return "spherical";
    case JointType::free:
      return "free";
    case JointType::fixed:
      return "fixed";
  }
  return "unknown";
}

int coordinate_count(JointType type) {
  switch (type) {
    case JointType::spherical:
      return 4;
    case JointType::free:
      return 7;
    case JointType::fixed:
      return 0;
    default:
      return 1;
  }
}

int velocity_count(JointType type) {
  switch (type) {
    case JointType::spherical:
      return 3;
    case JointType::free:
      return 6;
    case JointType::fixed:
      return 0;
    default:
      return 1;
  }
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

}  // namespace tandem

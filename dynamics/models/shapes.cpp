#include <tandem/core/error.hpp>
#include <tandem/dynamics/models/all.hpp>

#include <Eigen/Geometry>

namespace tandem::models {
namespace {

/// The frame in the middle of two points whose z axis runs from one to the other.
Transform<double> along(const Vec3<double>& from, const Vec3<double>& to) {
  const Eigen::Vector3d direction = (to - from).eigen();
  const auto turn = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), direction);
  return {Mat3<double>::from(turn.toRotationMatrix()), (from + to) * 0.5};
}

double distance(const Vec3<double>& from, const Vec3<double>& to) { return (to - from).eigen().norm(); }

}  // namespace

VisualShape bar_shape(const Vec3<double>& from, const Vec3<double>& to, double radius) {
  return {.geometry = CapsuleShape{radius, distance(from, to)}, .placement = along(from, to)};
}

VisualShape box_shape(const Vec3<double>& edges, const Vec3<double>& centre) {
  return {.geometry = BoxShape{edges}, .placement = Transform<double>::translated(centre)};
}

VisualShape ball_shape(double radius, const Vec3<double>& centre) {
  return {.geometry = SphereShape{radius}, .placement = Transform<double>::translated(centre)};
}

/// m (3 r^2 + l^2)/12 across the axis, m r^2/2 along it.
Inertia<double> cylinder(double mass, const Vec3<double>& from, const Vec3<double>& to, double radius) {
  const double l = distance(from, to);
  const double across = mass * (3 * radius * radius + l * l) / 12, axial = mass * radius * radius / 2;
  const auto about_com = SymMat3<double>::diagonal(across, across, axial);
  return to_parent(along(from, to), Inertia<double>::from_com(mass, Vec3<double>::zero(), about_com));
}

ModelExample example(Model model, std::initializer_list<std::pair<std::string_view, double>> coordinates,
                     std::initializer_list<std::pair<std::string_view, double>> velocities) {
  Eigen::VectorXd q = model.neutral_configuration(), v = Eigen::VectorXd::Zero(model.nv());
  const auto set = [&model](Eigen::VectorXd& vector, const auto& values, auto name_of) {
    for (const auto& [name, value] : values) {
      int index = 0;
      while (index < vector.size() && (model.*name_of)(index) != name) ++index;
      require(index < vector.size(), "model '{}' has no number '{}'", model.name(), name);
      vector(index) = value;
    }
  };
  set(q, coordinates, &Model::coordinate_name);
  set(v, velocities, &Model::velocity_name);
  return {std::move(model), std::move(q), std::move(v)};
}

}  // namespace tandem::models

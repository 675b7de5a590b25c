#include <tandem/problems/model_pictures.hpp>

#include <tandem/dynamics/kinematics.hpp>

#include <cstddef>
#include <type_traits>
#include <variant>
#include <vector>

namespace tandem::problems {
namespace {

using Place = Vec3<double>;

Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> q) {
  return {q.data(), static_cast<Eigen::Index>(q.size())};
}

/// world_from_body of every body.
std::vector<Transform<double>> placements_of(const Model& model, std::span<const double> q) {
  Workspace<double> ws(model);
  std::vector<Transform<double>> placements(model.body_count());
  body_placements(model, ws, as_vector(q), placements);
  return placements;
}

/// Draws a shape that stands there.
class ShapePainter {
 public:
  ShapePainter(Picture& picture, const Transform<double>& world_from_shape)
      : picture_(picture), at_(world_from_shape) {}

  void operator()(const BoxShape& shape) const {
    const Mat3<double>& axes = at_.rotation;
    picture_.box(on_picture(at_.translation),
                 {on_picture(axes.x * (0.5 * shape.edges.x)), on_picture(axes.y * (0.5 * shape.edges.y)),
                  on_picture(axes.z * (0.5 * shape.edges.z))});
  }
  void operator()(const SphereShape& shape) const {
    picture_.circle(on_picture(at_.translation), shape.radius, "joint");
  }
  void operator()(const CylinderShape& shape) const { bar(shape.radius, shape.length); }
  void operator()(const CapsuleShape& shape) const { bar(shape.radius, shape.length); }
  void operator()(const MeshShape&) const {}

 private:
  /// Along z, centred.
  void bar(double radius, double length) const {
    const Place half = at_.rotation.z * (0.5 * length);
    picture_.cylinder(on_picture(at_.translation - half), on_picture(at_.translation + half), radius);
  }

  Picture& picture_;
  Transform<double> at_;
};

}  // namespace

Picture::Point on_picture(const Place& world) { return {world.x, world.z, -world.y}; }

Picture::Point place_of(const Model& model, std::span<const double> q, const Frame& frame) {
  return on_picture(to_parent(placements_of(model, q)[frame.body], frame.placement.translation));
}

void draw(Picture& picture, const Model& model, std::span<const double> q) {
  const std::vector<Transform<double>> placements = placements_of(model, q);
  for (std::size_t body = 0; body < placements.size(); ++body) {
    for (const VisualShape& shape : model.body(static_cast<int>(body)).shapes) {
      std::visit(ShapePainter(picture, placements[body] * shape.placement), shape.geometry);
    }
  }
}

}  // namespace tandem::problems
